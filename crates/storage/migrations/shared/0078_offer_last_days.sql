-- The last day of an offer for which a day was chosen; `expires_at` is the end of it.
ALTER TABLE offers ADD COLUMN expires_on TEXT;
