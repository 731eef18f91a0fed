//! Detects the type of a file from its first bytes while they stream by. A magic number alone is not enough: an
//! ID3 tag can precede anything, and two bytes of an MP3 frame occur by chance. So tags are skipped, and a
//! frame must be followed by another frame.

mod frames;
mod iso;
mod look;
mod matroska;
mod mpeg;
mod ogg;
mod riff;

use self::look::{Look, expect};
use crate::Kind;

/// How many first bytes [`sniff`] needs. A larger ID3 tag, with a big cover picture, needs more; a [`Sniffer`]
/// skips it without buffering it.
pub const HEAD_BYTES: usize = 64 * 1024;

/// The largest padding between a tag and the first frame.
const MAX_PADDING: u64 = 64 * 1024;

/// The largest number of tags in front of a file; more of them are no real file.
const MAX_TAGS: u8 = 4;

/// A test for one type. Arguments: the bytes, and whether the file ends after them.
type Test = fn(&[u8], bool) -> Look;

/// Only bare streams have an ID3 tag in front.
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

/// Detects the type of a file that arrives in chunks of any size; buffers at most [`HEAD_BYTES`].
#[derive(Debug, Default)]
pub struct Sniffer {
    window: Vec<u8>,
    /// The bytes of a tag that are still to be skipped.
    skip: u64,
    tags: u8,
    padding: u64,
    /// The window is tested again only at this length, so that a client that sends single bytes does not cause a
    /// test of all bytes for each of them.
    next_look: usize,
    verdict: Option<Option<Kind>>,
}

impl Sniffer {
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes. After [`Sniffer::verdict`] is decided, further bytes change nothing.
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

    /// `None` while undecided; then the type, or `Some(None)` for an unsupported file.
    pub fn verdict(&self) -> Option<Option<Kind>> {
        self.verdict
    }

    /// The type, given that the file has ended.
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

    /// Drops an ID3v2 tag at the front of the window; returns true if there was one and another may follow.
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

/// The length of a whole ID3v2 tag at the front, with header and footer.
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
