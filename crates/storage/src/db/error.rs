//! The errors of the database layer, the same for both engines.
//!
//! Callers decide on the variant alone (busy, unavailable and timeout become a 503; a constraint is a bug or a
//! conflict). The driver's error is kept as the cause, for the log. The enum is `Clone` because a failed commit
//! is reported to every closure of its group.

use std::error::Error;
use std::sync::Arc;

/// A driver's error, shared so that one failed commit can be reported to many callers.
pub type Cause = Arc<dyn Error + Send + Sync>;

#[derive(Debug, Clone, thiserror::Error)]
pub enum DbError {
    /// A queue is full, a lock was not granted in time, or the engine asks to try again.
    #[error("the database is busy")]
    Busy,
    /// The database cannot be reached or cannot store more data (down, closed, disk full).
    #[error("the database is not available")]
    Unavailable(#[source] Cause),
    /// A statement ran past its deadline and was stopped.
    #[error("the database took too long to answer")]
    Timeout,
    /// A unique or primary key already holds this value.
    #[error("a unique key already holds this value")]
    Unique(#[source] Cause),
    /// Another rule of the schema (CHECK, NOT NULL, foreign key) refused the change.
    #[error("a rule of the schema refused the change")]
    Constraint(#[source] Cause),
    /// `query_one` found no row.
    #[error("the query found no row")]
    NoRow,
    /// A column does not hold the expected value.
    #[error("column {column}: {reason}")]
    Decode { column: usize, reason: String },
    /// Text with a NUL byte: PostgreSQL cannot store it, so both engines refuse it.
    #[error("text must not contain a NUL byte")]
    NulByte,
    /// An earlier statement of this transaction failed; PostgreSQL refuses the rest, so both engines do.
    #[error("an earlier statement of this transaction failed")]
    Aborted,
    /// The closure panicked; its work was rolled back.
    #[error("a storage function panicked: {0}")]
    Panicked(String),
    /// There is no Ledgerline database at this location, and the caller may not create one.
    #[error("there is no Ledgerline database")]
    Missing,
    /// Another process uses the database, and the caller needs it alone.
    #[error("another process is using the database")]
    InUse,
    /// The database's schema is older than this program's, and the caller may not migrate it.
    #[error(
        "the database has schema {has} and this program needs {needs}: stop the server, then start the new one or \
         run `ledgerline migrate`"
    )]
    Outdated { has: i64, needs: i64 },
    /// The database's schema does not match this program.
    #[error("{0}")]
    Migration(String),
    /// The options are invalid (an unreadable URL, an unknown sslmode).
    #[error("{0}")]
    Config(String),
    /// Anything else: a wrong statement, a corrupt file.
    #[error("the database refused the statement")]
    Other(#[source] Cause),
}

impl DbError {
    /// `Unavailable` with a message of this program as the cause.
    pub(crate) fn away(reason: &str) -> DbError {
        DbError::Unavailable(Arc::from(Box::<dyn Error + Send + Sync>::from(reason)))
    }

    /// The error of a write on a database that was opened read-only.
    pub(crate) fn read_only() -> DbError {
        DbError::Config("the database was opened for reading only".to_owned())
    }

    /// From the payload of a caught panic.
    pub(crate) fn from_panic(payload: &(dyn std::any::Any + Send)) -> DbError {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        DbError::Panicked(text)
    }
}
