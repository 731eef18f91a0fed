-- What payment services report: written when a signed event arrives, in the transaction that queues the job that handles
-- it. An event counts once. `offer_id` is null if the event names no offer of the account.
CREATE TABLE payment_reports (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event_id    TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    offer_id    TEXT,
    amount      BIGINT,
    currency    TEXT,
    reference   TEXT,
    payer       TEXT,
    state       TEXT   NOT NULL CHECK (state IN ('waiting', 'booked', 'attention', 'closed', 'noted')),
    reason      TEXT,
    note        TEXT   NOT NULL,
    sale_id     TEXT,
    changed_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, event_id)
) {without_rowid};
CREATE INDEX payment_reports_by_state ON payment_reports (owner_id, state, received_at);
CREATE INDEX payment_reports_by_offer ON payment_reports (owner_id, offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX payment_reports_by_reference ON payment_reports (owner_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX payment_reports_waiting ON payment_reports (received_at) WHERE state = 'waiting';
CREATE INDEX offers_by_payment ON offers (owner_id, payment_reference) WHERE payment_reference IS NOT NULL;

INSERT INTO payment_reports (owner_id, event_id, kind, created_at, received_at, state, note, changed_at)
    SELECT owner_id, event_id, 'earlier', received_at, received_at, 'noted', '', received_at FROM payment_events;
INSERT INTO payment_reports (owner_id, event_id, kind, created_at, received_at, offer_id, amount, currency, state, reason,
                             note, changed_at)
    SELECT owner_id, 'offer-' || id, 'paid', attention_at, attention_at, id, attention_received, attention_currency,
           'attention', attention, '', attention_at
    FROM offers WHERE attention IS NOT NULL;
DROP TABLE payment_events;
ALTER TABLE offers DROP COLUMN attention;
ALTER TABLE offers DROP COLUMN attention_received;
ALTER TABLE offers DROP COLUMN attention_currency;
ALTER TABLE offers DROP COLUMN attention_at;
