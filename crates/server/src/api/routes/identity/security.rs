//! The security log, the sign-in history, and the security score of an account.

use std::sync::Arc;

use app::App;
use app::identity::security::{self, Advice};
use axum::Json;
use axum::extract::State;
use domain::identity::audit::{Entry, Event, Scope};
use domain::identity::passwords::{Requirements, is_common};
use domain::identity::sessions::device;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::shapes::Paging;

const TAG: &str = "Security";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_security_logs))
        .routes(routes!(list_login_history))
        .routes(routes!(validate_password))
        .routes(routes!(security_summary))
}

#[derive(Serialize, ToSchema)]
#[schema(as = SecurityLogEntry)]
struct LogBody {
    id: String,
    #[schema(example = "password_changed")]
    event: String,
    created_at: String,
    ip_address: String,
    #[schema(required)]
    user_agent: Option<String>,
    /// The user agent in words, such as "Chrome on Linux".
    device: String,
    #[schema(required)]
    detail: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = LoginHistoryEntry)]
struct SignInBody {
    #[serde(flatten)]
    entry: LogBody,
    /// Whether the sign-in succeeded.
    success: bool,
}

#[derive(Serialize, ToSchema)]
struct LogsAnswer {
    success: bool,
    logs: Vec<LogBody>,
    total: i64,
}

#[derive(Serialize, ToSchema)]
struct LoginHistoryAnswer {
    success: bool,
    history: Vec<SignInBody>,
    total: i64,
}

/// List the security log, newest first.
#[utoipa::path(get, path = "/api/security/logs", tag = TAG, params(Paging),
    responses((status = 200, body = LogsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_security_logs(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(paging): Params<Paging>,
) -> Result<Json<LogsAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let page = security::log(&app, &actor, Scope::Everything, limit, offset).await?;
    let logs = page.entries.into_iter().map(LogBody::from).collect();
    Ok(Json(LogsAnswer { success: true, logs, total: page.total }))
}

/// List sign-ins and failed attempts, newest first.
#[utoipa::path(get, path = "/api/security/login-history", tag = TAG, params(Paging),
    responses((status = 200, body = LoginHistoryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_login_history(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(paging): Params<Paging>,
) -> Result<Json<LoginHistoryAnswer>> {
    let (limit, offset) = paging.bounds()?;
    let page = security::log(&app, &actor, Scope::SignIns, limit, offset).await?;
    let history = page.entries.into_iter().map(SignInBody::from).collect();
    Ok(Json(LoginHistoryAnswer { success: true, history, total: page.total }))
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"password": "Four on the floor 128"}))]
struct ValidatePasswordRequest {
    #[schema(required)]
    password: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PasswordRequirements)]
struct RequirementsBody {
    length: bool,
    uppercase: bool,
    lowercase: bool,
    digit: bool,
    special: bool,
}

#[derive(Serialize, ToSchema)]
struct ValidatePasswordAnswer {
    success: bool,
    /// Whether this password would be accepted.
    valid: bool,
    /// One of weak, medium, strong.
    strength: &'static str,
    requirements: RequirementsBody,
}

/// Rate the strength of a password. It is not stored.
#[utoipa::path(post, path = "/api/security/validate-password", tag = TAG,
    request_body = ValidatePasswordRequest,
    responses((status = 200, body = ValidatePasswordAnswer), (status = 401, body = ErrorBody)))]
async fn validate_password(
    SignedIn(_): SignedIn,
    Body(sent): Body<ValidatePasswordRequest>,
) -> Json<ValidatePasswordAnswer> {
    let met = Requirements::of(&sent.password);
    Json(ValidatePasswordAnswer {
        success: true,
        valid: met.are_met() && !is_common(&sent.password),
        strength: met.strength().as_str(),
        requirements: RequirementsBody {
            length: met.length,
            uppercase: met.uppercase,
            lowercase: met.lowercase,
            digit: met.digit,
            special: met.special,
        },
    })
}

#[derive(Serialize, ToSchema)]
#[schema(as = SecurityReason)]
struct ReasonBody {
    text: String,
    /// What the advice is about: one of two_factor, login_alerts, session_timeout, sessions; null if there is nothing to
    /// improve.
    #[schema(required)]
    advice: Option<&'static str>,
    /// Points added to the score by following this advice.
    improves: i64,
}

#[derive(Serialize, ToSchema)]
#[schema(as = SecuritySummary)]
struct SummaryBody {
    /// From 0 to 100.
    score: i64,
    reasons: Vec<ReasonBody>,
    #[schema(required)]
    last_sign_in: Option<String>,
    sessions: usize,
    /// Number of failed sign-ins in the last 30 days.
    failed_attempts: i64,
}

#[derive(Serialize, ToSchema)]
struct SummaryAnswer {
    success: bool,
    summary: SummaryBody,
}

/// Show how secure the account is, with advice.
#[utoipa::path(get, path = "/api/security/summary", tag = TAG,
    responses((status = 200, body = SummaryAnswer), (status = 401, body = ErrorBody)))]
async fn security_summary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<SummaryAnswer>> {
    let summary = security::summary(&app, &actor).await?;
    let word = |advice| match advice {
        Advice::TwoFactor => "two_factor",
        Advice::LoginAlerts => "login_alerts",
        Advice::SessionTimeout => "session_timeout",
        Advice::Sessions => "sessions",
    };
    let reason = |reason: security::Reason| ReasonBody {
        text: reason.text,
        advice: reason.advice.map(word),
        improves: reason.improves,
    };
    let reasons = summary.reasons.into_iter().map(reason).collect();
    let summary = SummaryBody {
        score: summary.score,
        reasons,
        last_sign_in: summary.last_sign_in.map(|moment| moment.to_string()),
        sessions: summary.sessions,
        failed_attempts: summary.failed_attempts,
    };
    Ok(Json(SummaryAnswer { success: true, summary }))
}

impl From<Entry> for LogBody {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            event: entry.event,
            created_at: entry.created_at.to_string(),
            ip_address: entry.ip_address,
            device: device(entry.user_agent.as_deref()),
            user_agent: entry.user_agent,
            detail: entry.detail,
        }
    }
}

impl From<Entry> for SignInBody {
    fn from(entry: Entry) -> Self {
        let success = Event::parse(&entry.event).is_some_and(Event::succeeded);
        Self { entry: entry.into(), success }
    }
}
