//! Converts the four kinds of value to and from PostgreSQL's binary format.
//!
//! The driver requires that a Rust type and a column type match exactly; here an integer binds to every integer
//! width (with an error if it does not fit), and NULL binds to any type.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::super::Value;

type Failure = Box<dyn Error + Sync + Send>;

impl ToSql for Value<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        match self {
            Value::Null => return Ok(IsNull::Yes),
            Value::Int(value) => put_int(*value, ty, out)?,
            Value::Text(text) if <&str as ToSql>::accepts(ty) => out.put_slice(text.as_bytes()),
            Value::Blob(bytes) if *ty == Type::BYTEA => out.put_slice(bytes),
            Value::Text(_) => return Err(mismatch("text", ty)),
            Value::Blob(_) => return Err(mismatch("a blob", ty)),
        }
        Ok(IsNull::No)
    }

    /// Which types match depends on the value, so `to_sql` decides.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn put_int(value: i64, ty: &Type, out: &mut BytesMut) -> Result<(), Failure> {
    match *ty {
        Type::INT8 => out.put_i64(value),
        Type::INT4 => out.put_i32(i32::try_from(value)?),
        Type::INT2 => out.put_i16(i16::try_from(value)?),
        _ => return Err(mismatch("an integer", ty)),
    }
    Ok(())
}

fn mismatch(kind: &str, ty: &Type) -> Failure {
    format!("{kind} cannot be bound where PostgreSQL expects {ty}; a CAST says which type is meant")
        .into()
}

/// An integer column of any width.
pub(in crate::db) struct Int(pub(in crate::db) i64);

impl<'a> FromSql<'a> for Int {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Int, Failure> {
        Ok(Int(match *ty {
            Type::INT4 => i64::from(i32::from_be_bytes(raw.try_into()?)),
            Type::INT2 => i64::from(i16::from_be_bytes(raw.try_into()?)),
            _ => i64::from_be_bytes(raw.try_into()?),
        }))
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT8 | Type::INT4 | Type::INT2)
    }
}
