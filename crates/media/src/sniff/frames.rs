//! Bare streams of frames: MPEG audio (layers 1 to 3) and AAC in ADTS. A frame header holds the frame's length,
//! so the next header must follow there and agree with it.

use super::look::Look;
use crate::Kind;

/// This many agreeing headers in a row do not occur by chance.
const ENOUGH: usize = 4;

/// The number of header bytes that are examined.
const HEADER: usize = 7;

pub fn mpeg_audio(bytes: &[u8], ended: bool) -> Look {
    chain(bytes, ended, Kind::Mp3, |header| {
        let length = mpeg_frame(header)?;
        // Version, layer and sampling rate stay the same; bit rate and padding may change.
        Some((length, u32::from(header[1] & 0xfe) << 8 | u32::from(header[2] & 0x0c)))
    })
}

pub fn adts(bytes: &[u8], ended: bool) -> Look {
    chain(bytes, ended, Kind::Aac, |header| {
        let [0xff, second, third, fourth, fifth, sixth, _] = *header else { return None };
        if second & 0xf6 != 0xf0 || third >> 2 & 0x0f > 12 {
            return None;
        }
        let length =
            usize::from(fourth & 3) << 11 | usize::from(fifth) << 3 | usize::from(sixth) >> 5;
        let fixed =
            u32::from(second) << 16 | u32::from(third & 0xfd) << 8 | u32::from(fourth & 0xc0);
        (length > HEADER).then_some((length, fixed))
    })
}

/// Follows frames from the first byte. `read` returns a frame's length and the header bits that all frames
/// share.
fn chain(
    bytes: &[u8],
    ended: bool,
    kind: Kind,
    read: impl Fn(&[u8; HEADER]) -> Option<(usize, u32)>,
) -> Look {
    let mut at = 0;
    let mut count = 0;
    let mut shared = None;
    while let Some(header) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let Some((length, share)) = read(header) else {
            // A short file can be one or two frames and a closing tag.
            let closed = header.starts_with(b"TAG") || header.starts_with(b"APETAGE");
            return if count > 0 && closed { Look::Is(kind) } else { Look::Not };
        };
        if *shared.get_or_insert(share) != share {
            return Look::Not;
        }
        count += 1;
        if count == ENOUGH {
            return Look::Is(kind);
        }
        at += length;
    }
    let whole = at == bytes.len();
    let is = ended && (count >= 2 || count == 1 && whole);
    if is {
        Look::Is(kind)
    } else if at == 0 && bytes.first().is_some_and(|first| *first != 0xff) {
        Look::Not
    } else {
        Look::Perhaps
    }
}

/// The length of an MPEG audio frame, from its header.
fn mpeg_frame(header: &[u8; HEADER]) -> Option<usize> {
    const LAYER_1: [u32; 14] = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];
    const LAYER_2: [u32; 14] = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
    const LAYER_3: [u32; 14] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    const LOW_1: [u32; 14] = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
    const LOW: [u32; 14] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

    let [0xff, second, third, ..] = *header else { return None };
    if second & 0xe0 != 0xe0 {
        return None;
    }
    let first_version = second >> 3 & 3 == 3;
    let divisor = match second >> 3 & 3 {
        3 => 1,
        2 => 2,
        0 => 4,
        _ => return None,
    };
    let layer = 4 - (second >> 1 & 3);
    let rates = match (layer, first_version) {
        (1, true) => LAYER_1,
        (2, true) => LAYER_2,
        (3, true) => LAYER_3,
        (1, false) => LOW_1,
        (2 | 3, false) => LOW,
        _ => return None,
    };
    // Index 0 is the free format, whose header holds no length; 15 is invalid.
    let rate = rates.get(usize::from(third >> 4).checked_sub(1)?)? * 1000;
    let sampling = [44_100, 48_000, 32_000].get(usize::from(third >> 2 & 3))? / divisor;
    let padding = u32::from(third >> 1 & 1);
    let length = match layer {
        1 => (12 * rate / sampling + padding) * 4,
        3 if !first_version => 72 * rate / sampling + padding,
        _ => 144 * rate / sampling + padding,
    };
    Some(length as usize)
}
