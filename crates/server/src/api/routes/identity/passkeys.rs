//! Passkeys: creating, listing, renaming and removing them. The options and the responses have the JSON forms that the
//! WebAuthn specification defines for them; binary values are base64url.

use std::sync::Arc;

use app::App;
use app::identity::passkeys::{self, CreationForm, CreationOptions};
use axum::{Json, extract::State, http::StatusCode};
use domain::identity::passkeys::Passkey;
use domain::ids::PasskeyId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::Done;

pub(crate) const TAG: &str = "Passkeys";
const PUBLIC_KEY: &str = "public-key";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_passkeys))
        .routes(routes!(passkey_options))
        .routes(routes!(add_passkey))
        .routes(routes!(rename_passkey))
        .routes(routes!(remove_passkey))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Passkey)]
struct PasskeyBody {
    id: String,
    /// Credential id in base64url.
    credential_id: String,
    #[schema(example = "Chrome on Linux")]
    name: String,
    created_at: String,
    #[schema(required)]
    last_used_at: Option<String>,
    /// How the browser reaches the device: `internal`, `hybrid`, `usb`, `nfc`, `ble` or `smart-card`.
    transports: Vec<String>,
    /// Whether the passkey may be synced to other devices, as with a password manager.
    synced: bool,
    /// The host name it was created for.
    rp_id: String,
    /// Whether the host name is that of the public URL. Otherwise the passkey cannot be used.
    usable: bool,
}

impl PasskeyBody {
    fn new(app: &App, passkey: Passkey) -> Self {
        Self {
            id: passkey.id.to_string(),
            credential_id: passkeys::encode(&passkey.credential_id),
            usable: passkeys::is_usable(app, &passkey),
            name: passkey.name,
            created_at: passkey.created_at.to_string(),
            last_used_at: passkey.last_used_at.map(|moment| moment.to_string()),
            transports: passkey.transports,
            synced: passkey.is_synced,
            rp_id: passkey.rp_id,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct PasskeysAnswer {
    success: bool,
    passkeys: Vec<PasskeyBody>,
    total: usize,
}

#[derive(Serialize, ToSchema)]
struct PasskeyAnswer {
    success: bool,
    passkey: PasskeyBody,
}

impl PasskeyAnswer {
    fn json(app: &App, passkey: Passkey) -> Json<Self> {
        Json(Self { success: true, passkey: PasskeyBody::new(app, passkey) })
    }
}

/// List the account's passkeys, oldest first.
#[utoipa::path(get, path = "/api/auth/passkeys", tag = TAG,
    responses((status = 200, body = PasskeysAnswer), (status = 401, body = ErrorBody)))]
async fn list_passkeys(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PasskeysAnswer>> {
    let all = passkeys::list(&app, &actor).await?;
    let passkeys: Vec<_> = all.into_iter().map(|one| PasskeyBody::new(&app, one)).collect();
    Ok(Json(PasskeysAnswer { success: true, total: passkeys.len(), passkeys }))
}

#[derive(Serialize, ToSchema)]
struct PasskeyRelyingParty {
    id: String,
    name: &'static str,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyUser {
    /// The user handle: an opaque id of the account.
    id: String,
    name: String,
    display_name: String,
}

#[derive(Serialize, ToSchema)]
struct PasskeyAlgorithm {
    r#type: &'static str,
    /// A COSE algorithm.
    alg: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyDescriptor {
    r#type: &'static str,
    id: String,
    transports: Vec<String>,
}

impl From<Passkey> for PasskeyDescriptor {
    fn from(passkey: Passkey) -> Self {
        Self {
            r#type: PUBLIC_KEY,
            id: passkeys::encode(&passkey.credential_id),
            transports: passkey.transports,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeySelection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

/// `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyCreationOptions {
    rp: PasskeyRelyingParty,
    user: PasskeyUser,
    challenge: String,
    pub_key_cred_params: Vec<PasskeyAlgorithm>,
    /// Timeout in milliseconds.
    timeout: u64,
    exclude_credentials: Vec<PasskeyDescriptor>,
    authenticator_selection: PasskeySelection,
    attestation: &'static str,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyCreationOptionsAnswer {
    success: bool,
    public_key: PasskeyCreationOptions,
}

impl From<CreationOptions> for PasskeyCreationOptions {
    fn from(options: CreationOptions) -> Self {
        let algorithms = options.algorithms.into_iter();
        let existing = options.existing.into_iter();
        Self {
            rp: PasskeyRelyingParty { id: options.rp_id, name: "Ledgerline" },
            user: PasskeyUser {
                id: options.user_handle,
                name: options.email,
                display_name: options.name,
            },
            challenge: options.challenge,
            pub_key_cred_params: algorithms
                .map(|alg| PasskeyAlgorithm { r#type: PUBLIC_KEY, alg })
                .collect(),
            timeout: options.timeout_millis,
            exclude_credentials: existing.map(PasskeyDescriptor::from).collect(),
            authenticator_selection: PasskeySelection {
                resident_key: "required",
                require_resident_key: true,
                user_verification: "required",
            },
            attestation: "none",
        }
    }
}

/// Start to add a passkey
///
/// Pass the answer to `navigator.credentials.create`. The challenge is valid once, for five minutes.
#[utoipa::path(post, path = "/api/auth/passkeys/options", tag = TAG,
    responses(
        (status = 200, body = PasskeyCreationOptionsAnswer), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof of identity is needed (`requiresProof`)"),
        (status = 409, body = ErrorBody, description = "The account has 20 passkeys, or the public URL allows none"),
    ))]
async fn passkey_options(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PasskeyCreationOptionsAnswer>> {
    let options = passkeys::creation_options(&app, &actor).await?;
    Ok(Json(PasskeyCreationOptionsAnswer { success: true, public_key: options.into() }))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
struct AttestationResponse {
    #[schema(required)]
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    #[schema(required)]
    attestation_object: String,
    transports: Vec<String>,
}

/// The needed fields of WebAuthn's `RegistrationResponseJSON`.
#[derive(Deserialize, ToSchema)]
struct CreatedCredential {
    response: AttestationResponse,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "name": "Chrome on Linux",
    "credential": {"response": {"clientDataJSON": "eyJ0eXBlIjoi…", "attestationObject": "o2NmbXRk…", "transports": ["internal"]}}
}))]
struct AddPasskeyRequest {
    /// At most 60 characters. Default: the browser and system, such as "Chrome on Linux".
    #[schema(nullable = false)]
    name: Option<String>,
    credential: CreatedCredential,
}

/// Add a passkey
///
/// Send the result of `navigator.credentials.create`. The owner is notified by mail.
#[utoipa::path(post, path = "/api/auth/passkeys", tag = TAG, request_body = AddPasskeyRequest,
    responses(
        (status = 201, body = PasskeyAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ))]
async fn add_passkey(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<AddPasskeyRequest>,
) -> Result<(StatusCode, Json<PasskeyAnswer>)> {
    let response = sent.credential.response;
    let form = CreationForm {
        name: sent.name,
        client_data: response.client_data_json,
        attestation_object: response.attestation_object,
        transports: response.transports,
    };
    let passkey = passkeys::create(&app, &actor, form).await?;
    Ok((StatusCode::CREATED, PasskeyAnswer::json(&app, passkey)))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"name": "Studio laptop"}))]
struct RenamePasskeyRequest {
    #[schema(required)]
    name: String,
}

/// Rename a passkey.
#[utoipa::path(put, path = "/api/auth/passkeys/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = RenamePasskeyRequest,
    responses(
        (status = 200, body = PasskeyAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn rename_passkey(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<PasskeyId>,
    Body(sent): Body<RenamePasskeyRequest>,
) -> Result<Json<PasskeyAnswer>> {
    let passkey = passkeys::rename(&app, &actor, id, &sent.name).await?;
    Ok(PasskeyAnswer::json(&app, passkey))
}

/// Remove a passkey. The owner is notified by mail.
#[utoipa::path(delete, path = "/api/auth/passkeys/{id}", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof of identity is needed (`requiresProof`)"),
        (status = 404, body = ErrorBody),
    ))]
async fn remove_passkey(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<PasskeyId>,
) -> Result<Json<Done>> {
    passkeys::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
