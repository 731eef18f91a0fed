-- The files of a beat beside the one that plays. The bytes lie in the media store under the owner's and the file's id.
-- Each role has versions, one of which is current. Length is in milliseconds.
CREATE TABLE document_files (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    document_id  TEXT   NOT NULL,
    role         TEXT   NOT NULL
        CHECK (role IN ('mp3', 'wav', 'tagged', 'stems', 'project', 'midi', 'artwork', 'other')),
    version      BIGINT NOT NULL CHECK (version > 0),
    is_current   BIGINT NOT NULL CHECK (is_current IN (0, 1)),
    name         TEXT   NOT NULL,
    mime         TEXT   NOT NULL,
    size         BIGINT NOT NULL CHECK (size > 0),
    content_hash TEXT   NOT NULL,
    duration     BIGINT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id),
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX document_files_by_version ON document_files (owner_id, document_id, role, version);
CREATE UNIQUE INDEX document_files_current ON document_files (owner_id, document_id, role) WHERE is_current = 1;

-- Files that were deleted while a live license promised them: the bytes stay until no license does.
CREATE TABLE kept_files (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id       TEXT   NOT NULL,
    size     BIGINT NOT NULL CHECK (size > 0),
    kept_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};

-- What all files of an account take beside those that play, the kept ones included.
CREATE TABLE file_totals (
    owner_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    bytes    BIGINT NOT NULL
);

-- The roles of a beat's files as words with spaces between, so that a list needs no second table.
ALTER TABLE documents ADD COLUMN roles TEXT NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN is_tagged BIGINT CHECK (is_tagged IN (0, 1));
ALTER TABLE documents ADD COLUMN notes TEXT;
