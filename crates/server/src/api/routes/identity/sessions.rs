//! The account's active sessions: listing and ending them.

use std::sync::Arc;

use app::identity::sessions;
use app::{Actor, App};
use axum::Json;
use axum::extract::State;
use domain::identity::sessions::{Session, device};
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::shapes::Done;

const TAG: &str = "Security";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_session))
        .routes(routes!(list_sessions))
        .routes(routes!(revoke_session))
        .routes(routes!(revoke_other_sessions))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
struct SessionBody {
    id: String,
    created_at: String,
    last_seen_at: String,
    expires_at: String,
    #[schema(required)]
    user_agent: Option<String>,
    /// The user agent in words.
    #[schema(example = "Chrome on Linux")]
    device: String,
    ip_address: String,
    is_current: bool,
}

impl SessionBody {
    fn new(session: Session, actor: &Actor) -> Self {
        Self {
            id: session.id.to_string(),
            created_at: session.created_at.to_string(),
            last_seen_at: session.last_seen_at.to_string(),
            expires_at: session.expires_at.to_string(),
            device: device(session.user_agent.as_deref()),
            user_agent: session.user_agent,
            ip_address: session.ip_address,
            is_current: session.id == actor.session,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct SessionAnswer {
    success: bool,
    session: SessionBody,
}

#[derive(Serialize, ToSchema)]
struct SessionsAnswer {
    success: bool,
    sessions: Vec<SessionBody>,
    total: usize,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", default)]
#[schema(example = json!({"sessionId": "0199c1f0-0000-7000-8000-000000000000"}))]
struct RevokeSessionRequest {
    #[schema(required)]
    session_id: String,
}

#[derive(Serialize, ToSchema)]
struct RevokedAnswer {
    success: bool,
    /// Number of sessions that were ended.
    revoked: u64,
}

/// Show the current session.
#[utoipa::path(get, path = "/api/security/session", tag = TAG,
    responses((status = 200, body = SessionAnswer), (status = 401, body = ErrorBody)))]
async fn show_session(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<SessionAnswer>> {
    let session = sessions::current(&app, &actor).await?;
    Ok(Json(SessionAnswer { success: true, session: SessionBody::new(session, &actor) }))
}

/// List the active sessions of the account, newest first.
#[utoipa::path(get, path = "/api/security/sessions", tag = TAG,
    responses((status = 200, body = SessionsAnswer), (status = 401, body = ErrorBody)))]
async fn list_sessions(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<SessionsAnswer>> {
    let all = sessions::list(&app, &actor).await?;
    let sessions: Vec<_> =
        all.into_iter().map(|session| SessionBody::new(session, &actor)).collect();
    Ok(Json(SessionsAnswer { success: true, total: sessions.len(), sessions }))
}

/// End one session.
#[utoipa::path(post, path = "/api/security/revoke-session", tag = TAG,
    request_body = RevokeSessionRequest,
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn revoke_session(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<RevokeSessionRequest>,
) -> Result<Json<Done>> {
    sessions::revoke(&app, &actor, &sent.session_id).await?;
    Ok(Done::json())
}

/// End all other sessions.
#[utoipa::path(post, path = "/api/security/revoke-other-sessions", tag = TAG,
    responses((status = 200, body = RevokedAnswer), (status = 401, body = ErrorBody)))]
async fn revoke_other_sessions(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<RevokedAnswer>> {
    let revoked = sessions::revoke_others(&app, &actor).await?;
    Ok(Json(RevokedAnswer { success: true, revoked }))
}
