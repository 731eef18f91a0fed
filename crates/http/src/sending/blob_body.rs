//! A response body that is read from the blob store piece by piece while it is sent, so that a file of any size takes
//! no more memory than one piece.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use blobs::{FileRange, Piece, Reader};
use bytes::Bytes;
use futures_util::stream;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, sleep_until};

use crate::error::Result;
use crate::sending::pace::Pace;
use crate::sending::sendfile_queue::SendfileQueue;

/// Reads the first piece before the answer begins, so that an unreachable store becomes an error status and not a
/// truncated answer.
pub async fn open(
    mut reader: Reader,
    queue: Option<SendfileQueue>,
    pace: Option<Pace>,
) -> Result<Body> {
    if let Some(queue) = &queue {
        queue.lend(&mut reader);
    }
    let mut source = Source { reader, queue };
    let Some(first) = source.next().await.map_err(app::Error::from)? else {
        return Ok(Body::empty());
    };
    if let Some(queue) = &source.queue {
        queue.remember_file(&source.reader);
    }
    if source.reader.remaining() == 0 {
        return Ok(Body::new(Single(Some(first))));
    }
    let sending = Sending { first: Some(first), source, pace, begun: Instant::now(), sent: 0 };
    Ok(Body::from_stream(stream::unfold(sending, Sending::next)))
}

/// A blob that is read for one connection; with a sendfile queue, cached ranges are sent without reading them.
pub(super) struct Source {
    pub reader: Reader,
    pub queue: Option<SendfileQueue>,
}

impl Source {
    pub async fn next(&mut self) -> blobs::Result<Option<Part>> {
        let Some(queue) = &self.queue else {
            return Ok(self.reader.next().await?.map(Part::Read));
        };
        Ok(self.reader.next_to_send().await?.map(|piece| match piece {
            Piece::Read(bytes) => Part::Read(bytes),
            Piece::InPageCache(range) => Part::FileRange(range, queue.clone()),
        }))
    }
}

pub(super) enum Part {
    Read(Bytes),
    FileRange(FileRange, SendfileQueue),
}

impl Part {
    fn length(&self) -> u64 {
        match self {
            Self::Read(bytes) => bytes.len() as u64,
            Self::FileRange(range, _) => range.length() as u64,
        }
    }

    /// The caller must write the bytes next: the connection sends its file ranges in the order of these calls.
    pub fn into_bytes(self) -> Bytes {
        match self {
            Self::Read(bytes) => bytes,
            Self::FileRange(range, queue) => queue.placeholder(range),
        }
    }
}

/// A body that consists of one part.
struct Single(Option<Part>);

impl http_body::Body for Single {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|part| Ok(Frame::data(part.into_bytes()))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.as_ref().map_or(0, Part::length))
    }
}

struct Sending {
    first: Option<Part>,
    source: Source,
    pace: Option<Pace>,
    begun: Instant,
    sent: u64,
}

impl Sending {
    async fn next(mut self) -> Option<(blobs::Result<Bytes>, Self)> {
        let part = match self.first.take() {
            Some(first) => Ok(first),
            None => self.source.next().await.transpose()?,
        };
        self.sent += part.as_ref().map_or(0, Part::length);
        // The current part counts too: pieces of a remote store may be large.
        let due = self.pace.map_or(Duration::ZERO, |pace| pace.due(self.sent));
        if !due.is_zero() {
            sleep_until(self.begun + due).await;
        }
        Some((part.map(Part::into_bytes), self))
    }
}
