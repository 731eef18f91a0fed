CREATE INDEX sales_by_title ON sales (owner_id, title_key, position);

-- As for transactions: a sale's row here is book * 2^30 + number.
CREATE VIRTUAL TABLE sale_pieces USING fts5 (
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE TRIGGER books_emptied_of_sales BEFORE DELETE ON books BEGIN
    DELETE FROM sale_pieces
    WHERE rowid BETWEEN old.book * 1073741824 AND old.book * 1073741824 + 1073741823;
END;
