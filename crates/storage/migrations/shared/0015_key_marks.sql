-- Which key the secrets in here are sealed with: a value that only that key makes, and that tells nothing about it. One
-- row at most.
CREATE TABLE key_marks (
    place BIGINT NOT NULL PRIMARY KEY CHECK (place = 1),
    mark  {blob} NOT NULL
) {without_rowid};
