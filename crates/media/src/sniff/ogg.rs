//! Ogg can hold many kinds of streams. Each stream has a first page before any content; a supported file has an
//! audio stream and no video stream.

use super::look::{Look, expect};
use crate::Kind;

/// Vorbis, Opus and FLAC, by the first bytes of their first packet.
const SOUND: [&[u8]; 3] = [b"\x01vorbis", b"OpusHead", b"\x7fFLAC"];
/// Theora, Dirac and other video codecs: video in Ogg is not supported.
const VIDEO: [&[u8]; 4] = [b"\x80theora", b"BBCD", b"UVS ", b"\x01video"];

pub fn look(bytes: &[u8], ended: bool) -> Look {
    let mut at = 0;
    let mut sound = false;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        if expect(rest, b"OggS\0") == Look::Not {
            return Look::Not;
        }
        let Some((header, rest)) = rest.split_first_chunk::<27>() else { break };
        let Some((lengths, body)) = rest.split_at_checked(usize::from(header[26])) else { break };
        if header[5] & 2 == 0 {
            // The first pages of all streams are over.
            return if sound { Look::Is(Kind::Ogg) } else { Look::Not };
        }
        let length: usize = lengths.iter().map(|length| usize::from(*length)).sum();
        let Some(packet) = body.get(..length) else { break };
        if VIDEO.iter().any(|mark| packet.starts_with(mark)) {
            return Look::Not;
        }
        sound |= SOUND.iter().any(|mark| packet.starts_with(mark));
        at += header.len() + lengths.len() + length;
    }
    if ended && sound { Look::Is(Kind::Ogg) } else { Look::Perhaps }
}
