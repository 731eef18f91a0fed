//! A JSON body with an optional `Idempotency-Key`: a repeated request with the same key changes nothing.

use app::idempotency::{HEADER, Retry};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use serde::de::DeserializeOwned;

use super::body;
use crate::error::ApiError;

#[derive(Debug)]
pub struct Repeatable<T> {
    pub body: T,
    /// None if the caller sent no key.
    pub retry: Option<Retry>,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Repeatable<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let key = key(request.headers())?;
        let operation = format!("{} {}", request.method(), request.uri().path());
        let bytes = body::json_bytes(request).await?;
        let retry = key
            .map(|key| Retry::new(&key, &operation, &bytes))
            .transpose()
            .map_err(|invalid| ApiError::bad_field(invalid.field, invalid.message))?;
        Ok(Self { body: body::parse(&bytes)?, retry })
    }
}

fn key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let mut lines = headers.get_all(HEADER).iter();
    let Some(line) = lines.next() else {
        return Ok(None);
    };
    if lines.next().is_some() {
        return Err(ApiError::bad_field(HEADER, "Send one Idempotency-Key, not several."));
    }
    // A value that is not text is passed on as an invalid key, which the check of keys refuses.
    Ok(Some(line.to_str().unwrap_or_default().trim().to_owned()))
}
