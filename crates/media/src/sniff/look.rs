//! The result of one test of a file's first bytes.

use crate::Kind;

/// The result of testing the bytes so far for one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Is(Kind),
    /// Not this type, whatever bytes follow.
    Not,
    /// Possibly this type; there are too few bytes to decide.
    Perhaps,
}

/// `Not` if the bytes differ from the magic number, `Perhaps` as long as they agree.
pub(super) fn expect(bytes: &[u8], mark: &[u8]) -> Look {
    let length = bytes.len().min(mark.len());
    if bytes[..length] == mark[..length] { Look::Perhaps } else { Look::Not }
}
