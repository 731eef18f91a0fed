//! The closures that callers run on a connection or in a transaction. A panic becomes an error, and a closure that ignored
//! a failed statement is refused: PostgreSQL would turn its COMMIT into a silent ROLLBACK, so both engines refuse it.
//!
//! Result types are erased before a closure enters the engines and restored after it leaves them. So the engines are
//! compiled once, and not once for each of the hundreds of closures of the program.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::conn::Backend;
use super::{Conn, DbError, Tx};

pub(crate) type ReadWork = Box<dyn Fn(&mut Conn) -> Outcome + Send + Sync>;
pub(crate) type WriteWork = Box<dyn FnOnce(&mut Tx) -> Outcome + Send>;
/// The result of a closure without its type.
pub(crate) type Outcome = Result<Box<dyn Any + Send>, Failure>;

/// Why a closure has no result: the database failed, or the closure returned an error of its own.
pub(crate) enum Failure {
    Db(DbError),
    Own(Box<dyn Any + Send>),
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Failure::Db(error)
    }
}

pub(crate) fn untyped_read<T: Send + 'static, E: Send + 'static>(
    work: impl Fn(&mut Conn) -> Result<T, E> + Send + Sync + 'static,
) -> ReadWork {
    Box::new(move |conn| untyped(work(conn)))
}

pub(crate) fn untyped_write<T: Send + 'static, E: Send + 'static>(
    work: impl FnOnce(&mut Tx) -> Result<T, E> + Send + 'static,
) -> WriteWork {
    Box::new(move |tx| untyped(work(tx)))
}

fn untyped<T: Send + 'static, E: Send + 'static>(result: Result<T, E>) -> Outcome {
    match result {
        Ok(value) => Ok(Box::new(value)),
        Err(error) => Err(Failure::Own(Box::new(error))),
    }
}

/// The result of a closure with the types that [`untyped_read`] or [`untyped_write`] erased.
pub(crate) fn typed<T: 'static, E: From<DbError> + 'static>(outcome: Outcome) -> Result<T, E> {
    let mixed_up = || E::from(DbError::away("the result belongs to another closure"));
    match outcome {
        Ok(value) => value.downcast().map(|value| *value).map_err(|_| mixed_up()),
        Err(Failure::Db(error)) => Err(error.into()),
        Err(Failure::Own(error)) => Err(error.downcast().map_or_else(|_| mixed_up(), |own| *own)),
    }
}

pub(crate) fn read(conn: &mut Conn, work: &ReadWork) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| work(conn)))
        .unwrap_or_else(|payload| Err(report_panic(&*payload)))
}

pub(crate) fn write(tx: &mut Tx, work: WriteWork) -> Outcome {
    let value = catch_unwind(AssertUnwindSafe(|| work(tx)))
        .unwrap_or_else(|payload| Err(report_panic(&*payload)))?;
    let failure = match &mut tx.conn.backend {
        Backend::Sqlite(conn) => conn.transaction.failure(),
        Backend::Postgres(conn) => conn.transaction.failure(),
    };
    failure.map_or(Ok(value), |error| Err(error.into()))
}

fn report_panic(payload: &(dyn Any + Send)) -> Failure {
    let error = DbError::from_panic(payload);
    tracing::error!(%error, "a storage function panicked; its work is rolled back");
    Failure::Db(error)
}
