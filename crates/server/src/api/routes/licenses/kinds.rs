//! The kinds of license a producer sells.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::App;
use app::licenses::kinds::{self, BuyBackForm, CapForm, KindForm, LicenseKind};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::LicenseKindId;
use domain::licenses::fields::Field;
use domain::licenses::texts::is_default;
use http::error::{ErrorBody, MissingValue, Result};
use http::extract::{Body, Id, SignedIn};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::bodies::{LicenseTerms, LicenseTextVersion};
use crate::api::money::Amount;
use crate::api::routes::shapes::{Done, clearable};

const TAG: &str = "License kinds";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_license_kinds, create_license_kind))
        .routes(routes!(list_license_fields))
        .routes(routes!(order_license_kinds))
        .routes(routes!(show_license_kind, update_license_kind, delete_license_kind))
}

#[derive(Serialize, ToSchema)]
#[schema(as = LicenseKind)]
pub(crate) struct LicenseKindBody {
    id: String,
    name: String,
    /// The license of a sale: basic, premium, unlimited or exclusive.
    tier: &'static str,
    description: String,
    price: Amount,
    /// USD, EUR or GBP.
    currency: &'static str,
    /// The lowest price a buyer may offer; null if buyers can't make offers.
    #[schema(required)]
    lowest_offer: Option<Amount>,
    enabled: bool,
    #[serde(flatten)]
    terms: LicenseTerms,
    /// The newest version of the contract text.
    text: LicenseTextVersion,
    /// Whether that text is one that came with the account, unchanged. It is a start and not legal advice.
    has_default_text: bool,
    /// What keeps a license of this kind from being issued, apart from the buyer and the beat.
    missing: Vec<MissingValue>,
    /// Whether the kind is enabled and nothing is missing.
    can_be_sold: bool,
    created_at: String,
    updated_at: String,
}

impl From<LicenseKind> for LicenseKindBody {
    fn from(row: LicenseKind) -> Self {
        let can_be_sold = row.can_be_sold();
        Self {
            id: row.id.to_string(),
            terms: (&row.kind.terms).into(),
            name: row.kind.name,
            tier: row.kind.tier.as_str(),
            description: row.kind.description,
            price: Amount::of_minor(row.kind.price.get()),
            currency: row.kind.currency.as_str(),
            lowest_offer: row.kind.lowest_offer.map(|lowest| Amount::of_minor(lowest.get())),
            enabled: row.kind.is_enabled,
            has_default_text: is_default(&row.text.text),
            text: row.text.version.into(),
            missing: row.missing.into_iter().map(MissingValue::from).collect(),
            can_be_sold,
            created_at: row.created_at.to_string(),
            updated_at: row.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseKindAnswer {
    success: bool,
    kind: LicenseKindBody,
}

impl LicenseKindAnswer {
    pub(crate) fn json(row: LicenseKind) -> Json<Self> {
        Json(Self { success: true, kind: row.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct LicenseKindsAnswer {
    success: bool,
    kinds: Vec<LicenseKindBody>,
}

impl LicenseKindsAnswer {
    fn json(rows: Vec<LicenseKind>) -> Json<Self> {
        Json(Self { success: true, kinds: rows.into_iter().map(LicenseKindBody::from).collect() })
    }
}

/// To create, `name`, `tier`, `price` and `delivers` are required. To update, only fields that are sent change, and of
/// `caps` only the uses that are sent.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "name": "WAV Lease", "tier": "premium", "price": 59, "currency": "USD", "delivers": ["mp3", "wav"],
    "term_months": 36, "caps": {"streams": {"allowed": true, "limit": 500000}, "paid_shows": {"allowed": false}},
    "publishing_share": 50, "writer_share": 50
}))]
struct LicenseKindRequest {
    /// 1 to 60 characters.
    #[schema(nullable = false)]
    name: Option<String>,
    /// One of basic, premium, unlimited, exclusive.
    #[schema(nullable = false)]
    tier: Option<String>,
    /// Must be true for the tier exclusive, and for no other.
    #[schema(nullable = false)]
    is_exclusive: Option<bool>,
    /// At most 500 characters.
    #[serde(default, deserialize_with = "clearable")]
    description: Option<String>,
    #[schema(nullable = false)]
    price: Option<Amount>,
    /// USD, EUR or GBP. Default USD.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// At most the price; null if buyers can't make offers.
    #[serde(default, deserialize_with = "number_or_null")]
    lowest_offer: Option<Amount>,
    #[schema(nullable = false)]
    enabled: Option<bool>,
    #[schema(nullable = false)]
    delivers: Option<Vec<String>>,
    /// 1 to 1,200; null for a license without an end date.
    #[serde(default, deserialize_with = "number_or_null")]
    #[schema(value_type = Option<i64>)]
    term_months: Option<Amount>,
    #[schema(nullable = false)]
    caps: Option<BTreeMap<String, LicenseCapRequest>>,
    #[schema(nullable = false)]
    broadcast: Option<bool>,
    #[schema(nullable = false)]
    sync: Option<bool>,
    #[schema(nullable = false)]
    content_id: Option<bool>,
    /// 0 to 100, with at most two decimals.
    #[schema(nullable = false, value_type = Option<f64>)]
    publishing_share: Option<Amount>,
    /// 0 to 100, with at most two decimals.
    #[schema(nullable = false, value_type = Option<f64>)]
    writer_share: Option<Amount>,
    /// At most 120 characters.
    #[serde(default, deserialize_with = "clearable")]
    credit_line: Option<String>,
    #[schema(nullable = false)]
    credit_required: Option<bool>,
    /// Null for the law of the legal profile.
    #[serde(default, deserialize_with = "clearable")]
    governing_law: Option<String>,
    #[serde(default, deserialize_with = "object_or_null")]
    #[schema(value_type = Option<LicenseBuyBackRequest>)]
    buy_back: Option<Option<LicenseBuyBackRequest>>,
}

#[derive(Deserialize, ToSchema)]
struct LicenseCapRequest {
    allowed: bool,
    /// 0 to 1,000,000,000,000; null or omitted for no limit.
    #[schema(value_type = Option<i64>)]
    limit: Option<Amount>,
}

#[derive(Deserialize, ToSchema)]
struct LicenseBuyBackRequest {
    /// 1 to 100.
    #[schema(value_type = i64)]
    years: Amount,
    /// 0 to 1,000.
    #[schema(value_type = i64)]
    percent: Amount,
}

/// Keeps the text `null`, so that null differs from a field that was not sent.
fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Amount>, D::Error> {
    Amount::deserialize(from).map(Some)
}

fn object_or_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl From<LicenseKindRequest> for KindForm {
    fn from(sent: LicenseKindRequest) -> Self {
        let cap = |(name, cap): (String, LicenseCapRequest)| {
            let limit = cap.limit.map(Amount::into_text);
            (name, CapForm { allowed: cap.allowed, limit })
        };
        let buy_back = |sent: LicenseBuyBackRequest| BuyBackForm {
            years: sent.years.into_text(),
            percent: sent.percent.into_text(),
        };
        Self {
            name: sent.name,
            tier: sent.tier,
            is_exclusive: sent.is_exclusive,
            description: sent.description,
            price: sent.price.map(Amount::into_text),
            currency: sent.currency,
            lowest_offer: sent.lowest_offer.map(Amount::into_text),
            is_enabled: sent.enabled,
            delivers: sent.delivers,
            term_months: sent.term_months.map(Amount::into_text),
            caps: sent.caps.unwrap_or_default().into_iter().map(cap).collect(),
            broadcast: sent.broadcast,
            sync: sent.sync,
            content_id: sent.content_id,
            publishing_share: sent.publishing_share.map(Amount::into_text),
            writer_share: sent.writer_share.map(Amount::into_text),
            credit_line: sent.credit_line,
            credit_required: sent.credit_required,
            governing_law: sent.governing_law,
            buy_back: sent.buy_back.map(|sent| sent.map(buy_back)),
        }
    }
}

/// List the license kinds in their order. Every account starts with six.
#[utoipa::path(get, path = "/api/license-kinds", tag = TAG,
    responses((status = 200, body = LicenseKindsAnswer), (status = 401, body = ErrorBody)))]
async fn list_license_kinds(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<LicenseKindsAnswer>> {
    Ok(LicenseKindsAnswer::json(kinds::list(&app, &actor).await?))
}

/// Create a license kind, with a contract text to start from. An account can have 12.
#[utoipa::path(post, path = "/api/license-kinds", tag = TAG, request_body = LicenseKindRequest,
    responses(
        (status = 201, body = LicenseKindAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 409, body = ErrorBody),
    ))]
async fn create_license_kind(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<LicenseKindRequest>,
) -> Result<(StatusCode, Json<LicenseKindAnswer>)> {
    let row = kinds::create(&app, &actor, sent.into()).await?;
    Ok((StatusCode::CREATED, LicenseKindAnswer::json(row)))
}

/// Show a license kind.
#[utoipa::path(get, path = "/api/license-kinds/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = LicenseKindAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn show_license_kind(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
) -> Result<Json<LicenseKindAnswer>> {
    Ok(LicenseKindAnswer::json(kinds::find(&app, &actor, id).await?))
}

/// Update a license kind. Licenses that were issued keep their terms.
#[utoipa::path(put, path = "/api/license-kinds/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = LicenseKindRequest,
    responses(
        (status = 200, body = LicenseKindAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn update_license_kind(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
    Body(sent): Body<LicenseKindRequest>,
) -> Result<Json<LicenseKindAnswer>> {
    Ok(LicenseKindAnswer::json(kinds::update(&app, &actor, id, sent.into()).await?))
}

/// Delete a license kind. Licenses that were issued, and the texts they name, stay.
#[utoipa::path(delete, path = "/api/license-kinds/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_license_kind(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseKindId>,
) -> Result<Json<Done>> {
    kinds::remove(&app, &actor, id).await?;
    Ok(Done::json())
}

#[derive(Deserialize, ToSchema)]
struct LicenseKindOrderRequest {
    /// The ids of all license kinds, each once.
    ids: Vec<String>,
}

/// Put the license kinds in another order.
#[utoipa::path(put, path = "/api/license-kinds/order", tag = TAG, request_body = LicenseKindOrderRequest,
    responses(
        (status = 200, body = LicenseKindsAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
    ))]
async fn order_license_kinds(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<LicenseKindOrderRequest>,
) -> Result<Json<LicenseKindsAnswer>> {
    Ok(LicenseKindsAnswer::json(kinds::reorder(&app, &actor, sent.ids).await?))
}

#[derive(Serialize, ToSchema)]
struct LicenseField {
    /// As written between double braces.
    #[schema(example = "buyer.name")]
    name: &'static str,
    label: &'static str,
    description: &'static str,
    /// Where the value comes from: one of legal_profile, buyer, beat, kind.
    #[serde(rename = "where")]
    place: &'static str,
}

#[derive(Serialize, ToSchema)]
struct LicenseFieldsAnswer {
    success: bool,
    fields: Vec<LicenseField>,
}

/// List the fields that a contract text may use.
#[utoipa::path(get, path = "/api/license-kinds/fields", tag = TAG,
    responses((status = 200, body = LicenseFieldsAnswer), (status = 401, body = ErrorBody)))]
async fn list_license_fields(SignedIn(_): SignedIn) -> Json<LicenseFieldsAnswer> {
    let field = |field: &Field| LicenseField {
        name: field.as_str(),
        label: field.label(),
        description: field.description(),
        place: field.place().as_str(),
    };
    Json(LicenseFieldsAnswer { success: true, fields: Field::ALL.iter().map(field).collect() })
}
