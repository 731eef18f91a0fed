//! How opening a database treats its schema.

/// What opening a database may do to its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Creates a missing database and applies every pending migration.
    Migrate,
    /// The database must exist with exactly the schema of this program.
    Current,
    /// The database must exist; an older schema is accepted. Nothing can be written, and a SQLite file may be
    /// on a read-only disk.
    ReadOnly,
}
