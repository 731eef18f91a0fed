//! The contract texts of license kinds, and their preview.

use std::sync::Arc;

use app::App;
use app::licenses::previews::{self, Preview};
use app::licenses::texts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::LicenseKindId;
use domain::licenses::texts::Text;
use http::error::{ContractFault, ErrorBody, MissingValue, Result};
use http::extract::{ContractBody, Id, PathParam, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::bodies::{ContractBlock, LicenseTextVersion};
use super::kinds::LicenseKindAnswer;

const TAG: &str = "License kinds";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_license_texts, save_license_text))
        .routes(routes!(show_license_text))
        .routes(routes!(preview_license_text))
}

#[derive(Serialize, ToSchema)]
struct LicenseTextsAnswer {
    success: bool,
    /// The newest first.
    texts: Vec<LicenseTextVersion>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = LicenseText)]
struct LicenseTextBody {
    #[serde(flatten)]
    version: LicenseTextVersion,
    text: String,
}

#[derive(Serialize, ToSchema)]
struct LicenseTextAnswer {
    success: bool,
    text: LicenseTextBody,
}

impl LicenseTextAnswer {
    fn json(text: Text) -> Json<Self> {
        let text = LicenseTextBody { version: text.version.into(), text: text.text };
        Json(Self { success: true, text })
    }
}

/// Headings start with `#`, bullets with `- `, numbered paragraphs with `1. `, and bold text stands between `**`. A
/// field is `{{buyer.name}}`, and a block `{{#if sync}} … {{/if}}`.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"text": "# {{kind.name}}\n\n{{producer.name}} licenses “{{beat.title}}” to {{buyer.name}}."}))]
struct LicenseTextRequest {
    /// At most 60,000 characters.
    text: String,
}

/// List the versions of a contract text, the newest first. Those that licenses name outlive their kind.
#[utoipa::path(get, path = "/api/license-kinds/{id}/texts", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = LicenseTextsAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn list_license_texts(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
) -> Result<Json<LicenseTextsAnswer>> {
    let texts = texts::list(&app, &actor, id).await?;
    let texts = texts.into_iter().map(LicenseTextVersion::from).collect();
    Ok(Json(LicenseTextsAnswer { success: true, texts }))
}

/// Show a version of a contract text.
#[utoipa::path(get, path = "/api/license-kinds/{id}/texts/{version}", tag = TAG,
    params(("id" = String, Path), ("version" = i64, Path)),
    responses(
        (status = 200, body = LicenseTextAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn show_license_text(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam((id, version)): PathParam<(String, String)>,
) -> Result<Json<LicenseTextAnswer>> {
    Ok(LicenseTextAnswer::json(texts::find(&app, &actor, &id, &version).await?))
}

/// Save a contract text as the next version. A text with an unknown field, an unclosed block or a field that this kind
/// can't fill is refused, with `faults` that name line and field.
#[utoipa::path(post, path = "/api/license-kinds/{id}/texts", tag = TAG, params(("id" = String, Path)),
    request_body = LicenseTextRequest,
    responses(
        (status = 201, body = LicenseKindAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ))]
async fn save_license_text(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
    ContractBody(sent): ContractBody<LicenseTextRequest>,
) -> Result<(StatusCode, Json<LicenseKindAnswer>)> {
    let kind = texts::save(&app, &actor, id, sent.text).await?;
    Ok((StatusCode::CREATED, LicenseKindAnswer::json(kind)))
}

#[derive(Deserialize, ToSchema)]
struct LicensePreviewRequest {
    /// A text that is not saved yet; omitted, the newest version.
    text: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct LicensePreviewAnswer {
    success: bool,
    /// Empty if the text can't be read because of its faults.
    blocks: Vec<ContractBlock>,
    faults: Vec<ContractFault>,
    /// Values that a contract would need today, apart from the buyer's and the beat's.
    missing: Vec<MissingValue>,
}

impl From<Preview> for LicensePreviewAnswer {
    fn from(preview: Preview) -> Self {
        Self {
            success: true,
            blocks: preview.blocks.into_iter().map(ContractBlock::from).collect(),
            faults: preview.faults.into_iter().map(ContractFault::from).collect(),
            missing: preview.missing.into_iter().map(MissingValue::from).collect(),
        }
    }
}

/// Show the contract of a license kind for a made-up buyer and beat.
#[utoipa::path(post, path = "/api/license-kinds/{id}/preview", tag = TAG, params(("id" = String, Path)),
    request_body = LicensePreviewRequest,
    responses(
        (status = 200, body = LicensePreviewAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn preview_license_text(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
    ContractBody(sent): ContractBody<LicensePreviewRequest>,
) -> Result<Json<LicensePreviewAnswer>> {
    Ok(Json(previews::preview(&app, &actor, id, sent.text).await?.into()))
}
