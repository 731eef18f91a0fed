//! The query string, deserialized into a type, with the same error responses as a JSON body.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fault;
use crate::error::ApiError;

#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parse(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn parse<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    // The decoder would replace invalid bytes by a replacement character and search for that.
    let decoded = percent_decoded(query);
    if std::str::from_utf8(&decoded).is_err() {
        return Err(ApiError::bad_request("The query is not valid UTF-8."));
    }
    if decoded.contains(&0) {
        return Err(ApiError::bad_request("The query must not contain a NUL character."));
    }
    let reader = serde_urlencoded::Deserializer::new(form_pairs(query));
    serde_path_to_error::deserialize(reader)
        .map_err(|error| fault::refusal(&error.path().to_string(), &error.inner().to_string()))
}

fn form_pairs(query: &str) -> form_urlencoded::Parse<'_> {
    form_urlencoded::parse(query.as_bytes())
}

fn percent_decoded(query: &str) -> Vec<u8> {
    let hex = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = query.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], hex(bytes.get(at + 1)), hex(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                // Two hexadecimal digits are at most 255.
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Page {
        limit: Option<u32>,
        #[serde(default)]
        search: String,
    }

    async fn refused(query: &str) -> (u16, String, serde_json::Value) {
        let response = parse::<Page>(query).expect_err("refused").into_response();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a body");
        let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        (status, body["error"].as_str().expect("a sentence").to_owned(), body["fields"].clone())
    }

    #[test]
    fn what_makes_sense_is_taken() {
        let page: Page = parse("limit=5&search=caf%C3%A9+noir&other=1").expect("taken");
        assert_eq!((page.limit, page.search.as_str()), (Some(5), "café noir"));
        assert_eq!(parse::<Page>("").expect("all is optional").limit, None);
    }

    #[tokio::test]
    async fn what_makes_none_is_named() {
        for (query, sentence) in [
            ("limit=x", "The field limit must be a whole number."),
            ("limit=", "The field limit must be a whole number."),
            ("limit=99999999999", "The field limit must be a smaller number."),
        ] {
            let (status, error, fields) = refused(query).await;
            assert_eq!((status, error.as_str()), (400, sentence), "{query}");
            assert_eq!(fields["limit"], sentence);
        }
        for query in ["search=%00", "search=%ff", "search=%C3", "limit=1&limit=2"] {
            assert_eq!(refused(query).await.0, 400, "{query}");
        }
    }
}
