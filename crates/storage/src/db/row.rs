//! One row of a result. Text and blobs are borrowed from the driver and copied only where the noun's file needs
//! an owned value.

use rusqlite::types::ValueRef;

use super::DbError;
use super::postgres::types::Int;

pub struct Row<'a> {
    source: Source<'a>,
}

enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a postgres::Row),
}

impl<'a> Row<'a> {
    pub(crate) fn sqlite(row: &'a rusqlite::Row<'a>) -> Row<'a> {
        Row { source: Source::Sqlite(row) }
    }

    pub(crate) fn postgres(row: &'a postgres::Row) -> Row<'a> {
        Row { source: Source::Postgres(row) }
    }

    pub fn text(&self, column: usize) -> Result<&str, DbError> {
        self.opt_text(column)?.ok_or_else(|| null(column))
    }

    pub fn opt_text(&self, column: usize) -> Result<Option<&str>, DbError> {
        match self.source {
            Source::Sqlite(row) => match cell(row, column)? {
                ValueRef::Null => Ok(None),
                ValueRef::Text(bytes) => std::str::from_utf8(bytes)
                    .map(Some)
                    .map_err(|error| decode(column, error.to_string())),
                other => Err(wrong(column, "text", &other)),
            },
            Source::Postgres(row) => row.try_get(column).map_err(|error| unread(column, &error)),
        }
    }

    pub fn int(&self, column: usize) -> Result<i64, DbError> {
        self.opt_int(column)?.ok_or_else(|| null(column))
    }

    pub fn opt_int(&self, column: usize) -> Result<Option<i64>, DbError> {
        match self.source {
            Source::Sqlite(row) => match cell(row, column)? {
                ValueRef::Null => Ok(None),
                ValueRef::Integer(value) => Ok(Some(value)),
                other => Err(wrong(column, "an integer", &other)),
            },
            Source::Postgres(row) => row
                .try_get::<_, Option<Int>>(column)
                .map(|int| int.map(|Int(value)| value))
                .map_err(|error| unread(column, &error)),
        }
    }

    /// A 0/1 column; any other value is an error.
    pub fn flag(&self, column: usize) -> Result<bool, DbError> {
        match self.int(column)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(decode(column, format!("a flag must be 0 or 1, not {other}"))),
        }
    }

    pub fn blob(&self, column: usize) -> Result<&[u8], DbError> {
        self.opt_blob(column)?.ok_or_else(|| null(column))
    }

    pub fn opt_blob(&self, column: usize) -> Result<Option<&[u8]>, DbError> {
        match self.source {
            Source::Sqlite(row) => match cell(row, column)? {
                ValueRef::Null => Ok(None),
                ValueRef::Blob(bytes) => Ok(Some(bytes)),
                other => Err(wrong(column, "a blob", &other)),
            },
            Source::Postgres(row) => row.try_get(column).map_err(|error| unread(column, &error)),
        }
    }
}

fn cell<'a>(row: &'a rusqlite::Row<'a>, column: usize) -> Result<ValueRef<'a>, DbError> {
    row.get_ref(column).map_err(|error| decode(column, error.to_string()))
}

fn null(column: usize) -> DbError {
    decode(column, "is NULL".to_owned())
}

fn wrong(column: usize, wanted: &str, found: &ValueRef<'_>) -> DbError {
    decode(column, format!("expected {wanted}, found {}", found.data_type()))
}

fn unread(column: usize, error: &postgres::Error) -> DbError {
    use std::error::Error;
    decode(column, error.source().map_or_else(|| error.to_string(), ToString::to_string))
}

fn decode(column: usize, reason: String) -> DbError {
    DbError::Decode { column, reason }
}

/// Returns the parsed value of a column; a value that does not parse is an error.
pub(crate) fn require<T>(column: usize, parsed: Option<T>) -> Result<T, DbError> {
    parsed.ok_or_else(|| decode(column, "not a known value".to_owned()))
}
