//! Public pages are sent as gzip to browsers that accept it: a page of a hundred beats repeats mostly the same lines.
//! Media are never compressed. The compressed size reveals no secret: the page of a link has a new token in every view,
//! and a public page is the same for everybody.

use std::io::Write;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use http::encoding::{Encoding, best};

/// Bodies with fewer bytes than this are sent uncompressed: they fit into one packet anyway.
const LEAST: u64 = 1_000;
const TEXTS: [&str; 5] =
    ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/xml"];

/// A response body as gzip, compressed once for many visitors. It is put into the extensions of the response, where
/// `compress` finds it.
#[derive(Clone)]
pub struct Compressed(Bytes);

impl Compressed {
    pub fn of(body: &[u8]) -> Option<Self> {
        gzip(body, Compression::best()).map(Self)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Compresses the response if it is text and the browser accepts gzip.
pub async fn compress(request: Request, next: Next) -> Response {
    let takes_gzip = *request.method() != Method::HEAD && takes_gzip(request.headers());
    let mut response = next.run(request).await;
    if !is_text(response.headers()) {
        return response;
    }
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().append(header::VARY, vary);
    if !takes_gzip || response.body().size_hint().exact().is_none_or(|size| size < LEAST) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let made = head.extensions.remove::<Compressed>().map(|Compressed(bytes)| bytes);
    let smaller = match made {
        Some(bytes) => Some(bytes),
        None => {
            let plain = to_bytes(body, usize::MAX).await;
            plain.ok().and_then(|plain| gzip(&plain, Compression::fast()))
        }
    };
    let Some(smaller) = smaller else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    weaken(&mut head.headers);
    Response::from_parts(head, Body::from(smaller))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
    best(lines.filter_map(|line| line.to_str().ok()), false, true) == Encoding::Gzip
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| TEXTS.iter().any(|text| kind.starts_with(text)))
}

/// Makes the entity tag a weak one: the compressed bytes differ from the plain ones, the content is the same.
fn weaken(headers: &mut HeaderMap) {
    let Some(tag) = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()) else { return };
    if let Ok(weak) = HeaderValue::try_from(format!("W/{tag}")) {
        headers.insert(header::ETAG, weak);
    }
}

fn gzip(body: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), level);
    encoder.write_all(body).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
