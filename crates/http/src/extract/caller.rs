//! The caller of a request: its address and user agent, its bearer token, and the signed-in
//! account of that token.

use std::convert::Infallible;
use std::sync::Arc;

use app::{Actor, App, Caller};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use domain::identity::users::User;

use crate::client_address::NOWHERE;
use crate::error::ApiError;
use crate::exchange::ClientAddress;

/// Maximum length of a stored user agent; longer than that of any browser.
const LONGEST_USER_AGENT: usize = 512;

/// Where a request comes from, behind the proxies the operator trusts.
#[derive(Debug)]
pub struct Client(pub Caller);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let address = parts.extensions.get::<ClientAddress>().map_or(NOWHERE, |client| client.0);
        Ok(Self(Caller { address, user_agent: user_agent(&parts.headers) }))
    }
}

fn user_agent(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(header::USER_AGENT)?.to_str().ok()?.trim();
    // Only visible ASCII gets here, so a cut falls between characters.
    let text = text.get(..LONGEST_USER_AGENT).unwrap_or(text);
    (!text.is_empty()).then(|| text.to_owned())
}

/// The token of `Authorization: Bearer …`, not yet checked against anything.
pub struct Bearer(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        token(&parts.headers)
            .map(|token| Self(token.to_owned()))
            .ok_or_else(|| app::identity::sessions::no_session().into())
    }
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let mut lines = headers.get_all(header::AUTHORIZATION).iter();
    let line = lines.next()?.to_str().ok()?;
    // Two `Authorization` headers could be read differently by a proxy and by this server.
    if lines.next().is_some() {
        return None;
    }
    let (scheme, token) = line.split_once(' ')?;
    let token = token.trim();
    let is_whole = !token.is_empty() && !token.contains(char::is_whitespace);
    (scheme.eq_ignore_ascii_case("bearer") && is_whole).then_some(token)
}

/// The signed-in account. A handler with this extractor is private.
pub struct SignedIn(pub Actor);

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Bearer(token) = Bearer::from_request_parts(parts, app).await?;
        let Ok(Client(caller)) = Client::from_request_parts(parts, app).await;
        Ok(Self(app::identity::sessions::authenticate(app, &token, caller).await?))
    }
}

/// The signed-in account with its profile, read together with the session.
pub struct SignedInUser(pub User);

impl FromRequestParts<Arc<App>> for SignedInUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Bearer(token) = Bearer::from_request_parts(parts, app).await?;
        Ok(Self(app::identity::sessions::authenticate_user(app, &token).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::AUTHORIZATION, line.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn a_token_is_read_from_one_bearer_line() {
        assert_eq!(token(&headers(&["Bearer abc"])), Some("abc"));
        assert_eq!(token(&headers(&["bearer  abc "])), Some("abc"));
        for lines in [
            &[][..],
            &["Basic abc"],
            &["Bearer"],
            &["Bearer "],
            &["Bearer a b"],
            &["Bearer a", "Bearer b"],
            &["abc"],
        ] {
            assert_eq!(token(&headers(lines)), None, "{lines:?}");
        }
    }

    #[test]
    fn a_user_agent_is_kept_short() {
        let mut headers = HeaderMap::new();
        assert_eq!(user_agent(&headers), None);
        headers.insert(header::USER_AGENT, "x".repeat(2000).parse().expect("a value"));
        assert_eq!(user_agent(&headers).map(|text| text.len()), Some(LONGEST_USER_AGENT));
    }
}
