-- Money. A balance is the sum of its postings and is kept beside them, changed in the same database
-- transaction and nowhere else. Amounts are integers of minor units.

CREATE TABLE accounts (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('wallet', 'currency', 'outside')),
    name       TEXT   NOT NULL,
    currency   TEXT   NOT NULL,
    balance    BIGINT NOT NULL CHECK (kind = 'outside' OR balance >= 0),
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX accounts_by_kind ON accounts (owner_id, kind, currency);

-- The position is the day, the time and the number in one integer: rows lie in the order in which
-- lists show them. `search` is what a search looks at, in lower case.
CREATE TABLE transactions (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position       BIGINT NOT NULL,
    id             TEXT   NOT NULL,
    number         BIGINT NOT NULL,
    account_id     TEXT   NOT NULL,
    type           TEXT   NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'payment', 'other')),
    status         TEXT   NOT NULL CHECK (status IN ('completed', 'pending', 'failed')),
    title          TEXT   NOT NULL,
    description    TEXT,
    date           TEXT   NOT NULL,
    time           TEXT   NOT NULL,
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    currency       TEXT   NOT NULL,
    beneficiary_id TEXT,
    card_id        TEXT,
    sale_id        TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    title_key      TEXT   NOT NULL,
    search         TEXT   NOT NULL,
    PRIMARY KEY (owner_id, position),
    FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX transactions_by_id ON transactions (owner_id, id);
CREATE UNIQUE INDEX transactions_by_number ON transactions (owner_id, number);
-- A lane is what a filter's checkboxes select: one account, one type, one status, in list order.
CREATE INDEX transactions_by_lane ON transactions (owner_id, account_id, type, status, position);
CREATE INDEX transactions_by_amount ON transactions (owner_id, amount, position);

CREATE TABLE postings (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id TEXT   NOT NULL,
    account_id     TEXT   NOT NULL,
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (owner_id, transaction_id, account_id),
    FOREIGN KEY (owner_id, transaction_id) REFERENCES transactions (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, account_id) REFERENCES accounts (owner_id, id) ON DELETE CASCADE
) {without_rowid};

-- Counts and sums by lane for all time, each month and each day, kept in the same transaction as what
-- they count. Income and spending are both kept positive.
CREATE TABLE transaction_totals (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    grain      TEXT   NOT NULL CHECK (grain IN ('all', 'month', 'day')),
    period     TEXT   NOT NULL,
    account_id TEXT   NOT NULL,
    type       TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    count      BIGINT NOT NULL CHECK (count >= 0),
    income     BIGINT NOT NULL CHECK (income >= 0),
    spending   BIGINT NOT NULL CHECK (spending >= 0),
    PRIMARY KEY (owner_id, grain, period, account_id, type, status)
) {without_rowid};

-- The first answer to a request that may come twice.
CREATE TABLE idempotency_keys (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key         TEXT   NOT NULL,
    fingerprint TEXT   NOT NULL,
    status      BIGINT NOT NULL,
    answer      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, key)
) {without_rowid};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
