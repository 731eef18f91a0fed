//! What the system has in memory already, read or sent without ever waiting for a disk: that may be done right
//! where it is asked for. Where the system cannot promise that, the answer is none, and a blocking thread reads.

use std::{fs::File, io, os::fd::AsFd, path::Path};

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

/// Whether the bytes are there, as far as both ends tell: the system reads ahead, and what it drops it drops in
/// runs, so that a hole between them is rare, and costs a wait and nothing else.
#[cfg(target_os = "linux")]
pub fn holds(file: &File, at: u64, size: usize) -> bool {
    use std::io::IoSliceMut;

    use rustix::io::{ReadWriteFlags, preadv2};

    let is_there = |at: u64| {
        let mut one = [0];
        preadv2(file, &mut [IoSliceMut::new(&mut one)], at, ReadWriteFlags::NOWAIT) == Ok(1)
    };
    size > 0 && is_there(at) && is_there(at + (size as u64 - 1))
}

/// From the file to the socket, past this program's memory. As much as the socket takes.
#[cfg(target_os = "linux")]
pub fn send(file: &File, at: u64, size: usize, socket: impl AsFd) -> io::Result<usize> {
    let mut at = at;
    Ok(rustix::fs::sendfile(socket, file, Some(&mut at), size)?)
}

#[cfg(not(target_os = "linux"))]
pub fn holds(_: &File, _: u64, _: usize) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
pub fn send(_: &File, _: u64, _: usize, _: impl AsFd) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
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

    const UNFIT: &str = "this test needs a file system that reads from the page cache without waiting (RWF_NOWAIT), such \
                         as ext4, xfs or btrfs: set TMPDIR to a folder on one";

    #[test]
    fn what_was_just_written_is_at_hand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("beat");
        std::fs::write(&path, b"four on the floor").unwrap();
        // The kernel may refuse a single try when other programs change the same folders.
        let file = (0..100).find_map(|_| open(&path)).expect(UNFIT);
        let piece = read(&file, 5, 6).expect(UNFIT);
        assert_eq!(&piece[..], b"on the");
        assert_eq!(read(&file, 12, 100).as_deref(), Some(&b"floor"[..]));
        assert_eq!(read(&file, 17, 1), None);
        assert!(holds(&file, 0, 17) && holds(&file, 16, 1));
        assert!(!holds(&file, 0, 18) && !holds(&file, 17, 1) && !holds(&file, 3, 0));
        assert!(open(&folder.path().join("nothing")).is_none());
    }
}
