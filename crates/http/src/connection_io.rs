//! A client's TCP stream with time limits. hyper limits how long the head of a request may take; this adds limits for a
//! client that never reveals its protocol and for one that neither sends nor reads any more, and closes a connection
//! without losing the answer while the client is still sending.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::net::{SendFlags, send};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::sending::sendfile_queue::{SendfileQueue, is_placeholder};

/// The first bytes of an HTTP/2 client. Until the received bytes differ from them or complete them, hyper-util
/// waits for more without a limit of its own.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// For how long, and up to how many, unread bytes are read before a connection is closed while the
/// client is still sending. Closing with unread bytes sends a reset, and a reset may overtake
/// the answer.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 32 << 20;

#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Time limit for the first bytes, until the protocol is known.
    pub greeting: Duration,
    /// Time limit without a byte in either direction.
    pub idle: Duration,
}

pub struct ConnectionIo {
    stream: TcpStream,
    patience: Patience,
    opened: Instant,
    last_byte: Instant,
    timer: Pin<Box<Sleep>>,
    /// How many bytes of the preface have been seen; none once the protocol is known.
    greeting: Option<usize>,
    left_unread: Arc<AtomicBool>,
    sendfile_queue: SendfileQueue,
    farewell: Option<Farewell>,
}

struct Farewell {
    timer: Pin<Box<Sleep>>,
    taken: usize,
}

impl ConnectionIo {
    pub fn new(
        stream: TcpStream,
        patience: Patience,
        left_unread: Arc<AtomicBool>,
        sendfile_queue: SendfileQueue,
    ) -> Self {
        let opened = Instant::now();
        Self {
            stream,
            patience,
            opened,
            last_byte: opened,
            timer: Box::pin(sleep_until(opened + patience.greeting)),
            greeting: Some(0),
            left_unread,
            sendfile_queue,
            farewell: None,
        }
    }

    fn deadline(&self) -> Instant {
        match self.greeting {
            Some(_) => self.opened + self.patience.greeting,
            None => self.last_byte + self.patience.idle,
        }
    }

    /// Fails if the time limit has passed; otherwise the task will be woken when it passes.
    fn check_patience(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        while self.timer.as_mut().poll(cx).is_ready() {
            let deadline = self.deadline();
            if deadline <= Instant::now() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the client went quiet"));
            }
            self.timer.as_mut().reset(deadline);
        }
        Ok(())
    }

    /// Writes the bytes before the first placeholder, or the file range of a placeholder that comes first.
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Some(placeholder) = bytes.iter().position(|slice| is_placeholder(slice)) else {
            return Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        };
        loop {
            ready!(self.stream.poll_write_ready(cx))?;
            let (stream, first) = (&self.stream, &bytes[0]);
            let sent = stream.try_io(Interest::WRITABLE, || match placeholder {
                0 => self.sendfile_queue.send(first, stream),
                // The head of the answer: sent in one packet with the start of the file, so that the client wakes once.
                _ => Ok(send(stream, first, SendFlags::MORE | SendFlags::NOSIGNAL)?),
            });
            match sent {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
            }
        }
    }

    fn note_read(&mut self, bytes: &[u8]) {
        self.last_byte = Instant::now();
        let Some(seen) = self.greeting else { return };
        let wanted = &PREFACE[seen..];
        let compared = wanted.len().min(bytes.len());
        let is_known = bytes[..compared] != wanted[..compared] || compared == wanted.len();
        self.greeting = (!is_known).then_some(seen + compared);
    }
}

impl AsyncRead for ConnectionIo {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        if Pin::new(&mut self.stream).poll_read(cx, buf)?.is_pending() {
            self.check_patience(cx)?;
            return Poll::Pending;
        }
        self.note_read(&buf.filled()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ConnectionIo {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.poll_send(cx, bytes)? {
            Poll::Ready(written) => {
                self.last_byte = Instant::now();
                Poll::Ready(Ok(written))
            }
            Poll::Pending => {
                self.check_patience(cx)?;
                Poll::Pending
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.farewell.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
            if !this.left_unread.load(Ordering::Relaxed) {
                return Poll::Ready(Ok(()));
            }
        }
        let farewell = this.farewell.get_or_insert_with(|| Farewell {
            timer: Box::pin(sleep_until(Instant::now() + LINGER)),
            taken: 0,
        });
        let mut scratch = [0_u8; 8192];
        while farewell.taken < LINGER_BYTES && farewell.timer.as_mut().poll(cx).is_pending() {
            let mut buf = ReadBuf::new(&mut scratch);
            match Pin::new(&mut this.stream).poll_read(cx, &mut buf) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(())) if !buf.filled().is_empty() => {
                    farewell.taken += buf.filled().len()
                }
                // The client has closed the connection, or it failed: nothing is left to wait for.
                Poll::Ready(_) => break,
            }
        }
        Poll::Ready(Ok(()))
    }
}
