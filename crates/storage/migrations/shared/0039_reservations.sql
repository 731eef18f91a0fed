-- Beats that are kept for a buyer of an exclusive license until a moment; past it the row means nothing.
CREATE TABLE reservations (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id TEXT   NOT NULL,
    client_id   TEXT,
    name        TEXT   NOT NULL,
    email       TEXT   NOT NULL,
    reserved_at BIGINT NOT NULL,
    until       BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
) {without_rowid};
