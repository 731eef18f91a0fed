-- Offers: licenses of beats that a producer offers to one buyer. Offers lie in the order of their numbers, which is the
-- order in which lists show them. `state` is as it was last written: an offer that is open past `expires_at` counts as
-- expired. `ways` are the ids of the ways to pay, separated by commas. `search` is what a search looks at, folded.
CREATE TABLE offers (
    owner_id           TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number             BIGINT NOT NULL,
    id                 TEXT   NOT NULL,
    state              TEXT   NOT NULL CHECK (state IN ('draft', 'sent', 'viewed', 'accepted', 'paid', 'delivered',
                                                        'declined', 'withdrawn', 'expired', 'refunded')),
    revision           BIGINT NOT NULL CHECK (revision > 0),
    client_id          TEXT,
    buyer_name         TEXT   NOT NULL,
    buyer_email        TEXT   NOT NULL,
    currency           TEXT   NOT NULL CHECK (currency IN ('USD', 'EUR', 'GBP')),
    total              BIGINT NOT NULL CHECK (total >= 0),
    words              TEXT   NOT NULL,
    expires_at         BIGINT NOT NULL,
    ways               TEXT   NOT NULL,
    remind             BIGINT NOT NULL CHECK (remind IN (0, 1)),
    source             TEXT   NOT NULL CHECK (source IN ('app', 'share', 'shop')),
    share_link_id      TEXT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    sent_at            BIGINT,
    viewed_at          BIGINT,
    accepted_at        BIGINT,
    paid_at            BIGINT,
    delivered_at       BIGINT,
    closed_at          BIGINT,
    is_sold_elsewhere  BIGINT NOT NULL DEFAULT 0 CHECK (is_sold_elsewhere IN (0, 1)),
    mails_sent         BIGINT NOT NULL DEFAULT 0,
    mailed_at          BIGINT,
    reminded_at        BIGINT,
    counter_price      BIGINT,
    counter_reason     TEXT,
    counter_at         BIGINT,
    counter_revision   BIGINT,
    counter_answer     TEXT,
    attention          TEXT,
    attention_received BIGINT,
    attention_currency TEXT,
    attention_at       BIGINT,
    payment_reference  TEXT,
    fee                BIGINT,
    fee_transaction_id TEXT,
    sale_id            TEXT,
    sale_number        BIGINT,
    events             BIGINT NOT NULL DEFAULT 0,
    search             TEXT   NOT NULL,
    PRIMARY KEY (owner_id, number)
) {without_rowid};
CREATE UNIQUE INDEX offers_by_id ON offers (owner_id, id);
CREATE INDEX offers_by_state ON offers (owner_id, state, number);
CREATE INDEX offers_by_client ON offers (owner_id, client_id, number) WHERE client_id IS NOT NULL;
CREATE INDEX offers_by_sale ON offers (owner_id, sale_id) WHERE sale_id IS NOT NULL;
CREATE INDEX offers_to_remind ON offers (expires_at) WHERE remind = 1 AND reminded_at IS NULL;

-- What is offered. `terms` and `text_version` are those of the kind when the line was written; from the acceptance on
-- they are what was accepted.
CREATE TABLE offer_lines (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    offer_id     TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    place        BIGINT NOT NULL,
    document_id  TEXT,
    title        TEXT   NOT NULL,
    kind_id      TEXT,
    kind         TEXT   NOT NULL,
    tier         TEXT   NOT NULL CHECK (tier IN ('basic', 'premium', 'unlimited', 'exclusive')),
    price        BIGINT NOT NULL CHECK (price >= 0),
    terms        TEXT   NOT NULL,
    text_version BIGINT NOT NULL,
    license_id   TEXT,
    PRIMARY KEY (owner_id, offer_id, id)
) {without_rowid};
CREATE INDEX offer_lines_by_beat ON offer_lines (owner_id, document_id, offer_id) WHERE document_id IS NOT NULL;

-- The addresses of offers: each revision has its own. The token is found by its hash; its text is sealed, so that the
-- address can be copied again. `buyer` is whom the revision was for, as a hash: an old address leads to the newest one
-- only if that is for the same buyer.
CREATE TABLE offer_links (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    offer_id   TEXT   NOT NULL,
    revision   BIGINT NOT NULL,
    token_hash TEXT   NOT NULL,
    token      {blob} NOT NULL,
    buyer      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX offer_links_by_token ON offer_links (owner_id, token_hash);
CREATE UNIQUE INDEX offer_links_by_offer ON offer_links (owner_id, offer_id, revision);

-- What the buyer typed when accepting, from where, and the text that was accepted. `producer` is the other party at that
-- moment, as a JSON object.
CREATE TABLE offer_acceptances (
    owner_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    offer_id  TEXT   NOT NULL,
    name      TEXT   NOT NULL,
    alias     TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    country   TEXT   NOT NULL,
    email     TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    ip        TEXT   NOT NULL,
    browser   TEXT   NOT NULL,
    text_hash TEXT   NOT NULL,
    revision  BIGINT NOT NULL,
    producer  TEXT   NOT NULL,
    PRIMARY KEY (owner_id, offer_id)
) {without_rowid};

-- What happened to an offer, in order.
CREATE TABLE offer_events (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    offer_id TEXT   NOT NULL,
    number   BIGINT NOT NULL,
    kind     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    message  TEXT   NOT NULL,
    PRIMARY KEY (owner_id, offer_id, number)
) {without_rowid};

-- Codes that prove the buyer's e-mail address before an offer from the shop is shown.
CREATE TABLE offer_codes (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    offer_id   TEXT   NOT NULL,
    code_hash  TEXT   NOT NULL,
    tries      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, offer_id)
) {without_rowid};

-- How buyers can pay. `details` is a sealed JSON object: the rows of bank details, the address of a link, or words.
CREATE TABLE ways_to_pay (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    place      BIGINT NOT NULL,
    type       TEXT   NOT NULL CHECK (type IN ('bank', 'paypal', 'link', 'other')),
    label      TEXT   NOT NULL,
    details    {blob} NOT NULL,
    kind_id    TEXT,
    is_enabled BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
    PRIMARY KEY (owner_id, id)
) {without_rowid};

-- Addresses that want no more mail from an account, as hashes.
CREATE TABLE mail_refusals (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email_hash TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, email_hash)
) {without_rowid};

-- The last number given to an offer.
ALTER TABLE books ADD COLUMN last_offer BIGINT NOT NULL DEFAULT 0;
