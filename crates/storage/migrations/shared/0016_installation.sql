-- Single facts about the installation: its id, which its media store carries too, the restore that wrote its rows, and
-- when the last backup was made.
CREATE TABLE installation_facts (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) {without_rowid};
