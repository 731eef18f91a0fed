//! Request bodies: JSON into a type, or plain bytes up to a limit.

use std::error::Error as StdError;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault;
use crate::error::ApiError;
use crate::stalls::BodyError;

/// Maximum length of a JSON body; a longer one is refused before it is read.
const LONGEST_JSON: usize = 64 * 1024;

/// Maximum length of a JSON body with a contract in it: 60,000 characters, also where each takes several bytes.
const LONGEST_CONTRACT_JSON: usize = 512 * 1024;

/// Time limit for a whole JSON body: single bytes sent slowly would never count as a stall.
const JSON_DEADLINE: Duration = Duration::from_secs(60);

/// A JSON object, read into `T`. Unknown fields are ignored.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        parse(&json_bytes(request).await?).map(Self)
    }
}

/// Maximum length of a JSON body with a long text.
const LONGEST_TEXT: usize = 512 * 1024;

/// A JSON object with a long text, such as notes.
#[derive(Debug)]
pub struct LongBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for LongBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        parse(&json_up_to(request, LONGEST_TEXT).await?).map(Self)
    }
}

/// An optional JSON object: a request without a body gets the default value.
#[derive(Debug)]
pub struct BodyIfSent<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for BodyIfSent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        parse(&json_bytes(request).await?).map(Self)
    }
}

/// A JSON object that may hold a contract.
#[derive(Debug)]
pub struct ContractBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ContractBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        parse(&json_up_to(request, LONGEST_CONTRACT_JSON).await?).map(Self)
    }
}

/// The bytes of a body whose `Content-Type` is JSON.
pub(super) async fn json_bytes(request: Request) -> Result<Bytes, ApiError> {
    json_up_to(request, LONGEST_JSON).await
}

async fn json_up_to(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the request body as JSON, with the content type application/json.",
        ));
    }
    tokio::time::timeout(JSON_DEADLINE, read(request, limit))
        .await
        .unwrap_or_else(|_| Err(too_slow()))
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// The raw body, at most `limit` bytes.
pub(super) async fn read(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    let mut body = request.into_body();
    if body.size_hint().lower() > limit as u64 {
        return Err(ApiError::too_large(limit));
    }
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| broken(&error))?.into_data() else {
            continue;
        };
        if first.len() + rest.len() + data.len() > limit {
            return Err(ApiError::too_large(limit));
        }
        // Most bodies arrive in one chunk, which then needs no copy.
        if first.is_empty() && rest.is_empty() {
            first = data;
        } else {
            if rest.is_empty() {
                rest.extend_from_slice(&std::mem::take(&mut first));
            }
            rest.extend_from_slice(&data);
        }
    }
    Ok(if rest.is_empty() { first } else { rest.freeze() })
}

pub fn too_slow() -> ApiError {
    ApiError::new(
        StatusCode::REQUEST_TIMEOUT,
        "The request body did not arrive in time. Please try again.",
    )
}

pub fn broken(error: &(dyn StdError + 'static)) -> ApiError {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(BodyError::Stalled(_) | BodyError::TooSlow(..)) = cause.downcast_ref() {
            return too_slow();
        }
        next = cause.source();
    }
    ApiError::bad_request("The request body ended before it was complete.")
}

pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ApiError::bad_request("The request body is not valid UTF-8."))?;
    // serde would also read a struct from a JSON array, by position; that is refused.
    match text.trim_start().as_bytes().first() {
        None => {
            return Err(ApiError::bad_request("The request body is empty; send a JSON object."));
        }
        Some(b'{') => {}
        Some(_) => {
            return Err(ApiError::bad_request("The request body must be a JSON object."));
        }
    }
    if holds_nul(text) {
        return Err(nul_refusal(text));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() { fault::refusal(&path, &inner.to_string()) } else { not_json(&inner) }
    })?;
    reader.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

fn not_json(error: &serde_json::Error) -> ApiError {
    ApiError::bad_request(format!(
        "The request body is not valid JSON (line {}, column {}).",
        error.line(),
        error.column()
    ))
}

/// Whether a string of the document has a NUL in it. JSON can only write one as `\u0000`; an even
/// number of backslashes before the `u` means those backslashes themselves were escaped.
fn holds_nul(text: &str) -> bool {
    text.match_indices("u0000").any(|(at, _)| {
        let before = text.as_bytes()[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        before % 2 == 1
    })
}

fn nul_refusal(text: &str) -> ApiError {
    let sentence = "Text must not contain a NUL character.";
    match serde_json::from_str::<Value>(text).as_ref().map(path_of_nul) {
        Ok(Some(path)) => ApiError::bad_field(path, sentence),
        Ok(None) => ApiError::bad_request(sentence),
        Err(error) => not_json(error),
    }
}

fn path_of_nul(value: &Value) -> Option<String> {
    let below = |name: String, value: &Value| match value {
        Value::String(text) => text.contains('\0').then(|| name.clone()),
        value => path_of_nul(value).map(|rest| format!("{name}.{rest}")),
    };
    match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| below(name.clone(), value)),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(i, value)| below(i.to_string(), value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "the tests read what is refused, not what is taken")]
    struct Form {
        name: String,
        age: Option<u8>,
        #[serde(default)]
        links: Links,
        kind: Option<Kind>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[expect(dead_code, reason = "the tests read what is refused, not what is taken")]
    struct Links {
        spotify: Option<String>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Beat,
        Video,
    }

    async fn refused(body: &[u8]) -> (u16, String, Value) {
        let response = parse::<Form>(body).expect_err("refused").into_response();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 1 << 16).await.expect("a body");
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        (status, body["error"].as_str().expect("a sentence").to_owned(), body["fields"].clone())
    }

    #[tokio::test]
    async fn a_wrong_type_names_the_field_and_not_the_value() {
        for (body, field, sentence) in [
            (r#"{"name":5}"#, "name", "The field name must be a string."),
            (
                r#"{"name":"a","age":"x"}"#,
                "age",
                "The field age must be a whole number, not negative.",
            ),
            (
                r#"{"name":"a","age":-1}"#,
                "age",
                "The field age must be a whole number, not negative.",
            ),
            (
                r#"{"name":"a","links":{"spotify":true}}"#,
                "links.spotify",
                "The field links.spotify must be a string.",
            ),
            (r#"{"name":"a","links":7}"#, "links", "The field links must be an object."),
            (r#"{"name":"a","kind":"song"}"#, "kind", "The field kind must be beat or video."),
            (
                r#"{"name":"a","age":"my secret at line 3 of it"}"#,
                "age",
                "The field age must be a whole number, not negative.",
            ),
            (r#"{"name":null}"#, "name", "The field name must be a string."),
            (r#"{"name":"a","name":"b"}"#, "name", "The field name is given more than once."),
        ] {
            let (status, error, fields) = refused(body.as_bytes()).await;
            assert_eq!((status, error.as_str()), (400, sentence), "{body}");
            assert_eq!(fields[field], sentence, "{body}");
        }
    }

    #[tokio::test]
    async fn a_missing_field_is_named() {
        let (status, error, fields) = refused(b"{}").await;
        assert_eq!((status, error.as_str()), (400, "The field name is missing."));
        assert_eq!(fields["name"], "This field is required.");
    }

    #[tokio::test]
    async fn what_is_no_json_object_is_refused() {
        let deep = format!("{{\"name\":{}", "[".repeat(30_000));
        for body in [
            &b""[..],
            b"  ",
            b"[]",
            b"null",
            b"\"x\"",
            b"{",
            b"{\"name\":\"a\"} x",
            b"{\"name\"}",
            b"\xff{}",
            b"{\"name\":\"\xc3\"}",
            b"{\"name\":\"a\x00\"}",
            deep.as_bytes(),
        ] {
            let (status, error, fields) = refused(body).await;
            assert_eq!(status, 400, "{error}");
            assert!(error.ends_with('.'), "{error}");
            assert!(fields.is_null() || !error.contains("JSON"), "{error}");
        }
    }

    #[tokio::test]
    async fn a_nul_is_refused_wherever_it_stands() {
        let (status, error, fields) = refused(br#"{"name":"a\u0000b"}"#).await;
        assert_eq!((status, error.as_str()), (400, "Text must not contain a NUL character."));
        assert_eq!(fields["name"], error);
        let (_, error, fields) = refused(br#"{"name":"a","links":{"spotify":"\\\u0000"}}"#).await;
        assert_eq!(fields["links.spotify"], error);
        let (status, ..) = refused(br#"{"name":"a","na\u0000":1}"#).await;
        assert_eq!(status, 400);
    }

    #[test]
    fn an_escaped_backslash_before_u0000_is_plain_text() {
        let form: Form = parse(br#"{"name":"a\\u0000b"}"#).expect("plain text");
        assert_eq!(form.name, r"a\u0000b");
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let form: Form = parse(br#" {"name":"a","colour":{"deep":[1,2,{}]}} "#).expect("taken");
        assert_eq!(form.name, "a");
    }

    #[test]
    fn only_json_content_types_are_json() {
        let with = |kind: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, kind.parse().expect("a value"));
            is_json(&headers)
        };
        assert!(with("application/json") && with("Application/JSON; charset=utf-8"));
        assert!(with("application/merge-patch+json"));
        assert!(!with("text/plain") && !with("application/jsonx") && !with("text/json"));
        assert!(!is_json(&HeaderMap::new()));
    }
}
