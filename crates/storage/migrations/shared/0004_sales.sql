-- Sales. A sale keeps its client's name and address as they were, so that it can be told when the client
-- is gone. What it brought in, and what a refund took out again, are transactions of the ledger.

-- The position is the day and the number in one integer: rows lie in the order in which lists show
-- them. `search` is what a search looks at, in lower case.
CREATE TABLE sales (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position       BIGINT NOT NULL,
    id             TEXT   NOT NULL,
    number         BIGINT NOT NULL,
    title          TEXT   NOT NULL,
    beat_id        TEXT,
    client_id      TEXT,
    client         TEXT   NOT NULL,
    client_email   TEXT,
    amount         BIGINT NOT NULL CHECK (amount > 0),
    currency       TEXT   NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
    license        TEXT   NOT NULL CHECK (license IN ('basic', 'premium', 'unlimited', 'exclusive')),
    date           TEXT   NOT NULL,
    status         TEXT   NOT NULL CHECK (status IN ('Completed', 'Pending', 'Failed', 'Refunded')),
    notes          TEXT,
    refunded_at    BIGINT,
    transaction_id TEXT,
    refund_id      TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    title_key      TEXT   NOT NULL,
    search         TEXT   NOT NULL,
    PRIMARY KEY (owner_id, position),
    CHECK ((transaction_id IS NOT NULL) = (status IN ('Completed', 'Refunded'))),
    CHECK ((refund_id IS NOT NULL AND refunded_at IS NOT NULL) = (status = 'Refunded'))
) {without_rowid};
CREATE UNIQUE INDEX sales_by_id ON sales (owner_id, id);
CREATE UNIQUE INDEX sales_by_number ON sales (owner_id, number);
CREATE INDEX sales_by_lane ON sales (owner_id, status, license, position);
CREATE INDEX sales_by_amount ON sales (owner_id, amount, position);
CREATE INDEX sales_by_client ON sales (owner_id, client_id, position) WHERE client_id IS NOT NULL;
CREATE INDEX sales_by_beat ON sales (owner_id, beat_id, position) WHERE beat_id IS NOT NULL;

-- Counts and sums for all time, each month and each day, as for transactions.
CREATE TABLE sale_totals (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    grain    TEXT   NOT NULL CHECK (grain IN ('all', 'month', 'day')),
    period   TEXT   NOT NULL,
    status   TEXT   NOT NULL,
    license  TEXT   NOT NULL,
    currency TEXT   NOT NULL,
    count    BIGINT NOT NULL CHECK (count >= 0),
    amount   BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (owner_id, grain, period, status, license, currency)
) {without_rowid};

-- The last number given to a sale.
ALTER TABLE books ADD COLUMN last_sale BIGINT NOT NULL DEFAULT 0;

-- What a transaction names can be asked for, and is let go of where the thing itself goes.
CREATE INDEX transactions_by_client ON transactions (owner_id, beneficiary_id, position)
    WHERE beneficiary_id IS NOT NULL;
CREATE INDEX transactions_by_card ON transactions (owner_id, card_id) WHERE card_id IS NOT NULL;
CREATE INDEX transactions_by_sale ON transactions (owner_id, sale_id) WHERE sale_id IS NOT NULL;

-- Clients and cards deleted before this was so.
UPDATE transactions SET beneficiary_id = NULL
WHERE beneficiary_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM beneficiaries b
    WHERE b.owner_id = transactions.owner_id AND b.id = transactions.beneficiary_id
);
UPDATE transactions SET card_id = NULL
WHERE card_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM cards c WHERE c.owner_id = transactions.owner_id AND c.id = transactions.card_id
);
