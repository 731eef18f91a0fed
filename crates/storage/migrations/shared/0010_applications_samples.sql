-- What a producer asks of others: licences, placements, distribution, collaborations, grants, loans. `search` is
-- what a search looks at, in lower case.
CREATE TABLE applications (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    type         TEXT   NOT NULL
                 CHECK (type IN ('licence', 'sync', 'distribution', 'collaboration', 'grant', 'loan')),
    title        TEXT   NOT NULL,
    organization TEXT   NOT NULL,
    amount       BIGINT CHECK (amount > 0),
    currency     TEXT   NOT NULL,
    status       TEXT   NOT NULL
                 CHECK (status IN ('draft', 'submitted', 'in_review', 'approved', 'rejected', 'withdrawn')),
    submitted_at BIGINT,
    notes        TEXT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    search       TEXT   NOT NULL,
    PRIMARY KEY (owner_id, id),
    CHECK (status IN ('draft', 'withdrawn') OR submitted_at IS NOT NULL)
) {without_rowid};
CREATE INDEX applications_by_status ON applications (owner_id, status, id);

-- Which rows an account was furnished with when it was opened. They are rows like all others; this only tells
-- them apart, for whoever clears them.
CREATE TABLE sample_rows (
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    noun     TEXT NOT NULL,
    row_id   TEXT NOT NULL,
    PRIMARY KEY (owner_id, noun, row_id)
) {without_rowid};
