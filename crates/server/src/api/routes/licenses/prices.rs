//! The prices of licenses, for each beat and license kind.

use std::sync::Arc;

use app::App;
use app::licenses::prices::{self, PriceForm, Priced};
use axum::Json;
use axum::extract::State;
use domain::ids::DocumentId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::money::Amount;

const TAG: &str = "License kinds";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_beat_prices, update_beat_prices))
        .routes(routes!(update_prices_of_many))
}

#[derive(Serialize, ToSchema)]
#[schema(as = BeatPrice)]
struct BeatPriceBody {
    kind_id: String,
    name: String,
    tier: &'static str,
    is_exclusive: bool,
    /// default: the price of the kind. own: a price of this beat. off: not offered for this beat.
    offer: &'static str,
    /// Null if the kind is not offered for this beat.
    #[schema(required)]
    price: Option<Amount>,
    currency: &'static str,
    /// The price of the kind.
    default_price: Amount,
    default_currency: &'static str,
    is_offered: bool,
    /// Why the license is not offered, in a few words; null if it is offered.
    #[schema(required)]
    reason: Option<&'static str>,
}

impl From<Priced> for BeatPriceBody {
    fn from(priced: Priced) -> Self {
        let Priced { kind, asking } = priced;
        Self {
            kind_id: kind.id.to_string(),
            name: kind.kind.name,
            tier: kind.kind.tier.as_str(),
            is_exclusive: kind.kind.terms.is_exclusive,
            offer: asking.offer.as_str(),
            price: asking.price.map(|price| Amount::of_minor(price.get())),
            currency: asking.currency.as_str(),
            default_price: Amount::of_minor(kind.kind.price.get()),
            default_currency: kind.kind.currency.as_str(),
            is_offered: asking.reason.is_none(),
            reason: asking.reason,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct BeatPricesAnswer {
    success: bool,
    /// In the order of the license kinds.
    prices: Vec<BeatPriceBody>,
}

impl BeatPricesAnswer {
    fn json(prices: Vec<Priced>) -> Json<Self> {
        Json(Self { success: true, prices: prices.into_iter().map(BeatPriceBody::from).collect() })
    }
}

#[derive(Deserialize, ToSchema)]
struct BeatPriceRequest {
    kind_id: String,
    /// default, own or off.
    offer: String,
    /// With own: at least 0, in the currency of the kind.
    price: Option<Amount>,
}

impl From<BeatPriceRequest> for PriceForm {
    fn from(sent: BeatPriceRequest) -> Self {
        let BeatPriceRequest { kind_id, offer, price } = sent;
        Self { kind_id, offer, price: price.map(Amount::into_text) }
    }
}

/// Kinds that are not sent keep their price.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"prices": [
    {"kind_id": "01939d2a-7c4e-7bb1-9a36-6f2d1f5b7c10", "offer": "own", "price": 79},
    {"kind_id": "01939d2a-7c4e-7bb1-9a36-6f2d1f5b7c11", "offer": "off"}
]}))]
struct BeatPricesRequest {
    prices: Vec<BeatPriceRequest>,
}

#[derive(Deserialize, ToSchema)]
struct ManyBeatPricesRequest {
    /// The beats, 1 to 1,000.
    ids: Vec<String>,
    prices: Vec<BeatPriceRequest>,
}

#[derive(Serialize, ToSchema)]
struct ManyBeatPricesAnswer {
    success: bool,
    /// How many beats were changed.
    changed: usize,
}

/// List the price of each license of a beat, as people without an account see it.
#[utoipa::path(get, path = "/api/documents/{id}/prices", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = BeatPricesAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn list_beat_prices(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<BeatPricesAnswer>> {
    Ok(BeatPricesAnswer::json(prices::list(&app, &actor, id).await?))
}

/// Set the license prices of a beat.
#[utoipa::path(put, path = "/api/documents/{id}/prices", tag = TAG, params(("id" = String, Path)),
    request_body = BeatPricesRequest,
    responses(
        (status = 200, body = BeatPricesAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn update_beat_prices(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    Body(sent): Body<BeatPricesRequest>,
) -> Result<Json<BeatPricesAnswer>> {
    let forms = sent.prices.into_iter().map(PriceForm::from).collect();
    Ok(BeatPricesAnswer::json(prices::update(&app, &actor, id, forms).await?))
}

/// Set the license prices of many beats: of all of them, or of none if one does not exist.
#[utoipa::path(post, path = "/api/documents/prices", tag = TAG, request_body = ManyBeatPricesRequest,
    responses(
        (status = 200, body = ManyBeatPricesAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ))]
async fn update_prices_of_many(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ManyBeatPricesRequest>,
) -> Result<Json<ManyBeatPricesAnswer>> {
    let forms = sent.prices.into_iter().map(PriceForm::from).collect();
    let changed = prices::update_many(&app, &actor, sent.ids, forms).await?;
    Ok(Json(ManyBeatPricesAnswer { success: true, changed }))
}
