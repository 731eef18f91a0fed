//! The extractor for requests to a producer's public page: the handle, the token of a client's link, and the gate that
//! checks them.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use app::shares::gate::Counted;
use app::shop::gate::{self, Gate, Host};
use app::{App, Caller};
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri, header};
use http::extract::Client;

use super::answers::Failure;
use super::cookies;
use super::media_answers::SMALL;
use super::visit::wants_json;

pub struct ShopVisit {
    pub handle: String,
    pub wants_json: bool,
    /// Whether the request asks for a small cover.
    pub is_small: bool,
    /// `If-None-Match`: the entity tag of the browser's copy of the page.
    pub known: Option<HeaderValue>,
    /// The token of a client's link.
    pub key: Option<String>,
    caller: Caller,
    uri: Uri,
}

impl FromRequestParts<Arc<App>> for ShopVisit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let path: Result<Path<HashMap<String, String>>, _> =
            Path::from_request_parts(parts, app).await;
        // A path that cannot be decoded gets an empty handle, which no page has.
        let handle = path.ok().and_then(|Path(mut path)| path.remove("handle")).unwrap_or_default();
        let Ok(Client(caller)) = Client::from_request_parts(parts, app).await;
        Ok(Self {
            handle,
            wants_json: wants_json(&parts.headers),
            is_small: parts.uri.query() == Some(SMALL),
            known: parts.headers.get(header::IF_NONE_MATCH).cloned(),
            key: cookies::find(&parts.headers, cookies::CLIENT).map(str::to_owned),
            caller,
            uri: parts.uri.clone(),
        })
    }
}

impl ShopVisit {
    pub async fn gate(&self, app: &App, counted: Counted) -> Result<Gate, Failure> {
        Ok(gate::enter(app, &self.caller, &self.handle, self.key.as_deref(), counted).await?)
    }

    /// Counts the request without looking the page up, for what may come from a cache.
    pub fn count(&self, app: &App, counted: Counted) -> Result<(), Failure> {
        Ok(gate::count(app, &self.caller, counted)?)
    }

    /// Enters the gate and returns the producer of the page. An old handle fails with the address of the new one.
    pub async fn enter(&self, app: &App, counted: Counted) -> Result<Host, Failure> {
        match self.gate(app, counted).await? {
            Gate::Open(host) => Ok(host),
            Gate::Moved(to) => {
                let path = self.uri.path();
                let old = format!("@{}", self.handle);
                let new = path.replacen(&old, &format!("@{}", to.as_str()), 1);
                let query = self.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
                Err(Failure::Moved(format!("{new}{query}")))
            }
            Gate::Unknown => Err(Failure::Unknown),
        }
    }

    /// The address of the page.
    pub fn path(&self) -> String {
        format!("/@{}", self.handle)
    }

    /// The address of the embedded player.
    pub fn embed_path(&self) -> String {
        format!("/embed/@{}", self.handle)
    }
}
