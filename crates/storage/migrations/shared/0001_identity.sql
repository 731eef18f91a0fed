-- Accounts and everything that lets a person into one. Keys start with the owner, so an account's
-- rows lie together and no statement can reach another's by accident.

CREATE TABLE users (
    id                  TEXT   NOT NULL PRIMARY KEY,
    email               TEXT   NOT NULL,
    email_key           TEXT   NOT NULL UNIQUE,
    name                TEXT   NOT NULL,
    role                TEXT   NOT NULL,
    phone               TEXT,
    location            TEXT,
    specialty           TEXT,
    experience          TEXT,
    bio                 TEXT,
    spotify             TEXT,
    soundcloud          TEXT,
    youtube             TEXT,
    avatar_hash         TEXT,
    password_hash       TEXT   NOT NULL,
    password_changed_at BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL
) {without_rowid};

CREATE TABLE avatars (
    owner_id     TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content_type TEXT   NOT NULL,
    bytes        {blob} NOT NULL
);

CREATE TABLE settings (
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key      TEXT NOT NULL,
    value    TEXT NOT NULL,
    PRIMARY KEY (owner_id, key)
) {without_rowid};

-- A token is looked up by its owner and its hash; the token itself is kept nowhere.
CREATE TABLE sessions (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    token_hash   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    ip_address   TEXT   NOT NULL,
    user_agent   TEXT,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX sessions_by_token ON sessions (owner_id, token_hash);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The secret is sealed with the installation's key. Without enabled_at it is only being set up.
CREATE TABLE two_factor (
    owner_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret     {blob} NOT NULL,
    enabled_at BIGINT,
    last_step  BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number   BIGINT NOT NULL,
    code     {blob} NOT NULL,
    used_at  BIGINT,
    PRIMARY KEY (owner_id, number)
);

-- No reference to users: tries with an unknown e-mail are kept under the nil owner.
CREATE TABLE security_log (
    owner_id   TEXT   NOT NULL,
    id         TEXT   NOT NULL,
    event      TEXT   NOT NULL,
    is_sign_in BIGINT NOT NULL CHECK (is_sign_in IN (0, 1)),
    created_at BIGINT NOT NULL,
    ip_address TEXT   NOT NULL,
    user_agent TEXT,
    detail     TEXT,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE INDEX security_log_sign_ins ON security_log (owner_id, is_sign_in, id);
CREATE INDEX security_log_by_age ON security_log (created_at);

-- How often a secret was tried; shared by every instance, and it survives a restart.
CREATE TABLE attempts (
    key        TEXT   NOT NULL PRIMARY KEY,
    tries      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) {without_rowid};
CREATE INDEX attempts_by_expiry ON attempts (expires_at);
