-- The shape of the sound in 96 parts of one letter each instead of 22 of two digits, from one peak of each part.
UPDATE documents SET outline = NULL WHERE outline IS NOT NULL;
