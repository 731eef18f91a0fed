-- The key of the other mode with the same tones, where it fits the sound nearly as well as the detected one.
ALTER TABLE documents ADD COLUMN relative_key TEXT;
