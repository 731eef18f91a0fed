-- Files someone asked for. The file itself lies in the media store under a key made of owner and id; after
-- `expires_at` both are removed. `filters` is what was asked for, as JSON. Which types there are is the
-- program's to say, so that a new one needs no migration.

CREATE TABLE exports (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    type         TEXT   NOT NULL,
    format       TEXT   NOT NULL CHECK (format IN ('csv', 'json', 'xlsx', 'pdf')),
    filters      TEXT   NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    created_at   BIGINT NOT NULL,
    completed_at BIGINT,
    expires_at   BIGINT NOT NULL,
    file_size    BIGINT,
    error        TEXT,
    PRIMARY KEY (owner_id, id),
    CHECK ((status = 'completed') = (file_size IS NOT NULL AND completed_at IS NOT NULL)),
    CHECK ((status = 'failed') = (error IS NOT NULL))
) {without_rowid};
CREATE INDEX exports_by_expiry ON exports (expires_at);
CREATE INDEX exports_unfinished ON exports (owner_id) WHERE status IN ('pending', 'processing');
