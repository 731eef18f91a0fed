-- What an account holder was told. Numbers count up per account, also past deleted rows, and are drawn
-- under the counter's row lock: whoever has seen number n misses nothing by asking for what comes after.

CREATE TABLE notifications (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number     BIGINT NOT NULL,
    id         TEXT   NOT NULL,
    type       TEXT   NOT NULL
               CHECK (type IN ('sale', 'message', 'system', 'payment', 'download', 'review')),
    title      TEXT   NOT NULL,
    message    TEXT   NOT NULL,
    link       TEXT,
    is_read    BIGINT NOT NULL CHECK (is_read IN (0, 1)),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, number)
) {without_rowid};
CREATE UNIQUE INDEX notifications_by_id ON notifications (owner_id, id);
CREATE INDEX notifications_by_age ON notifications (created_at);

CREATE TABLE notification_counters (
    owner_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    last_number BIGINT NOT NULL
) {without_rowid};
