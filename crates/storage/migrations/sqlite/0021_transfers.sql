-- SQLite cannot change the check of a column, so the column is replaced.
DROP INDEX transactions_by_lane;
ALTER TABLE transactions ADD COLUMN kind TEXT NOT NULL DEFAULT 'other'
    CHECK (kind IN ('deposit', 'withdrawal', 'payment', 'other', 'transfer'));
UPDATE transactions SET kind = type WHERE type <> 'other';
ALTER TABLE transactions DROP COLUMN type;
ALTER TABLE transactions RENAME COLUMN kind TO type;
CREATE INDEX transactions_by_lane ON transactions (owner_id, account_id, type, status, position);
