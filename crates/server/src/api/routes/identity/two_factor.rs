//! Two-factor authentication: setting it up, enabling it with a code, and disabling it.

use std::sync::Arc;

use app::App;
use app::identity::two_factor;
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Done;

const TAG: &str = "Security";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(generate_two_factor))
        .routes(routes!(enable_two_factor))
        .routes(routes!(disable_two_factor))
        .routes(routes!(verify_two_factor))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"token": "492039"}))]
struct CodeRequest {
    #[schema(required)]
    /// Six digits from the authenticator app, or a recovery code.
    token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TwoFactorSetupAnswer {
    success: bool,
    /// QR code to scan, as a data URL.
    qr_code: String,
    /// The secret as text, for typing it in.
    secret: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodesAnswer {
    success: bool,
    /// Ten recovery codes, shown only now. Each works once instead of a code from the authenticator app.
    recovery_codes: Vec<String>,
}

/// Create a two-factor secret. Sign-in does not change until two-factor is enabled.
#[utoipa::path(post, path = "/api/security/2fa/generate", tag = TAG,
    responses(
        (status = 200, body = TwoFactorSetupAnswer), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ))]
async fn generate_two_factor(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<TwoFactorSetupAnswer>> {
    let setup = two_factor::generate(&app, &actor).await?;
    let (qr_code, secret) = (setup.qr_code, setup.secret);
    Ok(Json(TwoFactorSetupAnswer { success: true, qr_code, secret }))
}

/// Turn on two-factor sign-in with a code from the new secret.
#[utoipa::path(post, path = "/api/security/2fa/enable", tag = TAG, request_body = CodeRequest,
    responses(
        (status = 200, body = RecoveryCodesAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof of identity is needed (`requiresProof`)"),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn enable_two_factor(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<CodeRequest>,
) -> Result<Json<RecoveryCodesAnswer>> {
    let recovery_codes = two_factor::enable(&app, &actor, &sent.token).await?;
    Ok(Json(RecoveryCodesAnswer { success: true, recovery_codes }))
}

/// Turn off two-factor sign-in with a code.
#[utoipa::path(post, path = "/api/security/2fa/disable", tag = TAG, request_body = CodeRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn disable_two_factor(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<CodeRequest>,
) -> Result<Json<Done>> {
    two_factor::disable(&app, &actor, &sent.token).await?;
    Ok(Done::json())
}

/// Check a two-factor code. The code cannot be used again.
#[utoipa::path(post, path = "/api/security/2fa/verify", tag = TAG, request_body = CodeRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn verify_two_factor(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<CodeRequest>,
) -> Result<Json<Done>> {
    two_factor::verify(&app, &actor, &sent.token).await?;
    Ok(Done::json())
}
