//! One PostgreSQL connection with its prepared statements.
//!
//! The driver's client is synchronous and must be opened, used and dropped on plain threads only, which the
//! pool ensures. Sessions are read-only by default (`default_transaction_read_only`), so a read closure that
//! writes fails here as on SQLite.

use std::collections::HashMap;

use postgres::types::ToSql;
use postgres::{Client, Statement};

use super::super::transaction::Transaction;
use super::super::{DbError, DbOptions, Row, Sql, Value};
use super::failure::{self, from_connecting, from_driver};
use super::target::Target;

/// There are few composed list queries; beyond this number the statement cache is cleared.
const STATEMENTS: usize = 512;

pub(crate) struct PgConn {
    client: Client,
    statements: HashMap<Box<str>, Statement>,
    pub(in crate::db) transaction: Transaction,
    /// The connection is lost or in an unknown state and must not be used again.
    broken: bool,
    /// The current job failed because of the connection, not of a statement.
    lost: bool,
    write_millis: u128,
}

impl PgConn {
    pub(super) fn open(target: &Target, options: &DbOptions) -> Result<PgConn, DbError> {
        let mut client = target.connect().map_err(from_connecting)?;
        // Every statement is about one account and takes milliseconds; starting parallel workers or JIT
        // compilation would take longer.
        let setup = format!(
            "SET default_transaction_read_only = on; SET statement_timeout = {}; \
             SET lock_timeout = {}; SET idle_in_transaction_session_timeout = {}; SET TIME ZONE 'UTC'; \
             SET max_parallel_workers_per_gather = 0; SET jit = off",
            options.read_deadline.as_millis().max(1),
            options.write_wait.as_millis().max(1),
            options.write_deadline.as_millis().max(1) * 2,
        );
        client.batch_execute(&setup).map_err(from_driver)?;
        Ok(PgConn {
            client,
            statements: HashMap::new(),
            transaction: Transaction::Outside,
            broken: false,
            lost: false,
            write_millis: options.write_deadline.as_millis().max(1),
        })
    }

    pub(in crate::db) fn each(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
        mut visit: impl FnMut(&Row<'_>) -> Result<bool, DbError>,
    ) -> Result<(), DbError> {
        let statement = self.prepare(sql.postgres())?;
        let rows = match self.client.query(&statement, &references(params)) {
            Ok(rows) => rows,
            Err(error) => return Err(self.note(error)),
        };
        for row in &rows {
            if !visit(&Row::postgres(row))? {
                break;
            }
        }
        Ok(())
    }

    pub(in crate::db) fn execute(
        &mut self,
        sql: &Sql,
        params: &[Value<'_>],
    ) -> Result<u64, DbError> {
        let statement = self.prepare(sql.postgres())?;
        match self.client.execute(&statement, &references(params)) {
            Ok(rows) => Ok(rows),
            Err(error) => Err(self.note(error)),
        }
    }

    /// The server releases the lock when the transaction ends, and hashes the key, so that all instances use
    /// the same number.
    pub(in crate::db) fn lock(&mut self, key: &str) -> Result<(), DbError> {
        let lock = crate::sql!(postgres: "SELECT pg_advisory_xact_lock(hashtextextended(?1, 0))");
        self.execute(lock, &[Value::from(key)]).map(drop)
    }

    pub(in crate::db) fn snapshot(&mut self) -> Result<(), DbError> {
        if !matches!(self.transaction, Transaction::Outside) {
            return Ok(());
        }
        self.control("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        self.transaction = Transaction::Snapshot;
        Ok(())
    }

    /// Lasts until the snapshot ends; outside a snapshot it does nothing.
    pub(in crate::db) fn plan_by_values(&mut self) -> Result<(), DbError> {
        match self.transaction {
            Transaction::Snapshot => self.control("SET LOCAL plan_cache_mode = force_custom_plan"),
            _ => Ok(()),
        }
    }

    pub(super) fn begin(&mut self) -> Result<(), DbError> {
        self.lost = false;
        self.control(&format!(
            "BEGIN READ WRITE; SET LOCAL statement_timeout = {}",
            self.write_millis
        ))?;
        self.transaction = Transaction::Open;
        Ok(())
    }

    pub(super) fn commit(&mut self) -> Result<(), DbError> {
        self.transaction = Transaction::Outside;
        let committed = self.control("COMMIT");
        // The commit was refused, or it is unknown whether it reached the disk; in both cases the session is
        // not reused.
        self.broken |= committed.is_err();
        committed
    }

    pub(super) fn begin_read(&mut self) {
        self.lost = false;
    }

    /// Ends the transaction that a job left open.
    pub(super) fn roll_back(&mut self) {
        let outside = matches!(self.transaction, Transaction::Outside);
        self.transaction = Transaction::Outside;
        if !outside && !self.broken && self.control("ROLLBACK").is_err() {
            self.broken = true;
        }
    }

    pub(super) fn is_usable(&self) -> bool {
        !self.broken && !self.client.is_closed() && matches!(self.transaction, Transaction::Outside)
    }

    /// Whether the job failed because the connection was lost.
    pub(super) fn was_lost(&self) -> bool {
        self.lost
    }

    fn control(&mut self, text: &str) -> Result<(), DbError> {
        let result = self.client.batch_execute(text);
        result.map_err(|error| self.note(error))
    }

    fn prepare(&mut self, text: &str) -> Result<Statement, DbError> {
        self.transaction.check()?;
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        let statement = match self.client.prepare(text) {
            Ok(statement) => statement,
            Err(error) => return Err(self.note(error)),
        };
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        self.statements.insert(text.into(), statement.clone());
        Ok(statement)
    }

    fn note(&mut self, error: postgres::Error) -> DbError {
        self.lost |= failure::is_connection_lost(&error);
        self.broken |= self.lost || failure::is_plan_stale(&error);
        let error = from_driver(error);
        self.transaction.fail(&error);
        error
    }
}

fn references<'a>(params: &'a [Value<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}
