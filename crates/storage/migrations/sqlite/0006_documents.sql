CREATE INDEX documents_by_title ON documents (owner_id, title_key, id);
