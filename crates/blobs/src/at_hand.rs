//! What the system has in memory already, read without ever waiting for a disk: such a read may be done right
//! where it is asked for. Where the system cannot promise that, the answer is none, and a blocking thread reads.

use std::{fs::File, path::Path};

use bytes::Bytes;

#[cfg(target_os = "linux")]
use crate::rooms;

/// Opens the file if its whole path is in memory.
#[cfg(target_os = "linux")]
pub fn open(path: &Path) -> Option<File> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};

    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    openat2(CWD, path, flags, Mode::empty(), ResolveFlags::CACHED).ok().map(File::from)
}

/// As much as is in memory from there on, up to the size.
#[cfg(target_os = "linux")]
pub fn read(file: &File, at: u64, size: usize) -> Option<Bytes> {
    use std::io::IoSliceMut;

    use rustix::io::{ReadWriteFlags, preadv2};

    let read = |room: &mut [u8]| {
        Ok(preadv2(file, &mut [IoSliceMut::new(room)], at, ReadWriteFlags::NOWAIT)?)
    };
    rooms::filled(size, read).ok().filter(|piece| !piece.is_empty())
}

#[cfg(not(target_os = "linux"))]
pub fn open(_: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
pub fn read(_: &File, _: u64, _: usize) -> Option<Bytes> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_was_just_written_is_at_hand_or_nothing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("beat");
        std::fs::write(&path, b"four on the floor").unwrap();
        // Some file systems never promise; then both are none, which is an answer too.
        if let Some(file) = open(&path)
            && let Some(piece) = read(&file, 5, 6)
        {
            assert_eq!(&piece[..], b"on the");
            assert_eq!(read(&file, 12, 100).as_deref(), Some(&b"floor"[..]));
            assert_eq!(read(&file, 17, 1), None);
        }
        assert!(open(&folder.path().join("nothing")).is_none());
    }
}
