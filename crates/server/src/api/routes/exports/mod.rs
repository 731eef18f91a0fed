//! Exports: routes to request an export file, to read its status, and to download it.

pub(crate) mod archives;

use std::{collections::BTreeMap, sync::Arc};

use app::{
    App,
    exports::{self, ExportForm, Filters},
};
use axum::{Json, extract::State, http::StatusCode};
use domain::exports::Export;
use domain::ids::ExportId;
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Body, Id, Params, SignedIn};
use http::sending::attachment::Attachment;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Paging;

const TAG: &str = "Exports";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(request_export))
        .routes(routes!(export_status))
        .routes(routes!(export_history))
        .routes(routes!(download_export))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Export)]
struct ExportBody {
    id: String,
    /// One of transactions, sales, licenses, beneficiaries, documents, goals, applications, notifications, all.
    #[serde(rename = "type")]
    kind: &'static str,
    /// One of csv, json, xlsx, pdf.
    format: &'static str,
    /// One of pending, processing, completed, failed.
    status: &'static str,
    created_at: String,
    #[schema(required)]
    completed_at: Option<String>,
    /// When the file will be removed.
    expires_at: String,
    /// Size in bytes.
    #[schema(required)]
    file_size: Option<i64>,
    /// The reason for the failure, as one sentence.
    #[schema(required)]
    error: Option<String>,
}

impl From<Export> for ExportBody {
    fn from(export: Export) -> Self {
        Self {
            id: export.id.to_string(),
            kind: export.kind.as_str(),
            format: export.format.as_str(),
            status: export.status.as_str(),
            created_at: export.created_at.to_string(),
            completed_at: export.completed_at.map(|at| at.to_string()),
            expires_at: export.expires_at.to_string(),
            file_size: export.file_size,
            error: export.error,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ExportAnswer {
    success: bool,
    export: ExportBody,
}

impl ExportAnswer {
    fn json(export: Export) -> Json<Self> {
        Json(Self { success: true, export: export.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct ExportsAnswer {
    success: bool,
    exports: Vec<ExportBody>,
    total: i64,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"type": "transactions", "format": "csv", "filters": {"from": "2026-01-01"}}))]
struct ExportRequest {
    /// One of transactions, sales, licenses, beneficiaries, documents, goals, applications, notifications, all.
    #[serde(rename = "type")]
    #[schema(required, nullable = false)]
    kind: Option<String>,
    /// One of csv, json, xlsx, pdf. For type `all`, csv is a zip with one file per type.
    #[schema(required, nullable = false)]
    format: Option<String>,
    /// Filters and order, with the names of the query parameters of the type's list. A list may be an
    /// array or a comma-separated text. Without filters everything is exported. For clients, and for type `all`,
    /// `account_numbers: "whole"` writes full account numbers instead of the last four characters; this needs a
    /// proof of identity from the last ten minutes.
    #[schema(nullable = false, value_type = Option<BTreeMap<String, Value>>,
        example = json!({"type": "deposit,payment", "from": "2026-01-01"}))]
    filters: Option<BTreeMap<String, Value>>,
}

/// Start an export. The file is created in the background.
#[utoipa::path(post, path = "/api/exports/request", tag = TAG, request_body = ExportRequest,
    responses(
        (status = 201, body = ExportAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Full account numbers need a fresh proof of identity (`requiresProof`)"),
        (status = 409, body = ErrorBody, description = "Ten exports are in progress already"),
    ))]
async fn request_export(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ExportRequest>,
) -> Result<(StatusCode, Json<ExportAnswer>)> {
    let filters = sent.filters.unwrap_or_default().into_iter().map(|(name, value)| {
        let text = plain(&value).ok_or_else(|| {
            let message = format!("The filter {name} must be a text, a number or a list of them");
            ApiError::bad_field("filters", message)
        });
        text.map(|text| (name, text))
    });
    let filters = Filters::new(filters.collect::<Result<_>>()?);
    let form = ExportForm { kind: sent.kind, format: sent.format, filters };
    let export = exports::request(&app, &actor, form).await?;
    Ok((StatusCode::CREATED, ExportAnswer::json(export)))
}

/// The value as it would be written in a query string.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => {
            let is_plain = items.iter().all(|item| !item.is_array() && !item.is_object());
            let items = is_plain.then(|| items.iter().filter_map(plain).collect::<Vec<_>>());
            items.map(|items| items.join(","))
        }
        Value::Object(_) => None,
    }
}

/// Show the status of an export.
#[utoipa::path(get, path = "/api/exports/status/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ExportAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn export_status(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ExportId>,
) -> Result<Json<ExportAnswer>> {
    Ok(ExportAnswer::json(exports::find(&app, &actor, id).await?))
}

/// List the account's exports that have not expired, newest first.
#[utoipa::path(get, path = "/api/exports/history", tag = TAG, params(Paging),
    responses((status = 200, body = ExportsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn export_history(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(paging): Params<Paging>,
) -> Result<Json<ExportsAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let page = exports::list(&app, &actor, limit, offset).await?;
    let exports = page.exports.into_iter().map(ExportBody::from).collect();
    Ok(Json(ExportsAnswer { success: true, exports, total: page.total }))
}

/// Download the file of an export.
#[utoipa::path(get, path = "/api/exports/download/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The file is not ready, or its creation failed"),
    ))]
async fn download_export(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ExportId>,
) -> Result<Attachment> {
    let file = exports::download(&app, &actor, id).await?;
    Attachment::of_blob(file.file_name, file.content_type, file.bytes).await
}
