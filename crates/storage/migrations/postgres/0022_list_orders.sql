UPDATE sales SET client_key = left(split_part(search, chr(10), 2), 60);
CREATE INDEX sales_by_client_name ON sales (owner_id, client_key COLLATE "C", position);

-- References of sales and amounts are searched too.
CREATE FUNCTION pg_temp.searched(amount BIGINT, currency TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN abs(amount) < 100000 THEN grouped ELSE grouped || chr(10) || replace(grouped, ',', '') END
    FROM (SELECT CASE WHEN amount < 0 THEN '-' ELSE '' END
        || CASE currency WHEN 'USD' THEN '$' WHEN 'EUR' THEN '€' WHEN 'GBP' THEN '£' ELSE 'ksh ' END
        || to_char(abs(amount) / 100, 'FM999,999,999,999,999,990')
        || '.' || lpad((abs(amount) % 100)::text, 2, '0') AS grouped) AS written
$$;
UPDATE transactions SET search = search || chr(10) || pg_temp.searched(amount, currency);
UPDATE sales SET search = search || chr(10) || 'sale-'
    || CASE WHEN number < 1000 THEN lpad(number::text, 3, '0') ELSE number::text END
    || chr(10) || pg_temp.searched(amount, currency);
DROP FUNCTION pg_temp.searched(BIGINT, TEXT);
