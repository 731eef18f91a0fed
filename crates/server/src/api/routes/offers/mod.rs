//! Offers: making, changing, sending and ending them, and their contracts.

pub(crate) mod bodies;
pub(crate) mod reports;
pub(crate) mod ways;

use std::sync::Arc;

use app::App;
use app::offers::lists::{self, ListForm};
use app::offers::payments::{self, PaidForm};
use app::offers::{changes, contracts, counters, details, sending};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::OfferId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, Repeatable, SignedIn};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::bodies::{OfferAnswer, OfferContractsAnswer, OfferRequest, OffersAnswer};
use crate::api::money::Amount;
use crate::api::routes::money::transaction_bodies::{RepeatableAnswer, updated_reply};
use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Offers";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_offers, create_offer))
        .routes(routes!(show_offer, update_offer, delete_offer))
        .routes(routes!(offer_contracts))
        .routes(routes!(send_offer))
        .routes(routes!(resend_offer))
        .routes(routes!(withdraw_offer))
        .routes(routes!(decline_offer))
        .routes(routes!(answer_counter_offer))
        .routes(routes!(mark_offer_paid))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OffersQuery {
    /// Comma-separated list of draft, sent, viewed, accepted, paid, delivered, declined, withdrawn, expired, refunded.
    #[param(nullable = false)]
    state: Option<String>,
    /// Only offers to this client.
    #[param(nullable = false)]
    client: Option<String>,
    /// Only offers of this beat.
    #[param(nullable = false)]
    beat: Option<String>,
    /// Text to find in the reference, the buyer, a title, a license or the price, ignoring case.
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

/// List offers, the newest first.
#[utoipa::path(get, path = "/api/offers", tag = TAG, params(OffersQuery, Paging),
    responses((status = 200, body = OffersAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_offers(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<OffersQuery>,
) -> Result<Json<OffersAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        state: query.state,
        client: query.client,
        beat: query.beat,
        search: query.search,
        cursor: query.cursor,
        limit,
        offset,
    };
    Ok(Json(lists::list(&app, &actor, form).await?.into()))
}

/// Make an offer as a draft. Nobody sees it before it is sent.
#[utoipa::path(post, path = "/api/offers", tag = TAG, request_body = OfferRequest,
    responses(
        (status = 201, body = OfferAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn create_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<OfferRequest>,
) -> Result<(StatusCode, Json<OfferAnswer>)> {
    let shown = changes::create(&app, &actor, sent.into()).await?;
    Ok((StatusCode::CREATED, Json(OfferAnswer::new(&shown))))
}

/// Show an offer with what happened to it.
#[utoipa::path(get, path = "/api/offers/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = OfferAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<OfferAnswer>> {
    Ok(Json(OfferAnswer::new(&details::find(&app, &actor, id).await?)))
}

/// Change an offer that was not accepted yet. One that the buyer has seen, or that has expired, becomes the next revision
/// with an address of its own, and the old page says that it was replaced.
#[utoipa::path(put, path = "/api/offers/{id}", tag = TAG, params(("id" = String, Path)), request_body = OfferRequest,
    responses(
        (status = 200, body = OfferAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer was accepted or closed"),
    ))]
async fn update_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
    Body(sent): Body<OfferRequest>,
) -> Result<Json<OfferAnswer>> {
    Ok(Json(OfferAnswer::new(&changes::update(&app, &actor, id, sent.into()).await?)))
}

/// Delete a draft. An offer that was sent can be withdrawn.
#[utoipa::path(delete, path = "/api/offers/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer was sent"),
    ))]
async fn delete_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<Done>> {
    changes::delete(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Show the contract of each line as the buyer reads it, with its gaps.
#[utoipa::path(post, path = "/api/offers/{id}/contracts", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = OfferContractsAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "A beat of the offer was deleted"),
    ))]
async fn offer_contracts(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<OfferContractsAnswer>> {
    Ok(Json(contracts::of_offer(&app, &actor, id).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"mail": true}))]
struct OfferSendRequest {
    /// Whether the buyer gets an email with the link. Default false.
    #[schema(nullable = false)]
    mail: Option<bool>,
}

/// Send a draft. The offer gets an address, which is `url` in the answer; with `mail`, the buyer gets it by email.
#[utoipa::path(post, path = "/api/offers/{id}/send", tag = TAG, params(("id" = String, Path)),
    request_body = OfferSendRequest,
    responses(
        (status = 200, body = OfferAnswer), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The operator has turned public pages off"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer is closed, a beat was sold or deleted, or no mail can be sent"),
        (status = 422, body = ErrorBody, description = "The contracts need values that are `missing`"),
        (status = 429, body = ErrorBody),
    ))]
async fn send_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
    Body(sent): Body<OfferSendRequest>,
) -> Result<Json<OfferAnswer>> {
    let shown = sending::send(&app, &actor, id, sent.mail.unwrap_or_default()).await?;
    Ok(Json(OfferAnswer::new(&shown)))
}

/// Mail an offer again: at least ten minutes after the last time, and at most five times.
#[utoipa::path(post, path = "/api/offers/{id}/resend", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = OfferAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer is not open, or no mail can be sent"),
        (status = 429, body = ErrorBody),
    ))]
async fn resend_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<OfferAnswer>> {
    Ok(Json(OfferAnswer::new(&sending::resend(&app, &actor, id).await?)))
}

/// Withdraw an offer that is open, or accepted and not paid.
#[utoipa::path(post, path = "/api/offers/{id}/withdraw", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = OfferAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer is not open"),
    ))]
async fn withdraw_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<OfferAnswer>> {
    Ok(Json(OfferAnswer::new(&changes::withdraw(&app, &actor, id).await?)))
}

/// Decline a draft that was created from somebody's request for a license.
#[utoipa::path(post, path = "/api/offers/{id}/decline", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = OfferAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Nobody asked for it, or it was sent"),
    ))]
async fn decline_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
) -> Result<Json<OfferAnswer>> {
    Ok(Json(OfferAnswer::new(&changes::decline(&app, &actor, id).await?)))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"answer": "price", "price": 120.0}))]
struct CounterAnswerRequest {
    /// One of take, decline, price.
    #[schema(nullable = false)]
    answer: Option<String>,
    /// The new price of the whole offer, with `price`.
    #[schema(nullable = false)]
    price: Option<Amount>,
}

/// Answer a buyer's counter-offer: take its price, decline it, or name another price, which makes the next revision.
#[utoipa::path(post, path = "/api/offers/{id}/counter", tag = TAG, params(("id" = String, Path)),
    request_body = CounterAnswerRequest,
    responses(
        (status = 200, body = OfferAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer is not open, or the buyer named no price"),
    ))]
async fn answer_counter_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
    Body(sent): Body<CounterAnswerRequest>,
) -> Result<Json<OfferAnswer>> {
    let (answer, price) = (sent.answer.unwrap_or_default(), sent.price.map(Amount::into_text));
    let shown = counters::answer(&app, &actor, id, &answer, price).await?;
    Ok(Json(OfferAnswer::new(&shown)))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"amount": 149.0, "day": "2026-11-18", "fee": 4.62, "payment_reference": "pi_3P1"}))]
struct OfferPaidRequest {
    /// The whole price; part payments can't be recorded.
    amount: Option<Amount>,
    /// The day the payment was received, as YYYY-MM-DD. Default today.
    #[schema(nullable = false)]
    day: Option<String>,
    /// The account in the offer's currency. Default: that account.
    #[schema(nullable = false)]
    account: Option<String>,
    /// The fee that the payment platform kept: from 0 to less than the amount. Default 0.
    #[schema(nullable = false)]
    fee: Option<Amount>,
    /// At most 200 characters.
    #[schema(nullable = false)]
    payment_reference: Option<String>,
    /// Confirms a day that looks mistyped.
    #[schema(nullable = false)]
    confirm_date: Option<bool>,
    /// Confirms a payment_reference that the payment of another offer has.
    #[schema(nullable = false)]
    same_reference: Option<bool>,
}

/// Mark an accepted offer as paid. The sale, its transaction, the fee's transaction and the licenses are written together,
/// or nothing is.
#[utoipa::path(post, path = "/api/offers/{id}/paid", tag = TAG, params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    request_body = OfferPaidRequest,
    responses(
        (status = 200, body = OfferAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The offer is not accepted or paid already, a beat was sold or deleted, or the key was used for another request"),
        (status = 422, body = ErrorBody, description = "The day or the payment_reference must be confirmed"),
    ))]
async fn mark_offer_paid(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<OfferId>,
    Repeatable { body, retry }: Repeatable<OfferPaidRequest>,
) -> Result<RepeatableAnswer> {
    let form = PaidForm {
        amount: body.amount.map(Amount::into_text),
        day: body.day,
        account: body.account,
        fee: body.fee.map(Amount::into_text),
        payment_reference: body.payment_reference,
        confirm_date: body.confirm_date.unwrap_or_default(),
        same_reference: body.same_reference.unwrap_or_default(),
    };
    let reply = updated_reply(retry, OfferAnswer::new);
    Ok(RepeatableAnswer(payments::record(&app, &actor, id, form, reply).await?))
}
