-- The numbers of sample licenses that were cleared, with spaces between. Any other number that was given and has no
-- license is missing.
ALTER TABLE books ADD COLUMN cleared_licenses TEXT NOT NULL DEFAULT '';
