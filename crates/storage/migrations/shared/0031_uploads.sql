-- Uploads that may be interrupted and continued. The bytes that have arrived lie in the media store; `received` is how
-- many of them were acknowledged.
CREATE TABLE uploads (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    document_id  TEXT,
    role         TEXT,
    name         TEXT   NOT NULL,
    content_type TEXT   NOT NULL,
    metadata     TEXT   NOT NULL,
    length       BIGINT NOT NULL CHECK (length > 0),
    received     BIGINT NOT NULL CHECK (received BETWEEN 0 AND length),
    is_done      BIGINT NOT NULL CHECK (is_done IN (0, 1)),
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
