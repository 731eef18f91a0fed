//! Parameters: the four kinds of value that both engines share, and the `params!` macro.
//!
//! Times, money and flags are integers here; the nouns' files convert richer types.

use std::borrow::Cow;

use super::DbError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    Null,
    Int(i64),
    Text(Cow<'a, str>),
    Blob(Cow<'a, [u8]>),
}

/// A slice of [`Value`]s from convertible values: `params![owner, &name, None::<i64>]`.
#[macro_export]
macro_rules! params {
    () => { &[] as &[$crate::db::Value<'_>] };
    ($($value:expr),+ $(,)?) => { &[$($crate::db::Value::from($value)),+] as &[$crate::db::Value<'_>] };
}

impl Value<'_> {
    /// PostgreSQL cannot store NUL in text; SQLite can, but most functions cut the text there. Both engines
    /// refuse it.
    pub(crate) fn check(values: &[Value<'_>]) -> Result<(), DbError> {
        let holds_nul = |value: &Value<'_>| match value {
            Value::Text(text) => text.as_bytes().contains(&0),
            _ => false,
        };
        if values.iter().any(holds_nul) { Err(DbError::NulByte) } else { Ok(()) }
    }
}

macro_rules! from_integers {
    ($($integer:ty),+) => {$(
        impl From<$integer> for Value<'_> {
            fn from(value: $integer) -> Self {
                Value::Int(i64::from(value))
            }
        }
    )+};
}
from_integers!(i64, i32, i16, u32, u16, u8, bool);

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(Cow::Borrowed(value))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Value::Text(Cow::Borrowed(value))
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Value::Text(Cow::Owned(value))
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(value: Cow<'a, str>) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(value: &'a [u8]) -> Self {
        Value::Blob(Cow::Borrowed(value))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    fn from(value: &'a [u8; N]) -> Self {
        Value::Blob(Cow::Borrowed(value))
    }
}

impl<'a> From<&'a Vec<u8>> for Value<'a> {
    fn from(value: &'a Vec<u8>) -> Self {
        Value::Blob(Cow::Borrowed(value))
    }
}

impl From<Vec<u8>> for Value<'_> {
    fn from(value: Vec<u8>) -> Self {
        Value::Blob(Cow::Owned(value))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(value: &'a Option<String>) -> Self {
        value.as_deref().into()
    }
}

impl<'a> From<&'a Option<Vec<u8>>> for Value<'a> {
    fn from(value: &'a Option<Vec<u8>>) -> Self {
        value.as_deref().into()
    }
}
