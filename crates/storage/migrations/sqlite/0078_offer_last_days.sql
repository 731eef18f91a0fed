-- Until now a chosen day was stored as the next midnight of UTC.
UPDATE offers SET expires_on = date(expires_at / 1000 - 1, 'unixepoch') WHERE expires_at % 86400000 = 0;
