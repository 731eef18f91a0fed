-- The first line of what a client is searched by is its name, folded.
UPDATE beneficiaries SET name_key = substr(search, 1, instr(search, char(10)) - 1);
CREATE INDEX beneficiaries_by_name ON beneficiaries (owner_id, name_key, id);
