//! The producer's ways to pay, such as bank details or a payment link, which offers show to buyers.

use std::sync::Arc;

use app::App;
use app::offers::ways::{self, WayForm};
use axum::Json;
use axum::extract::State;
use domain::offers::{PAY_HOSTS, Way};
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::TAG;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_ways_to_pay, replace_ways_to_pay))
}

/// A line of bank details.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"label": "IBAN", "value": "GB33 BUKB 2020 1555 5555 55"}))]
struct WayToPayRow {
    label: String,
    value: String,
}

#[derive(Serialize, ToSchema)]
struct WayToPayBody {
    id: String,
    /// One of bank, paypal, link, other.
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(example = "Bank transfer")]
    label: String,
    /// The account details of type bank; empty otherwise.
    rows: Vec<WayToPayRow>,
    /// The payment link of types paypal and link; empty otherwise.
    address: String,
    words: String,
    /// The only license kind that this way to pay is for; null for all.
    #[schema(required)]
    kind_id: Option<String>,
    enabled: bool,
}

impl From<&Way> for WayToPayBody {
    fn from(way: &Way) -> Self {
        let row = |(label, value): &(String, String)| WayToPayRow {
            label: label.clone(),
            value: value.clone(),
        };
        Self {
            id: way.id.to_string(),
            kind: way.kind.as_str(),
            label: way.label.clone(),
            rows: way.rows.iter().map(row).collect(),
            address: way.address.clone(),
            words: way.words.clone(),
            kind_id: way.license_kind.map(|id| id.to_string()),
            enabled: way.is_enabled,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct WaysToPayAnswer {
    success: bool,
    ways: Vec<WayToPayBody>,
    /// The hosts that payment links may lead to.
    hosts: Vec<String>,
}

impl WaysToPayAnswer {
    fn json(app: &App, ways: &[Way]) -> Json<Self> {
        let hosts = PAY_HOSTS.iter().map(|host| (*host).to_owned());
        Json(Self {
            success: true,
            ways: ways.iter().map(WayToPayBody::from).collect(),
            hosts: hosts.chain(app.outside.pay_hosts.iter().cloned()).collect(),
        })
    }
}

/// Show the ways to pay, in their order.
#[utoipa::path(get, path = "/api/ways-to-pay", tag = TAG,
    responses((status = 200, body = WaysToPayAnswer), (status = 401, body = ErrorBody)))]
async fn list_ways_to_pay(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<WaysToPayAnswer>> {
    let ways = ways::list(&app, &actor).await?;
    Ok(WaysToPayAnswer::json(&app, &ways))
}

#[derive(Deserialize, ToSchema)]
struct WayToPayRequest {
    /// The id of an existing way to pay; without it a new one is created.
    #[serde(default)]
    id: Option<String>,
    /// One of bank, paypal, link, other.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    kind: Option<String>,
    /// 1 to 60 characters.
    #[schema(nullable = false)]
    label: Option<String>,
    #[serde(default)]
    rows: Vec<WayToPayRow>,
    /// An https link to one of the hosts.
    #[serde(default)]
    address: Option<String>,
    /// At most 500 characters.
    #[serde(default)]
    words: Option<String>,
    #[serde(default)]
    kind_id: Option<String>,
    #[serde(default)]
    enabled: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"ways": [{"type": "paypal", "label": "PayPal", "address": "https://paypal.me/maya"}]}))]
struct WaysToPayRequest {
    ways: Vec<WayToPayRequest>,
}

/// Replace the ways to pay, at most 20. Links are https, to one of the hosts.
#[utoipa::path(put, path = "/api/ways-to-pay", tag = TAG, request_body = WaysToPayRequest,
    responses(
        (status = 200, body = WaysToPayAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn replace_ways_to_pay(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<WaysToPayRequest>,
) -> Result<Json<WaysToPayAnswer>> {
    let form = |way: WayToPayRequest| WayForm {
        id: way.id,
        kind: way.kind,
        label: way.label,
        rows: way.rows.into_iter().map(|row| (row.label, row.value)).collect(),
        address: way.address,
        words: way.words,
        license_kind: way.kind_id,
        is_enabled: way.enabled,
    };
    let wanted = sent.ways.into_iter().map(form).collect();
    let ways = ways::replace(&app, &actor, wanted).await?;
    Ok(WaysToPayAnswer::json(&app, &ways))
}
