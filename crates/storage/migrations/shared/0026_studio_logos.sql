-- The studio's logo on receipts, always a JPEG, so that it goes into a PDF as it is. `hash` gives a changed logo a new
-- URL.
CREATE TABLE studio_logos (
    owner_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    bytes    {blob} NOT NULL,
    width    BIGINT NOT NULL,
    height   BIGINT NOT NULL,
    hash     TEXT   NOT NULL
);
