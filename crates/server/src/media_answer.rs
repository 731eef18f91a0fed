//! The answer that carries a media file: whole or in part, as the request's conditions say, read from the
//! store piece by piece while it is sent. Whatever a stranger uploaded, a browser shows it as the type it
//! really is or not at all, and lets it run nothing.

use std::{
    convert::Infallible,
    ops::Range,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use app::App;
use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use blobs::{Key, Piece, Reader, Stretch};
use bytes::Bytes;
use futures_util::stream;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, sleep_until};

use crate::{
    error::{ApiError, Result},
    exchange::Connection,
    handover::Handover,
    pace::Pace,
    ranges::{Wanted, wanted},
};

const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// A file in the store, and how it is to be presented.
pub struct Media {
    pub key: Key,
    pub size: u64,
    pub content_type: HeaderValue,
    pub disposition: Option<HeaderValue>,
    /// The hash of the content: the same tag is the same bytes.
    pub hash: String,
    pub cache: HeaderValue,
    /// None is as fast as it goes.
    pub pace: Option<Pace>,
}

/// How a file is asked for, and over what.
pub struct Asked {
    method: Method,
    headers: HeaderMap,
    handover: Option<Handover>,
}

impl<S: Send + Sync> FromRequest<S> for Asked {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> std::result::Result<Self, Infallible> {
        let (mut head, _) = request.into_parts();
        let connection = head.extensions.remove::<Connection>();
        let handover = connection.and_then(|connection| connection.handover);
        Ok(Self { method: head.method, headers: head.headers, handover })
    }
}

pub async fn answer(app: &App, media: Media, asked: Asked) -> Result<Response> {
    let etag = format!("\"{}\"", media.hash);
    let (status, range) = match wanted(&asked.headers, &etag, media.size) {
        Wanted::Whole => (StatusCode::OK, 0..media.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::NotModified => return Ok(not_modified(&media, &etag)),
        Wanted::Changed => {
            let sentence = "This file is not the one you have.";
            return Err(ApiError::new(StatusCode::PRECONDITION_FAILED, sentence));
        }
        Wanted::Nowhere => return Ok(nowhere(media.size)),
    };
    let body = if asked.method == Method::HEAD {
        Body::empty()
    } else {
        let reader = app.blobs.read(&media.key, range.clone());
        body(Source { reader, handover: asked.handover }, media.pace).await?
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    describe(response.headers_mut(), &media, &etag);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    headers.insert(header::CONTENT_TYPE, media.content_type);
    if let Some(disposition) = media.disposition {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    if status == StatusCode::PARTIAL_CONTENT {
        headers.insert(header::CONTENT_RANGE, content_range(Some(&range), media.size));
    }
    Ok(response)
}

/// The first piece is read before the answer begins, so that a store that is away is a status and not a
/// broken answer.
async fn body(mut source: Source, pace: Option<Pace>) -> Result<Body> {
    let Some(first) = source.next().await.map_err(app::Error::from)? else {
        return Ok(Body::empty());
    };
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

fn describe(headers: &mut HeaderMap, media: &Media, etag: &str) {
    // A hash in quotes is always a valid header value.
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CACHE_CONTROL, media.cache.clone());
    headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX);
}

fn not_modified(media: &Media, etag: &str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    describe(response.headers_mut(), media, etag);
    response
}

fn nowhere(size: u64) -> Response {
    let sentence = format!("The range asked for is not in this file, which has {size} bytes.");
    let mut response = ApiError::new(StatusCode::RANGE_NOT_SATISFIABLE, sentence).into_response();
    response.headers_mut().insert(header::CONTENT_RANGE, content_range(None, size));
    response
}

fn content_range(range: Option<&Range<u64>>, size: u64) -> HeaderValue {
    let text = match range {
        Some(range) => format!("bytes {}-{}/{size}", range.start, range.end - 1),
        None => format!("bytes */{size}"),
    };
    // Digits and dashes are always a valid header value.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("bytes */*"))
}
