-- Archives of everything an account holds, made on request. The file lies in the media store under a key of
-- owner and id; after `expires_at` both are removed. `progress` is in percent.

CREATE TABLE archives (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    progress     BIGINT NOT NULL CHECK (progress BETWEEN 0 AND 100),
    created_at   BIGINT NOT NULL,
    completed_at BIGINT,
    expires_at   BIGINT NOT NULL,
    file_size    BIGINT,
    error        TEXT,
    PRIMARY KEY (owner_id, id),
    CHECK ((status = 'completed') = (file_size IS NOT NULL AND completed_at IS NOT NULL)),
    CHECK ((status = 'failed') = (error IS NOT NULL))
) {without_rowid};
CREATE INDEX archives_by_expiry ON archives (expires_at);
