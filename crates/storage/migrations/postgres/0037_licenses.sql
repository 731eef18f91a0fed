CREATE INDEX licenses_by_pieces ON licenses USING gin (owner_id, search gin_trgm_ops);
