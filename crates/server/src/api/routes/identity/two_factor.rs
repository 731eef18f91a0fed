//! Two-factor authentication: set up, prove, switch off.

use std::sync::Arc;

use app::App;
use app::identity::two_factor;
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::error::{ErrorBody, Result};
use crate::api::extract::{Body, SignedIn};
use crate::api::routes::Done;

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
struct CodeRequest {
    #[schema(required)]
    /// Six digits; a recovery code where the authenticator is gone.
    token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TwoFactorSetupAnswer {
    success: bool,
    /// A picture to scan, as a data URL.
    qr_code: String,
    /// The same secret, to be typed.
    secret: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodesAnswer {
    success: bool,
    /// Ten codes, shown this once; each works one time in place of the authenticator.
    recovery_codes: Vec<String>,
}

/// Make a new secret. Nothing changes at sign-in until it is enabled.
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

/// Switch two-factor on, proved by a code of the new secret.
#[utoipa::path(post, path = "/api/security/2fa/enable", tag = TAG, request_body = CodeRequest,
    responses(
        (status = 200, body = RecoveryCodesAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof is wanted: `requiresProof`"),
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

/// Switch two-factor off, proved by a code.
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

/// Check a code; it is spent by this.
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
