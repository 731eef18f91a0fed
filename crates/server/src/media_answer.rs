//! The answer that carries a media file: whole or in part, as the request's conditions say, read from the
//! store piece by piece while it is sent. Whatever a stranger uploaded, a browser shows it as the type it
//! really is or not at all, and lets it run nothing.

use std::{ops::Range, time::Duration};

use app::App;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use blobs::{Key, Reader};
use bytes::Bytes;
use futures_util::stream;
use tokio::time::{Instant, sleep_until};

use crate::{
    error::{ApiError, Result},
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

pub async fn answer(
    app: &App,
    media: Media,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response> {
    let etag = format!("\"{}\"", media.hash);
    let (status, range) = match wanted(headers, &etag, media.size) {
        Wanted::Whole => (StatusCode::OK, 0..media.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::NotModified => return Ok(not_modified(&media, &etag)),
        Wanted::Changed => {
            let sentence = "This file is not the one you have.";
            return Err(ApiError::new(StatusCode::PRECONDITION_FAILED, sentence));
        }
        Wanted::Nowhere => return Ok(nowhere(media.size)),
    };
    let body = if method == Method::HEAD {
        Body::empty()
    } else {
        body(app.blobs.read(&media.key, range.clone()), media.pace).await?
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
async fn body(mut reader: Reader, pace: Option<Pace>) -> Result<Body> {
    let Some(first) = reader.next().await.map_err(app::Error::from)? else {
        return Ok(Body::empty());
    };
    if reader.remaining() == 0 {
        return Ok(Body::from(first));
    }
    let sending = Sending { first: Some(first), reader, pace, begun: Instant::now(), sent: 0 };
    Ok(Body::from_stream(stream::unfold(sending, Sending::next)))
}

struct Sending {
    first: Option<Bytes>,
    reader: Reader,
    pace: Option<Pace>,
    begun: Instant,
    sent: u64,
}

impl Sending {
    async fn next(mut self) -> Option<(std::result::Result<Bytes, blobs::BlobError>, Self)> {
        let piece = match self.first.take() {
            Some(first) => Ok(first),
            None => self.reader.next().await.transpose()?,
        };
        self.sent += piece.as_ref().map_or(0, |piece| piece.len() as u64);
        // With what is in hand counted: a store's pieces may be large.
        let due = self.pace.map_or(Duration::ZERO, |pace| pace.due(self.sent));
        if !due.is_zero() {
            sleep_until(self.begun + due).await;
        }
        Some((piece, self))
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
