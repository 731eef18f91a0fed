-- Transfers between the holder's own accounts: the account, amount and currency of the row are what was sent,
-- these columns what was received. The rate is in hundred-millionths.
ALTER TABLE transactions ADD COLUMN to_account_id TEXT;
ALTER TABLE transactions ADD COLUMN to_amount BIGINT CHECK (to_amount > 0);
ALTER TABLE transactions ADD COLUMN to_currency TEXT;
ALTER TABLE transactions ADD COLUMN rate BIGINT CHECK (rate > 0);
CREATE INDEX transactions_by_receiver ON transactions (owner_id, to_account_id, status, position)
    WHERE to_account_id IS NOT NULL;
