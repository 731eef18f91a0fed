//! Room for the pieces that are read. What a piece leaves is kept for the next one: a download asks the system
//! for memory once and not for each of its pieces, and reads into what the processor still has near.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use bytes::Bytes;

/// Large enough that the hops do not show, small enough that fifty readers do not either.
pub const SIZE: usize = 128 * 1024;

/// So many may lie unused.
const SPARE: usize = 16;

type Room = Box<[u8]>;

static UNUSED: Mutex<Vec<Room>> = Mutex::new(Vec::new());

/// What was read into a room of its own, up to a room's size.
pub fn filled(size: usize, read: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<Bytes> {
    let mut piece = Piece { room: take(), length: 0 };
    let wanted = size.min(SIZE);
    piece.length = read(&mut piece.room[..wanted])?.min(wanted);
    Ok(Bytes::from_owner(piece))
}

fn take() -> Room {
    let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
    unused.unwrap_or_else(|| vec![0; SIZE].into())
}

struct Piece {
    room: Room,
    length: usize,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.room[..self.length]
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner);
        if unused.len() < SPARE {
            unused.push(std::mem::take(&mut self.room));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[u8]) -> Bytes {
        filled(text.len(), |room| {
            room.copy_from_slice(text);
            Ok(text.len())
        })
        .unwrap()
    }

    #[test]
    fn a_piece_keeps_its_room_while_it_is_held() {
        let first = of(b"kick");
        let part = first.slice(1..3);
        drop(first);
        let others: Vec<_> = (0..2 * SPARE).map(|_| of(b"snare")).collect();
        assert_eq!(&part[..], b"ic");
        drop(others);
        // A shorter piece in a used room shows nothing of what was there.
        assert_eq!(&of(b"hat")[..], b"hat");
        assert!(UNUSED.lock().unwrap().len() <= SPARE);
    }

    #[test]
    fn a_read_that_fails_or_ends_early_is_told() {
        assert!(filled(4, |_| Err(io::Error::other("gone"))).is_err());
        assert_eq!(&filled(4, |_| Ok(0)).unwrap()[..], b"");
        assert_eq!(filled(2 * SIZE, |room| Ok(room.len())).unwrap().len(), SIZE);
    }
}
