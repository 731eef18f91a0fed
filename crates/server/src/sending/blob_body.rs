//! A body that comes from the store, piece by piece while it is sent: a file of any size takes no more memory than a
//! piece of it.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use blobs::{Piece, Reader, Stretch};
use bytes::Bytes;
use futures_util::stream;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, sleep_until};

use crate::api::error::Result;
use crate::sending::handover::Handover;
use crate::sending::pace::Pace;

/// The first piece is read before the answer begins, so that a store that is away is a status and not a
/// broken answer.
pub async fn of(
    mut reader: Reader,
    handover: Option<Handover>,
    pace: Option<Pace>,
) -> Result<Body> {
    if let Some(handover) = &handover {
        handover.lend(&mut reader);
    }
    let mut source = Source { reader, handover };
    let Some(first) = source.next().await.map_err(app::Error::from)? else {
        return Ok(Body::empty());
    };
    if let Some(handover) = &source.handover {
        handover.keep(&source.reader);
    }
    if source.reader.remaining() == 0 {
        return Ok(Body::new(Single(Some(first))));
    }
    let sending = Sending { first: Some(first), source, pace, begun: Instant::now(), sent: 0 };
    Ok(Body::from_stream(stream::unfold(sending, Sending::next)))
}

/// A file being read for a connection: one that can take stretches of it is given those.
struct Source {
    reader: Reader,
    handover: Option<Handover>,
}

impl Source {
    async fn next(&mut self) -> blobs::Result<Option<Part>> {
        let Some(handover) = &self.handover else {
            return Ok(self.reader.next().await?.map(Part::Read));
        };
        Ok(self.reader.next_to_send().await?.map(|piece| match piece {
            Piece::Read(bytes) => Part::Read(bytes),
            Piece::Stretch(stretch) => Part::HandedOver(stretch, handover.clone()),
        }))
    }
}

enum Part {
    Read(Bytes),
    HandedOver(Stretch, Handover),
}

impl Part {
    fn length(&self) -> u64 {
        match self {
            Self::Read(bytes) => bytes.len() as u64,
            Self::HandedOver(stretch, _) => stretch.length() as u64,
        }
    }

    /// Only when it is written at once: a connection takes its stretches in turn.
    fn into_bytes(self) -> Bytes {
        match self {
            Self::Read(bytes) => bytes,
            Self::HandedOver(stretch, handover) => handover.stand_in(stretch),
        }
    }
}

/// A body of one part.
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
        // With what is in hand counted: a store's pieces may be large.
        let due = self.pace.map_or(Duration::ZERO, |pace| pace.due(self.sent));
        if !due.is_zero() {
            sleep_until(self.begun + due).await;
        }
        Some((part.map(Part::into_bytes), self))
    }
}
