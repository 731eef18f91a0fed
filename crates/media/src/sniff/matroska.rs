//! WebM is a Matroska container whose header names the document type `webm`.

use super::look::{Look, expect};
use crate::Kind;

const DOC_TYPE: u64 = 0x4282;

/// A header has about forty bytes; a longer one is refused.
const MAX_HEADER: u64 = 4096;

pub fn look(bytes: &[u8], _ended: bool) -> Look {
    const MARK: [u8; 4] = [0x1a, 0x45, 0xdf, 0xa3];
    if expect(bytes, &MARK) == Look::Not {
        return Look::Not;
    }
    let rest = bytes.get(MARK.len()..).unwrap_or_default();
    let Some((length, rest)) = number(rest, true) else {
        return if rest.len() < 8 { Look::Perhaps } else { Look::Not };
    };
    if length > MAX_HEADER {
        return Look::Not;
    }
    let Some(mut header) = rest.get(..length as usize) else { return Look::Perhaps };
    while let Some((id, body, after)) = element(header) {
        if id == DOC_TYPE {
            let name = body.split(|byte| *byte == 0).next().unwrap_or_default();
            return if name == b"webm" { Look::Is(Kind::WebM) } else { Look::Not };
        }
        header = after;
    }
    Look::Not
}

/// Splits off one element: its id, its content, and the bytes after it.
fn element(bytes: &[u8]) -> Option<(u64, &[u8], &[u8])> {
    let (id, rest) = number(bytes, false)?;
    let (length, rest) = number(rest, true)?;
    let (body, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((id, body, after))
}

/// Reads a variable-length integer; its leading zero bits give its length in bytes. The marker bit after them
/// is part of an id, but not of a length.
fn number(bytes: &[u8], is_length: bool) -> Option<(u64, &[u8])> {
    let first = *bytes.first().filter(|first| **first != 0)?;
    let zeros = first.leading_zeros();
    let (all, rest) = bytes.split_at_checked(zeros as usize + 1)?;
    let start = if is_length { first & !(0x80 >> zeros) } else { first };
    let value = all[1..].iter().fold(u64::from(start), |sum, byte| sum << 8 | u64::from(*byte));
    Some((value, rest))
}
