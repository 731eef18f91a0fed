//! Parsing the ids that callers send in a body or a query.

use domain::ids::Named;

use crate::{Error, Result};

/// A text that is no id names no row, so it gets the same answer as an id that does not exist.
pub(crate) fn parse<T: Named>(text: &str) -> Result<T> {
    T::parse(text).ok_or_else(|| Error::missing(T::NOUN))
}
