//! Streams a file in pieces, from the thread that writes it to the task that uploads it to the media store.

use std::io::{self, BufWriter, Write};

use bytes::Bytes;
use tokio::sync::mpsc;

const PIECE: usize = 256 * 1024;

/// A writer that sends its bytes in pieces to a channel. Writing fails when the receiver is dropped.
pub(crate) fn in_pieces(pieces: mpsc::Sender<Bytes>) -> impl Write + Send {
    BufWriter::with_capacity(PIECE, Pieces(pieces))
}

struct Pieces(mpsc::Sender<Bytes>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map_err(|_closed| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
