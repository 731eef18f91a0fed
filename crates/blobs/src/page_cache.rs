//! Reads and sends files out of the kernel's page cache without ever waiting for a disk, so an async task may do it
//! directly. A function returns `None` or `false` where the kernel cannot promise that; the caller then reads on a
//! blocking thread.

use std::{fs::File, io, os::fd::AsFd, path::Path};

use bytes::Bytes;

#[cfg(target_os = "linux")]
use crate::buffer_pool;

/// Opens the file if its whole path is in the kernel's directory cache.
#[cfg(target_os = "linux")]
pub fn open(path: &Path) -> Option<File> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};

    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    openat2(CWD, path, flags, Mode::empty(), ResolveFlags::CACHED).ok().map(File::from)
}

/// Reads the cached bytes from `at` on, at most `size`.
#[cfg(target_os = "linux")]
pub fn read(file: &File, at: u64, size: usize) -> Option<Bytes> {
    use std::io::IoSliceMut;

    use rustix::io::{ReadWriteFlags, preadv2};

    let read = |buffer: &mut [u8]| {
        Ok(preadv2(file, &mut [IoSliceMut::new(buffer)], at, ReadWriteFlags::NOWAIT)?)
    };
    buffer_pool::fill(size, read).ok().filter(|piece| !piece.is_empty())
}

/// Whether the range is cached. Only its first and last byte are checked: the kernel reads ahead and drops pages in
/// runs, so a gap between them is rare and costs one wait for the disk.
#[cfg(target_os = "linux")]
pub fn holds(file: &File, at: u64, size: usize) -> bool {
    use std::io::IoSliceMut;

    use rustix::io::{ReadWriteFlags, preadv2};

    let is_cached = |at: u64| {
        let mut one = [0];
        preadv2(file, &mut [IoSliceMut::new(&mut one)], at, ReadWriteFlags::NOWAIT) == Ok(1)
    };
    size > 0 && is_cached(at) && is_cached(at + (size as u64 - 1))
}

/// Sends from the file to the socket with `sendfile`, as much as the socket accepts.
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

    /// ext4, xfs, btrfs, overlayfs and tmpfs all support `RESOLVE_CACHED` and `RWF_NOWAIT`. On a file system that
    /// does not, this test fails: run it with `TMPDIR` on another one.
    #[test]
    fn a_file_just_written_is_read_from_the_page_cache() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("beat");
        std::fs::write(&path, b"four on the floor").unwrap();
        let file = open(&path).expect("the path is cached");
        assert_eq!(read(&file, 5, 6).as_deref(), Some(&b"on the"[..]));
        assert_eq!(read(&file, 12, 100).as_deref(), Some(&b"floor"[..]));
        assert_eq!(read(&file, 17, 1), None);
        assert!(holds(&file, 0, 17) && holds(&file, 16, 1));
        assert!(!holds(&file, 0, 18) && !holds(&file, 17, 1) && !holds(&file, 3, 0));
        assert!(open(&folder.path().join("nothing")).is_none());
    }
}
