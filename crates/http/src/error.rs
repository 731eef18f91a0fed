//! The one place where a failure becomes an answer: a status and
//! `{"success":false,"error":"one sentence"}`, with `fields` where fields are at fault.
//! An unexpected failure carries its cause only as far as `observe`, which logs it and tells the
//! caller a plain sentence with the request's id.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use app::error::Error;
use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::licenses::contract::Fault;
use domain::licenses::fields::Field;
use serde::Serialize;
use utoipa::ToSchema;

/// The body of every failed request.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always `false`.
    #[schema(example = false)]
    pub success: bool,
    /// One sentence that describes the problem to a person.
    #[schema(example = "Invalid email or password")]
    pub error: String,
    /// The invalid fields, each with a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fields: Option<BTreeMap<String, String>>,
    /// What is wrong with a contract text, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub faults: Option<Vec<ContractFault>>,
    /// The values that a contract still needs, and where to enter them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub missing: Option<Vec<MissingValue>>,
    /// The field to send as `true`, with the same request, to confirm what looks like a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "confirm_date")]
    pub confirm: Option<&'static str>,
    /// After a wrong PIN: how many more may be tried before card details are locked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tries_left: Option<i64>,
    /// How many live licenses promise the file that was to be deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub promised: Option<i64>,
    /// `true` if sign-in needs a two-factor code.
    #[serde(rename = "requires2FA", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub requires_2fa: Option<bool>,
    /// `true` if the request must be repeated after a fresh proof of identity, such as
    /// POST /users/verify-password.
    #[serde(rename = "requiresProof", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub requires_proof: Option<bool>,
}

/// Something in a contract text that keeps it from being saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContractFault {
    #[schema(example = 12)]
    pub line: usize,
    /// The field as written, if the fault is about one.
    #[schema(required, example = "buyer.shoe")]
    pub field: Option<String>,
    #[schema(example = "There is no field {{buyer.shoe}}")]
    pub message: String,
}

impl From<Fault> for ContractFault {
    fn from(fault: Fault) -> Self {
        let Fault { line, field, message } = fault;
        Self { line, field, message }
    }
}

/// A field of a contract that has no value.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissingValue {
    #[schema(example = "producer.address")]
    pub field: &'static str,
    /// The value's name for people.
    #[schema(example = "Your address")]
    pub label: &'static str,
    /// Where to enter it: one of legal_profile, buyer, beat, kind.
    #[serde(rename = "where")]
    #[schema(example = "legal_profile")]
    pub place: &'static str,
}

impl From<Field> for MissingValue {
    fn from(field: Field) -> Self {
        Self { field: field.as_str(), label: field.label(), place: field.place().as_str() }
    }
}

pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// The error of a handler. Boxed, because every handler's result contains it.
#[derive(Debug)]
pub struct ApiError(Box<Refusal>);

#[derive(Debug)]
struct Refusal {
    status: StatusCode,
    message: Cow<'static, str>,
    fields: BTreeMap<String, String>,
    faults: Vec<ContractFault>,
    missing: Vec<MissingValue>,
    confirm: Option<&'static str>,
    tries_left: Option<i64>,
    promised: Option<i64>,
    requires_2fa: bool,
    requires_proof: bool,
    retry_after: Option<Duration>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// The cause of an unexpected failure; the outermost layer takes it from the answer and logs it.
#[derive(Clone)]
pub struct Cause(pub Arc<dyn std::error::Error + Send + Sync>);

impl ApiError {
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Refusal {
            status,
            message: message.into(),
            fields: BTreeMap::new(),
            faults: Vec::new(),
            missing: Vec::new(),
            confirm: None,
            tries_left: None,
            promised: None,
            requires_2fa: false,
            requires_proof: false,
            retry_after: None,
            headers: Vec::new(),
            cause: None,
        }))
    }

    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// An error about one field; the sentence is used for the field too.
    pub fn bad_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::bad_request(message.clone()).with_field(field, message)
    }

    pub fn too_large(limit: usize) -> Self {
        let limit = match limit {
            bytes if bytes >= 1 << 20 => format!("{} MB", bytes >> 20),
            bytes => format!("{} KB", bytes >> 10),
        };
        let message = format!("The request is too large. At most {limit} are accepted.");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    pub fn with_field(mut self, field: impl Into<String>, message: impl Into<String>) -> Self {
        self.0.fields.insert(field.into(), message.into());
        self
    }

    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.push((name, value));
        self
    }

    /// Puts `what` in front of the sentence: which of several files or fields it is about.
    pub fn about(mut self, what: &str) -> Self {
        self.0.message = format!("{what}: {}", self.0.message).into();
        self
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    fn with_cause(mut self, cause: Box<dyn std::error::Error + Send + Sync>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    fn retry_after(mut self, pause: Duration) -> Self {
        self.0.retry_after = Some(pause);
        self
    }
}

/// `Retry-After` if a queue is full or the database is unreachable: long enough to
/// help, short enough that people do not give up.
const SHORT_PAUSE: Duration = Duration::from_secs(1);
const LONGER_PAUSE: Duration = Duration::from_secs(5);

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let sentence = error.to_string();
        match error {
            Error::Invalid { message, fields } => {
                let refusal = Self::bad_request(message);
                fields
                    .into_iter()
                    .fold(refusal, |refusal, (field, text)| refusal.with_field(field, text))
            }
            Error::Unconfirmed { field, confirm, message } => {
                let refusal = Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.clone());
                let mut refusal = refusal.with_field(field, message);
                refusal.0.confirm = Some(confirm);
                refusal
            }
            Error::Unclear { field, message } => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.clone())
                    .with_field(field, message)
            }
            Error::ContractFaults(faults) => {
                let mut refusal = Self::bad_field("text", sentence);
                refusal.0.faults = faults.into_iter().map(ContractFault::from).collect();
                refusal
            }
            Error::ContractGaps(fields) => {
                let mut refusal = Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence);
                refusal.0.missing = fields.into_iter().map(MissingValue::from).collect();
                refusal
            }
            Error::Unauthenticated(message) => Self::new(StatusCode::UNAUTHORIZED, message),
            Error::TwoFactorRequired(message) => {
                let mut refusal = Self::new(StatusCode::UNAUTHORIZED, message);
                refusal.0.requires_2fa = true;
                refusal
            }
            Error::ProofRequired => {
                let mut refusal = Self::new(StatusCode::FORBIDDEN, sentence);
                refusal.0.requires_proof = true;
                refusal
            }
            Error::WrongPin { message, tries_left } => {
                let mut refusal = Self::new(StatusCode::FORBIDDEN, message);
                refusal.0.tries_left = tries_left;
                refusal
            }
            Error::Forbidden(message) => Self::new(StatusCode::FORBIDDEN, message),
            Error::NotFound(message) => Self::new(StatusCode::NOT_FOUND, message),
            Error::Conflict(message) => Self::new(StatusCode::CONFLICT, message),
            Error::Promised { message, count } => {
                let mut refusal = Self::new(StatusCode::CONFLICT, message);
                refusal.0.promised = Some(count);
                refusal
            }
            Error::TooLarge(message) => Self::new(StatusCode::PAYLOAD_TOO_LARGE, message),
            Error::Unsupported(message) => Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message),
            Error::TooManyAttempts { retry_after, message } => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(retry_after)
            }
            Error::StoreFull(cause) => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, sentence).with_cause(cause)
            }
            Error::OverQuota(message) => Self::new(StatusCode::INSUFFICIENT_STORAGE, message),
            Error::Busy => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence).retry_after(SHORT_PAUSE)
            }
            Error::Unavailable(cause) => Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
                .retry_after(LONGER_PAUSE)
                .with_cause(cause),
            Error::Unexpected(cause) => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence).with_cause(cause)
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Refusal {
            status, message, fields, faults, missing, retry_after, headers, cause, ..
        } = *self.0;
        let body = ErrorBody {
            success: false,
            error: message.into_owned(),
            fields: (!fields.is_empty()).then_some(fields),
            faults: (!faults.is_empty()).then_some(faults),
            missing: (!missing.is_empty()).then_some(missing),
            confirm: self.0.confirm,
            tries_left: self.0.tries_left,
            promised: self.0.promised,
            requires_2fa: self.0.requires_2fa.then_some(true),
            requires_proof: self.0.requires_proof.then_some(true),
        };
        let mut response = (status, Json(body)).into_response();
        if let Some(pause) = retry_after {
            // Rounded up, so that a client that waits exactly this long is not too early.
            let seconds = pause.as_secs() + u64::from(pause.subsec_nanos() > 0);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response.headers_mut().extend(headers);
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(cause) = cause {
            response.extensions_mut().insert(Cause(cause));
        }
        response
    }
}

/// An error and all its sources, in one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(": ");
        text.push_str(&source.to_string());
        next = source.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    async fn answer(error: Error) -> (u16, Option<String>, Value) {
        let response = ApiError::from(error).into_response();
        let status = response.status().as_u16();
        let retry = response.headers().get(header::RETRY_AFTER);
        let retry = retry.map(|value| value.to_str().expect("text").to_owned());
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a body");
        (status, retry, serde_json::from_slice(&body).expect("JSON"))
    }

    #[tokio::test]
    async fn each_failure_has_its_status_and_sentence() {
        let cases = [
            (Error::Unauthenticated("a".into()), 401),
            (Error::Forbidden("a".into()), 403),
            (Error::NotFound("a".into()), 404),
            (Error::Conflict("a".into()), 409),
            (Error::TooLarge("a".into()), 413),
            (Error::Unsupported("a".into()), 415),
            (Error::OverQuota("a".into()), 507),
        ];
        for (error, status) in cases {
            assert_eq!(
                answer(error).await,
                (status, None, json!({"success": false, "error": "a"}))
            );
        }
    }

    #[tokio::test]
    async fn fields_and_the_wish_for_a_code_are_told() {
        let (status, _, body) = answer(Error::invalid("email", "Email is required")).await;
        assert_eq!(status, 400);
        let expected = json!({"success": false, "error": "Email is required",
            "fields": {"email": "Email is required"}});
        assert_eq!(body, expected);
        let (status, _, body) = answer(Error::TwoFactorRequired("2FA required".into())).await;
        assert_eq!(status, 401);
        assert_eq!(body, json!({"success": false, "error": "2FA required", "requires2FA": true}));
        let (status, _, body) = answer(Error::ProofRequired).await;
        assert_eq!(status, 403);
        let expected = json!({"success": false, "error": "Confirm it's you to continue.",
            "requiresProof": true});
        assert_eq!(body, expected);
    }

    #[tokio::test]
    async fn waiting_times_are_rounded_up() {
        let wait = |retry_after| Error::TooManyAttempts { retry_after, message: "Wait".into() };
        assert_eq!(answer(wait(Duration::from_millis(60_001))).await.1.as_deref(), Some("61"));
        assert_eq!(answer(wait(Duration::ZERO)).await.1.as_deref(), Some("1"));
        assert_eq!(answer(Error::Busy).await.0, 503);
        assert_eq!(answer(Error::Busy).await.1.as_deref(), Some("1"));
    }

    #[tokio::test]
    async fn a_cause_is_never_told_to_the_caller() {
        let (status, _, body) = answer(Error::unexpected("table users is on fire")).await;
        assert_eq!(status, 500);
        assert!(!body.to_string().contains("fire"), "{body}");
    }
}
