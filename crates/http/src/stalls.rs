//! A request body that stops arriving must not hold its handler for ever. The guard around each
//! body fails after a time without a byte, and if the body arrives more slowly than any real client would
//! send it. A short body that the handler did not read is read after the answer, so that the connection can be
//! used again. A longer one, or one that stalled, is left unread; then the
//! connection is closed in a way that lets the answer through.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep};

#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    #[error("no byte of the request body arrived for {0:?}")]
    Stalled(Duration),
    #[error("less than {0} bytes of the request body arrived within {1:?}")]
    TooSlow(u64, Duration),
    #[error("the request body could not be read")]
    Transport(#[from] hyper::Error),
}

/// Up to this size, reading an unread body is cheaper than opening a new connection.
const SHORT: u64 = 64 * 1024;

/// How slowly a request body may arrive.
#[derive(Debug, Clone, Copy)]
pub struct BodyPatience {
    /// Maximum time without a byte.
    pub pause: Duration,
    /// For each window of time spent waiting for the client, at least `bytes_in_window` bytes must arrive.
    pub window: Duration,
    pub bytes_in_window: u64,
}

pub struct GuardedBody {
    /// Some until the guard is dropped.
    inner: Option<Incoming>,
    patience: BodyPatience,
    began: Instant,
    /// When the guard started to wait for the client; none while the handler is busy.
    waiting_since: Option<Instant>,
    /// Time spent waiting for the client, and bytes received, in the current window.
    waited: Duration,
    arrived: u64,
    /// Created when a byte has to be waited for; most bodies have arrived already.
    timer: Option<Pin<Box<Sleep>>>,
    left_unread: Arc<AtomicBool>,
}

impl GuardedBody {
    pub fn new(inner: Incoming, patience: BodyPatience, left_unread: Arc<AtomicBool>) -> Self {
        Self {
            inner: Some(inner),
            patience,
            began: Instant::now(),
            waiting_since: None,
            waited: Duration::ZERO,
            arrived: 0,
            timer: None,
            left_unread,
        }
    }

    /// Counts received bytes; fails if too few arrived in the current window.
    fn note_arrival(&mut self, bytes: usize) -> Result<(), BodyError> {
        let now = Instant::now();
        if let Some(since) = self.waiting_since.take() {
            self.waited += now - since;
        }
        if let Some(timer) = &mut self.timer {
            timer.as_mut().reset(now + self.patience.pause);
        }
        self.arrived += bytes as u64;
        if self.waited < self.patience.window {
            return Ok(());
        }
        let BodyPatience { window, bytes_in_window, .. } = self.patience;
        if self.arrived < bytes_in_window {
            return Err(BodyError::TooSlow(bytes_in_window, window));
        }
        (self.waited, self.arrived) = (Duration::ZERO, 0);
        Ok(())
    }
}

impl Body for GuardedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let Some(inner) = &mut self.inner else {
            return Poll::Ready(None);
        };
        if let Poll::Ready(frame) = Pin::new(inner).poll_frame(cx) {
            let Some(Ok(frame)) = frame else {
                return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
            };
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            return Poll::Ready(Some(self.note_arrival(bytes).map(|()| frame)));
        }
        let now = Instant::now();
        self.waiting_since.get_or_insert(now);
        let pause = self.patience.pause;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(pause)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(BodyError::Stalled(pause))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for GuardedBody {
    fn drop(&mut self) {
        let Some(inner) = self.inner.take().filter(|inner| !inner.is_end_stream()) else {
            return;
        };
        let is_short = inner.size_hint().upper().is_some_and(|bytes| bytes <= SHORT);
        // A body that stalled or arrived too slowly is not waited for again.
        let had_time = self.began.elapsed() >= self.patience.pause;
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) if is_short && !had_time => {
                runtime.spawn(take_in(inner, self.patience.pause, self.left_unread.clone()));
            }
            _ => self.left_unread.store(true, Ordering::Relaxed),
        }
    }
}

/// Reads and discards the rest of the body.
async fn take_in(mut body: Incoming, patience: Duration, left_unread: Arc<AtomicBool>) {
    let rest = async { while let Some(Ok(_)) = body.frame().await {} };
    if tokio::time::timeout(patience, rest).await.is_err() {
        left_unread.store(true, Ordering::Relaxed);
    }
}
