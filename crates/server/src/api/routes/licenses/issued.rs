//! Issued licenses: the list with its filters, one at a time, issuing, upgrading and ending them, and their evidence.

use std::sync::Arc;

use app::App;
use app::licenses::issuing::{self, IssueForm, Preview};
use app::licenses::lists::{self, ListForm};
use app::licenses::reservations::{self, ReservationForm};
use app::licenses::{ending, evidence, usage};
use axum::Json;
use axum::extract::State;
use domain::ids::{DocumentId, LicenseId, SaleId};
use domain::licenses::terms::Use;
use http::error::{ErrorBody, MissingValue, Result};
use http::extract::{Body, Id, Params, Repeatable, SignedIn};
use http::sending::attachment::Attachment;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::bodies::ContractBlock;
use super::issued_bodies::{
    LicenseAnswer, LicenseBuyerRequest, LicenseEvent, LicenseFile, LicenseRequest,
    LicenseSaleRequest, LicensesAnswer, ReservationAnswer,
};
use crate::api::money::Amount;
use crate::api::routes::money::transaction_bodies::{RepeatableAnswer, created_reply};
use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Licenses";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_licenses, issue_license))
        .routes(routes!(preview_license))
        .routes(routes!(show_license))
        .routes(routes!(license_contract))
        .routes(routes!(license_evidence))
        .routes(routes!(upgrade_license))
        .routes(routes!(terminate_license))
        .routes(routes!(note_license_usage))
        .routes(routes!(license_sale))
        .routes(routes!(show_reservation, reserve_beat, end_reservation))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LicensesQuery {
    /// Comma-separated list of active, expired, superseded, terminated, refunded.
    #[param(nullable = false)]
    state: Option<String>,
    /// Comma-separated ids of license kinds.
    #[param(nullable = false)]
    kind: Option<String>,
    /// Only licenses of this beat.
    #[param(nullable = false)]
    beat: Option<String>,
    /// Only licenses of this client.
    #[param(nullable = false)]
    client: Option<String>,
    /// Only licenses whose last day is before this one, as YYYY-MM-DD.
    #[param(nullable = false)]
    expires_before: Option<String>,
    /// Only licenses of which 80% of a cap or more is used.
    #[param(nullable = false)]
    near_cap: Option<bool>,
    /// Text to find in the title, the buyer, the kind, the reference or the price, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// The `next_cursor` of the previous page. Filters must be the same as for that page.
    #[param(nullable = false)]
    cursor: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

/// List licenses, the newest first.
#[utoipa::path(get, path = "/api/licenses", tag = TAG, params(LicensesQuery, Paging),
    responses((status = 200, body = LicensesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_licenses(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<LicensesQuery>,
) -> Result<Json<LicensesAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        state: query.state,
        kind: query.kind,
        beat: query.beat,
        client: query.client,
        expires_before: query.expires_before,
        near_cap: query.near_cap.unwrap_or_default(),
        search: query.search,
        cursor: query.cursor,
        limit,
        offset,
    };
    Ok(Json(lists::list(&app, &actor, form).await?.into()))
}

/// Issue a license. Terms, parties, price and files are frozen, and the contract is made and stored once. With `sale`, a
/// sale of the same price is recorded together with it. If the contract would have a hole, nothing is issued, and
/// `missing` says which values it needs.
#[utoipa::path(post, path = "/api/licenses", tag = TAG, request_body = LicenseRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = LicenseAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The beat is licensed or sold exclusively or reserved, the sale has a license, or the key was used for another request"),
        (status = 422, body = ErrorBody, description = "The contract needs values that are `missing`, or the date of the sale must be confirmed"),
    ))]
async fn issue_license(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<LicenseRequest>,
) -> Result<RepeatableAnswer> {
    let reply = created_reply(retry, LicenseAnswer::new);
    Ok(RepeatableAnswer(issuing::issue(&app, &actor, body.into(), reply).await?))
}

#[derive(Serialize, ToSchema)]
struct LicenseDraftAnswer {
    success: bool,
    blocks: Vec<ContractBlock>,
    /// Values that the contract needs before it can be issued.
    missing: Vec<MissingValue>,
    price: Amount,
    currency: &'static str,
    #[schema(required)]
    expires_on: Option<String>,
    /// The files that the license would promise.
    files: Vec<LicenseFile>,
}

impl From<Preview> for LicenseDraftAnswer {
    fn from(preview: Preview) -> Self {
        Self {
            success: true,
            blocks: preview.blocks.into_iter().map(ContractBlock::from).collect(),
            missing: preview.missing.into_iter().map(MissingValue::from).collect(),
            price: Amount::of_minor(preview.price.get()),
            currency: preview.currency.as_str(),
            expires_on: preview.expires_on.map(|day| day.to_string()),
            files: preview.files.iter().map(LicenseFile::from).collect(),
        }
    }
}

/// Show the contract that issuing would make, with its gaps.
#[utoipa::path(post, path = "/api/licenses/preview", tag = TAG, request_body = LicenseRequest,
    responses(
        (status = 200, body = LicenseDraftAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    ))]
async fn preview_license(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<LicenseRequest>,
) -> Result<Json<LicenseDraftAnswer>> {
    Ok(Json(issuing::preview(&app, &actor, sent.into(), None).await?.into()))
}

/// Show a license with its files and its record.
#[utoipa::path(get, path = "/api/licenses/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = LicenseAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_license(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
) -> Result<Json<LicenseAnswer>> {
    Ok(Json(LicenseAnswer::new(&lists::find(&app, &actor, id).await?)))
}

/// Download the contract as a PDF file: the bytes that were stored when the license was issued.
#[utoipa::path(get, path = "/api/licenses/{id}/contract", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/pdf", body = Vec<u8>), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn license_contract(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
) -> Result<Attachment> {
    let (license, reader) = evidence::contract(&app, &actor, id).await?;
    let name = format!("{} contract.pdf", license.reference());
    Attachment::of_blob(name, "application/pdf", reader).await
}

#[derive(Serialize, ToSchema)]
struct LicenseEvidenceAnswer {
    success: bool,
    /// Whether the record, the frozen terms and the contract are unchanged.
    is_intact: bool,
    /// The first thing that was altered, as one sentence; null if nothing was.
    #[schema(required, example = "Entry 2 (ended) was changed after it was written.")]
    broken: Option<String>,
    checked_at: String,
    #[schema(example = "LIC-0001")]
    reference: String,
    events: Vec<LicenseEvent>,
}

/// Verify the record of a license, in which every entry holds the hash of the one before, and show the first altered
/// entry. The frozen terms and the bytes of the contract are checked too.
#[utoipa::path(get, path = "/api/licenses/{id}/evidence", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = LicenseEvidenceAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn license_evidence(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
) -> Result<Json<LicenseEvidenceAnswer>> {
    let evidence = evidence::of_license(&app, &actor, id).await?;
    Ok(Json(LicenseEvidenceAnswer {
        success: true,
        is_intact: evidence.broken.is_none(),
        broken: evidence.broken,
        checked_at: evidence.checked_at.to_string(),
        reference: evidence.whole.license.reference(),
        events: evidence.whole.events.iter().map(LicenseEvent::from).collect(),
    }))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"kind_id": "0199c1f0-0000-7000-8000-000000000002", "sale": {"status": "Completed"}}))]
struct LicenseUpgradeRequest {
    kind_id: Option<String>,
    /// Default: the price of the new kind for this beat, less what was paid already.
    #[schema(nullable = false)]
    price: Option<Amount>,
    /// Records a sale together with the license.
    #[schema(nullable = false)]
    sale: Option<LicenseSaleRequest>,
    /// Details of the buyer that differ from those in the present contract.
    #[schema(nullable = false)]
    buyer: Option<LicenseBuyerRequest>,
    /// What the contract says about samples in the beat. Default none.
    #[schema(nullable = false)]
    samples: Option<String>,
    #[schema(nullable = false)]
    names_earlier_buyers: Option<bool>,
}

/// Upgrade an active license to a higher kind, for the difference or for a price by hand. The present one becomes
/// superseded at the same moment.
#[utoipa::path(post, path = "/api/licenses/{id}/upgrade", tag = TAG, params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    request_body = LicenseUpgradeRequest,
    responses(
        (status = 201, body = LicenseAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The license is not active, or the beat is given away or reserved"),
        (status = 422, body = ErrorBody, description = "The contract needs values that are `missing`"),
    ))]
async fn upgrade_license(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
    Repeatable { body, retry }: Repeatable<LicenseUpgradeRequest>,
) -> Result<RepeatableAnswer> {
    let form = IssueForm {
        kind_id: body.kind_id,
        price: body.price.map(Amount::into_text),
        sale: body.sale.map(Into::into),
        buyer: body.buyer.map(Into::into),
        samples: body.samples,
        names_earlier_buyers: body.names_earlier_buyers.unwrap_or_default(),
        ..IssueForm::default()
    };
    let reply = created_reply(retry, LicenseAnswer::new);
    Ok(RepeatableAnswer(issuing::upgrade(&app, &actor, id, form, reply).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"reason": "The fee was never paid"}))]
struct LicenseEndRequest {
    /// 1 to 500 characters.
    reason: Option<String>,
}

/// Terminate an active license. It can't be undone.
#[utoipa::path(post, path = "/api/licenses/{id}/terminate", tag = TAG, params(("id" = String, Path)),
    request_body = LicenseEndRequest,
    responses(
        (status = 200, body = LicenseAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "The license is not active"),
    ))]
async fn terminate_license(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
    Body(sent): Body<LicenseEndRequest>,
) -> Result<Json<LicenseAnswer>> {
    Ok(Json(LicenseAnswer::new(&ending::terminate(&app, &actor, id, sent.reason).await?)))
}

/// Whole numbers up to 10^12. A use that is not sent keeps its number.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"streams": 43000}))]
struct LicenseUsageRequest {
    #[schema(nullable = false)]
    streams: Option<u64>,
    #[schema(nullable = false)]
    copies: Option<u64>,
    #[schema(nullable = false)]
    downloads: Option<u64>,
    #[schema(nullable = false)]
    monetized_videos: Option<u64>,
    #[schema(nullable = false)]
    videos: Option<u64>,
    #[schema(nullable = false)]
    monetized_video_streams: Option<u64>,
    #[schema(nullable = false)]
    video_streams: Option<u64>,
    #[schema(nullable = false)]
    radio: Option<u64>,
    #[schema(nullable = false)]
    paid_shows: Option<u64>,
    #[schema(nullable = false)]
    unpaid_shows: Option<u64>,
}

impl LicenseUsageRequest {
    fn changes(&self) -> Vec<(Use, u64)> {
        let of = |of: &Use| match of {
            Use::Streams => self.streams,
            Use::Copies => self.copies,
            Use::Downloads => self.downloads,
            Use::MonetizedVideos => self.monetized_videos,
            Use::Videos => self.videos,
            Use::MonetizedVideoStreams => self.monetized_video_streams,
            Use::VideoStreams => self.video_streams,
            Use::Radio => self.radio,
            Use::PaidShows => self.paid_shows,
            Use::UnpaidShows => self.unpaid_shows,
        };
        Use::ALL.iter().filter_map(|each| Some((*each, of(each)?))).collect()
    }
}

/// Record how much the buyer has used of a license. At 80% and at 100% of a cap a notification is created.
#[utoipa::path(put, path = "/api/licenses/{id}/usage", tag = TAG, params(("id" = String, Path)),
    request_body = LicenseUsageRequest,
    responses(
        (status = 200, body = LicenseAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "The license was ended"),
    ))]
async fn note_license_usage(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
    Body(sent): Body<LicenseUsageRequest>,
) -> Result<Json<LicenseAnswer>> {
    Ok(Json(LicenseAnswer::new(&usage::update(&app, &actor, id, sent.changes()).await?)))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"kind_id": "0199c1f0-0000-7000-8000-000000000002"}))]
struct SaleLicenseRequest {
    kind_id: Option<String>,
    /// The beat, if the sale names none.
    #[schema(nullable = false)]
    document_id: Option<String>,
    /// The buyer, where the contract needs more than the sale says.
    #[schema(nullable = false)]
    buyer: Option<LicenseBuyerRequest>,
    /// What the contract says about samples in the beat. Default none.
    #[schema(nullable = false)]
    samples: Option<String>,
    #[schema(nullable = false)]
    names_earlier_buyers: Option<bool>,
}

/// Issue a license for a sale that was recorded before, with the text of today. It has the price, the buyer and the day
/// of the sale, and its record says that the producer recorded it.
#[utoipa::path(post, path = "/api/sales/{id}/license", tag = TAG, params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    request_body = SaleLicenseRequest,
    responses(
        (status = 201, body = LicenseAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The sale has a license, was refunded or failed; or the beat is given away"),
        (status = 422, body = ErrorBody, description = "The contract needs values that are `missing`"),
    ))]
async fn license_sale(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
    Repeatable { body, retry }: Repeatable<SaleLicenseRequest>,
) -> Result<RepeatableAnswer> {
    let form = IssueForm {
        kind_id: body.kind_id,
        document_id: body.document_id,
        buyer: body.buyer.map(Into::into),
        sale_id: Some(id.to_string()),
        samples: body.samples,
        names_earlier_buyers: body.names_earlier_buyers.unwrap_or_default(),
        ..IssueForm::default()
    };
    let reply = created_reply(retry, LicenseAnswer::new);
    Ok(RepeatableAnswer(issuing::issue(&app, &actor, form, reply).await?))
}

/// Show the reservation of a beat.
#[utoipa::path(get, path = "/api/documents/{id}/reservation", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ReservationAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_reservation(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<ReservationAnswer>> {
    Ok(Json(reservations::find(&app, &actor, id).await?.into()))
}

/// A client or a buyer with a name is required.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"buyer": {"name": "Iris Vance", "email": "iris@vance.example"}, "hours": 48}))]
struct ReservationRequest {
    #[schema(nullable = false)]
    client_id: Option<String>,
    #[schema(nullable = false)]
    buyer: Option<ReservationBuyer>,
    /// 1 to 168. Default: the operator's setting, 48 unless changed.
    #[schema(nullable = false, minimum = 1, maximum = 168)]
    hours: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
struct ReservationBuyer {
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
}

/// Reserve a beat for a buyer of an exclusive license. It lapses by itself; reserving again for the same buyer renews it.
#[utoipa::path(put, path = "/api/documents/{id}/reservation", tag = TAG, params(("id" = String, Path)),
    request_body = ReservationRequest,
    responses(
        (status = 200, body = ReservationAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "The beat is reserved for another buyer, or given away"),
    ))]
async fn reserve_beat(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    Body(sent): Body<ReservationRequest>,
) -> Result<Json<ReservationAnswer>> {
    let (name, email) = sent.buyer.map(|buyer| (buyer.name, buyer.email)).unwrap_or_default();
    let form = ReservationForm { client_id: sent.client_id, name, email, hours: sent.hours };
    Ok(Json(Some(reservations::reserve(&app, &actor, id, form).await?).into()))
}

/// End the reservation of a beat.
#[utoipa::path(delete, path = "/api/documents/{id}/reservation", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn end_reservation(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<Done>> {
    reservations::end(&app, &actor, id).await?;
    Ok(Done::json())
}
