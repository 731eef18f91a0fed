-- Work that is done later or again and again. A worker claims a job for a while (locked_until) and the
-- number of the attempt tells it apart from an earlier worker whose lease ran out.

CREATE TABLE jobs (
    id           TEXT   NOT NULL PRIMARY KEY,
    kind         TEXT   NOT NULL,
    payload      TEXT   NOT NULL,
    owner_id     TEXT,
    unique_key   TEXT   UNIQUE,
    state        TEXT   NOT NULL CHECK (state IN ('queued', 'running', 'done', 'dead')),
    run_at       BIGINT NOT NULL,
    attempts     BIGINT NOT NULL CHECK (attempts >= 0),
    max_attempts BIGINT NOT NULL CHECK (max_attempts >= 1),
    locked_until BIGINT,
    last_error   TEXT,
    created_at   BIGINT NOT NULL,
    finished_at  BIGINT,
    CHECK ((state = 'running') = (locked_until IS NOT NULL)),
    CHECK ((state IN ('done', 'dead')) = (finished_at IS NOT NULL))
) {without_rowid};
CREATE INDEX jobs_queued ON jobs (run_at, id) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs (locked_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_by_owner ON jobs (owner_id) WHERE owner_id IS NOT NULL;
