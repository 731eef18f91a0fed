UPDATE sales SET client_key = substr(search, instr(search, char(10)) + 1, 60);
CREATE INDEX sales_by_client_name ON sales (owner_id, client_key, position);

-- References of sales and amounts are searched too.
UPDATE transactions SET search = search || char(10)
    || CASE WHEN amount < 0 THEN '-' ELSE '' END
    || CASE currency WHEN 'USD' THEN '$' WHEN 'EUR' THEN '€' WHEN 'GBP' THEN '£' ELSE 'ksh ' END
    || printf('%,d.%02d', abs(amount) / 100, abs(amount) % 100)
    || CASE WHEN abs(amount) < 100000 THEN '' ELSE char(10)
        || CASE WHEN amount < 0 THEN '-' ELSE '' END
        || CASE currency WHEN 'USD' THEN '$' WHEN 'EUR' THEN '€' WHEN 'GBP' THEN '£' ELSE 'ksh ' END
        || printf('%d.%02d', abs(amount) / 100, abs(amount) % 100) END;
UPDATE sales SET search = search || char(10) || printf('sale-%03d', number) || char(10)
    || CASE currency WHEN 'USD' THEN '$' WHEN 'EUR' THEN '€' WHEN 'GBP' THEN '£' ELSE 'ksh ' END
    || printf('%,d.%02d', amount / 100, amount % 100)
    || CASE WHEN amount < 100000 THEN '' ELSE char(10)
        || CASE currency WHEN 'USD' THEN '$' WHEN 'EUR' THEN '€' WHEN 'GBP' THEN '£' ELSE 'ksh ' END
        || printf('%d.%02d', amount / 100, amount % 100) END;
INSERT INTO transaction_pieces (transaction_pieces) VALUES ('delete-all');
INSERT INTO transaction_pieces (rowid, pieces)
SELECT b.book * 1073741824 + t.number, pieces(t.search)
FROM transactions t JOIN books b ON b.owner_id = t.owner_id;
INSERT INTO sale_pieces (sale_pieces) VALUES ('delete-all');
INSERT INTO sale_pieces (rowid, pieces)
SELECT b.book * 1073741824 + s.number, pieces(s.search)
FROM sales s JOIN books b ON b.owner_id = s.owner_id;
