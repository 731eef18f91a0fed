-- What is searched is without accents from here on; `folded` and `pieces` are the program's own.
UPDATE transactions SET search = folded(search) WHERE search <> folded(search);
UPDATE sales SET search = folded(search) WHERE search <> folded(search);
UPDATE documents SET search = folded(search) WHERE search <> folded(search);
UPDATE beneficiaries SET search = folded(search) WHERE search <> folded(search);

-- Only rows whose title or words have more than plain letters were in the indexes otherwise.
CREATE TEMP TABLE refolded AS
SELECT b.book * 1073741824 + t.number AS place, t.search
FROM transactions t JOIN books b ON b.owner_id = t.owner_id
WHERE t.title || coalesce(t.description, '') GLOB '*[^' || char(1) || '-' || char(127) || ']*';
DELETE FROM transaction_pieces WHERE rowid IN (SELECT place FROM refolded);
INSERT INTO transaction_pieces (rowid, pieces) SELECT place, pieces(search) FROM refolded;
DELETE FROM refolded;
INSERT INTO refolded
SELECT b.book * 1073741824 + s.number, s.search
FROM sales s JOIN books b ON b.owner_id = s.owner_id
WHERE s.title || s.client GLOB '*[^' || char(1) || '-' || char(127) || ']*';
DELETE FROM sale_pieces WHERE rowid IN (SELECT place FROM refolded);
INSERT INTO sale_pieces (rowid, pieces) SELECT place, pieces(search) FROM refolded;
DROP TABLE refolded;

-- Beats and clients are searched like transactions: their rows in the index are book * 2^30 + number, and
-- this is where the number stands beside the id.
CREATE TABLE searched_items (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind     TEXT   NOT NULL CHECK (kind IN ('client', 'document')),
    number   BIGINT NOT NULL,
    id       TEXT   NOT NULL,
    PRIMARY KEY (owner_id, kind, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX searched_items_by_id ON searched_items (owner_id, kind, id);

CREATE VIRTUAL TABLE client_pieces USING fts5 (
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE document_pieces USING fts5 (
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- However a row goes, its place in the index goes with it.
CREATE TRIGGER documents_unsearched AFTER DELETE ON documents BEGIN
    DELETE FROM searched_items WHERE owner_id = old.owner_id AND kind = 'document' AND id = old.id;
END;
CREATE TRIGGER beneficiaries_unsearched AFTER DELETE ON beneficiaries BEGIN
    DELETE FROM searched_items WHERE owner_id = old.owner_id AND kind = 'client' AND id = old.id;
END;
CREATE TRIGGER documents_unindexed AFTER DELETE ON searched_items WHEN old.kind = 'document' BEGIN
    DELETE FROM document_pieces
    WHERE rowid = (SELECT book FROM books WHERE owner_id = old.owner_id) * 1073741824 + old.number;
END;
CREATE TRIGGER clients_unindexed AFTER DELETE ON searched_items WHEN old.kind = 'client' BEGIN
    DELETE FROM client_pieces
    WHERE rowid = (SELECT book FROM books WHERE owner_id = old.owner_id) * 1073741824 + old.number;
END;
CREATE TRIGGER books_emptied_of_items BEFORE DELETE ON books BEGIN
    DELETE FROM client_pieces
    WHERE rowid BETWEEN old.book * 1073741824 AND old.book * 1073741824 + 1073741823;
    DELETE FROM document_pieces
    WHERE rowid BETWEEN old.book * 1073741824 AND old.book * 1073741824 + 1073741823;
END;

-- Those that were here before.
INSERT INTO searched_items (owner_id, kind, number, id)
SELECT owner_id, 'document', row_number() OVER (PARTITION BY owner_id ORDER BY id), id FROM documents;
INSERT INTO searched_items (owner_id, kind, number, id)
SELECT owner_id, 'client', row_number() OVER (PARTITION BY owner_id ORDER BY id), id FROM beneficiaries;
INSERT INTO document_pieces (rowid, pieces)
SELECT b.book * 1073741824 + s.number, pieces(d.search)
FROM searched_items s
JOIN books b ON b.owner_id = s.owner_id
JOIN documents d ON d.owner_id = s.owner_id AND d.id = s.id
WHERE s.kind = 'document';
INSERT INTO client_pieces (rowid, pieces)
SELECT b.book * 1073741824 + s.number, pieces(c.search)
FROM searched_items s
JOIN books b ON b.owner_id = s.owner_id
JOIN beneficiaries c ON c.owner_id = s.owner_id AND c.id = s.id
WHERE s.kind = 'client';
