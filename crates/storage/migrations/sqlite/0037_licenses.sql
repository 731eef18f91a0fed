-- As for sales: a license's row here is book * 2^30 + number.
CREATE VIRTUAL TABLE license_pieces USING fts5 (
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE TRIGGER books_emptied_of_licenses BEFORE DELETE ON books BEGIN
    DELETE FROM license_pieces
    WHERE rowid BETWEEN old.book * 1073741824 AND old.book * 1073741824 + 1073741823;
END;
