//! A request body that stops arriving must not hold its handler for ever. The guard around each
//! body gives up after a time without a byte, and notes when a body was left unread, so that the
//! connection can be closed in a way that lets the answer through.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep};

#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    #[error("no byte of the request body arrived for {0:?}")]
    Stalled(Duration),
    #[error("the request body could not be read")]
    Transport(#[from] hyper::Error),
}

pub struct GuardedBody {
    inner: Incoming,
    patience: Duration,
    /// Made when the first byte has to be waited for; most bodies are there already.
    timer: Option<Pin<Box<Sleep>>>,
    left_unread: Arc<AtomicBool>,
}

impl GuardedBody {
    pub fn new(inner: Incoming, patience: Duration, left_unread: Arc<AtomicBool>) -> Self {
        Self { inner, patience, timer: None, left_unread }
    }
}

impl Body for GuardedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(cx) {
            let deadline = Instant::now() + self.patience;
            if let Some(timer) = &mut self.timer {
                timer.as_mut().reset(deadline);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        let patience = self.patience;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(BodyError::Stalled(patience))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for GuardedBody {
    fn drop(&mut self) {
        if !self.inner.is_end_stream() {
            self.left_unread.store(true, Ordering::Relaxed);
        }
    }
}
