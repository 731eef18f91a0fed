//! Request and answer shapes that several routes share.

use axum::Json;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::error::{ApiError, Result};

/// The answer of a request that returns no data.
#[derive(Serialize, ToSchema)]
pub struct Done {
    success: bool,
}

impl Done {
    pub fn json() -> Json<Self> {
        Json(Self { success: true })
    }
}

/// The page of a list, as query parameters. A query type with other fields repeats these two with `#[param(ignore)]`,
/// since `serde` cannot flatten numbers out of a query string, and lists `Paging` among its parameters in the OpenAPI
/// document.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Maximum number of entries to return. Default 50, maximum 200.
    #[param(minimum = 1, maximum = 200, default = 50, nullable = false)]
    pub limit: Option<i64>,
    /// Number of entries to skip. Default 0. If the list has a `cursor`, use that for later pages.
    #[param(minimum = 0, default = 0, nullable = false)]
    pub offset: Option<i64>,
}

impl Paging {
    const DEFAULT_LIMIT: i64 = 50;
    const MAX_LIMIT: i64 = 200;

    /// The limit and the offset.
    pub fn bounds(&self) -> Result<(i64, i64)> {
        let (limit, offset) = (self.limit.unwrap_or(Self::DEFAULT_LIMIT), self.offset.unwrap_or(0));
        if !(1..=Self::MAX_LIMIT).contains(&limit) {
            return Err(ApiError::bad_field("limit", "limit must be between 1 and 200"));
        }
        if offset < 0 {
            return Err(ApiError::bad_field("offset", "offset must not be negative"));
        }
        Ok((limit, offset))
    }
}

/// Deserializes a field that null clears, like an empty text. With `#[serde(default)]` a field that is not sent is none.
pub fn clearable<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<String>, D::Error> {
    Ok(Some(Option::<String>::deserialize(deserializer)?.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::path::ParameterIn;

    use super::*;

    #[test]
    fn the_document_tells_the_limits_that_are_checked() {
        let parameters = Paging::into_params(|| Some(ParameterIn::Query));
        let limit = serde_json::to_value(&parameters[0]).expect("JSON");
        assert_eq!(limit["name"], "limit");
        assert_eq!(limit["schema"]["default"], Paging::DEFAULT_LIMIT);
        assert_eq!(limit["schema"]["maximum"], Paging::MAX_LIMIT);
        let bounds = |limit, offset| Paging { limit, offset }.bounds().ok();
        assert_eq!(bounds(None, None), Some((Paging::DEFAULT_LIMIT, 0)));
        assert_eq!(bounds(Some(Paging::MAX_LIMIT), Some(1)), Some((Paging::MAX_LIMIT, 1)));
        assert_eq!(bounds(Some(Paging::MAX_LIMIT + 1), None), None);
        assert_eq!(bounds(Some(0), None), None);
        assert_eq!(bounds(None, Some(-1)), None);
    }
}
