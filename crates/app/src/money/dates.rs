//! Dates that look mistyped must be confirmed.

use domain::calendar::Day;

use crate::{Error, Result};

/// How many days ahead a settled transaction or sale may be dated without confirmation: one, because the day may have
/// begun already where the caller is.
const AHEAD: i64 = 1;
/// How many days ahead a pending transaction or sale may be dated without confirmation: one year.
const AHEAD_IF_PENDING: i64 = 366;

pub(crate) fn check(day: Day, is_pending: bool, today: Day, is_confirmed: bool) -> Result<()> {
    let ahead = if is_pending { AHEAD_IF_PENDING } else { AHEAD };
    if is_confirmed || !day.is_unusual(today, ahead) {
        return Ok(());
    }
    let message = match (day < today, is_pending) {
        (true, _) => "This date is more than a year ago. Is it right?",
        (false, true) => "This date is more than a year ahead. Is it right?",
        (false, false) => "This date is in the future. Is it right?",
    };
    Err(Error::Unconfirmed { field: "date", confirm: "confirm_date", message: message.to_owned() })
}
