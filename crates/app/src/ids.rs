//! Parsing the ids that callers send.

use crate::{Error, Result};

/// Parses an id: `ids::parse(text, "sale", SaleId::parse)?`. A text that is no id names no row, so it gets the same
/// answer as an id that does not exist.
pub(crate) fn parse<T>(text: &str, noun: &str, parse: fn(&str) -> Option<T>) -> Result<T> {
    parse(text).ok_or_else(|| Error::missing(noun))
}
