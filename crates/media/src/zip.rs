//! Checks that a ZIP file can be opened: finds its central directory and walks through it, without unpacking anything.

/// The longest end of a zip file: its last record with the longest comment, and the pointer to a zip64 record.
pub const TAIL_BYTES: u64 = END as u64 + 65_535 + LOCATOR as u64;
/// The bytes of a zip64 record that matter.
pub const ZIP64_BYTES: u64 = 56;

const END: usize = 22;
const LOCATOR: usize = 20;
const HEADER: usize = 46;

/// The content of the last record of a ZIP file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Directory(Directory),
    /// The file is so large that its directory is described at this offset.
    Zip64(u64),
}

/// The position and size of the central directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directory {
    pub at: u64,
    pub size: u64,
    pub entries: u64,
}

/// Whether the first bytes are those of a ZIP file that is not empty.
pub fn begins_well(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// The name of another archive format that begins with these bytes.
pub fn other_archive(head: &[u8]) -> Option<&'static str> {
    let is_tar = head.get(257..262) == Some(b"ustar");
    let known: [(&[u8], &str); 5] = [
        (b"Rar!\x1a\x07", "RAR"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"\x1f\x8b", "GZIP"),
        (b"BZh", "BZIP2"),
        (b"\xfd7zXZ\0", "XZ"),
    ];
    let found = known.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, name)| *name);
    found.or(is_tar.then_some("TAR"))
}

/// Finds the last record in the tail of a file of this size. `tail` is its last [`TAIL_BYTES`], or all of it.
pub fn find_end(tail: &[u8], size: u64) -> Option<End> {
    let begin = size.checked_sub(tail.len() as u64)?;
    let last = tail.len().checked_sub(END)?;
    let at = (0..=last).rev().find(|at| {
        let comment = number(tail, at + 20, 2);
        tail[*at..].starts_with(b"PK\x05\x06") && comment == Some((tail.len() - at - END) as u64)
    })?;
    let (disk, entries) = (number(tail, at + 4, 2)?, number(tail, at + 10, 2)?);
    let (length, offset) = (number(tail, at + 12, 4)?, number(tail, at + 16, 4)?);
    if entries == 0xffff || length == 0xffff_ffff || offset == 0xffff_ffff {
        let locator = at.checked_sub(LOCATOR)?;
        let is_there = tail[locator..].starts_with(b"PK\x06\x07");
        return is_there.then(|| number(tail, locator + 8, 8).map(End::Zip64)).flatten();
    }
    let directory = Directory { at: offset, size: length, entries };
    (disk == 0 && offset + length <= begin + at as u64 && entries > 0)
        .then_some(End::Directory(directory))
}

/// Reads a zip64 record that begins at `at` in a file of this size.
pub fn read_zip64(record: &[u8], at: u64, size: u64) -> Option<Directory> {
    if !record.starts_with(b"PK\x06\x06") {
        return None;
    }
    let (entries, length) = (number(record, 32, 8)?, number(record, 40, 8)?);
    let directory = Directory { at: number(record, 48, 8)?, size: length, entries };
    let is_inside = directory.at.checked_add(length).is_some_and(|end| end <= at && at < size);
    (is_inside && entries > 0).then_some(directory)
}

/// Walks through a central directory that arrives in pieces. Holds one entry at a time.
#[derive(Debug)]
pub struct Walk {
    held: Vec<u8>,
    left: u64,
    is_broken: bool,
}

impl Walk {
    pub fn new(directory: Directory) -> Self {
        Self { held: Vec::new(), left: directory.entries, is_broken: false }
    }

    pub fn push(&mut self, piece: &[u8]) {
        if self.is_broken {
            return;
        }
        self.held.extend_from_slice(piece);
        let mut at = 0;
        while let Some(header) = self.held.get(at..at + HEADER) {
            if !header.starts_with(b"PK\x01\x02") || self.left == 0 {
                self.is_broken = true;
                return;
            }
            let parts = [28, 30, 32].map(|place| number(header, place, 2).unwrap_or(0));
            let Ok(length) = usize::try_from(parts.iter().sum::<u64>()) else { return };
            if self.held.len() < at + HEADER + length {
                break;
            }
            at += HEADER + length;
            self.left -= 1;
        }
        self.held.drain(..at);
    }

    /// Whether the directory held exactly the announced entries.
    pub fn is_whole(&self) -> bool {
        !self.is_broken && self.left == 0 && self.held.is_empty()
    }
}

fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str) -> Vec<u8> {
        let mut header = vec![0; HEADER];
        header[..4].copy_from_slice(b"PK\x01\x02");
        header[28] = name.len() as u8;
        header.extend_from_slice(name.as_bytes());
        header
    }

    fn archive(names: &[&str], comment: &str) -> Vec<u8> {
        let mut file = b"PK\x03\x04content".to_vec();
        let at = file.len() as u32;
        let directory: Vec<u8> = names.iter().flat_map(|name| entry(name)).collect();
        file.extend_from_slice(&directory);
        let count = names.len() as u16;
        file.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        file.extend_from_slice(&count.to_le_bytes());
        file.extend_from_slice(&count.to_le_bytes());
        file.extend_from_slice(&(directory.len() as u32).to_le_bytes());
        file.extend_from_slice(&at.to_le_bytes());
        file.extend_from_slice(&(comment.len() as u16).to_le_bytes());
        file.extend_from_slice(comment.as_bytes());
        file
    }

    fn is_readable(file: &[u8], step: usize) -> bool {
        let Some(End::Directory(found)) = find_end(file, file.len() as u64) else { return false };
        let mut walk = Walk::new(found);
        let (at, end) = (found.at as usize, (found.at + found.size) as usize);
        file[at..end].chunks(step).for_each(|piece| walk.push(piece));
        walk.is_whole()
    }

    // FILE-03
    #[test]
    fn a_whole_directory_is_readable_in_any_pieces() {
        for comment in ["", "made by a studio", &"PK\x05\x06".repeat(20)] {
            let file = archive(&["kick.wav", "snare.wav", "a/b/c.wav"], comment);
            for step in [1, 7, 46, 4096] {
                assert!(is_readable(&file, step), "{comment:?} in pieces of {step}");
            }
        }
    }

    // FILE-03
    #[test]
    fn a_damaged_directory_is_not() {
        let file = archive(&["kick.wav", "clap.wav"], "");
        assert!(is_readable(&file, 16));
        assert!(!is_readable(&archive(&[], ""), 16), "nothing in it");
        assert!(!is_readable(&file[..file.len() - 1], 16), "cut off");
        assert!(!is_readable(&file[..40], 16) && !is_readable(b"", 16));
        for at in 11..file.len() - 12 {
            let mut bent = file.clone();
            bent[at] ^= 0xff;
            // Names and times can hold any bytes; the signature and the lengths of an entry cannot.
            let inside = (at - 11) % (HEADER + 8);
            if inside < 4 || (28..34).contains(&inside) {
                assert!(!is_readable(&bent, 16), "byte {at}");
            }
        }
    }

    #[test]
    fn other_archives_are_known_by_name() {
        assert_eq!(other_archive(b"Rar!\x1a\x07\x01\x00"), Some("RAR"));
        assert_eq!(other_archive(b"7z\xbc\xaf\x27\x1c\0\x04"), Some("7z"));
        let mut tar = vec![0; 512];
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(other_archive(&tar), Some("TAR"));
        assert_eq!(other_archive(b"PK\x03\x04"), None);
        assert!(begins_well(b"PK\x03\x04\x14") && !begins_well(b"PK\x05\x06"));
    }

    #[test]
    fn a_large_file_is_described_by_its_zip64_record() {
        let mut record = vec![0; 56];
        record[..4].copy_from_slice(b"PK\x06\x06");
        record[32] = 3;
        record[40] = 200;
        record[48..56].copy_from_slice(&5_000_000_000_u64.to_le_bytes());
        let found = Directory { at: 5_000_000_000, size: 200, entries: 3 };
        assert_eq!(read_zip64(&record, 5_000_000_200, 5_000_000_300), Some(found));
        assert_eq!(read_zip64(&record, 5_000_000_199, 5_000_000_300), None);
        let mut tail = b"PK\x06\x07\0\0\0\0".to_vec();
        tail.extend_from_slice(&5_000_000_200_u64.to_le_bytes());
        tail.extend_from_slice(&[1, 0, 0, 0]);
        tail.extend_from_slice(
            b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0",
        );
        assert_eq!(find_end(&tail, 5_000_000_300), Some(End::Zip64(5_000_000_200)));
    }
}
