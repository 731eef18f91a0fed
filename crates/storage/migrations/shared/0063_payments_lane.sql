-- A lane of their own for the jobs that handle reported payments, so that nothing else delays money.
CREATE TABLE new_jobs (
    owner_id     TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    kind         TEXT   NOT NULL,
    lane         BIGINT NOT NULL CHECK (lane BETWEEN 0 AND 3),
    payload      TEXT   NOT NULL,
    unique_key   TEXT,
    state        TEXT   NOT NULL CHECK (state IN ('queued', 'running', 'done', 'dead')),
    run_at       BIGINT NOT NULL,
    attempts     BIGINT NOT NULL CHECK (attempts >= 0),
    max_attempts BIGINT NOT NULL CHECK (max_attempts >= 1),
    locked_until BIGINT,
    last_error   TEXT,
    created_at   BIGINT NOT NULL,
    finished_at  BIGINT,
    CONSTRAINT jobs_by_id PRIMARY KEY (owner_id, id),
    CONSTRAINT jobs_by_unique_key UNIQUE (owner_id, unique_key),
    CHECK ((state = 'running') = (locked_until IS NOT NULL)),
    CHECK ((state IN ('done', 'dead')) = (finished_at IS NOT NULL))
) {without_rowid};

INSERT INTO new_jobs (owner_id, id, kind, lane, payload, unique_key, state, run_at, attempts, max_attempts,
                      locked_until, last_error, created_at, finished_at)
SELECT owner_id, id, kind, lane, payload, unique_key, state, run_at, attempts, max_attempts, locked_until, last_error,
       created_at, finished_at
FROM jobs;

DROP TABLE jobs;
ALTER TABLE new_jobs RENAME TO jobs;

CREATE INDEX jobs_due ON jobs (lane, run_at) WHERE state = 'queued';
CREATE INDEX jobs_turns ON jobs (lane, owner_id, run_at, id) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs (locked_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_dead ON jobs (lane) WHERE state = 'dead';
