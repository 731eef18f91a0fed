-- When the person behind a session last proved who they are: by password, code, or signing in.
ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;

-- Without email_confirmed_at nobody has shown yet that they read mail at this address. The accounts that are
-- here already were taken at their word and stay so. pending_email waits for its own confirmation.
ALTER TABLE users ADD COLUMN email_confirmed_at BIGINT;
ALTER TABLE users ADD COLUMN pending_email TEXT;
UPDATE users SET email_confirmed_at = created_at;

-- The link that confirms an address: one per account, the newest, for the address it was sent to. The token is
-- kept nowhere but in the letter.
CREATE TABLE email_confirmations (
    owner_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT   NOT NULL,
    email      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) {without_rowid};
CREATE INDEX email_confirmations_by_expiry ON email_confirmations (expires_at);

-- An account may have several live links to a new password, so that a stranger who asks for one does not end
-- the link its owner just got.
CREATE TABLE password_resets_next (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, token_hash)
) {without_rowid};
INSERT INTO password_resets_next (owner_id, token_hash, created_at, expires_at)
    SELECT owner_id, token_hash, created_at, expires_at FROM password_resets;
DROP TABLE password_resets;
ALTER TABLE password_resets_next RENAME TO password_resets;
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- Wrong PINs since the last right one, and until when none is taken.
ALTER TABLE card_pins ADD COLUMN wrong_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE card_pins ADD COLUMN locked_until BIGINT NOT NULL DEFAULT 0;

-- From where someone has got into an account: asked at every sign-in, however many failed ones the log holds.
CREATE INDEX security_log_places ON security_log (owner_id, ip_address, user_agent)
    WHERE event IN ('signed_up', 'signed_in');
