//! Exports: asking for a file, watching it come, fetching it.

pub(crate) mod archives;

use std::{collections::BTreeMap, sync::Arc};

use app::{
    App,
    exports::{self, ExportForm, Filters},
};
use axum::{Json, extract::State, http::StatusCode};
use domain::exports::Export;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::error::{ApiError, ErrorBody, Result};
use crate::api::extract::{Body, Params, PathParam, SignedIn};
use crate::api::routes::Paging;
use crate::sending::attachment::Attachment;

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
    /// transactions, sales, beneficiaries, documents, goals, notifications or all.
    #[serde(rename = "type")]
    kind: &'static str,
    /// csv, json, xlsx or pdf.
    format: &'static str,
    /// pending, processing, completed or failed.
    status: &'static str,
    created_at: String,
    #[schema(required)]
    completed_at: Option<String>,
    /// When the file is removed.
    expires_at: String,
    /// In bytes.
    #[schema(required)]
    file_size: Option<i64>,
    /// Why it failed, in one sentence.
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
struct ExportRequest {
    /// transactions, sales, beneficiaries, documents, goals, notifications or all.
    #[serde(rename = "type")]
    #[schema(required, nullable = false)]
    kind: Option<String>,
    /// csv, json, xlsx or pdf. Of all types at once, csv is a zip with a file for each.
    #[schema(required, nullable = false)]
    format: Option<String>,
    /// The filters and the order of the type's own list, by the names they have in its query; a list may be an
    /// array or a text with commas. Left out, everything is exported. For clients, and for all types at once,
    /// `account_numbers: "whole"` writes account numbers in full instead of their last four characters; it wants a
    /// proof not older than ten minutes.
    #[schema(nullable = false, value_type = Option<BTreeMap<String, Value>>,
        example = json!({"type": "deposit,payment", "from": "2026-01-01"}))]
    filters: Option<BTreeMap<String, Value>>,
}

/// Ask for a file; a moment later it can be fetched.
#[utoipa::path(post, path = "/api/exports/request", tag = TAG, request_body = ExportRequest,
    responses(
        (status = 201, body = ExportAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Whole account numbers want a fresh proof (requiresProof)"),
        (status = 409, body = ErrorBody, description = "Ten exports are still to be made"),
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

/// As it would stand in a query.
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

/// How far along it is.
#[utoipa::path(get, path = "/api/exports/status/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ExportAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn export_status(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<Json<ExportAnswer>> {
    Ok(ExportAnswer::json(exports::find(&app, &actor, &id).await?))
}

/// The account's exports whose files are still kept, the newest first.
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

/// The file.
#[utoipa::path(get, path = "/api/exports/download/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It is not finished, or it failed"),
    ))]
async fn download_export(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<Attachment> {
    let file = exports::download(&app, &actor, &id).await?;
    Attachment::of_blob(file.file_name, file.content_type, file.bytes).await
}
