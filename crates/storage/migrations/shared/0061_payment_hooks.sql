-- Where Stripe tells of payments: the random id in the address, and the secret that signs what is told, sealed. The secret
-- before is good for a while, so that one can be replaced without a gap.
CREATE TABLE payment_hooks (
    owner_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    secret     {blob} NOT NULL,
    old_secret {blob},
    changed_at BIGINT NOT NULL
);
CREATE INDEX payment_hooks_by_id ON payment_hooks (id);

-- What was told already: an event counts once.
CREATE TABLE payment_events (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event_id    TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, event_id)
) {without_rowid};
