-- The shape of the sound in 22 parts of two hexadecimal digits each, small enough to come with every row. What was
-- listened to before is drawn from one peak of each part.
ALTER TABLE documents ADD COLUMN outline TEXT;
