//! A person's own account: profile, password, settings, picture.

use std::sync::Arc;

use app::App;
use app::identity::account::{self, ProfileForm, ProfileProof};
use app::identity::email_confirmations;
use app::operations::account_deletion;
use axum::{Json, extract::State};
use domain::identity::users::User;
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::{Done, clearable};

const TAG: &str = "Account";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(update_profile))
        .routes(routes!(verify_password))
        .routes(routes!(change_password))
        .routes(routes!(delete_account))
        .routes(routes!(send_confirmation))
}

/// The signed-in account.
#[derive(Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserBody {
    id: String,
    name: String,
    email: String,
    /// Whether the address is confirmed. Until then only the confirmation mail is sent to it.
    email_confirmed: bool,
    /// A new address that replaces `email` once it is confirmed.
    #[schema(required)]
    pending_email: Option<String>,
    role: String,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    location: Option<String>,
    #[schema(required)]
    specialty: Option<String>,
    #[schema(required)]
    experience: Option<String>,
    #[schema(required)]
    bio: Option<String>,
    /// Path of the profile picture, which needs the bearer token; null if there is no picture.
    #[schema(required)]
    avatar: Option<String>,
    platform_links: PlatformLinksBody,
    created_at: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PlatformLinks)]
struct PlatformLinksBody {
    #[schema(required)]
    spotify: Option<String>,
    #[schema(required)]
    soundcloud: Option<String>,
    #[schema(required)]
    youtube: Option<String>,
}

impl From<User> for UserBody {
    fn from(user: User) -> Self {
        Self {
            id: user.id.to_string(),
            name: user.name,
            email: user.email,
            email_confirmed: user.email_confirmed_at.is_some(),
            pending_email: user.pending_email,
            role: user.role,
            phone: user.phone,
            location: user.location,
            specialty: user.specialty,
            experience: user.experience,
            bio: user.bio,
            avatar: user.avatar_hash.map(|hash| format!("/api/users/avatar?v={hash}")),
            platform_links: PlatformLinksBody {
                spotify: user.spotify,
                soundcloud: user.soundcloud,
                youtube: user.youtube,
            },
            created_at: user.created_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct UserAnswer {
    success: bool,
    user: UserBody,
}

impl UserAnswer {
    pub fn json(user: User) -> Json<Self> {
        Json(Self { success: true, user: user.into() })
    }
}

/// Only fields that are sent change; null or an empty text clears a field.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "location": "Lagos", "bio": "Beats since 2014.", "currentPassword": "correct horse battery"
}))]
struct ProfileRequest {
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    phone: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    location: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    specialty: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    experience: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    bio: Option<String>,
    #[schema(nullable = false)]
    platform_links: Option<PlatformLinksRequest>,
    #[serde(rename = "currentPassword", default)]
    #[schema(required)]
    current_password: String,
    /// A two-factor code; needed if two-factor sign-in is on and the e-mail address changes.
    #[serde(rename = "twoFactorToken", default)]
    #[schema(nullable = false)]
    two_factor_token: Option<String>,
}

#[derive(Deserialize, ToSchema, Default)]
struct PlatformLinksRequest {
    #[serde(default, deserialize_with = "clearable")]
    spotify: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    soundcloud: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    youtube: Option<String>,
}

/// Update the profile
///
/// Needs the current password. A new e-mail address takes effect once it is confirmed with the link sent to it, or at
/// once if no mail server is configured; all other sessions end then.
#[utoipa::path(put, path = "/api/users/profile", tag = TAG, request_body = ProfileRequest,
    responses(
        (status = 200, body = UserAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn update_profile(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ProfileRequest>,
) -> Result<Json<UserAnswer>> {
    let links = sent.platform_links.unwrap_or_default();
    let form = ProfileForm {
        name: sent.name,
        email: sent.email,
        phone: sent.phone,
        location: sent.location,
        specialty: sent.specialty,
        experience: sent.experience,
        bio: sent.bio,
        spotify: links.spotify,
        soundcloud: links.soundcloud,
        youtube: links.youtube,
    };
    let proof =
        ProfileProof { current_password: sent.current_password, code: sent.two_factor_token };
    let user = account::update_profile(&app, &actor, form, proof).await?;
    Ok(UserAnswer::json(user))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"password": "correct horse battery"}))]
struct VerifyPasswordRequest {
    #[schema(required)]
    password: String,
}

/// Check the current password. If correct, it counts as a fresh proof for ten minutes in this session.
#[utoipa::path(post, path = "/api/users/verify-password", tag = TAG, request_body = VerifyPasswordRequest,
    responses(
        (status = 200, body = Done),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ))]
async fn verify_password(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<VerifyPasswordRequest>,
) -> Result<Json<Done>> {
    account::verify_password(&app, &actor, sent.password).await?;
    Ok(Done::json())
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
#[schema(example = json!({"currentPassword": "correct horse battery", "newPassword": "Four on the floor 128"}))]
struct ChangePasswordRequest {
    #[schema(required)]
    current_password: String,
    /// At least 8 characters, meeting 3 of: length, uppercase letter, lowercase letter, digit, special character.
    #[schema(required)]
    new_password: String,
}

/// Change the password. All other sessions end.
#[utoipa::path(put, path = "/api/users/password", tag = TAG, request_body = ChangePasswordRequest,
    responses(
        (status = 200, body = Done),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ))]
async fn change_password(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<ChangePasswordRequest>,
) -> Result<Json<Done>> {
    account::change_password(&app, &actor, sent.current_password, sent.new_password).await?;
    Ok(Done::json())
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"password": "correct horse battery"}))]
struct DeleteAccountRequest {
    /// The current password, to prove who is asking.
    #[schema(required)]
    password: String,
}

/// Delete the account permanently
///
/// All data is deleted at once and all sessions end; media, pictures and exports are removed from the store
/// right after. This cannot be undone.
#[utoipa::path(delete, path = "/api/users/account", tag = TAG, request_body = DeleteAccountRequest,
    responses(
        (status = 200, body = Done),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ))]
async fn delete_account(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<DeleteAccountRequest>,
) -> Result<Json<Done>> {
    account_deletion::delete(&app, &actor, sent.password).await?;
    Ok(Done::json())
}

/// Send the confirmation mail again.
#[utoipa::path(post, path = "/api/users/confirm-email", tag = TAG,
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "There is no address to confirm"),
        (status = 429, body = ErrorBody),
    ))]
async fn send_confirmation(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<Done>> {
    email_confirmations::resend_link(&app, &actor).await?;
    Ok(Done::json())
}
