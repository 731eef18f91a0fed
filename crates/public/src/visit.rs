//! The extractor for requests to the link of a share, an offer or a delivery: the token, the cookies, and the gate that
//! checks them.

use std::convert::Infallible;
use std::sync::Arc;

use app::shares::gate::{self, Counted, Gate, Guest};
use app::shares::listeners::Listener;
use app::{App, Caller};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http::extract::Client;
use std::collections::HashMap;

use super::answers::Failure;
use super::cookies;
use super::media_answers::SMALL;

pub struct Visit {
    pub token: String,
    pub wants_json: bool,
    /// Whether the request asks for a small cover.
    pub is_small: bool,
    caller: Caller,
    unlocked: Option<String>,
    listener: Option<String>,
}

impl FromRequestParts<Arc<App>> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let path: Result<Path<HashMap<String, String>>, _> =
            Path::from_request_parts(parts, app).await;
        // A path that cannot be decoded gets an empty token, which no link has.
        let token = path.ok().and_then(|Path(mut path)| path.remove("token")).unwrap_or_default();
        let Ok(Client(caller)) = Client::from_request_parts(parts, app).await;
        let cookie = |name| cookies::find(&parts.headers, name).map(str::to_owned);
        Ok(Self {
            token,
            wants_json: wants_json(&parts.headers),
            is_small: parts.uri.query() == Some(SMALL),
            caller,
            unlocked: cookie(cookies::UNLOCKED),
            listener: cookie(cookies::LISTENER),
        })
    }
}

pub(super) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|text| text.starts_with("application/json"))
}

impl Visit {
    pub async fn gate(&self, app: &App, counted: Counted) -> Result<Gate, Failure> {
        let unlocked = self.unlocked.as_deref();
        Ok(gate::enter(app, &self.caller, &self.token, unlocked, counted).await?)
    }

    /// Enters the gate of a share and returns the guest; fails if the link is unknown, locked or over.
    pub async fn enter(&self, app: &App, counted: Counted) -> Result<Guest, Failure> {
        match self.gate(app, counted).await? {
            Gate::Open(guest) => Ok(guest),
            Gate::Locked(_) => Err(Failure::Locked),
            Gate::Over => Err(Failure::Over),
            Gate::Unknown => Err(Failure::Unknown),
        }
    }

    /// The same visit without its cookies, for embedded players.
    pub fn without_cookies(self) -> Self {
        Self { unlocked: None, listener: None, ..self }
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The cookie that was set after the link's password or the emailed code was entered.
    pub fn unlocked(&self) -> Option<&str> {
        self.unlocked.as_deref()
    }

    /// The address of the link's page.
    pub fn path(&self) -> String {
        format!("/s/{}", self.token)
    }

    /// The listener of the browser's cookie; none without a cookie.
    pub fn known_listener(&self) -> Option<Listener> {
        self.listener.as_deref().map(|cookie| Listener::of(Some(cookie)))
    }

    /// The listener of the browser's cookie, or a new one.
    pub fn listener(&self) -> Listener {
        Listener::of(self.listener.as_deref())
    }
}
