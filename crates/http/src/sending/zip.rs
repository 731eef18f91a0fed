//! A ZIP file that is built while it is sent: entries are stored without compression, so that the size of the file and
//! the offset of each entry are known beforehand. Sizes beyond 32 bits are written in the ZIP64 form. A checksum that
//! is not known yet is computed while the entry is sent, and written after it.

use std::ops::Range;

use blobs::{Blobs, Key};
use bytes::Bytes;
use crc32fast::Hasher;
use domain::calendar::Day;
use futures_util::{Stream, stream};

use crate::sending::blob_body::{Part, Source};
use crate::sending::sendfile_queue::SendfileQueue;

const LARGE: u64 = u32::MAX as u64;
const MANY: usize = u16::MAX as usize;
/// Flag of an entry whose name is UTF-8.
const UTF8: u16 = 1 << 11;
/// Flag of an entry whose checksum follows its content, in a data descriptor.
const DESCRIBED: u16 = 1 << 3;
const LOCAL_HEADER: u64 = 30;
const DIRECTORY_HEADER: u64 = 46;

pub struct Entry {
    pub name: String,
    pub size: u64,
    /// The checksum; none if it must be computed while the entry is sent.
    pub crc32: Option<u32>,
    pub content: Content,
}

pub enum Content {
    Stored(Key),
    InMemory(Bytes),
}

impl Entry {
    pub fn from_bytes(name: String, bytes: Bytes) -> Self {
        let crc32 = Some(crc32fast::hash(&bytes));
        Self { name, size: bytes.len() as u64, crc32, content: Content::InMemory(bytes) }
    }

    const fn is_large(&self) -> bool {
        self.size >= LARGE
    }

    fn flags(&self) -> u16 {
        UTF8 | if self.crc32.is_some() { 0 } else { DESCRIBED }
    }

    fn header_length(&self) -> u64 {
        LOCAL_HEADER + self.name.len() as u64 + if self.is_large() { 20 } else { 0 }
    }

    const fn descriptor_length(&self) -> u64 {
        match (self.crc32, self.is_large()) {
            (Some(_), _) => 0,
            (None, false) => 16,
            (None, true) => 24,
        }
    }
}

/// A part of the ZIP file; the number is the index of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Segment {
    Header(usize),
    Content(usize),
    Descriptor(usize),
    Directory,
}

pub struct Zip {
    entries: Vec<Entry>,
    offsets: Vec<u64>,
    directory_at: u64,
    /// The size of the whole ZIP file in bytes.
    pub size: u64,
    date: u16,
}

impl Zip {
    pub fn new(entries: Vec<Entry>, day: Day) -> Self {
        let mut zip =
            Self { entries, offsets: Vec::new(), directory_at: 0, size: 0, date: dos_date(day) };
        for entry in &zip.entries {
            zip.offsets.push(zip.directory_at);
            zip.directory_at += entry.header_length() + entry.size + entry.descriptor_length();
        }
        zip.size = zip.directory_at + zip.directory_length();
        zip
    }

    /// Whether all checksums are known, so that every byte is fixed and ranges can be sent.
    pub fn is_fixed(&self) -> bool {
        self.entries.iter().all(|entry| entry.crc32.is_some())
    }

    fn segments(&self) -> Vec<Segment> {
        let all = (0..self.entries.len())
            .flat_map(|at| [Segment::Header(at), Segment::Content(at), Segment::Descriptor(at)]);
        all.chain([Segment::Directory]).collect()
    }

    fn length(&self, segment: Segment) -> u64 {
        match segment {
            Segment::Header(at) => self.entries[at].header_length(),
            Segment::Content(at) => self.entries[at].size,
            Segment::Descriptor(at) => self.entries[at].descriptor_length(),
            Segment::Directory => self.size - self.directory_at,
        }
    }

    fn header(&self, at: usize) -> Vec<u8> {
        let entry = &self.entries[at];
        let (is_large, crc) = (entry.is_large(), entry.crc32.unwrap_or(0));
        // The size is 0 here if a data descriptor follows the content.
        let size = if entry.crc32.is_some() { entry.size } else { 0 };
        let mut out = Vec::new();
        let short = if is_large { u32::MAX } else { narrow(size) };
        out.extend(0x0403_4b50_u32.to_le_bytes());
        put(&mut out, &[if is_large { 45 } else { 20 }, entry.flags(), 0, 0, self.date]);
        for word in [crc, short, short] {
            out.extend(word.to_le_bytes());
        }
        put(&mut out, &[name_length(entry), if is_large { 20 } else { 0 }]);
        out.extend(entry.name.as_bytes());
        if is_large {
            put(&mut out, &[1, 16]);
            out.extend(size.to_le_bytes());
            out.extend(size.to_le_bytes());
        }
        out
    }

    fn descriptor(&self, at: usize, crcs: &[u32]) -> Vec<u8> {
        let entry = &self.entries[at];
        let mut out = Vec::new();
        if entry.crc32.is_some() {
            return out;
        }
        out.extend(0x0807_4b50_u32.to_le_bytes());
        out.extend(crcs[at].to_le_bytes());
        for _ in 0..2 {
            match entry.is_large() {
                true => out.extend(entry.size.to_le_bytes()),
                false => out.extend(narrow(entry.size).to_le_bytes()),
            }
        }
        out
    }

    /// How many bytes the ZIP64 form needs for an entry of the directory.
    fn extra_length(&self, at: usize) -> u64 {
        let numbers = if self.entries[at].is_large() { 2 } else { 0 }
            + if self.offsets[at] >= LARGE { 1 } else { 0 };
        if numbers == 0 { 0 } else { 4 + 8 * numbers }
    }

    fn entries_length(&self) -> u64 {
        let lengths =
            self.entries.iter().enumerate().map(|(at, entry)| {
                DIRECTORY_HEADER + entry.name.len() as u64 + self.extra_length(at)
            });
        lengths.sum()
    }

    fn is_large(&self) -> bool {
        self.entries.len() >= MANY || self.directory_at >= LARGE || self.entries_length() >= LARGE
    }

    fn directory_length(&self) -> u64 {
        self.entries_length() + 22 + if self.is_large() { 56 + 20 } else { 0 }
    }

    fn directory(&self, crcs: &[u32]) -> Vec<u8> {
        let mut out = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let (offset, extra) = (self.offsets[at], self.extra_length(at));
            let version = if extra > 0 { 45 } else { 20 };
            let short = if entry.is_large() { u32::MAX } else { narrow(entry.size) };
            out.extend(0x0201_4b50_u32.to_le_bytes());
            // The host system is Unix, so that programs read the file permissions below.
            put(&mut out, &[3 << 8 | 45, version, entry.flags(), 0, 0, self.date]);
            for word in [crcs[at], short, short] {
                out.extend(word.to_le_bytes());
            }
            put(&mut out, &[name_length(entry), u16::try_from(extra).unwrap_or(0), 0, 0, 0]);
            out.extend((0o100_644_u32 << 16).to_le_bytes());
            out.extend((if offset >= LARGE { u32::MAX } else { narrow(offset) }).to_le_bytes());
            out.extend(entry.name.as_bytes());
            if extra > 0 {
                put(&mut out, &[1, u16::try_from(extra - 4).unwrap_or(0)]);
                if entry.is_large() {
                    out.extend(entry.size.to_le_bytes());
                    out.extend(entry.size.to_le_bytes());
                }
                if offset >= LARGE {
                    out.extend(offset.to_le_bytes());
                }
            }
        }
        let (length, count) = (out.len() as u64, self.entries.len());
        if self.is_large() {
            let end = self.directory_at + length;
            out.extend(0x0606_4b50_u32.to_le_bytes());
            out.extend(44_u64.to_le_bytes());
            put(&mut out, &[3 << 8 | 45, 45]);
            out.extend([0; 8]);
            for number in [count as u64, count as u64, length, self.directory_at] {
                out.extend(number.to_le_bytes());
            }
            out.extend(0x0706_4b50_u32.to_le_bytes());
            out.extend(0_u32.to_le_bytes());
            out.extend(end.to_le_bytes());
            out.extend(1_u32.to_le_bytes());
        }
        let (count, length, at) = match self.is_large() {
            true => (u16::MAX, u32::MAX, u32::MAX),
            false => (u16::try_from(count).unwrap_or(0), narrow(length), narrow(self.directory_at)),
        };
        out.extend(0x0605_4b50_u32.to_le_bytes());
        put(&mut out, &[0, 0, count, count]);
        out.extend(length.to_le_bytes());
        out.extend(at.to_le_bytes());
        put(&mut out, &[0]);
        out
    }

    /// Streams the bytes of a range, read from the store while they are sent. Only a ZIP file that `is_fixed` can be
    /// sent in ranges.
    pub fn send(
        self,
        blobs: Blobs,
        range: Range<u64>,
        queue: Option<SendfileQueue>,
    ) -> impl Stream<Item = blobs::Result<Bytes>> + Send {
        let mut segments = Vec::new();
        let mut at = 0;
        for segment in self.segments() {
            let end = at + self.length(segment);
            let part = range.start.clamp(at, end) - at..range.end.clamp(at, end) - at;
            if !part.is_empty() {
                segments.push((segment, part));
            }
            at = end;
        }
        segments.reverse();
        let crcs = self.entries.iter().map(|entry| entry.crc32.unwrap_or(0)).collect();
        let sending = Sending { zip: self, blobs, queue, segments, crcs, open: None };
        stream::unfold(sending, Sending::next)
    }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn name_length(entry: &Entry) -> u16 {
    u16::try_from(entry.name.len()).unwrap_or(u16::MAX)
}

fn put(out: &mut Vec<u8>, words: &[u16]) {
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// The date format of ZIP files: years since 1980 in seven bits, the month in four, the day in five.
fn dos_date(day: Day) -> u16 {
    let text = day.to_string();
    let mut parts = text.split('-').map(|part| part.parse::<u16>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let (year, month, day) = (next(), next(), next());
    year.clamp(1980, 2107).saturating_sub(1980) << 9 | month.max(1) << 5 | day.max(1)
}

struct Sending {
    zip: Zip,
    blobs: Blobs,
    queue: Option<SendfileQueue>,
    /// The segments that are not sent yet, with the range of each, in reverse order.
    segments: Vec<(Segment, Range<u64>)>,
    crcs: Vec<u32>,
    open: Option<Open>,
}

/// The entry that is being read.
struct Open {
    at: usize,
    source: Source,
    hasher: Option<Hasher>,
}

impl Sending {
    async fn next(mut self) -> Option<(blobs::Result<Bytes>, Self)> {
        loop {
            if let Some(open) = &mut self.open {
                match open.source.next().await {
                    Ok(Some(part)) => {
                        if let (Some(hasher), Part::Read(bytes)) = (&mut open.hasher, &part) {
                            hasher.update(bytes);
                        }
                        return Some((Ok(part.into_bytes()), self));
                    }
                    Ok(None) => {
                        if let Some(Open { at, hasher: Some(hasher), .. }) = self.open.take() {
                            self.crcs[at] = hasher.finalize();
                        }
                        self.open = None;
                    }
                    Err(error) => return Some((Err(error), self)),
                }
            }
            let (segment, part) = self.segments.pop()?;
            let bytes: Bytes = match segment {
                Segment::Header(at) => self.zip.header(at).into(),
                Segment::Descriptor(at) => self.zip.descriptor(at, &self.crcs).into(),
                Segment::Directory => self.zip.directory(&self.crcs).into(),
                Segment::Content(at) => {
                    let entry = &self.zip.entries[at];
                    match &entry.content {
                        Content::InMemory(bytes) => bytes.clone(),
                        Content::Stored(key) => {
                            let reader = self.blobs.read(key, part);
                            let hasher = entry.crc32.is_none().then(Hasher::new);
                            // Bytes sent with `sendfile` never reach this process, so no checksum could be computed.
                            let queue = self.queue.clone().filter(|_| hasher.is_none());
                            self.open = Some(Open { at, source: Source { reader, queue }, hasher });
                            continue;
                        }
                    }
                }
            };
            let within = part.start as usize..part.end as usize;
            return Some((Ok(bytes.slice(within)), self));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, size: u64, crc32: Option<u32>) -> Entry {
        let content = Content::Stored(Key::parse("a").unwrap());
        Entry { name: name.to_owned(), size, crc32, content }
    }

    fn day() -> Day {
        Day::read("2026-11-18").unwrap()
    }

    // DLV-02
    #[test]
    fn dlv_02_every_part_has_the_length_that_was_told() {
        let gigabyte = 1_u64 << 30;
        for crc in [None, Some(7)] {
            for sizes in [vec![], vec![0, 1], vec![5 * gigabyte, 3], vec![3 * gigabyte; 3]] {
                let entries =
                    sizes.iter().zip(0..).map(|(size, n)| entry(&format!("ä{n}.wav"), *size, crc));
                let zip = Zip::new(entries.collect(), day());
                let crcs = vec![7; sizes.len()];
                let mut size = 0;
                for segment in zip.segments() {
                    size += zip.length(segment);
                    let made = match segment {
                        Segment::Header(at) => zip.header(at).len() as u64,
                        Segment::Descriptor(at) => zip.descriptor(at, &crcs).len() as u64,
                        Segment::Directory => zip.directory(&crcs).len() as u64,
                        Segment::Content(at) => zip.entries[at].size,
                    };
                    assert_eq!(zip.length(segment), made, "{segment:?} of {sizes:?}");
                }
                assert_eq!(zip.size, size);
                let is_beyond = sizes.iter().sum::<u64>() > LARGE;
                assert_eq!(zip.is_large(), is_beyond, "{sizes:?}");
            }
        }
    }

    // DLV-02
    #[test]
    fn dlv_02_an_entry_beyond_four_gigabytes_tells_its_place_and_size() {
        let zip = Zip::new(vec![entry("a", 5 << 30, Some(1)), entry("b", 3, Some(2))], day());
        let directory = zip.directory(&[1, 2]);
        // The first has its two sizes in the long form, the second one its place.
        assert_eq!((zip.extra_length(0), zip.extra_length(1)), (20, 12));
        let place = zip.offsets[1].to_le_bytes();
        assert!(directory.windows(8).any(|bytes| bytes == place));
        assert!(directory.windows(4).any(|bytes| bytes == 0x0606_4b50_u32.to_le_bytes()));
        assert_eq!(zip.offsets[1], zip.entries[0].header_length() + (5 << 30));
    }

    #[test]
    fn a_day_is_written_as_dos_did() {
        assert_eq!(dos_date(day()), (46 << 9) | (11 << 5) | 18);
    }
}
