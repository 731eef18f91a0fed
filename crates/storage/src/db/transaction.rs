//! The state of the transaction a connection is in.

use super::DbError;

/// What a connection knows about the transaction it is in.
#[derive(Debug, Default)]
pub(crate) enum Transaction {
    #[default]
    Outside,
    /// A read that asked for one snapshot.
    Snapshot,
    Open,
    /// A statement failed; nothing of this transaction may be kept.
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
