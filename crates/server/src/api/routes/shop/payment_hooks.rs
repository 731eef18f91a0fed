//! The settings of the webhook that Stripe calls with payment events.

use std::sync::Arc;

use app::App;
use app::shop::hooks::{self, HookView};
use axum::Json;
use axum::extract::State;
use domain::payment_reports::Kind;
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::clearable;

const TAG: &str = "Shop";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_payment_hook, update_payment_hook))
}

#[derive(Serialize, ToSchema)]
struct PaymentHookAnswer {
    success: bool,
    is_set: bool,
    /// The webhook address to enter at Stripe, which then shows a signing secret for it.
    #[schema(example = "https://beats.example/hooks/stripe/…")]
    url: String,
    /// When the last event arrived; null if none did.
    #[schema(required)]
    last_event_at: Option<String>,
    /// Whether the last event came from Stripe's test mode, and so booked nothing.
    is_last_event_a_test: bool,
}

impl PaymentHookAnswer {
    fn json(shown: HookView) -> Json<Self> {
        let last = shown.last;
        Json(Self {
            success: true,
            is_set: shown.is_set,
            url: shown.url,
            is_last_event_a_test: last.as_ref().is_some_and(|last| last.kind == Kind::Test),
            last_event_at: last.map(|last| last.received_at.to_string()),
        })
    }
}

#[derive(Deserialize, ToSchema)]
struct PaymentHookRequest {
    /// The signing secret of the endpoint, which begins with whsec_. It is stored encrypted and never shown again. Null
    /// or an empty text removes it. The previous secret stays valid for another day.
    #[serde(default, deserialize_with = "clearable")]
    stripe_secret: Option<String>,
}

/// Show the address of the webhook for Stripe's payment events.
#[utoipa::path(get, path = "/api/payment-hooks", tag = TAG,
    responses((status = 200, body = PaymentHookAnswer), (status = 401, body = ErrorBody)))]
async fn show_payment_hook(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PaymentHookAnswer>> {
    Ok(PaymentHookAnswer::json(hooks::find(&app, &actor).await?))
}

/// Set or remove the signing secret of the webhook at Stripe.
#[utoipa::path(put, path = "/api/payment-hooks", tag = TAG, request_body = PaymentHookRequest,
    responses(
        (status = 200, body = PaymentHookAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    ))]
async fn update_payment_hook(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<PaymentHookRequest>,
) -> Result<Json<PaymentHookAnswer>> {
    let shown = match sent.stripe_secret {
        Some(secret) => hooks::set(&app, &actor, &secret).await?,
        None => hooks::find(&app, &actor).await?,
    };
    Ok(PaymentHookAnswer::json(shown))
}
