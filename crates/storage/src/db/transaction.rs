//! The transaction state of a connection.

use super::DbError;

/// The transaction state of a connection.
#[derive(Debug, Default)]
pub(crate) enum Transaction {
    #[default]
    Outside,
    /// A read with a snapshot.
    Snapshot,
    Open,
    /// A statement failed; the transaction must be rolled back.
    Failed(DbError),
}

impl Transaction {
    /// Called before each statement.
    pub(crate) fn check(&self) -> Result<(), DbError> {
        match self {
            Transaction::Failed(_) => Err(DbError::Aborted),
            _ => Ok(()),
        }
    }

    /// Called after a statement that failed.
    pub(crate) fn fail(&mut self, error: &DbError) {
        if matches!(self, Transaction::Open) {
            *self = Transaction::Failed(error.clone());
        }
    }

    pub(crate) fn failure(&self) -> Option<DbError> {
        match self {
            Transaction::Failed(error) => Some(error.clone()),
            _ => None,
        }
    }
}
