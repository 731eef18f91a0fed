//! Files go to the network past this program's memory: the system sends them itself. hyper knows only bytes, so it is
//! handed a stand-in for a stretch of a file: as many bytes, which nobody reads. The connection sees the stand-in
//! come and has the stretch sent in its place. Stand-ins are of one piece of memory that is used for nothing else,
//! and each begins elsewhere in it: one that is not the next in turn ends the connection, and never sends a wrong byte.

use std::{
    collections::VecDeque,
    io,
    os::fd::AsFd,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
};

use blobs::{LONGEST_STRETCH, OpenFile, Reader, Stretch};
use bytes::Bytes;

/// So many stand-ins follow each other before one begins where another did.
const TURNS: usize = 4096;

/// Never written and never read, so the system gives it no memory.
static BLANK: LazyLock<&'static [u8]> = LazyLock::new(|| vec![0; LONGEST_STRETCH + TURNS].leak());

/// What one connection is to send; a clone is the same connection's. Only HTTP/1 has its answers in one row, so only
/// its requests are given one.
#[derive(Clone, Default)]
pub struct Handover(Arc<Mutex<Row>>);

#[derive(Default)]
struct Row {
    waiting: VecDeque<Waiting>,
    turn: usize,
    /// A player asks for one file in many ranges. It stays open until the connection ends or wants another, so that
    /// one that is deleted meanwhile takes room for that long.
    last: Option<OpenFile>,
}

struct Waiting {
    /// The address of what is left of the stand-in.
    stand_in: usize,
    stretch: Stretch,
}

impl Handover {
    /// Spares the reader opening the file that was sent from last.
    pub fn lend(&self, reader: &mut Reader) {
        if let Some(file) = &self.row().last {
            reader.use_again(file);
        }
    }

    /// Keeps the file that the reader has open.
    pub fn keep(&self, reader: &Reader) {
        self.row().last = reader.file().cloned();
    }

    fn row(&self) -> MutexGuard<'_, Row> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the stretch into the row. What it gives is to be written next, whole and once.
    pub fn stand_in(&self, stretch: Stretch) -> Bytes {
        let mut row = self.row();
        row.turn = (row.turn + 1) % TURNS;
        let stand_in = &BLANK[row.turn..row.turn + stretch.length().min(LONGEST_STRETCH)];
        row.waiting.push_back(Waiting { stand_in: stand_in.as_ptr() as usize, stretch });
        Bytes::from_static(stand_in)
    }

    /// Sends what the stand-in is for, as much as the socket takes.
    pub fn send(&self, stand_in: &[u8], socket: impl AsFd) -> io::Result<usize> {
        let mut row = self.row();
        let next = row.waiting.front_mut().ok_or_else(out_of_turn)?;
        if next.stand_in != stand_in.as_ptr() as usize || next.stretch.length() != stand_in.len() {
            return Err(out_of_turn());
        }
        let sent = next.stretch.send(socket)?;
        if sent == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file became shorter"));
        }
        next.stand_in += sent;
        if next.stretch.length() == 0 {
            row.waiting.pop_front();
        }
        Ok(sent)
    }
}

pub fn is_stand_in(bytes: &[u8]) -> bool {
    let blank = BLANK.as_ptr_range();
    !bytes.is_empty() && blank.contains(&bytes.as_ptr())
}

fn out_of_turn() -> io::Error {
    io::Error::other("a stretch of a file was to be sent out of its turn")
}

#[cfg(test)]
mod tests {
    use std::{io::Read, os::unix::net::UnixStream};

    use blobs::{Blobs, Key, Piece, Place};

    use super::*;

    async fn stretches(bytes: &[u8], ranges: &[(u64, u64)]) -> Vec<Stretch> {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(&Place::Folder(folder.path().to_owned())).unwrap();
        let key = Key::parse("beat").unwrap();
        blobs.put(&key, Bytes::copy_from_slice(bytes)).await.unwrap();
        let mut stretches = Vec::new();
        for (first, end) in ranges {
            // Where the system never promises that a file is in memory, there is nothing to hand over.
            if let Ok(Some(Piece::Stretch(stretch))) =
                blobs.read(&key, *first..*end).next_to_send().await
            {
                stretches.push(stretch);
            }
        }
        stretches
    }

    #[tokio::test]
    async fn a_stand_in_sends_its_stretch_however_little_goes_at_once() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).collect();
        for stretch in stretches(&bytes, &[(1000, 250_000)]).await {
            let (here, mut there) = UnixStream::pair().unwrap();
            here.set_nonblocking(true).unwrap();
            let handover = Handover::default();
            let stand_in = handover.stand_in(stretch);
            assert!(is_stand_in(&stand_in) && is_stand_in(&stand_in[stand_in.len() - 1..]));
            let mut left = &stand_in[..];
            let mut received = Vec::new();
            while !left.is_empty() {
                match handover.send(left, &here) {
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
            assert!(handover.send(&stand_in, &there).is_err(), "it is gone when it is sent");
        }
    }

    #[tokio::test]
    async fn out_of_turn_nothing_is_sent() {
        let handover = Handover::default();
        let mut stand_ins: Vec<Bytes> = Vec::new();
        for stretch in stretches(&[7; 1000], &[(0, 100), (200, 300)]).await {
            stand_ins.push(handover.stand_in(stretch));
        }
        let [first, second] = &stand_ins[..] else { return };
        let (here, mut there) = UnixStream::pair().unwrap();
        for wrong in [&second[..], &first[1..], &first[..99], &[0; 100]] {
            assert!(handover.send(wrong, &here).is_err());
        }
        assert!(Handover::default().send(first, &here).is_err());
        drop(here);
        assert_eq!(there.read(&mut [0]).unwrap(), 0);
    }

    #[test]
    fn what_is_no_stand_in_is_not_taken_for_one() {
        assert!(!is_stand_in(b"HTTP/1.1 200 OK") && !is_stand_in(&[]));
        assert!(!is_stand_in(&vec![0; LONGEST_STRETCH]));
    }
}
