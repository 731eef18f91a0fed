//! Lets the kernel send files to a socket with `sendfile`, without copying them through this program. hyper accepts
//! only bytes as a body, so it gets a placeholder for each range of a file: a slice of the same length, which nobody
//! reads. The connection recognizes a placeholder by its address and sends the file range instead. All placeholders lie
//! in one block of memory that is used for nothing else, and each starts at another address: a placeholder that is not
//! the next in the queue ends the connection, so that a wrong byte is never sent.
//!
//! This depends on hyper passing body chunks to the socket without copying them, which `writev(true)` in
//! `http/serve/mod.rs` makes sure of: a copied placeholder would be sent as zeros.

use std::{
    collections::VecDeque,
    io,
    os::fd::AsFd,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use blobs::{FileRange, LONGEST_FILE_RANGE, OpenFile, Reader};
use bytes::Bytes;

/// This many placeholders are created before a start address is used again.
const OFFSETS: usize = 4096;

/// Never written and never read, so the kernel assigns no memory to these pages.
static BLANK: LazyLock<&'static [u8]> =
    LazyLock::new(|| vec![0; LONGEST_FILE_RANGE + OFFSETS].leak());

/// The file ranges that one connection has to send; a clone shares the queue. Only HTTP/1 sends its answers one after
/// the other, so HTTP/2 requests get no queue.
#[derive(Clone, Default)]
pub struct SendfileQueue(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    offset: usize,
    /// The file that was sent last: a player requests one file in many ranges. It stays open until the connection
    /// ends or sends another file; a file deleted in the meantime occupies disk space until then.
    last: Option<OpenFile>,
}

struct Waiting {
    /// The address of the part of the placeholder that is not sent yet.
    placeholder: usize,
    range: FileRange,
}

impl SendfileQueue {
    /// Lets the reader use the file that was sent last, if it is the same one, instead of opening it again.
    pub fn lend(&self, reader: &mut Reader) {
        if let Some(file) = &self.lock().last {
            reader.use_again(file);
        }
    }

    /// Remembers the file that the reader has open, for `lend`.
    pub fn remember_file(&self, reader: &Reader) {
        self.lock().last = reader.file().cloned();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends the range to the queue and returns its placeholder, which the caller must write next, whole and once.
    pub fn placeholder(&self, range: FileRange) -> Bytes {
        let mut queue = self.lock();
        queue.offset = (queue.offset + 1) % OFFSETS;
        let placeholder =
            &BLANK[queue.offset..queue.offset + range.length().min(LONGEST_FILE_RANGE)];
        queue.waiting.push_back(Waiting { placeholder: placeholder.as_ptr() as usize, range });
        Bytes::from_static(placeholder)
    }

    /// Sends the file range of the placeholder and returns how many bytes the socket accepted.
    pub fn send(&self, placeholder: &[u8], socket: impl AsFd) -> io::Result<usize> {
        let mut queue = self.lock();
        let next = queue.waiting.front_mut().ok_or_else(not_next)?;
        let is_next = next.placeholder == placeholder.as_ptr() as usize
            && next.range.length() == placeholder.len();
        if !is_next {
            return Err(not_next());
        }
        let sent = next.range.send(socket)?;
        if sent == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file became shorter"));
        }
        next.placeholder += sent;
        if next.range.length() == 0 {
            queue.waiting.pop_front();
        }
        Ok(sent)
    }
}

pub fn is_placeholder(bytes: &[u8]) -> bool {
    let blank = BLANK.as_ptr_range();
    !bytes.is_empty() && blank.contains(&bytes.as_ptr())
}

fn not_next() -> io::Error {
    io::Error::other("a placeholder was written that is not the next in the sendfile queue")
}

#[cfg(test)]
mod tests {
    use std::{io::Read, os::unix::net::UnixStream};

    use blobs::{Blobs, Key, Piece, StoreLocation};

    use super::*;

    /// Fails on a file system that does not tell what is in the page cache (ext4, xfs, btrfs, overlayfs and tmpfs do):
    /// run the tests with `TMPDIR` on another one.
    async fn cached_ranges(bytes: &[u8], ranges: &[(u64, u64)]) -> Vec<FileRange> {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(&StoreLocation::Folder(folder.path().to_owned())).unwrap();
        let key = Key::parse("beat").unwrap();
        blobs.put(&key, Bytes::copy_from_slice(bytes)).await.unwrap();
        let mut found = Vec::new();
        for (first, end) in ranges {
            match blobs.read(&key, *first..*end).next_to_send().await {
                Ok(Some(Piece::InPageCache(range))) => found.push(range),
                other => panic!("a file just written is not in the page cache: {other:?}"),
            }
        }
        found
    }

    #[tokio::test]
    async fn a_placeholder_sends_its_range_however_little_the_socket_accepts_at_once() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).collect();
        let range = cached_ranges(&bytes, &[(1000, 250_000)]).await.remove(0);
        let (here, mut there) = UnixStream::pair().unwrap();
        here.set_nonblocking(true).unwrap();
        let queue = SendfileQueue::default();
        let placeholder = queue.placeholder(range);
        assert_eq!(placeholder.len(), 249_000);
        assert!(is_placeholder(&placeholder) && is_placeholder(&placeholder[248_999..]));
        let mut left = &placeholder[..];
        let mut received = Vec::new();
        while !left.is_empty() {
            match queue.send(left, &here) {
                Ok(sent) => left = &left[sent..],
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
            }
            let mut part = vec![0; 50_000];
            let read = there.read(&mut part).unwrap();
            received.extend(&part[..read]);
        }
        drop(here);
        there.read_to_end(&mut received).unwrap();
        assert!(received == bytes[1000..250_000]);
        assert!(queue.send(&placeholder, &there).is_err(), "a range is sent only once");
    }

    #[tokio::test]
    async fn a_placeholder_that_is_not_the_next_sends_nothing() {
        let queue = SendfileQueue::default();
        let ranges = cached_ranges(&[7; 1000], &[(0, 100), (200, 300)]).await;
        let placeholders: Vec<Bytes> =
            ranges.into_iter().map(|range| queue.placeholder(range)).collect();
        let [first, second] = &placeholders[..] else { panic!("two ranges, two placeholders") };
        let (here, mut there) = UnixStream::pair().unwrap();
        for wrong in [&second[..], &first[1..], &first[..99], &[0; 100]] {
            assert!(queue.send(wrong, &here).is_err());
        }
        assert!(SendfileQueue::default().send(first, &here).is_err());
        drop(here);
        assert_eq!(there.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn other_bytes_are_not_recognized_as_a_placeholder() {
        assert!(!is_placeholder(b"HTTP/1.1 200 OK") && !is_placeholder(&[]));
        assert!(!is_placeholder(&vec![0; LONGEST_FILE_RANGE]));
    }
}
