//! MPEG-1 and MPEG-2 video: program streams begin with a pack, bare video with a sequence header, and transport
//! streams are packets of 188 bytes with the same first byte.

use super::look::{Look, expect};
use crate::Kind;

const PACKET: usize = 188;
/// The sync byte occurs by chance once in 256 bytes; nine in a row do not.
const ENOUGH: usize = 9;

pub fn program(bytes: &[u8], ended: bool) -> Look {
    if expect(bytes, &[0, 0, 1]) == Look::Not {
        return Look::Not;
    }
    match bytes.get(3) {
        None => Look::Perhaps,
        Some(0xba) => pack(bytes),
        Some(0xb3) => sequence(bytes, ended),
        Some(_) => Look::Not,
    }
}

/// A pack header is followed by the start code of a system header or a stream.
fn pack(bytes: &[u8]) -> Look {
    let Some(mark) = bytes.get(4) else { return Look::Perhaps };
    let length = if mark >> 6 == 1 {
        match bytes.get(13) {
            Some(stuffing) => 14 + usize::from(stuffing & 7),
            None => return Look::Perhaps,
        }
    } else if mark >> 4 == 2 {
        12
    } else {
        return Look::Not;
    };
    match bytes.get(length..length + 4) {
        Some([0, 0, 1, 0xb9..=0xff]) => Look::Is(Kind::Mpeg),
        Some(_) => Look::Not,
        None => Look::Perhaps,
    }
}

/// Bare video: the header holds a valid size, aspect ratio and frame rate, and another start code follows.
fn sequence(bytes: &[u8], ended: bool) -> Look {
    let Some(header) = bytes.get(4..12) else { return Look::Perhaps };
    let width = u16::from(header[0]) << 4 | u16::from(header[1]) >> 4;
    let height = u16::from(header[1] & 0x0f) << 8 | u16::from(header[2]);
    let shape = (1..=14).contains(&(header[3] >> 4)) && (1..=8).contains(&(header[3] & 0x0f));
    let marker = header[6] & 0x20 != 0;
    if width == 0 || height == 0 || !shape || !marker {
        return Look::Not;
    }
    let is_start = |code: &[u8]| matches!(code, [0, 0, 1, 0x00 | 0xb2 | 0xb5 | 0xb8]);
    match (bytes[12..].windows(4).any(is_start), ended) {
        (true, _) => Look::Is(Kind::Mpeg),
        (false, true) => Look::Not,
        (false, false) => Look::Perhaps,
    }
}

pub fn transport(bytes: &[u8], ended: bool) -> Look {
    let mut firsts = bytes.iter().step_by(PACKET).take(ENOUGH);
    let count = firsts.len();
    if !firsts.all(|byte| *byte == 0x47) {
        return Look::Not;
    }
    let whole = bytes.len().is_multiple_of(PACKET) && count >= 3;
    if count >= ENOUGH || ended && whole { Look::Is(Kind::Mpeg) } else { Look::Perhaps }
}
