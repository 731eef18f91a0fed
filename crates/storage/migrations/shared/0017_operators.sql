-- What an operator decides about accounts, and what is known of the installation as a whole.

-- A disabled account keeps its rows and its files, but nobody signs in to it and its jobs pause.
ALTER TABLE users ADD COLUMN disabled_at BIGINT;

-- An invitation to sign up: one per e-mail address, the newest. Only a hash of the token is stored.
CREATE TABLE invitations (
    email_key  TEXT   NOT NULL PRIMARY KEY,
    email      TEXT   NOT NULL,
    token_hash TEXT   NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) {without_rowid};
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
