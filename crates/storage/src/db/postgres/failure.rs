//! Maps PostgreSQL's errors to `DbError`.

use std::error::Error;
use std::sync::Arc;

use postgres::error::SqlState;

use super::super::DbError;

/// The error of opening a connection. Without an answer of the server (down, no TLS, another certificate) the
/// next attempt may succeed, so it becomes `Unavailable`.
pub(in crate::db) fn from_connecting(error: postgres::Error) -> DbError {
    match error.code() {
        Some(_) => from_driver(error),
        None => DbError::Unavailable(Arc::new(error)),
    }
}

pub(in crate::db) fn from_driver(error: postgres::Error) -> DbError {
    let Some(state) = error.code().cloned() else {
        return if is_connection_lost(&error) {
            DbError::Unavailable(Arc::new(error))
        } else {
            DbError::Other(Arc::new(error))
        };
    };
    let class = state.code().get(..2).unwrap_or_default().to_owned();
    let cause = Arc::new(error);
    match state {
        SqlState::UNIQUE_VIOLATION => DbError::Unique(cause),
        SqlState::QUERY_CANCELED => DbError::Timeout,
        SqlState::LOCK_NOT_AVAILABLE => DbError::Busy,
        SqlState::CHARACTER_NOT_IN_REPERTOIRE => DbError::NulByte,
        // A former primary that became a standby, or a standby that was asked to write.
        SqlState::READ_ONLY_SQL_TRANSACTION => DbError::Unavailable(cause),
        _ => match class.as_str() {
            // Serialization failures and deadlocks: the same request may succeed next time.
            "40" => DbError::Busy,
            "23" => DbError::Constraint(cause),
            // Connection, resources, operator intervention, system error; wrong or missing role.
            "08" | "53" | "57" | "58" | "28" => DbError::Unavailable(cause),
            _ => DbError::Other(cause),
        },
    }
}

/// Whether the session is lost, whatever the statement was.
pub(super) fn is_connection_lost(error: &postgres::Error) -> bool {
    let Some(state) = error.code() else {
        return error.is_closed() || cause_is_io(error);
    };
    matches!(
        *state,
        SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
    ) || state.code().starts_with("08")
}

fn cause_is_io(error: &postgres::Error) -> bool {
    error.source().is_some_and(|cause| cause.is::<std::io::Error>())
}

/// "cached plan must not change result type": another instance has migrated the schema meanwhile.
pub(super) fn is_plan_stale(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED)
}
