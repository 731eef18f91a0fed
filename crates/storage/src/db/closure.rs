//! Runs a caller's closure: a panic becomes an error, and a closure that ignored a failed statement is refused.
//! PostgreSQL would turn its COMMIT into a silent ROLLBACK, so both engines refuse it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::conn::Backend;
use super::{Conn, DbError, Tx};

pub(crate) fn read<T, E: From<DbError>>(
    conn: &mut Conn,
    work: &impl Fn(&mut Conn) -> Result<T, E>,
) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(|| work(conn)))
        .unwrap_or_else(|payload| Err(report_panic(&*payload)))
}

pub(crate) fn write<T, E: From<DbError>>(
    tx: &mut Tx,
    work: impl FnOnce(&mut Tx) -> Result<T, E>,
) -> Result<T, E> {
    let value = catch_unwind(AssertUnwindSafe(|| work(tx)))
        .unwrap_or_else(|payload| Err(report_panic(&*payload)))?;
    let failure = match &mut tx.conn.backend {
        Backend::Sqlite(conn) => conn.transaction.failure(),
        Backend::Postgres(conn) => conn.transaction.failure(),
    };
    failure.map_or(Ok(value), |error| Err(error.into()))
}

fn report_panic<E: From<DbError>>(payload: &(dyn std::any::Any + Send)) -> E {
    let error = DbError::from_panic(payload);
    tracing::error!(%error, "a storage function panicked; its work is rolled back");
    error.into()
}
