//! Conversions between integer types that clamp instead of failing.

/// Converts an unsigned number; one that does not fit becomes `i64::MAX`.
pub fn clamp_i64(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

/// A negative number becomes 0; one that does not fit becomes `usize::MAX`.
pub fn clamp_usize(value: i64) -> usize {
    usize::try_from(value.max(0)).unwrap_or(usize::MAX)
}
