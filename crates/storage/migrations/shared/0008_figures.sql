-- What the dashboard and the analytics tell, counted ahead as the totals of sales are, each in the
-- transaction that changes it.

-- A sale has the genre of its beat. Once the beat is gone, this is the genre it had.
ALTER TABLE sales ADD COLUMN genre_key TEXT;

-- Completed sales by buyer: the client's id, or ~ and the name of someone who is no client.
CREATE TABLE sale_buyer_totals (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    grain    TEXT   NOT NULL CHECK (grain IN ('all', 'month', 'day')),
    period   TEXT   NOT NULL,
    buyer    TEXT   NOT NULL,
    currency TEXT   NOT NULL,
    count    BIGINT NOT NULL CHECK (count >= 0),
    amount   BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (owner_id, grain, period, buyer, currency)
) {without_rowid};

-- Completed sales by genre; an empty key is no genre.
CREATE TABLE sale_genre_totals (
    owner_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    grain     TEXT   NOT NULL CHECK (grain IN ('all', 'month', 'day')),
    period    TEXT   NOT NULL,
    genre_key TEXT   NOT NULL,
    currency  TEXT   NOT NULL,
    count     BIGINT NOT NULL CHECK (count >= 0),
    amount    BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (owner_id, grain, period, genre_key, currency)
) {without_rowid};

-- How a genre is written: as somebody last wrote it, also when no item has it any more.
CREATE TABLE genre_names (
    owner_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    genre_key TEXT NOT NULL,
    genre     TEXT NOT NULL,
    PRIMARY KEY (owner_id, genre_key)
) {without_rowid};

-- The library as it stands.
CREATE TABLE document_totals (
    owner_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    category  TEXT   NOT NULL,
    status    TEXT   NOT NULL,
    genre_key TEXT   NOT NULL,
    count     BIGINT NOT NULL CHECK (count >= 0),
    bytes     BIGINT NOT NULL CHECK (bytes >= 0),
    PRIMARY KEY (owner_id, category, status, genre_key)
) {without_rowid};

-- How many beats more, or fewer, could be sold at the end of a day than at its beginning.
CREATE TABLE beat_stock_changes (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day      TEXT   NOT NULL,
    change   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, day)
) {without_rowid};

-- What was there before.
INSERT INTO sale_buyer_totals (owner_id, grain, period, buyer, currency, count, amount)
SELECT owner_id, 'day', date, COALESCE(client_id, '~' || client), currency, COUNT(*),
       CAST(SUM(amount) AS BIGINT)
FROM sales WHERE status = 'Completed'
GROUP BY owner_id, date, COALESCE(client_id, '~' || client), currency;

INSERT INTO sale_buyer_totals (owner_id, grain, period, buyer, currency, count, amount)
SELECT owner_id, 'month', substr(period, 1, 7), buyer, currency, CAST(SUM(count) AS BIGINT),
       CAST(SUM(amount) AS BIGINT)
FROM sale_buyer_totals WHERE grain = 'day'
GROUP BY owner_id, substr(period, 1, 7), buyer, currency;

INSERT INTO sale_buyer_totals (owner_id, grain, period, buyer, currency, count, amount)
SELECT owner_id, 'all', '', buyer, currency, CAST(SUM(count) AS BIGINT), CAST(SUM(amount) AS BIGINT)
FROM sale_buyer_totals WHERE grain = 'month'
GROUP BY owner_id, buyer, currency;

INSERT INTO sale_genre_totals (owner_id, grain, period, genre_key, currency, count, amount)
SELECT s.owner_id, 'day', s.date, COALESCE(d.genre_key, ''), s.currency, COUNT(*),
       CAST(SUM(s.amount) AS BIGINT)
FROM sales s LEFT JOIN documents d ON d.owner_id = s.owner_id AND d.id = s.beat_id
WHERE s.status = 'Completed'
GROUP BY s.owner_id, s.date, COALESCE(d.genre_key, ''), s.currency;

INSERT INTO sale_genre_totals (owner_id, grain, period, genre_key, currency, count, amount)
SELECT owner_id, 'month', substr(period, 1, 7), genre_key, currency, CAST(SUM(count) AS BIGINT),
       CAST(SUM(amount) AS BIGINT)
FROM sale_genre_totals WHERE grain = 'day'
GROUP BY owner_id, substr(period, 1, 7), genre_key, currency;

INSERT INTO sale_genre_totals (owner_id, grain, period, genre_key, currency, count, amount)
SELECT owner_id, 'all', '', genre_key, currency, CAST(SUM(count) AS BIGINT),
       CAST(SUM(amount) AS BIGINT)
FROM sale_genre_totals WHERE grain = 'month'
GROUP BY owner_id, genre_key, currency;

INSERT INTO genre_names (owner_id, genre_key, genre)
SELECT owner_id, genre_key, MIN(genre) FROM documents WHERE genre IS NOT NULL
GROUP BY owner_id, genre_key;

INSERT INTO document_totals (owner_id, category, status, genre_key, count, bytes)
SELECT owner_id, category, status, genre_key, COUNT(*), CAST(SUM(size) AS BIGINT) FROM documents
GROUP BY owner_id, category, status, genre_key;
