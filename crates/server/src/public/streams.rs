//! Bodies that are sent to guests: each takes one of a limited number of places until it ends, and all share a line.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use app::guests::budget::Stream;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep_until};

/// Sends the body within the budget of guests.
pub fn throttle(response: Response, stream: Stream) -> Response {
    response.map(|body| Body::new(Throttled { body, stream, waiting: None }))
}

/// A body that waits for the guests' bandwidth. It passes on the size, so that a short body leaves in one write with the
/// head of its answer.
struct Throttled {
    body: Body,
    stream: Stream,
    /// A piece that waits until there is bandwidth for it.
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
