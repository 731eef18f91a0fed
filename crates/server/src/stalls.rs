//! A request body that stops arriving must not hold its handler for ever. The guard around each
//! body gives up after a time without a byte. A short body that no handler wanted is taken in after
//! the answer, so that the connection can be used again; that a longer one was left unread is noted, and
//! the connection closed in a way that lets the answer through.

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
    #[error("the request body could not be read")]
    Transport(#[from] hyper::Error),
}

/// What is cheaper to take in than to open another connection for.
const SHORT: u64 = 64 * 1024;

pub struct GuardedBody {
    /// There until the guard is dropped.
    inner: Option<Incoming>,
    patience: Duration,
    /// Made when the first byte has to be waited for; most bodies are there already.
    timer: Option<Pin<Box<Sleep>>>,
    left_unread: Arc<AtomicBool>,
}

impl GuardedBody {
    pub fn new(inner: Incoming, patience: Duration, left_unread: Arc<AtomicBool>) -> Self {
        Self { inner: Some(inner), patience, timer: None, left_unread }
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
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) if is_short => {
                runtime.spawn(take_in(inner, self.patience, self.left_unread.clone()));
            }
            _ => self.left_unread.store(true, Ordering::Relaxed),
        }
    }
}

/// Reads what is left and lets it go.
async fn take_in(mut body: Incoming, patience: Duration, left_unread: Arc<AtomicBool>) {
    let rest = async { while let Some(Ok(_)) = body.frame().await {} };
    if tokio::time::timeout(patience, rest).await.is_err() {
        left_unread.store(true, Ordering::Relaxed);
    }
}
