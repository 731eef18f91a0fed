//! Database options for the program that hosts the app: servers and the operator's commands.

use storage::db::migrate::EMBEDDED;
pub use storage::db::{DEFAULT_POOL_SIZE, Db, DbError, DbOptions, Presence, Schema, Share};

/// The version of the schema that this program migrates a database to.
pub fn newest_schema() -> i64 {
    EMBEDDED.last().map_or(-1, |migration| migration.version)
}

/// Options that migrate a database to an older schema version and no further.
pub fn with_schema(options: &DbOptions, schema: i64) -> DbOptions {
    let known = EMBEDDED.iter().take_while(|migration| migration.version <= schema).count();
    DbOptions { migrations: &EMBEDDED[..known], ..options.clone() }
}
