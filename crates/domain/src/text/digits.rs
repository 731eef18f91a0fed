//! Prints numbers into a text of fixed length.

use std::fmt;

/// Writes two digits at a position. Lists print thousands of these, and the standard formatter takes ten times
/// as long for a padded number.
pub(crate) fn put_two(text: &mut [u8], at: usize, value: u8) {
    if let Some([tens, ones]) = text.get_mut(at..at + 2) {
        *tens = b'0' + value / 10;
        *ones = b'0' + value % 10;
    }
}

pub(crate) fn put_text(f: &mut fmt::Formatter<'_>, text: &[u8]) -> fmt::Result {
    f.write_str(std::str::from_utf8(text).map_err(|_| fmt::Error)?)
}
