//! The storage that an account uses, and its limit.

use std::sync::Arc;

use app::{App, quotas};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::SignedIn;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(storage_use))
}

/// Bytes used by the account's beats and videos.
#[derive(Serialize, ToSchema)]
struct StorageAnswer {
    success: bool,
    used: u64,
    /// Maximum number of bytes; null for no limit.
    #[schema(required)]
    allowed: Option<u64>,
    /// Number of bytes left; null for no limit.
    #[schema(required)]
    left: Option<u64>,
    /// Number of beats and videos.
    documents: i64,
}

/// Show how much storage is used and left.
#[utoipa::path(get, path = "/api/users/storage", tag = "Account",
    responses((status = 200, body = StorageAnswer), (status = 401, body = ErrorBody)))]
async fn storage_use(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<StorageAnswer>> {
    let quotas::StorageUse { used, allowed, documents } = quotas::storage_use(&app, &actor).await?;
    let left = allowed.map(|allowed| allowed.saturating_sub(used));
    Ok(Json(StorageAnswer { success: true, used, allowed, left, documents }))
}
