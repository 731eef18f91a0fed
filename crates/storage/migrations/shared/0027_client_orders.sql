-- Clients are sorted by name, folded, and by revenue: the largest sum of completed sales in one currency.
ALTER TABLE beneficiaries ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE beneficiaries ADD COLUMN revenue BIGINT NOT NULL DEFAULT 0;
UPDATE beneficiaries SET revenue = COALESCE((
    SELECT MAX(t.amount) FROM sale_buyer_totals t
    WHERE t.owner_id = beneficiaries.owner_id AND t.grain = 'all' AND t.period = '' AND t.buyer = beneficiaries.id), 0);
CREATE INDEX beneficiaries_by_revenue ON beneficiaries (owner_id, revenue, id);
