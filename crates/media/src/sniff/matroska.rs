//! WebM is a Matroska container whose header names the document type `webm`. Its list of tracks says whether it
//! has a picture or sound only.

use super::look::{Look, expect};
use crate::Kind;

const DOC_TYPE: u64 = 0x4282;
const SEGMENT: u64 = 0x1853_8067;
const TRACKS: u64 = 0x1654_ae6b;
const TRACK: u64 = 0xae;
const TRACK_TYPE: u64 = 0x83;
const CLUSTER: u64 = 0x1f43_b675;
const VIDEO: u8 = 1;
const AUDIO: u8 = 2;

/// A header has about forty bytes; a longer one is refused.
const MAX_HEADER: u64 = 4096;

pub fn look(bytes: &[u8], ended: bool) -> Look {
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
    let Some((mut header, segment)) = rest.split_at_checked(length as usize) else {
        return Look::Perhaps;
    };
    while let Some((id, body, after)) = element(header) {
        if id == DOC_TYPE {
            let name = body.split(|byte| *byte == 0).next().unwrap_or_default();
            return if name == b"webm" { by_tracks(segment, ended) } else { Look::Not };
        }
        header = after;
    }
    Look::Not
}

/// The list of tracks tells sound from video. A file without it among the bytes counts as video.
fn by_tracks(bytes: &[u8], ended: bool) -> Look {
    let undecided = if ended { Look::Is(Kind::WebM) } else { Look::Perhaps };
    let Some((id, rest)) = number(bytes, false) else { return undecided };
    if id != SEGMENT {
        return Look::Is(Kind::WebM);
    }
    // A browser that records does not know the length of the segment, so the length is ignored.
    let Some((_, mut rest)) = number(rest, true) else { return undecided };
    loop {
        match (number(rest, false), element(rest)) {
            (Some((CLUSTER, _)), _) => return Look::Is(Kind::WebM),
            (_, Some((TRACKS, tracks, _))) => {
                let types = track_types(tracks);
                let is_sound = types.contains(&AUDIO) && !types.contains(&VIDEO);
                return Look::Is(if is_sound { Kind::WebMAudio } else { Kind::WebM });
            }
            (_, Some((_, _, after))) => rest = after,
            _ => return undecided,
        }
    }
}

fn track_types(mut tracks: &[u8]) -> Vec<u8> {
    let mut types = Vec::new();
    while let Some((id, mut track, after)) = element(tracks) {
        while id == TRACK
            && let Some((field, value, rest)) = element(track)
        {
            if field == TRACK_TYPE {
                types.extend(value.last());
            }
            track = rest;
        }
        tracks = after;
    }
    types
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
