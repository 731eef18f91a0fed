//! One PostgreSQL connection with its prepared statements.
//!
//! The driver's client is synchronous and must be opened, used and dropped on plain threads only; the pool
//! sees to that. Sessions read by default (`default_transaction_read_only`), so a read closure that writes
//! fails here as it does on SQLite.

use std::collections::HashMap;

use postgres::types::ToSql;
use postgres::{Client, Statement};

use super::super::transaction::Transaction;
use super::super::{DbError, DbOptions, Row, Sql, Value};
use super::failure::{self, from_connecting, from_driver};
use super::target::Target;

/// Composed list queries are few; past this the cache starts afresh.
const STATEMENTS: usize = 512;

pub(crate) struct PgConn {
    client: Client,
    statements: HashMap<Box<str>, Statement>,
    pub(in crate::db) transaction: Transaction,
    /// The connection is gone or in an unknown state: not to be used again.
    broken: bool,
    /// The failure of the current job was the connection's, not the statement's.
    lost: bool,
    write_millis: u128,
}

impl PgConn {
    pub(super) fn open(target: &Target, options: &DbOptions) -> Result<PgConn, DbError> {
        let mut client = target.connect().map_err(from_connecting)?;
        // Every statement is about one account and over in milliseconds: starting workers for it, or compiling
        // it, takes longer than it does.
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

    /// Released by the server when the transaction ends. The key is hashed by the server, so that all
    /// instances agree on the number.
    pub(in crate::db) fn lock(&mut self, key: &str) -> Result<(), DbError> {
        let lock = crate::sql!("SELECT pg_advisory_xact_lock(hashtextextended(?1, 0))");
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

    /// Until the snapshot ends; outside of one there is nothing it could be bound to.
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
        // Whether it reached the disk is unknown or it was refused; either way start from a clean session.
        self.broken |= committed.is_err();
        committed
    }

    pub(super) fn begin_read(&mut self) {
        self.lost = false;
    }

    /// Ends whatever transaction a job left open.
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

    /// The job failed because the connection went away under it.
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
