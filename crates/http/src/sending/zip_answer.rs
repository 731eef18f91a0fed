//! The response with a ZIP file that is built while it is sent. It supports ranges once all checksums are known.

use std::ops::Range;

use app::App;
use axum::body::Body;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;

use crate::error::{ApiError, Result};
use crate::sending::media_answer::{MediaRequest, content_range, range_not_satisfiable};
use crate::sending::ranges::{Wanted, what_to_send};
use crate::sending::zip::Zip;

/// Returns the response, and the byte range of the ZIP file that it carries.
pub fn answer(
    app: &App,
    zip: Zip,
    etag: &HeaderValue,
    disposition: HeaderValue,
    request: MediaRequest,
) -> Result<(Response, Range<u64>)> {
    let (size, is_fixed) = (zip.size, zip.is_fixed());
    let wanted = match is_fixed {
        true => what_to_send(&request.headers, etag.to_str().unwrap_or_default(), size),
        false => Wanted::Whole,
    };
    let (status, range) = match wanted {
        Wanted::Whole => (StatusCode::OK, 0..size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::Nowhere => return Ok((range_not_satisfiable(size), 0..0)),
        Wanted::NotModified | Wanted::Changed => {
            let sentence = "This file is not the one you have.";
            return Err(ApiError::new(StatusCode::PRECONDITION_FAILED, sentence));
        }
    };
    let body = match request.method {
        Method::HEAD => Body::empty(),
        _ => Body::from_stream(zip.send(app.blobs.clone(), range.clone(), request.queue)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    headers.insert(header::CONTENT_LENGTH, (range.end - range.start).into());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    if is_fixed {
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    }
    if status == StatusCode::PARTIAL_CONTENT {
        headers.insert(header::CONTENT_RANGE, content_range(Some(&range), size));
    }
    Ok((response, range))
}
