//! Parameters in the path. A value that cannot be parsed is answered with 404: nothing exists at that address.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use domain::ids::Named;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

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
                // The handler's type does not fit the route: a bug in this program, not an error of the caller.
                _ => app::error::Error::unexpected(error.body_text()).into(),
            }),
            Err(error) => Err(app::error::Error::unexpected(error.body_text()).into()),
        }
    }
}

/// The id in the path. A text that is no id names no row, so it gets the same answer as an id that does not exist.
#[derive(Debug)]
pub struct Id<T>(pub T);

impl<T: Named, S: Send + Sync> FromRequestParts<S> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let PathParam(text) = PathParam::<String>::from_request_parts(parts, state).await?;
        parse(&text).map(Self)
    }
}

/// Both ids in the path, such as a beat's and that of one of its files.
#[derive(Debug)]
pub struct Ids<T, U>(pub T, pub U);

impl<T: Named, U: Named, S: Send + Sync> FromRequestParts<S> for Ids<T, U> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let PathParam((whole, part)) =
            PathParam::<(String, String)>::from_request_parts(parts, state).await?;
        Ok(Self(parse(&whole)?, parse(&part)?))
    }
}

fn parse<T: Named>(text: &str) -> Result<T, ApiError> {
    Ok(T::parse(text).ok_or_else(|| app::error::Error::missing(T::NOUN))?)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::routing::get;
    use domain::ids::{DocumentId, FileId, GoalId};
    use tower::ServiceExt;

    use super::*;

    async fn status(path: &str) -> u16 {
        async fn show(PathParam(number): PathParam<u8>) -> String {
            number.to_string()
        }
        async fn name(PathParam(name): PathParam<String>) -> String {
            name
        }
        async fn goal(Id(goal): Id<GoalId>) -> String {
            goal.to_string()
        }
        async fn file(Ids(_, file): Ids<DocumentId, FileId>) -> String {
            file.to_string()
        }
        let router = Router::new()
            .route("/numbers/{n}", get(show))
            .route("/names/{n}", get(name))
            .route("/goals/{id}", get(goal))
            .route("/documents/{id}/files/{file}", get(file));
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

    #[tokio::test]
    async fn a_text_that_is_no_id_is_not_found() {
        let id = GoalId::from_bytes([7; 16]);
        assert_eq!(status(&format!("/goals/{id}")).await, 200);
        assert_eq!(status(&format!("/documents/{id}/files/{id}")).await, 200);
        for path in [
            "/goals/seven".to_owned(),
            format!("/goals/{{{id}}}").replace('{', "%7B").replace('}', "%7D"),
            format!("/documents/{id}/files/seven"),
            format!("/documents/seven/files/{id}"),
        ] {
            assert_eq!(status(&path).await, 404, "{path}");
        }
    }
}
