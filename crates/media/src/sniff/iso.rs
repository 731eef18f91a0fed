//! MP4, M4A and QuickTime share one container of boxes; the brands in the first box distinguish them. Old
//! QuickTime files have no such box and begin with one of a few others.

use super::look::Look;
use crate::Kind;

const SOUND: [&[u8; 4]; 3] = [b"M4A ", b"M4B ", b"M4P "];
const MOVIE: [&[u8; 4]; 21] = [
    b"isom", b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"iso7", b"iso8", b"iso9", b"mp41",
    b"mp42", b"mp71", b"avc1", b"hvc1", b"M4V ", b"M4VH", b"M4VP", b"MSNV", b"dash", b"F4V ",
    b"mmp4",
];
/// Brands of still pictures in the same container; some also list a video's brand.
const PICTURE: [&[u8; 3]; 6] = [b"hei", b"hev", b"mif", b"msf", b"avi", b"crx"];

pub fn look(bytes: &[u8], _ended: bool) -> Look {
    let Some(first) = bytes.first_chunk::<8>() else { return Look::Perhaps };
    let size = u32::from_be_bytes([first[0], first[1], first[2], first[3]]) as usize;
    match &first[4..8] {
        b"ftyp" => brands(bytes, size),
        b"moov" | b"wide" | b"free" | b"skip" | b"mdat" | b"pnot" => quicktime(bytes),
        _ => Look::Not,
    }
}

fn brands(bytes: &[u8], size: usize) -> Look {
    if !(16..=4096).contains(&size) {
        return Look::Not;
    }
    let Some(body) = bytes.get(8..size) else { return Look::Perhaps };
    let (names, _) = body.as_chunks::<4>();
    let Some((major, others)) = names.split_first() else { return Look::Not };
    // The second name is not a brand but the version of the major brand.
    let compatible = others.get(1..).unwrap_or_default();
    if PICTURE.iter().any(|start| major.starts_with(*start)) {
        Look::Not
    } else if major == b"qt  " {
        Look::Is(Kind::Mov)
    } else if SOUND.contains(&major) {
        Look::Is(Kind::M4a)
    } else if MOVIE.contains(&major) || compatible.iter().any(|brand| MOVIE.contains(&brand)) {
        Look::Is(Kind::Mp4)
    } else {
        Look::Not
    }
}

/// Walks the first boxes up to one that only a QuickTime movie has.
fn quicktime(bytes: &[u8]) -> Look {
    let mut at: usize = 0;
    loop {
        let Some(header) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) else {
            return Look::Perhaps;
        };
        let size = u32::from_be_bytes([header[0], header[1], header[2], header[3]]) as usize;
        match &header[4..8] {
            // The media data itself: it fills the window and has no structure to check.
            b"mdat" if size == 1 || size >= 8 => return Look::Is(Kind::Mov),
            b"moov" if size >= 16 => {
                let known = [b"mvhd", b"cmov", b"rmra", b"udta", b"trak", b"iods"];
                let is = known.iter().any(|name| header[12..] == **name);
                return if is { Look::Is(Kind::Mov) } else { Look::Not };
            }
            b"wide" | b"free" | b"skip" | b"pnot" if size >= 8 => at = at.saturating_add(size),
            _ => return Look::Not,
        }
    }
}
