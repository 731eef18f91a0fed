-- What is searched is without accents from here on. New rows are folded by the program; these words do the same
-- to those that were here before.
CREATE FUNCTION pg_temp.folded(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(replace(replace(replace(
        translate(
            normalize(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
            'øłđðħıς', 'olddhiσ'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
UPDATE transactions SET search = pg_temp.folded(search) WHERE search ~ '[^\x01-\x7f]';
UPDATE sales SET search = pg_temp.folded(search) WHERE search ~ '[^\x01-\x7f]';
UPDATE documents SET search = pg_temp.folded(search) WHERE search ~ '[^\x01-\x7f]';
UPDATE beneficiaries SET search = pg_temp.folded(search) WHERE search ~ '[^\x01-\x7f]';
DROP FUNCTION pg_temp.folded(text);

CREATE INDEX beneficiaries_by_pieces ON beneficiaries USING gin (owner_id, search gin_trgm_ops);
