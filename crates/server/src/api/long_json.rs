//! A JSON response for a whole page of rows. It is serialized into a buffer that is large enough from the start: axum's
//! `Json` starts with 128 bytes and writes through an adapter for every comma, which is measurable for fifty rows.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http::error::ApiError;
use serde::Serialize;

/// Fifty transactions are about 24 kB.
const PAGE: usize = 32 * 1024;

pub struct LongJson<T>(pub T);

impl<T: Serialize> IntoResponse for LongJson<T> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(PAGE);
        match serde_json::to_writer(&mut bytes, &self.0) {
            Ok(()) => {
                let json = HeaderValue::from_static("application/json");
                ([(header::CONTENT_TYPE, json)], bytes).into_response()
            }
            Err(error) => ApiError::from(app::Error::unexpected(error)).into_response(),
        }
    }
}
