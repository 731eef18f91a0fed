//! Decides what a file is by its first bytes, as they stream by. A magic number alone is not enough: an
//! ID3 tag can stand in front of anything, and two bytes of an MP3 frame happen by chance. So tags are
//! followed to what comes after them, and frames must be followed by frames.

mod frames;
mod iso;
mod look;
mod matroska;
mod mpeg;
mod ogg;
mod riff;

use self::look::{Look, expect};
use crate::Kind;

/// As many first bytes of a file as [`sniff`] wants to see. More are needed only where an ID3 tag is
/// larger, as with a big cover picture; a [`Sniffer`] skips those without holding them.
pub const HEAD_BYTES: usize = 64 * 1024;

/// How much padding may stand between a tag and the first frame.
const MAX_PADDING: u64 = 64 * 1024;

/// A file with more tags than this in front is no honest file.
const MAX_TAGS: u8 = 4;

/// A test for one type: the bytes, and whether they are all that will come.
type Test = fn(&[u8], bool) -> Look;

/// Only bare streams carry an ID3 tag in front.
const AFTER_A_TAG: [Test; 3] = [frames::mpeg_audio, frames::adts, flac];

const IN_FRONT: [Test; 9] = [
    riff::look,
    iso::look,
    ogg::look,
    flac,
    matroska::look,
    mpeg::program,
    mpeg::transport,
    frames::mpeg_audio,
    frames::adts,
];

/// The type of a file whose first [`HEAD_BYTES`] (or all, if it is shorter) are given.
pub fn sniff(head: &[u8]) -> Option<Kind> {
    let mut sniffer = Sniffer::new();
    sniffer.push(head);
    sniffer.finish()
}

/// Sniffs a file that arrives in pieces of any size, holding at most [`HEAD_BYTES`].
#[derive(Debug, Default)]
pub struct Sniffer {
    window: Vec<u8>,
    /// Bytes of a tag that are still to be passed over.
    skip: u64,
    tags: u8,
    padding: u64,
    /// No new look before the window has this length: whoever sends single bytes must not make us look
    /// at all of them again each time.
    next_look: usize,
    verdict: Option<Option<Kind>>,
}

impl Sniffer {
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes. Once [`Sniffer::verdict`] is there, more bytes change nothing.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while self.verdict.is_none() && !bytes.is_empty() {
            let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
            self.skip -= skipped as u64;
            let room = HEAD_BYTES - self.window.len();
            let taken = room.min(bytes.len() - skipped);
            self.window.extend_from_slice(&bytes[skipped..skipped + taken]);
            bytes = &bytes[skipped + taken..];
            if self.window.len() >= self.next_look.min(HEAD_BYTES) {
                self.look(false);
            }
        }
    }

    /// Nothing while it is open; then the type, or `None` within for a file that is none of ours.
    pub fn verdict(&self) -> Option<Option<Kind>> {
        self.verdict
    }

    /// The type, now that the file (or what there is of it) has ended.
    pub fn finish(mut self) -> Option<Kind> {
        if self.verdict.is_none() {
            self.look(true);
        }
        self.verdict.flatten()
    }

    fn look(&mut self, ended: bool) {
        while self.pass_tag() {}
        if self.verdict.is_some() || self.skip > 0 {
            return;
        }
        if self.tags > 0 {
            self.pass_padding();
        }
        let full = ended || self.window.len() >= HEAD_BYTES;
        let perhaps_a_tag = self.window.len() < 10 && expect(&self.window, b"ID3") == Look::Perhaps;
        if self.verdict.is_some() || perhaps_a_tag && !full {
            return;
        }
        let tests = if self.tags > 0 { &AFTER_A_TAG[..] } else { &IN_FRONT[..] };
        match first_of(tests, &self.window, full) {
            Look::Is(kind) => self.verdict = Some(Some(kind)),
            Look::Perhaps if !full => self.next_look = self.window.len() + self.window.len() / 4,
            Look::Not | Look::Perhaps => self.verdict = Some(None),
        }
    }

    /// Drops an ID3v2 tag at the front of the window; true when there was one and more may follow.
    fn pass_tag(&mut self) -> bool {
        let Some(length) = id3_length(&self.window) else { return false };
        self.tags += 1;
        if self.tags > MAX_TAGS {
            self.verdict = Some(None);
            return false;
        }
        let here = usize::try_from(length).unwrap_or(usize::MAX).min(self.window.len());
        self.window.drain(..here);
        self.next_look = 0;
        self.skip = length - here as u64;
        self.skip == 0
    }

    fn pass_padding(&mut self) {
        let zeros = self.window.iter().take_while(|byte| **byte == 0).count();
        self.padding += zeros as u64;
        self.window.drain(..zeros);
        self.next_look = 0;
        if self.padding > MAX_PADDING {
            self.verdict = Some(None);
        }
    }
}

/// The length of a whole ID3v2 tag that stands at the front, with its header and footer.
fn id3_length(bytes: &[u8]) -> Option<u64> {
    let [b'I', b'D', b'3', major, revision, flags, size @ ..] = bytes.get(..10)? else {
        return None;
    };
    if *major == 0xff || *revision == 0xff || size.iter().any(|byte| *byte >= 0x80) {
        return None;
    }
    let size = size.iter().fold(0_u64, |sum, byte| sum << 7 | u64::from(*byte));
    let footer = if *major >= 4 && flags & 0x10 != 0 { 10 } else { 0 };
    Some(10 + size + footer)
}

fn flac(bytes: &[u8], _ended: bool) -> Look {
    // The first block is always STREAMINFO, of 34 bytes.
    match (expect(bytes, b"fLaC"), bytes.get(4..8)) {
        (Look::Perhaps, Some([0x00 | 0x80, 0, 0, 34])) => Look::Is(Kind::Flac),
        (Look::Perhaps, Some(_)) => Look::Not,
        (look, _) => look,
    }
}

fn first_of(tests: &[Test], bytes: &[u8], ended: bool) -> Look {
    let mut best = Look::Not;
    for test in tests {
        match test(bytes, ended) {
            Look::Is(kind) => return Look::Is(kind),
            Look::Perhaps => best = Look::Perhaps,
            Look::Not => {}
        }
    }
    best
}
