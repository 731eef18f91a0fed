//! The response body of server-sent events, which never ends by itself. The next event is fetched only when the
//! connection has taken the one before, so a page that does not read costs nothing.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use app::notifications::listeners::{Event, Listener};
use bytes::Bytes;
use http::metrics::OpenStream;
use http_body::{Body, Frame};

type Next = Pin<Box<dyn Future<Output = (Listener, Option<Event>)> + Send>>;

pub struct EventBody {
    /// None once the stream has ended.
    next: Option<Next>,
    format: fn(&Event) -> String,
    _counted: OpenStream,
}

impl EventBody {
    pub fn new(listener: Listener, format: fn(&Event) -> String) -> Self {
        Self { next: Some(Box::pin(next_event(listener))), format, _counted: OpenStream::count() }
    }
}

async fn next_event(mut listener: Listener) -> (Listener, Option<Event>) {
    let event = listener.next().await;
    (listener, event)
}

impl Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let Some(next) = &mut self.next else {
            return Poll::Ready(None);
        };
        let (listener, event) = ready!(next.as_mut().poll(cx));
        let Some(event) = event else {
            self.next = None;
            return Poll::Ready(None);
        };
        self.next = Some(Box::pin(next_event(listener)));
        let text = (self.format)(&event);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(text)))))
    }
}
