//! Response bodies with a delivery's files. While a body is sent, the delivery is checked again and again: the body
//! breaks off when the delivery has ended. The bytes that were sent are recorded as a download.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use app::App;
use app::deliveries::downloads::SentRange;
use app::deliveries::gate::{self, Guest};
use app::deliveries::parts;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::{StatusCode, header};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

/// The delivery is checked again after `BYTES_BETWEEN`, but not sooner than `SHORTEST`: a fast client gets these bytes
/// in less time than the query takes. After `LONGEST` it is checked however few bytes were sent.
const BYTES_BETWEEN: u64 = 4 << 20;
const SHORTEST: Duration = Duration::from_millis(10);
const LONGEST: Duration = Duration::from_secs(1);

/// The byte range of the file that a response carries, read from its status and `Content-Range`.
pub fn range_of(response: &Response, size: u64) -> Range<u64> {
    if response.status() != StatusCode::PARTIAL_CONTENT {
        return if response.status() == StatusCode::OK { 0..size } else { 0..0 };
    }
    let text = response.headers().get(header::CONTENT_RANGE);
    let text = text.and_then(|value| value.to_str().ok()?.strip_prefix("bytes "));
    let range = text.and_then(|text| {
        let (first, last) = text.split('/').next()?.split_once('-')?;
        Some(first.parse::<u64>().ok()?..last.parse::<u64>().ok()? + 1)
    });
    range.unwrap_or(0..0)
}

/// Makes the body break off when the delivery ends, and records the download when the body is dropped.
pub fn until_ended(response: Response, app: Arc<App>, guest: Guest, sent: SentRange) -> Response {
    if sent.range.is_empty() {
        return response;
    }
    let (head, body) = response.into_parts();
    let watched = Watched {
        body: body.into_data_stream(),
        record: Record { app, guest, sent, yielded: 0, last: 0 },
        unchecked: 0,
        checked_at: Instant::now(),
    };
    Response::from_parts(head, Body::from_stream(stream::unfold(watched, Watched::next)))
}

struct Watched {
    body: BodyDataStream,
    record: Record,
    unchecked: u64,
    checked_at: Instant,
}

type Piece = Result<Bytes, axum::Error>;

impl Watched {
    async fn next(mut self) -> Option<(Piece, Self)> {
        let elapsed = self.checked_at.elapsed();
        if elapsed >= LONGEST || (self.unchecked >= BYTES_BETWEEN && elapsed >= SHORTEST) {
            let Record { app, guest, sent, .. } = &self.record;
            // If the query fails, sending goes on: the next check decides.
            if let Ok(false) = gate::is_open(app, guest, &sent.files).await {
                return Some((Err(axum::Error::new("the delivery has ended")), self));
            }
            (self.unchecked, self.checked_at) = (0, Instant::now());
        }
        let piece = self.body.next().await?;
        if let Ok(bytes) = &piece {
            let length = bytes.len() as u64;
            self.unchecked += length;
            self.record.yielded += length;
            self.record.last = length;
        }
        Some((piece, self))
    }
}

/// Records the download when the body is dropped, whether it was sent to its end or not.
struct Record {
    app: Arc<App>,
    guest: Guest,
    sent: SentRange,
    yielded: u64,
    last: u64,
}

impl Drop for Record {
    fn drop(&mut self) {
        let whole = self.sent.range.end - self.sent.range.start;
        // Of a body that was dropped halfway, the last piece may not have been sent.
        let bytes = if self.yielded >= whole { whole } else { self.yielded - self.last };
        if bytes == 0 || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let mut sent = self.sent.clone();
        sent.range.end = sent.range.start + bytes;
        parts::note(&self.app, self.guest.clone(), sent);
    }
}
