-- Passkeys (WebAuthn credentials). Sign-in finds one by its owner, whose id the device returns as the user handle,
-- and by the credential id. `public_key` is a COSE key and no secret. `rp_id` is the host name the passkey was made
-- for; a passkey of another host cannot be used.

CREATE TABLE passkeys (
    owner_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id            TEXT   NOT NULL,
    credential_id {blob} NOT NULL,
    public_key    {blob} NOT NULL,
    sign_count    BIGINT NOT NULL,
    is_synced     BIGINT NOT NULL CHECK (is_synced IN (0, 1)),
    transports    TEXT   NOT NULL,
    rp_id         TEXT   NOT NULL,
    name          TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (owner_id, credential_id);

-- Challenges are sealed tokens that no table holds until they are answered. An answered one is kept here, as a hash,
-- until it would have expired, so that it cannot be answered twice.
CREATE TABLE spent_challenges (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    challenge_hash TEXT   NOT NULL,
    expires_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, challenge_hash)
) {without_rowid};
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);
