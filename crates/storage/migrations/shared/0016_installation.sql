-- Which installation this database belongs to. The media store carries the same id, so that a database never works on
-- the files of another one. `restored_by` names the restore that wrote the rows, so that a restore that was interrupted
-- after its commit is known as complete. One row at most.
CREATE TABLE installation (
    place       BIGINT NOT NULL PRIMARY KEY CHECK (place = 1),
    id          TEXT   NOT NULL,
    restored_by TEXT
) {without_rowid};
