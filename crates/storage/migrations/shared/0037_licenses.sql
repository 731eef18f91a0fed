-- Issued licenses. What was granted is frozen here: the parties, the terms as a JSON object, the price, the text and
-- the contract's hash. Licenses lie in the order of their numbers, which is the order in which lists show them.
-- `state` is as it was last written: a license whose last day is past counts as expired also where this says active.
-- `search` is what a search looks at, folded. `events` and `head` are the number of entries in the license's record
-- and the hash of the last one. `cap_level` is how much of any limit is used up: 80 percent, all of it, or less.
CREATE TABLE licenses (
    owner_id             TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number               BIGINT NOT NULL,
    id                   TEXT   NOT NULL,
    state                TEXT   NOT NULL
        CHECK (state IN ('active', 'expired', 'superseded', 'terminated', 'refunded')),
    kind_id              TEXT   NOT NULL,
    kind                 TEXT   NOT NULL,
    tier                 TEXT   NOT NULL CHECK (tier IN ('basic', 'premium', 'unlimited', 'exclusive')),
    document_id          TEXT,
    title                TEXT   NOT NULL,
    client_id            TEXT,
    buyer_name           TEXT   NOT NULL,
    buyer_alias          TEXT   NOT NULL,
    buyer_email          TEXT   NOT NULL,
    buyer_address        TEXT   NOT NULL,
    buyer_country        TEXT   NOT NULL,
    price                BIGINT NOT NULL CHECK (price >= 0),
    currency             TEXT   NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
    sale_id              TEXT,
    sale_number          BIGINT,
    issued_at            BIGINT NOT NULL,
    starts_on            TEXT   NOT NULL,
    expires_on           TEXT,
    ended_at             BIGINT,
    ended_reason         TEXT,
    upgraded_from        TEXT,
    upgraded_from_number BIGINT,
    superseded_by        TEXT,
    superseded_by_number BIGINT,
    text_version         BIGINT NOT NULL,
    text_hash            TEXT   NOT NULL,
    contract_size        BIGINT NOT NULL,
    contract_pages       BIGINT NOT NULL,
    contract_sha256      TEXT   NOT NULL,
    terms                TEXT   NOT NULL,
    usage                TEXT   NOT NULL,
    cap_level            BIGINT NOT NULL CHECK (cap_level IN (0, 80, 100)),
    is_recorded          BIGINT NOT NULL CHECK (is_recorded IN (0, 1)),
    events               BIGINT NOT NULL,
    head                 TEXT   NOT NULL,
    search               TEXT   NOT NULL,
    PRIMARY KEY (owner_id, number),
    CHECK ((ended_at IS NULL) = (state = 'active')),
    CHECK ((superseded_by IS NULL) = (state <> 'superseded'))
) {without_rowid};
CREATE UNIQUE INDEX licenses_by_id ON licenses (owner_id, id);
CREATE INDEX licenses_by_state ON licenses (owner_id, state, number);
CREATE INDEX licenses_by_kind ON licenses (owner_id, kind_id, state, number);
CREATE INDEX licenses_by_beat ON licenses (owner_id, document_id, number) WHERE document_id IS NOT NULL;
CREATE INDEX licenses_by_client ON licenses (owner_id, client_id, number) WHERE client_id IS NOT NULL;
CREATE INDEX licenses_by_sale ON licenses (owner_id, sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX licenses_by_last_day ON licenses (owner_id, state, expires_on, number) WHERE expires_on IS NOT NULL;
CREATE INDEX licenses_near_a_cap ON licenses (owner_id, state, cap_level) WHERE cap_level > 0;
-- A beat is licensed exclusively to one buyer at a time.
CREATE UNIQUE INDEX licenses_exclusive ON licenses (owner_id, document_id)
    WHERE tier = 'exclusive' AND state = 'active' AND document_id IS NOT NULL;

-- The number of licenses by kind and state.
CREATE TABLE license_totals (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind_id  TEXT   NOT NULL,
    tier     TEXT   NOT NULL,
    state    TEXT   NOT NULL,
    count    BIGINT NOT NULL CHECK (count >= 0),
    PRIMARY KEY (owner_id, kind_id, tier, state)
) {without_rowid};

-- The last number given to a license.
ALTER TABLE books ADD COLUMN last_license BIGINT NOT NULL DEFAULT 0;
