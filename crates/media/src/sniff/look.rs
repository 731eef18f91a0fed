//! The answer of one test of a file's first bytes.

use crate::Kind;

/// What a look at a part of the file can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Is(Kind),
    /// Not this type, whatever comes.
    Not,
    /// It may be; the bytes end too early to tell.
    Perhaps,
}

/// `Not` when the bytes differ from the mark, `Perhaps` as long as they agree.
pub(super) fn expect(bytes: &[u8], mark: &[u8]) -> Look {
    let length = bytes.len().min(mark.len());
    if bytes[..length] == mark[..length] { Look::Perhaps } else { Look::Not }
}
