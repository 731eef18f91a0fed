-- Until now a chosen day was stored as the next midnight of UTC.
UPDATE offers
SET expires_on = to_char(to_timestamp(expires_at / 1000 - 1) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
WHERE expires_at % 86400000 = 0;
