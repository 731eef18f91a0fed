-- The shape of the sound in 22 parts of two hexadecimal digits each, small enough to come with every row.
ALTER TABLE documents ADD COLUMN outline TEXT;
