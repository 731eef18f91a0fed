CREATE INDEX documents_by_title ON documents (owner_id, title_key COLLATE "C", id);
CREATE INDEX documents_by_pieces ON documents USING gin (owner_id, search gin_trgm_ops);
