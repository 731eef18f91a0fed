-- Cards, clients and goals. Numbers of cards and bank accounts are sealed with the installation's key and
-- bound to their row: moved to another one, they do not open.

CREATE TABLE cards (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    brand        TEXT   NOT NULL
                 CHECK (brand IN ('visa', 'mastercard', 'american_express', 'discover')),
    number       {blob} NOT NULL,
    last_four    TEXT   NOT NULL,
    holder       TEXT   NOT NULL,
    expiry_month BIGINT NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
    expiry_year  BIGINT NOT NULL,
    is_default   BIGINT NOT NULL CHECK (is_default IN (0, 1)),
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
-- Never two; that there is one wherever there is a card is the program's to see to.
CREATE UNIQUE INDEX cards_default ON cards (owner_id) WHERE is_default = 1;

-- A hash of four digits is guessed in minutes, so it is sealed as well.
CREATE TABLE card_pins (
    owner_id TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash     {blob} NOT NULL,
    set_at   BIGINT NOT NULL
);

-- `search` is what a search looks at, and `bank_key` what a filter compares, both in lower case.
CREATE TABLE beneficiaries (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id             TEXT   NOT NULL,
    name           TEXT   NOT NULL,
    email          TEXT   NOT NULL,
    phone          TEXT,
    address        TEXT,
    account_number {blob} NOT NULL,
    bank_name      TEXT   NOT NULL,
    bank_code      TEXT,
    account_type   TEXT   NOT NULL
                   CHECK (account_type IN ('checking', 'savings', 'business', 'money_market')),
    relationship   TEXT   NOT NULL
                   CHECK (relationship IN ('family', 'friend', 'business', 'vendor', 'employee', 'other')),
    notes          TEXT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    search         TEXT   NOT NULL,
    bank_key       TEXT   NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};

-- A status is no column: it follows from the amounts, the date and the day on which someone looks.
CREATE TABLE goals (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id             TEXT   NOT NULL,
    title          TEXT   NOT NULL,
    description    TEXT,
    target_amount  BIGINT NOT NULL CHECK (target_amount > 0),
    current_amount BIGINT NOT NULL CHECK (current_amount >= 0),
    target_date    TEXT   NOT NULL,
    category       TEXT   NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
