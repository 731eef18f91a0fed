-- Completed sales by buyer and year, so that any months of it are read from one row: `count_3` and `amount_3` are what
-- the buyer bought from January to the end of March. An empty currency is all of them together, counted and not
-- added up. Before this there was a row for each month in `sale_buyer_totals`, a dozen times as many to read for a
-- year.
CREATE TABLE sale_buyer_years (
    owner_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    currency  TEXT   NOT NULL,
    year      TEXT   NOT NULL,
    buyer     TEXT   NOT NULL,
    count_1   BIGINT NOT NULL CHECK (count_1 >= 0),
    count_2   BIGINT NOT NULL CHECK (count_2 >= 0),
    count_3   BIGINT NOT NULL CHECK (count_3 >= 0),
    count_4   BIGINT NOT NULL CHECK (count_4 >= 0),
    count_5   BIGINT NOT NULL CHECK (count_5 >= 0),
    count_6   BIGINT NOT NULL CHECK (count_6 >= 0),
    count_7   BIGINT NOT NULL CHECK (count_7 >= 0),
    count_8   BIGINT NOT NULL CHECK (count_8 >= 0),
    count_9   BIGINT NOT NULL CHECK (count_9 >= 0),
    count_10  BIGINT NOT NULL CHECK (count_10 >= 0),
    count_11  BIGINT NOT NULL CHECK (count_11 >= 0),
    count_12  BIGINT NOT NULL CHECK (count_12 >= 0),
    amount_1  BIGINT NOT NULL CHECK (amount_1 >= 0),
    amount_2  BIGINT NOT NULL CHECK (amount_2 >= 0),
    amount_3  BIGINT NOT NULL CHECK (amount_3 >= 0),
    amount_4  BIGINT NOT NULL CHECK (amount_4 >= 0),
    amount_5  BIGINT NOT NULL CHECK (amount_5 >= 0),
    amount_6  BIGINT NOT NULL CHECK (amount_6 >= 0),
    amount_7  BIGINT NOT NULL CHECK (amount_7 >= 0),
    amount_8  BIGINT NOT NULL CHECK (amount_8 >= 0),
    amount_9  BIGINT NOT NULL CHECK (amount_9 >= 0),
    amount_10 BIGINT NOT NULL CHECK (amount_10 >= 0),
    amount_11 BIGINT NOT NULL CHECK (amount_11 >= 0),
    amount_12 BIGINT NOT NULL CHECK (amount_12 >= 0),
    PRIMARY KEY (owner_id, currency, year, buyer)
) {without_rowid};

-- What was there before.
INSERT INTO sale_buyer_years
SELECT owner_id, currency, substr(period, 1, 4), buyer,
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '01' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '02' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '03' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '04' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '05' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '06' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '07' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '08' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '09' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '10' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '11' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '12' THEN count ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '01' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '02' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '03' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '04' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '05' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '06' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '07' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '08' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '09' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '10' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '11' THEN amount ELSE 0 END) AS BIGINT),
       CAST(SUM(CASE WHEN substr(period, 6, 2) <= '12' THEN amount ELSE 0 END) AS BIGINT)
FROM sale_buyer_totals WHERE grain = 'month'
GROUP BY owner_id, currency, substr(period, 1, 4), buyer;

INSERT INTO sale_buyer_years
SELECT owner_id, '', year, buyer,
       CAST(SUM(count_1) AS BIGINT),
       CAST(SUM(count_2) AS BIGINT),
       CAST(SUM(count_3) AS BIGINT),
       CAST(SUM(count_4) AS BIGINT),
       CAST(SUM(count_5) AS BIGINT),
       CAST(SUM(count_6) AS BIGINT),
       CAST(SUM(count_7) AS BIGINT),
       CAST(SUM(count_8) AS BIGINT),
       CAST(SUM(count_9) AS BIGINT),
       CAST(SUM(count_10) AS BIGINT),
       CAST(SUM(count_11) AS BIGINT),
       CAST(SUM(count_12) AS BIGINT),
       0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
FROM sale_buyer_years
GROUP BY owner_id, year, buyer;

DELETE FROM sale_buyer_totals WHERE grain = 'month';
