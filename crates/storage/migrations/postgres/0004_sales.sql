CREATE INDEX sales_by_title ON sales (owner_id, title_key COLLATE "C", position);
CREATE INDEX sales_by_pieces ON sales USING gin (owner_id, search gin_trgm_ops);
