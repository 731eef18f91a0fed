//! Reuses the buffers that files are read into: a download allocates once and not for each piece, and reads into
//! memory that is still in the processor's cache.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;

/// The size of a buffer: large enough that switching threads for each piece costs little, small enough for fifty
/// readers at once.
pub const SIZE: usize = 128 * 1024;

/// The pool keeps at most this many unused buffers.
const SPARE: usize = 16;

type Buffer = Box<[u8]>;

static UNUSED: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// Calls `read` with a buffer of `size` bytes, at most `SIZE`, and returns the bytes it read.
pub fn fill(size: usize, read: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<Bytes> {
    let mut piece = Piece { buffer: take(), length: 0 };
    let wanted = size.min(SIZE);
    piece.length = read(&mut piece.buffer[..wanted])?.min(wanted);
    Ok(Bytes::from_owner(piece))
}

fn take() -> Buffer {
    let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
    unused.unwrap_or_else(|| vec![0; SIZE].into())
}

/// A filled buffer. It returns to the pool when the last `Bytes` that refers to it is dropped.
struct Piece {
    buffer: Buffer,
    length: usize,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner);
        if unused.len() < SPARE {
            unused.push(std::mem::take(&mut self.buffer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &[u8]) -> Bytes {
        fill(text.len(), |buffer| {
            buffer.copy_from_slice(text);
            Ok(text.len())
        })
        .unwrap()
    }

    #[test]
    fn a_buffer_is_not_reused_while_a_part_of_it_is_held() {
        let first = piece(b"kick");
        let part = first.slice(1..3);
        drop(first);
        let others: Vec<_> = (0..2 * SPARE).map(|_| piece(b"snare")).collect();
        assert_eq!(&part[..], b"ic");
        drop(others);
        // A shorter piece in a reused buffer contains none of the earlier bytes.
        assert_eq!(&piece(b"hat")[..], b"hat");
        assert!(UNUSED.lock().unwrap().len() <= SPARE);
    }

    #[test]
    fn a_read_that_fails_or_ends_early_is_reported() {
        assert!(fill(4, |_| Err(io::Error::other("gone"))).is_err());
        assert_eq!(&fill(4, |_| Ok(0)).unwrap()[..], b"");
        assert_eq!(fill(2 * SIZE, |buffer| Ok(buffer.len())).unwrap().len(), SIZE);
    }
}
