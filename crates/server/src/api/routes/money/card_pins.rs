//! The card PIN: reading its state, setting it, and revealing the full number of a card with it.

use std::sync::Arc;

use app::App;
use app::money::cards;
use axum::{Json, extract::State};
use domain::ids::CardId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::cards::TAG;
use crate::api::routes::shapes::Done;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_card_pin, set_card_pin)).routes(routes!(reveal_card))
}

#[derive(Serialize, ToSchema)]
struct CardPinAnswer {
    success: bool,
    /// Whether the account has a PIN.
    set: bool,
    /// If too many wrong PINs were entered: the time until which the PIN is locked. Otherwise null.
    #[schema(required)]
    locked_until: Option<String>,
    /// Whether the PIN stays locked until a new one is set.
    needs_new_pin: bool,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"pin": "4071", "currentPassword": "correct horse battery"}))]
struct CardPinRequest {
    /// Four digits.
    #[schema(required, example = "4071")]
    pin: String,
    #[schema(required)]
    #[serde(rename = "currentPassword")]
    current_password: String,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"pin": "4071"}))]
struct RevealCardRequest {
    #[schema(required)]
    pin: String,
}

#[derive(Serialize, ToSchema)]
struct RevealedCardAnswer {
    success: bool,
    /// Sixteen digits.
    number: String,
    /// MM/YY.
    #[schema(example = "08/31")]
    expiry: String,
}

/// Show whether a card PIN is set, and whether it is locked.
#[utoipa::path(get, path = "/api/cards/pin", tag = TAG,
    responses((status = 200, body = CardPinAnswer), (status = 401, body = ErrorBody)))]
async fn show_card_pin(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<CardPinAnswer>> {
    let status = cards::pins::status(&app, &actor).await?;
    let locked_until = status.locked_until.map(|moment| moment.to_string());
    Ok(Json(CardPinAnswer {
        success: true,
        set: status.is_set,
        locked_until,
        needs_new_pin: status.needs_new_pin,
    }))
}

/// Set or change the card PIN. Needs the current password and ends a lock.
#[utoipa::path(put, path = "/api/cards/pin", tag = TAG, request_body = CardPinRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn set_card_pin(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<CardPinRequest>,
) -> Result<Json<Done>> {
    cards::pins::set(&app, &actor, &sent.pin, sent.current_password).await?;
    Ok(Done::json())
}

/// Show the full number and expiry of a card
///
/// Needs the card PIN. Five wrong PINs lock it for 15 minutes, five more for 30, five more for 60, then until a new PIN
/// is set.
#[utoipa::path(post, path = "/api/cards/{id}/reveal", tag = TAG, params(("id" = String, Path)),
    request_body = RevealCardRequest,
    responses(
        (status = 200, body = RevealedCardAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "No PIN is set yet"), (status = 429, body = ErrorBody),
    ))]
async fn reveal_card(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<CardId>,
    Body(sent): Body<RevealCardRequest>,
) -> Result<Json<RevealedCardAnswer>> {
    let revealed = cards::pins::reveal(&app, &actor, id, &sent.pin).await?;
    let (number, expiry) = (revealed.number.to_string(), revealed.expiry.to_string());
    Ok(Json(RevealedCardAnswer { success: true, number, expiry }))
}
