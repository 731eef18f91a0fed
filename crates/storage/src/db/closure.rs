//! Runs a caller's closure so that nothing it does can hurt its neighbours: a panic becomes an error, and a
//! closure that swallowed a failed statement cannot pass for a success (PostgreSQL would turn its COMMIT
//! into a silent ROLLBACK, so both engines refuse it).

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::conn::Backend;
use super::{Conn, DbError, Tx};

pub(crate) fn read<T, E: From<DbError>>(
    conn: &mut Conn,
    work: &impl Fn(&mut Conn) -> Result<T, E>,
) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(|| work(conn))).unwrap_or_else(|payload| Err(panicked(&*payload)))
}

pub(crate) fn write<T, E: From<DbError>>(
    tx: &mut Tx,
    work: impl FnOnce(&mut Tx) -> Result<T, E>,
) -> Result<T, E> {
    let value = catch_unwind(AssertUnwindSafe(|| work(tx)))
        .unwrap_or_else(|payload| Err(panicked(&*payload)))?;
    let failure = match &mut tx.conn.backend {
        Backend::Sqlite(conn) => conn.transaction.failure(),
        Backend::Postgres(conn) => conn.transaction.failure(),
    };
    failure.map_or(Ok(value), |error| Err(error.into()))
}

fn panicked<E: From<DbError>>(payload: &(dyn std::any::Any + Send)) -> E {
    let error = DbError::panicked(payload);
    tracing::error!(%error, "a storage function panicked; its work is rolled back");
    error.into()
}

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
