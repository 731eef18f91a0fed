//! The error type of every use case. Its message is a sentence for the caller; the cause of an unexpected error only
//! reaches the log.

use std::any::Any;
use std::time::Duration;

use blobs::BlobError;
use domain::error::Invalid;
use domain::licenses::contract::Fault;
use domain::licenses::fields::Field;
use storage::db::DbError;

use crate::counters::STORE_ERRORS;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Input that breaks a rule: one sentence for the whole request, and one for each field at fault.
    #[error("{message}")]
    Invalid { message: String, fields: Vec<(&'static str, String)> },
    /// Input that is allowed but looks mistaken: it must be sent again with the named field set to true.
    #[error("{message}")]
    Unconfirmed { field: &'static str, confirm: &'static str, message: String },
    /// A text that can be read in two ways.
    #[error("{message}")]
    Unclear { field: &'static str, message: String },
    /// A contract text that cannot be saved.
    #[error("{}", faults_message(.0))]
    ContractFaults(Vec<Fault>),
    /// A contract that cannot be issued because these fields have no value.
    #[error("{}", gaps_message(.0))]
    ContractGaps(Vec<Field>),
    /// No session, or one that has ended.
    #[error("{0}")]
    Unauthenticated(String),
    /// The password was right; the two-factor code is missing or wrong.
    #[error("{0}")]
    TwoFactorRequired(String),
    /// Signed in, but a required proof (password, PIN) was wrong, or the action is not allowed.
    #[error("{0}")]
    Forbidden(String),
    /// A wrong PIN, and how many more may be tried before a lock.
    #[error("{message}")]
    WrongPin { message: &'static str, tries_left: Option<i64> },
    /// Signed in, but too long ago for this change: the password, a code or a passkey is required again.
    #[error("Confirm it's you to continue.")]
    ProofRequired,
    /// The row does not exist or belongs to another account; the answer does not say which.
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    Conflict(String),
    /// The file cannot be deleted because `count` live licenses promise it to their buyers.
    #[error("{message}")]
    Promised { message: String, count: i64 },
    #[error("{0}")]
    TooLarge(String),
    #[error("{0}")]
    Unsupported(String),
    #[error("{message}")]
    TooManyAttempts { retry_after: Duration, message: String },
    /// The media store is full.
    #[error("There is no room left to store this file. Please contact the operator.")]
    StoreFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The account has no storage left.
    #[error("{0}")]
    OverQuota(String),
    /// A bounded queue is full. The caller can retry shortly.
    #[error("The server is busy. Please try again in a moment.")]
    Busy,
    /// The database or the media store cannot be reached.
    #[error("The service is temporarily unavailable. Please try again shortly.")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("Something went wrong on our side.")]
    Unexpected(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The first fault of a contract text, as the sentence for the whole request.
fn faults_message(faults: &[Fault]) -> String {
    faults
        .first()
        .map(|fault| format!("Line {}: {}", fault.line, fault.message))
        .unwrap_or_default()
}

fn gaps_message(fields: &[Field]) -> String {
    let labels: Vec<_> = fields.iter().map(|field| field.label()).collect();
    format!("The contract needs these values first: {}.", labels.join(", "))
}

impl Error {
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Invalid::new(field, message).into()
    }

    /// A row that does not exist or belongs to another account; the answer does not say which.
    pub fn missing(noun: &str) -> Self {
        Self::NotFound(format!("This {noun} does not exist."))
    }

    /// Whether a rule refused the request. A transaction that ends with such an error was rolled back; after any other
    /// it may have been committed all the same, and a repeat may succeed.
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Self::Busy | Self::Unavailable(_) | Self::Unexpected(_) | Self::StoreFull(_)
        )
    }

    pub fn unexpected(
        source: impl Into<Box<dyn std::error::Error + Send + Sync + 'static>>,
    ) -> Self {
        Self::Unexpected(source.into())
    }
}

/// The message of a panic, for the log.
pub fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words")
}

impl From<Invalid> for Error {
    fn from(invalid: Invalid) -> Self {
        vec![invalid].into()
    }
}

impl From<Vec<Invalid>> for Error {
    /// The first fault gives the sentence of the whole request.
    fn from(all: Vec<Invalid>) -> Self {
        if let Some(first) = all.first()
            && all.iter().all(|invalid| invalid.is_unclear)
        {
            return Self::Unclear { field: first.field, message: first.message.clone() };
        }
        let message = all.first().map(|i| i.message.clone()).unwrap_or_default();
        let fields = all.into_iter().map(|i| (i.field, i.message)).collect();
        Self::Invalid { message, fields }
    }
}

impl From<BlobError> for Error {
    fn from(error: BlobError) -> Self {
        if let Some(kind) = error.kind() {
            STORE_ERRORS.get_or_create(&[("kind", kind)]).inc();
        }
        match error {
            BlobError::NotFound => Self::NotFound("This file is no longer available.".to_owned()),
            BlobError::Full(_) => Self::StoreFull(error.into()),
            BlobError::Unavailable(_)
            | BlobError::NoBucket(_)
            | BlobError::Denied(_)
            | BlobError::Short(_) => Self::Unavailable(error.into()),
        }
    }
}

impl From<DbError> for Error {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Busy | DbError::Timeout => Self::Busy,
            DbError::Unavailable(_) => Self::Unavailable(error.into()),
            DbError::NulByte => Self::Invalid {
                message: "Text must not contain a NUL character.".to_owned(),
                fields: Vec::new(),
            },
            other => Self::Unexpected(other.into()),
        }
    }
}
