//! Payment cards. Answers have the masked number; only `card_pins` reveals the full one, with the PIN.

use std::fmt;
use std::sync::Arc;

use app::App;
use app::money::cards::{self, CardChanges, CardForm};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::CardId;
use domain::money::cards::{Card, MASKED_CVV, MASKED_EXPIRY, masked};
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, SignedIn};
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::shapes::{Done, Paging};

pub const TAG: &str = "Cards";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_cards, add_card))
        .routes(routes!(update_card, delete_card))
        .routes(routes!(make_card_default))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Card)]
struct CardBody {
    id: String,
    /// One of Visa, Mastercard, American Express, Discover.
    #[schema(example = "Visa")]
    r#type: &'static str,
    /// Masked except for the last four digits.
    #[schema(example = "•••• •••• •••• 4242")]
    number: String,
    #[schema(example = "MAYA OKAFOR")]
    holder: String,
    /// Always masked; POST /cards/{id}/reveal shows it.
    #[schema(example = "••/••")]
    expiry: &'static str,
    /// Always masked; the security code is not stored.
    #[schema(example = "•••")]
    cvv: &'static str,
    /// True for exactly one card of an account with cards.
    #[serde(rename = "isDefault")]
    is_default: bool,
    created_at: String,
}

impl From<Card> for CardBody {
    fn from(card: Card) -> Self {
        Self {
            id: card.id.to_string(),
            r#type: card.brand.name(),
            number: masked(&card.last_four),
            holder: card.holder,
            expiry: MASKED_EXPIRY,
            cvv: MASKED_CVV,
            is_default: card.is_default,
            created_at: card.created_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct CardAnswer {
    success: bool,
    card: CardBody,
}

impl CardAnswer {
    fn json(card: Card) -> Json<Self> {
        Json(Self { success: true, card: card.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct CardsAnswer {
    success: bool,
    cards: Vec<CardBody>,
    total: i64,
}

/// Digits as a JSON number or a text; a text keeps its leading zero.
struct Digits(String);

impl<'de> Deserialize<'de> for Digits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl de::Visitor<'_> for Reader {
            type Value = Digits;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or a text of digits")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Digits, E> {
                Ok(Digits(number.to_string()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Digits, E> {
                Ok(Digits(number.to_string()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Digits, E> {
                Ok(Digits(text.to_owned()))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "Visa", "number": "4242 4242 4242 4242", "holder_name": "MAYA OKAFOR", "expiry_month": 8,
    "expiry_year": 2031, "cvv": "123"
}))]
struct CardRequest {
    /// One of visa, mastercard, american_express, discover, ignoring case and with or without the
    /// underscore.
    #[schema(required, nullable = false, example = "Visa")]
    r#type: Option<String>,
    /// Sixteen digits; spaces are ignored.
    #[schema(required, nullable = false)]
    number: Option<String>,
    #[schema(required, nullable = false)]
    holder_name: Option<String>,
    /// 1 to 12, as a number or a text of digits.
    #[schema(required, nullable = false, value_type = Option<i64>, example = 8)]
    expiry_month: Option<Digits>,
    /// Four digits, as a number or a text.
    #[schema(required, nullable = false, value_type = Option<i64>, example = 2031)]
    expiry_year: Option<Digits>,
    /// Three or four digits. Checked, but not stored.
    #[schema(required, nullable = false)]
    cvv: Option<String>,
    /// Whether this card becomes the default. The first card always does.
    #[schema(nullable = false)]
    is_default: Option<bool>,
}

/// Only fields that are sent change. The card number cannot be changed.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"holder_name": "MAYA OKAFOR", "expiry_month": 8, "expiry_year": 2031}))]
struct CardChangesRequest {
    #[schema(nullable = false)]
    r#type: Option<String>,
    #[schema(nullable = false)]
    holder_name: Option<String>,
    #[schema(nullable = false, value_type = Option<i64>)]
    expiry_month: Option<Digits>,
    #[schema(nullable = false, value_type = Option<i64>)]
    expiry_year: Option<Digits>,
}

/// List cards: the default card first, then newest first.
#[utoipa::path(get, path = "/api/cards", tag = TAG, params(Paging),
    responses((status = 200, body = CardsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_cards(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(paging): Params<Paging>,
) -> Result<Json<CardsAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let page = cards::list(&app, &actor, limit, offset).await?;
    let cards = page.cards.into_iter().map(CardBody::from).collect();
    Ok(Json(CardsAnswer { success: true, cards, total: page.total }))
}

/// Add a card. The number is stored encrypted, the security code is not stored.
#[utoipa::path(post, path = "/api/cards", tag = TAG, request_body = CardRequest,
    responses((status = 201, body = CardAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn add_card(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<CardRequest>,
) -> Result<(StatusCode, Json<CardAnswer>)> {
    let form = CardForm {
        brand: sent.r#type,
        number: sent.number,
        holder_name: sent.holder_name,
        expiry_month: sent.expiry_month.map(|digits| digits.0),
        expiry_year: sent.expiry_year.map(|digits| digits.0),
        cvv: sent.cvv,
        is_default: sent.is_default.unwrap_or(false),
    };
    let card = cards::add(&app, &actor, form).await?;
    Ok((StatusCode::CREATED, CardAnswer::json(card)))
}

/// Update a card's holder, expiry or type.
#[utoipa::path(put, path = "/api/cards/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = CardChangesRequest,
    responses(
        (status = 200, body = CardAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_card(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<CardId>,
    Body(sent): Body<CardChangesRequest>,
) -> Result<Json<CardAnswer>> {
    let changes = CardChanges {
        brand: sent.r#type,
        holder_name: sent.holder_name,
        expiry_month: sent.expiry_month.map(|digits| digits.0),
        expiry_year: sent.expiry_year.map(|digits| digits.0),
    };
    Ok(CardAnswer::json(cards::update(&app, &actor, id, changes).await?))
}

/// Delete a card. If it was the default, the newest remaining card becomes the default.
#[utoipa::path(delete, path = "/api/cards/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_card(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<CardId>,
) -> Result<Json<Done>> {
    cards::remove(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Make a card the default card.
#[utoipa::path(put, path = "/api/cards/{id}/default", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = CardAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn make_card_default(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<CardId>,
) -> Result<Json<CardAnswer>> {
    Ok(CardAnswer::json(cards::make_default(&app, &actor, id).await?))
}
