//! The response with a media file: the whole file or a range, depending on the request's headers, read from the store
//! piece by piece while it is sent. Whatever a stranger uploaded, a browser treats it as the detected type or not at
//! all, and runs no code in it.

use std::{convert::Infallible, ops::Range};

use app::App;
use app::files::blob_keys::content_key;
use app::library::uploads::download_name;
use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use blobs::Key;
use domain::ids::UserId;
use domain::library::documents::MediaFile;
use domain::text::file_names::for_file_system;

use crate::error::{ApiError, Result};
use crate::exchange::Connection;
use crate::sending::pace::Pace;
use crate::sending::ranges::{Wanted, what_to_send};
use crate::sending::sendfile_queue::SendfileQueue;
use crate::sending::{blob_body, disposition};

/// A browser must ask again before it uses its copy: the file, or the link to it, may be gone.
pub const REVALIDATED: HeaderValue = HeaderValue::from_static("private, no-cache");
const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// A file in the store, with the headers of its answer.
pub struct Media {
    pub key: Key,
    pub size: u64,
    pub content_type: HeaderValue,
    pub disposition: Option<HeaderValue>,
    /// A strong entity tag: the same tag means the same bytes.
    pub etag: HeaderValue,
    pub cache: HeaderValue,
    /// None sends as fast as possible.
    pub pace: Option<Pace>,
}

impl Media {
    /// A file of the library, under the name of its file or its title.
    pub fn of_file(owner: UserId, file: &MediaFile, is_download: bool) -> Self {
        let name = match &file.name {
            Some(name) => for_file_system(name),
            None => download_name(&file.title, &file.mime),
        };
        let disposition = if is_download || file.is_attachment {
            disposition::attachment(&name)
        } else {
            disposition::inline(&name)
        };
        Self {
            key: content_key(owner, file.id),
            size: u64::try_from(file.size).unwrap_or(0),
            // Stored media types come from this program's detection and are valid; any other is sent as plain bytes.
            content_type: HeaderValue::from_str(&file.mime)
                .unwrap_or(HeaderValue::from_static("application/octet-stream")),
            disposition: Some(disposition),
            etag: etag(&file.content_hash),
            cache: REVALIDATED,
            pace: None,
        }
    }
}

/// The parts of a request that decide what is sent.
pub struct MediaRequest {
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
    pub(super) queue: Option<SendfileQueue>,
}

impl MediaRequest {
    /// Whether only the headers are asked for.
    pub fn is_head(&self) -> bool {
        self.method == Method::HEAD
    }
}

impl<S: Send + Sync> FromRequest<S> for MediaRequest {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> std::result::Result<Self, Infallible> {
        let (mut head, _) = request.into_parts();
        let connection = head.extensions.remove::<Connection>();
        let queue = connection.and_then(|connection| connection.sendfile_queue);
        Ok(Self { method: head.method, headers: head.headers, queue })
    }
}

/// The entity tag for content with this hash.
pub fn etag(hash: &str) -> HeaderValue {
    // A hash in quotes is always a valid header value.
    HeaderValue::try_from(format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

pub async fn answer(app: &App, media: &Media, request: MediaRequest) -> Result<Response> {
    let etag = media.etag.to_str().unwrap_or_default();
    let (status, range) = match what_to_send(&request.headers, etag, media.size) {
        Wanted::Whole => (StatusCode::OK, 0..media.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::NotModified => return Ok(not_modified(media)),
        Wanted::Changed => {
            let sentence = "This file is not the one you have.";
            return Err(ApiError::new(StatusCode::PRECONDITION_FAILED, sentence));
        }
        Wanted::Nowhere => return Ok(range_not_satisfiable(media.size)),
    };
    let body = if request.method == Method::HEAD {
        Body::empty()
    } else {
        let reader = app.blobs.read(&media.key, range.clone());
        blob_body::open(reader, request.queue, media.pace).await?
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    describe(headers, media);
    headers.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    headers.insert(header::CONTENT_TYPE, media.content_type.clone());
    if let Some(disposition) = &media.disposition {
        headers.insert(header::CONTENT_DISPOSITION, disposition.clone());
    }
    if status == StatusCode::PARTIAL_CONTENT {
        headers.insert(header::CONTENT_RANGE, content_range(Some(&range), media.size));
    }
    Ok(response)
}

fn describe(headers: &mut HeaderMap, media: &Media) {
    headers.insert(header::ETAG, media.etag.clone());
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CACHE_CONTROL, media.cache.clone());
    headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX);
}

fn not_modified(media: &Media) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    describe(response.headers_mut(), media);
    response
}

pub(super) fn range_not_satisfiable(size: u64) -> Response {
    let sentence = format!("The range asked for is not in this file, which has {size} bytes.");
    let mut response = ApiError::new(StatusCode::RANGE_NOT_SATISFIABLE, sentence).into_response();
    response.headers_mut().insert(header::CONTENT_RANGE, content_range(None, size));
    response
}

pub(super) fn content_range(range: Option<&Range<u64>>, size: u64) -> HeaderValue {
    let text = match range {
        Some(range) => format!("bytes {}-{}/{size}", range.start, range.end - 1),
        None => format!("bytes */{size}"),
    };
    // Digits and dashes are always a valid header value.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("bytes */*"))
}
