-- The kinds of license a producer sells. `terms` is a JSON object: files, term, limits, shares and credit.
-- `text_version` names the newest text of the kind.
CREATE TABLE license_kinds (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    place        BIGINT NOT NULL,
    name         TEXT   NOT NULL,
    tier         TEXT   NOT NULL CHECK (tier IN ('basic', 'premium', 'unlimited', 'exclusive')),
    description  TEXT   NOT NULL,
    price        BIGINT NOT NULL CHECK (price >= 0),
    currency     TEXT   NOT NULL,
    lowest_offer BIGINT CHECK (lowest_offer BETWEEN 0 AND price),
    is_enabled   BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
    terms        TEXT   NOT NULL,
    text_version BIGINT NOT NULL CHECK (text_version > 0),
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};

-- The contract texts of the kinds, never altered: a change is a new version. They do not refer to their kind, because
-- licenses name them after the kind was deleted.
CREATE TABLE license_texts (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind_id    TEXT   NOT NULL,
    version    BIGINT NOT NULL CHECK (version > 0),
    hash       TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind_id, version)
);

-- The producer as a party of contracts. The tax number is sealed. An account gets the row together with the kinds that
-- every account starts with, so an account without a row has not been given them yet.
CREATE TABLE legal_profiles (
    owner_id      TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    legal_name    TEXT   NOT NULL,
    alias         TEXT   NOT NULL,
    address       TEXT   NOT NULL,
    country       TEXT   NOT NULL,
    governing_law TEXT   NOT NULL,
    pro           TEXT   NOT NULL,
    ipi           TEXT   NOT NULL,
    publisher     TEXT   NOT NULL,
    tax_number    {blob},
    updated_at    BIGINT NOT NULL
);
