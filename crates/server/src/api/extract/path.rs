//! Parameters in the path. A value that cannot be parsed is answered with 404: nothing exists at that address.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::api::error::ApiError;

#[derive(Debug)]
pub struct PathParam<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if parts.uri.path().contains("%00") {
            return Err(ApiError::bad_request("The address must not contain a NUL character."));
        }
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => Err(match error.kind() {
                ErrorKind::InvalidUtf8InPathParam { .. } => {
                    ApiError::bad_request("The address is not valid UTF-8.")
                }
                _ if error.status() == StatusCode::BAD_REQUEST => {
                    ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.")
                }
                // The route and its handler disagree: an error in this program, not of the caller.
                _ => app::error::Error::unexpected(error.body_text()).into(),
            }),
            Err(error) => Err(app::error::Error::unexpected(error.body_text()).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn status(path: &str) -> u16 {
        async fn show(PathParam(number): PathParam<u8>) -> String {
            number.to_string()
        }
        async fn name(PathParam(name): PathParam<String>) -> String {
            name
        }
        let router = Router::new().route("/numbers/{n}", get(show)).route("/names/{n}", get(name));
        let request = Request::get(path).body(Body::empty()).expect("a request");
        router.oneshot(request).await.expect("infallible").status().as_u16()
    }

    #[tokio::test]
    async fn a_part_that_cannot_exist_is_not_found_and_nonsense_is_refused() {
        assert_eq!(status("/numbers/7").await, 200);
        for path in ["/numbers/seven", "/numbers/300"] {
            assert_eq!(status(path).await, 404, "{path}");
        }
        for path in ["/names/%ff", "/names/a%00b"] {
            assert_eq!(status(path).await, 400, "{path}");
        }
    }
}
