-- The record of each license. Every entry holds the hash of the one before, so that a change is found.
CREATE TABLE license_events (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    license_id TEXT   NOT NULL,
    number     BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    detail     TEXT   NOT NULL,
    facts      TEXT,
    address    TEXT,
    browser    TEXT,
    previous   TEXT   NOT NULL,
    hash       TEXT   NOT NULL,
    PRIMARY KEY (owner_id, license_id, number)
) {without_rowid};

-- The files a license promises, as they were when it was issued.
CREATE TABLE license_files (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    license_id   TEXT   NOT NULL,
    file_id      TEXT   NOT NULL,
    role         TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    size         BIGINT NOT NULL,
    content_hash TEXT   NOT NULL,
    PRIMARY KEY (owner_id, license_id, file_id)
) {without_rowid};
CREATE INDEX license_files_by_file ON license_files (owner_id, file_id);
