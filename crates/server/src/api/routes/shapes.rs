//! Request and answer shapes that several routes share.

use axum::Json;
use http::error::{ApiError, Result};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

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
    pub const DEFAULT_LIMIT: i64 = 50;
    pub const MAX_LIMIT: i64 = 200;

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
