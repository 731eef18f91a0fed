-- The link to a new password: one per account, the newest. The token is kept nowhere but in the letter.
CREATE TABLE password_resets (
    owner_id   TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_hash TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) {without_rowid};
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- What someone has been reminded of. Another date of the same thing is another reminder.
CREATE TABLE reminders (
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    subject  TEXT NOT NULL,
    due_on   TEXT NOT NULL,
    stage    TEXT NOT NULL CHECK (stage IN ('soon', 'today')),
    PRIMARY KEY (owner_id, subject, due_on, stage)
) {without_rowid};
CREATE INDEX reminders_by_day ON reminders (due_on);
