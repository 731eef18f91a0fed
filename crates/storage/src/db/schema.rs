//! What opening a database may do to its schema.

/// What opening a database may do to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Make the database where it is missing and apply every pending migration.
    Migrate,
    /// The database must be there, with exactly the schema of this program.
    Current,
    /// The database must be there; an older schema is read as it is. Nothing can be written, and a SQLite file
    /// may lie on a read-only disk.
    ReadOnly,
}
