//! Response bodies for guests: each counts against the limit of simultaneous streams until it ends, and all of them
//! share the guests' bandwidth.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use app::guests::budget::Stream;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep_until};

/// Limits the body to the guests' bandwidth, and holds `stream` until the body ends.
pub fn throttle(response: Response, stream: Stream) -> Response {
    response.map(|body| Body::new(Throttled { body, stream, waiting: None }))
}

/// A body that waits for the guests' bandwidth. It passes on the size of the inner body, so that a short body is sent
/// in one write with the head of its response.
struct Throttled {
    body: Body,
    stream: Stream,
    /// The next frame, and a timer that ends when there is bandwidth for it.
    waiting: Option<(Frame<Bytes>, Pin<Box<Sleep>>)>,
}

impl HttpBody for Throttled {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.waiting.is_none() {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            let Some(Ok(frame)) = frame else { return Poll::Ready(frame) };
            let turn = frame.data_ref().and_then(|bytes| self.stream.turn(bytes.len()));
            let Some(turn) = turn else { return Poll::Ready(Some(Ok(frame))) };
            self.waiting = Some((frame, Box::pin(sleep_until(turn))));
        }
        if let Some((_, turn)) = &mut self.waiting {
            ready!(turn.as_mut().poll(context));
        }
        Poll::Ready(self.waiting.take().map(|(frame, _)| Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.waiting.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.waiting {
            None => self.body.size_hint(),
            Some(_) => SizeHint::default(),
        }
    }
}
