//! Passkeys in use: to sign in, and to confirm who is asking.

use std::sync::Arc;

use app::App;
use app::identity::passkeys::{self, AssertionForm, RequestOptions};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::{Body, Client, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::auth::TokenAnswer;
use super::passkeys::{PasskeyDescriptor, TAG};
use crate::api::routes::shapes::Done;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(passkey_sign_in_options))
        .routes(routes!(passkey_sign_in))
        .routes(routes!(passkey_proof_options))
        .routes(routes!(passkey_proof))
}

/// `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyRequestOptions {
    challenge: String,
    rp_id: String,
    /// Timeout in milliseconds.
    timeout: u64,
    user_verification: &'static str,
    /// If empty, the browser offers all its passkeys for this host.
    allow_credentials: Vec<PasskeyDescriptor>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyRequestOptionsAnswer {
    success: bool,
    public_key: PasskeyRequestOptions,
}

impl PasskeyRequestOptionsAnswer {
    fn json(options: RequestOptions) -> Json<Self> {
        let public_key = PasskeyRequestOptions {
            challenge: options.challenge,
            rp_id: options.rp_id,
            timeout: options.timeout_millis,
            user_verification: "required",
            allow_credentials: options.allowed.into_iter().map(PasskeyDescriptor::from).collect(),
        };
        Json(Self { success: true, public_key })
    }
}

/// Start a sign-in with a passkey
///
/// Pass the answer to `navigator.credentials.get`. It names no account: the browser offers the passkeys it
/// has. The challenge is valid once, for five minutes.
#[utoipa::path(post, path = "/api/auth/passkeys/sign-in/options", tag = TAG, security(()),
    responses((status = 200, body = PasskeyRequestOptionsAnswer), (status = 409, body = ErrorBody)))]
async fn passkey_sign_in_options(
    State(app): State<Arc<App>>,
) -> Result<Json<PasskeyRequestOptionsAnswer>> {
    Ok(PasskeyRequestOptionsAnswer::json(passkeys::sign_in_options(&app)?))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
struct AssertionResponse {
    #[schema(required)]
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    #[schema(required)]
    authenticator_data: String,
    #[schema(required)]
    signature: String,
    /// The account's user handle, which the device returns.
    #[schema(required)]
    user_handle: String,
}

/// The needed fields of WebAuthn's `AuthenticationResponseJSON`.
#[derive(Deserialize, ToSchema)]
struct UsedCredential {
    id: String,
    response: AssertionResponse,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "credential": {"id": "lx8h…", "response": {"clientDataJSON": "eyJ0eXBlIjoi…", "authenticatorData": "SZYN5YgO…", "signature": "MEUCIQ…", "userHandle": "AZrs…"}}
}))]
struct UsePasskeyRequest {
    credential: UsedCredential,
}

impl From<UsePasskeyRequest> for AssertionForm {
    fn from(UsePasskeyRequest { credential }: UsePasskeyRequest) -> Self {
        Self {
            credential_id: credential.id,
            client_data: credential.response.client_data_json,
            authenticator_data: credential.response.authenticator_data,
            signature: credential.response.signature,
            user_handle: credential.response.user_handle,
        }
    }
}

/// Sign in with a passkey
///
/// Send the result of `navigator.credentials.get`. The device has verified its user, so no two-factor code is
/// needed.
#[utoipa::path(post, path = "/api/auth/passkeys/sign-in", tag = TAG, security(()),
    request_body = UsePasskeyRequest,
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn passkey_sign_in(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(sent): Body<UsePasskeyRequest>,
) -> Result<Json<TokenAnswer>> {
    Ok(Json(passkeys::sign_in(&app, sent.into(), caller).await?.into()))
}

/// Start to confirm your identity with a passkey
///
/// Pass the answer to `navigator.credentials.get`; it names the account's passkeys. The challenge is valid once, for
/// five minutes, in this session.
#[utoipa::path(post, path = "/api/auth/passkeys/proof/options", tag = TAG,
    responses(
        (status = 200, body = PasskeyRequestOptionsAnswer), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The account has no passkey that can be used here"),
    ))]
async fn passkey_proof_options(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PasskeyRequestOptionsAnswer>> {
    Ok(PasskeyRequestOptionsAnswer::json(passkeys::proof_options(&app, &actor).await?))
}

/// Confirm your identity with a passkey. This counts as a fresh proof for ten minutes in this session.
#[utoipa::path(post, path = "/api/auth/passkeys/proof", tag = TAG, request_body = UsePasskeyRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn passkey_proof(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<UsePasskeyRequest>,
) -> Result<Json<Done>> {
    passkeys::prove(&app, &actor, sent.into()).await?;
    Ok(Done::json())
}
