-- Lists sort by type, status and client, and sales are narrowed by currency. The second line of what a sale is
-- searched by is its client, folded.
CREATE INDEX transactions_by_status ON transactions (owner_id, status, position);
CREATE INDEX transactions_by_type ON transactions (owner_id, type, position);
CREATE INDEX sales_by_status ON sales (owner_id, status, position);
CREATE INDEX sales_by_currency ON sales (owner_id, currency, position);
ALTER TABLE sales ADD COLUMN client_key TEXT NOT NULL DEFAULT '';
