CREATE INDEX transactions_by_title ON transactions (owner_id, title_key, position);

-- One book per account holder: the last number given to a transaction, and a small integer of its own,
-- since the rows of a full-text index are known by integers only. A transaction's row there is
-- book * 2^30 + number, so one holder's rows are one range of the index.
CREATE TABLE books (
    book        INTEGER PRIMARY KEY,
    owner_id    TEXT    NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    last_number BIGINT  NOT NULL
);

-- Holds no text, only which three-letter pieces occur where; the pieces are made by the program.
CREATE VIRTUAL TABLE transaction_pieces USING fts5 (
    pieces, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
CREATE TRIGGER books_emptied BEFORE DELETE ON books BEGIN
    DELETE FROM transaction_pieces
    WHERE rowid BETWEEN old.book * 1073741824 AND old.book * 1073741824 + 1073741823;
END;

-- Those who were here before the ledger get their book and accounts now.
INSERT INTO books (owner_id, last_number) SELECT id, 0 FROM users ORDER BY id;
INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
SELECT u.id,
       substr(u.id, 1, 14) || '7' || substr(lower(hex(randomblob(2))), 2) || '-8'
         || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
       k.kind, k.name, k.currency, 0, u.created_at
FROM users u CROSS JOIN (
    SELECT 'wallet' AS kind, 'Wallet' AS name, 'USD' AS currency
    UNION ALL SELECT 'currency', 'US dollar account', 'USD'
    UNION ALL SELECT 'currency', 'Euro account', 'EUR'
    UNION ALL SELECT 'currency', 'British pound account', 'GBP'
    UNION ALL SELECT 'outside', 'Outside', 'USD'
    UNION ALL SELECT 'outside', 'Outside', 'EUR'
    UNION ALL SELECT 'outside', 'Outside', 'GBP'
) k;
