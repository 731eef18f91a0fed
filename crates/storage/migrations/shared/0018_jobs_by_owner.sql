-- Jobs are keyed by their owner like every other row of an account, so that a distributed database can keep them on
-- the node that has the account. Jobs that belong to no account have the nil owner. The lane is a column now, so
-- that an index finds the due jobs of one lane.

CREATE TABLE new_jobs (
    owner_id     TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    kind         TEXT   NOT NULL,
    lane         BIGINT NOT NULL CHECK (lane BETWEEN 0 AND 2),
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
    CONSTRAINT jobs_key PRIMARY KEY (owner_id, id),
    CONSTRAINT jobs_once UNIQUE (owner_id, unique_key),
    CHECK ((state = 'running') = (locked_until IS NOT NULL)),
    CHECK ((state IN ('done', 'dead')) = (finished_at IS NOT NULL))
) {without_rowid};

INSERT INTO new_jobs (owner_id, id, kind, lane, payload, unique_key, state, run_at, attempts, max_attempts,
                           locked_until, last_error, created_at, finished_at)
SELECT COALESCE(owner_id, '00000000-0000-0000-0000-000000000000'), id, kind,
       CASE WHEN kind LIKE 'long-%' THEN 1 WHEN kind LIKE 'mail-%' THEN 2 ELSE 0 END,
       payload, unique_key, state, run_at, attempts, max_attempts, locked_until, last_error, created_at, finished_at
FROM jobs;

DROP TABLE jobs;
ALTER TABLE new_jobs RENAME TO jobs;

-- When the next job of a lane is due, and how many jobs of an account wait in it.
CREATE INDEX jobs_due ON jobs (lane, run_at) WHERE state = 'queued';
-- Whose turn it is in a lane: accounts with queued jobs, in order.
CREATE INDEX jobs_turns ON jobs (lane, owner_id, run_at, id) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs (locked_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_dead ON jobs (lane) WHERE state = 'dead';
