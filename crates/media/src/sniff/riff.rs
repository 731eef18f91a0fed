//! RIFF: WAV and AVI. The form distinguishes them, and the first chunk must be valid for it.

use super::look::{Look, expect};
use crate::Kind;

pub fn look(bytes: &[u8], _ended: bool) -> Look {
    if expect(bytes, b"RIFF") == Look::Not {
        return Look::Not;
    }
    match bytes.get(8..12) {
        Some(b"WAVE") => wave(bytes),
        Some(b"AVI ") => avi(bytes),
        Some(_) => Look::Not,
        None => Look::Perhaps,
    }
}

/// Walks to the `fmt ` chunk, which must describe a valid audio format.
fn wave(bytes: &[u8]) -> Look {
    let mut at: usize = 12;
    loop {
        let Some(header) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) else {
            return Look::Perhaps;
        };
        let size = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        if header.starts_with(b"fmt ") {
            let Some(format) = bytes.get(at + 8..at + 24) else { return Look::Perhaps };
            let channels = u16::from_le_bytes([format[2], format[3]]);
            let rate = u32::from_le_bytes([format[4], format[5], format[6], format[7]]);
            let sound = size >= 16 && (1..=64).contains(&channels) && (1..=768_000).contains(&rate);
            return if sound { Look::Is(Kind::Wav) } else { Look::Not };
        }
        // The `data` chunk cannot come before its description.
        let named = header[..4].iter().all(|byte| (0x20..0x7f).contains(byte));
        if header.starts_with(b"data") || !named {
            return Look::Not;
        }
        at = at.saturating_add(8).saturating_add(size).saturating_add(size & 1);
    }
}

fn avi(bytes: &[u8]) -> Look {
    match (bytes.get(12..16), bytes.get(20..24)) {
        (Some(b"LIST"), Some(b"hdrl")) => Look::Is(Kind::Avi),
        (Some(b"LIST") | None, None) => Look::Perhaps,
        _ => Look::Not,
    }
}
