//! Signing up, in and out.

use std::sync::Arc;

use app::App;
use app::identity::sessions::{self, End};
use app::identity::sign_in::{self, SignIn};
use app::identity::{account, email_confirmations, invitations, password_resets};
use app::operations::sign_up::{self, SignUp};
use axum::{Json, extract::State, http::StatusCode};
use http::error::{ErrorBody, Result};
use http::extract::{Body, Client, SignedIn, SignedInUser};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::users::{UserAnswer, UserBody};
use crate::api::routes::shapes::Done;

const TAG: &str = "Authentication";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(signup))
        .routes(routes!(check_invitation))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(lock))
        .routes(routes!(me))
        .routes(routes!(refresh))
        .routes(routes!(forgot_password))
        .routes(routes!(check_reset))
        .routes(routes!(reset_password))
        .routes(routes!(confirm_email))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
#[schema(example = json!({
    "name": "Maya Okafor", "email": "maya@example.com", "password": "Four on the floor 128",
    "confirmPassword": "Four on the floor 128", "role": "Music Producer"
}))]
struct SignupRequest {
    #[schema(required)]
    name: String,
    #[schema(required)]
    email: String,
    #[schema(required)]
    password: String,
    #[schema(required)]
    confirm_password: String,
    /// One of the eight roles, such as "Music Producer".
    #[schema(required, example = "Music Producer")]
    role: String,
    /// The token after `invite=` in an invitation link. `email` must be the invited address.
    #[schema(nullable = false)]
    invitation: Option<String>,
    /// The time zone of the browser by its IANA name: `Intl.DateTimeFormat().resolvedOptions().timeZone`. A name that the
    /// server does not know leaves the account at UTC; it can be changed in the settings.
    #[schema(nullable = false, example = "America/New_York")]
    time_zone: Option<String>,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"token": "AZrsT3…"}))]
struct CheckInvitationRequest {
    /// The token after `invite=` in the invitation link.
    #[schema(required)]
    token: String,
}

/// The person an invitation was sent to.
#[derive(Serialize, ToSchema)]
struct InvitationAnswer {
    success: bool,
    email: String,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
#[schema(example = json!({"email": "maya@example.com", "password": "correct horse battery"}))]
struct LoginRequest {
    #[schema(required)]
    email: String,
    #[schema(required)]
    password: String,
    /// Six digits from an authenticator app, or a recovery code. Needed only if two-factor sign-in is on.
    #[schema(nullable = false)]
    two_factor_token: Option<String>,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"email": "maya@example.com"}))]
struct ForgotPasswordRequest {
    #[schema(required)]
    email: String,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"token": "AZrsT3…"}))]
struct CheckResetRequest {
    /// The token after `#reset=` in the link from the mail.
    #[schema(required)]
    token: String,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
#[schema(example = json!({"token": "AZrsT3…", "newPassword": "Four on the floor 128"}))]
struct ResetPasswordRequest {
    /// The token after `#reset=` in the link from the mail.
    #[schema(required)]
    token: String,
    #[schema(required)]
    new_password: String,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"token": "AZrsT3…"}))]
struct ConfirmEmailRequest {
    /// The token after `#confirm=` in the link from the mail.
    #[schema(required)]
    token: String,
}

/// A session token and the account it belongs to.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenAnswer {
    success: bool,
    /// Send it with each request as `Authorization: Bearer …`.
    token: String,
    user: UserBody,
}

/// Create an account and sign in. Status 403 means that sign-up is closed or needs an invitation.
#[utoipa::path(post, path = "/api/auth/signup", tag = TAG, security(()), request_body = SignupRequest,
    responses(
        (status = 201, body = TokenAnswer),
        (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn signup(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(form): Body<SignupRequest>,
) -> Result<(StatusCode, Json<TokenAnswer>)> {
    let form = SignUp {
        name: form.name,
        email: form.email,
        password: form.password,
        confirm_password: form.confirm_password,
        role: form.role,
        invitation: form.invitation,
        time_zone: form.time_zone,
    };
    let signed_in = sign_up::sign_up(&app, form, caller).await?;
    Ok((StatusCode::CREATED, Json(signed_in.into())))
}

/// Sign in. Status 401 with `requires2FA` means: repeat the request with a two-factor code.
#[utoipa::path(post, path = "/api/auth/login", tag = TAG, security(()), request_body = LoginRequest,
    responses(
        (status = 200, body = TokenAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ))]
async fn login(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(form): Body<LoginRequest>,
) -> Result<Json<TokenAnswer>> {
    let form = SignIn { email: form.email, password: form.password, code: form.two_factor_token };
    Ok(Json(sign_in::sign_in(&app, form, caller).await?.into()))
}

/// Show who an invitation is for. Status 400 means that it expired or was used.
#[utoipa::path(post, path = "/api/auth/invitation/check", tag = TAG, security(()),
    request_body = CheckInvitationRequest,
    responses((status = 200, body = InvitationAnswer), (status = 400, body = ErrorBody)))]
async fn check_invitation(
    State(app): State<Arc<App>>,
    Body(form): Body<CheckInvitationRequest>,
) -> Result<Json<InvitationAnswer>> {
    let email = invitations::check(&app, &form.token).await?;
    Ok(Json(InvitationAnswer { success: true, email }))
}

/// Sign out: end the current session.
#[utoipa::path(post, path = "/api/auth/logout", tag = TAG,
    responses((status = 200, body = Done), (status = 401, body = ErrorBody)))]
async fn logout(State(app): State<Arc<App>>, SignedIn(actor): SignedIn) -> Result<Json<Done>> {
    sessions::end(&app, &actor, End::SignOut).await?;
    Ok(Done::json())
}

/// End the current session because the screen was locked.
#[utoipa::path(post, path = "/api/auth/lock", tag = TAG,
    responses((status = 200, body = Done), (status = 401, body = ErrorBody)))]
async fn lock(State(app): State<Arc<App>>, SignedIn(actor): SignedIn) -> Result<Json<Done>> {
    sessions::end(&app, &actor, End::Lock).await?;
    Ok(Done::json())
}

/// Show the signed-in account.
#[utoipa::path(get, path = "/api/auth/me", tag = TAG,
    responses((status = 200, body = UserAnswer), (status = 401, body = ErrorBody)))]
async fn me(SignedInUser(user): SignedInUser) -> Json<UserAnswer> {
    UserAnswer::json(user)
}

/// Exchange the session token for a new one. The old token stops working.
#[utoipa::path(post, path = "/api/auth/refresh", tag = TAG,
    responses((status = 200, body = TokenAnswer), (status = 401, body = ErrorBody)))]
async fn refresh(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<TokenAnswer>> {
    let user = account::me(&app, &actor).await?;
    let token = sessions::refresh(&app, &actor).await?;
    Ok(Json(sessions::SignedIn { token, user }.into()))
}

/// Request a password reset link
///
/// The answer is the same whether or not the address has an account. The link is sent by mail and works once, for one
/// hour. The three newest links of an account are valid.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = TAG, security(()),
    request_body = ForgotPasswordRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn forgot_password(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(form): Body<ForgotPasswordRequest>,
) -> Result<Json<Done>> {
    password_resets::request(&app, &form.email, caller).await?;
    Ok(Done::json())
}

/// Check whether a password reset link is still valid.
#[utoipa::path(post, path = "/api/auth/reset-password/check", tag = TAG, security(()),
    request_body = CheckResetRequest,
    responses((status = 200, body = Done), (status = 400, body = ErrorBody)))]
async fn check_reset(
    State(app): State<Arc<App>>,
    Body(form): Body<CheckResetRequest>,
) -> Result<Json<Done>> {
    password_resets::check(&app, &form.token).await?;
    Ok(Done::json())
}

/// Set a new password with a reset link. All sessions of the account end.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = TAG, security(()),
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn reset_password(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(form): Body<ResetPasswordRequest>,
) -> Result<Json<Done>> {
    password_resets::reset(&app, &form.token, form.new_password, caller).await?;
    Ok(Done::json())
}

/// Confirm an e-mail address with the link from the mail
///
/// The link works once, for one week, and needs no session. A pending change to this address takes effect now.
#[utoipa::path(post, path = "/api/auth/confirm-email", tag = TAG, security(()),
    request_body = ConfirmEmailRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
    ))]
async fn confirm_email(
    State(app): State<Arc<App>>,
    Client(caller): Client,
    Body(form): Body<ConfirmEmailRequest>,
) -> Result<Json<Done>> {
    email_confirmations::confirm(&app, &form.token, caller).await?;
    Ok(Done::json())
}

impl From<sessions::SignedIn> for TokenAnswer {
    fn from(signed_in: sessions::SignedIn) -> Self {
        Self {
            success: true,
            token: signed_in.token.expose().to_owned(),
            user: signed_in.user.into(),
        }
    }
}
