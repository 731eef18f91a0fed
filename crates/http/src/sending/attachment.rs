//! A response that is a file download, from memory or from the media store.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use blobs::Reader;

use crate::error::Result;
use crate::sending::blob_body;

pub struct Attachment {
    name: String,
    content_type: &'static str,
    size: u64,
    body: Body,
}

impl Attachment {
    pub fn of_bytes(name: String, content_type: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, content_type, size: bytes.len() as u64, body: Body::from(bytes) }
    }

    pub async fn of_blob(name: String, content_type: &'static str, reader: Reader) -> Result<Self> {
        let size = reader.remaining();
        Ok(Self { name, content_type, size, body: blob_body::open(reader, None, None).await? })
    }
}

impl IntoResponse for Attachment {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(self.size));
        // The program makes these names itself; a name that is no valid header value is left out.
        let disposition = format!("attachment; filename=\"{}\"", self.name);
        let fallback = HeaderValue::from_static("attachment");
        let disposition = HeaderValue::from_str(&disposition).unwrap_or(fallback);
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        response
    }
}
