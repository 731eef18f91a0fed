//! The gate of a public page: decides who may see it. The page is looked up for every request that is not answered from
//! the page cache, so that a page that was turned off a moment ago is not found.

use std::sync::Arc;
use std::time::Duration;

use domain::identity::settings::Settings;
use domain::ids::UserId;
use domain::shop::{Handle, Shop};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::settings;
use storage::shop::{self as rows, links};

use super::settings::{PUBLIC, handles_kept_since, why_not_visible};
use crate::files::signed_links;
use crate::policy::PublicPages;
use crate::shares::gate::{self, Counted, count_media};
use crate::shares::tokens::LinkToken;
use crate::{App, Caller, Result, crypto, guests};

/// How long after a page was rendered its forms can be submitted.
const PAGE_LIFE: Duration = Duration::from_secs(12 * 60 * 60);
const PRIVATE: &str = "private";

/// A public page that the visitor may see, with the visitor's caller data.
#[derive(Clone)]
pub struct Host {
    pub owner: UserId,
    pub handle: Handle,
    pub shop: Arc<Shop>,
    pub settings: Arc<Settings>,
    /// Whether everybody may see the page, not only clients with a link.
    pub is_public: bool,
    pub caller: Caller,
}

pub enum Gate {
    Open(Host),
    /// The producer has replaced the handle by this one.
    Moved(Handle),
    Unknown,
}

type Found = (UserId, Arc<Shop>, Arc<Settings>);

enum HandleLookup {
    At(Found),
    Moved(Handle, Found),
    Nowhere,
}

/// Finds the public page of a request. `key` is the token of a client's link.
pub async fn enter(
    app: &App,
    caller: &Caller,
    handle: &str,
    key: Option<&str>,
    counted: Counted,
) -> Result<Gate> {
    let is_on = app.policy.public_pages != PublicPages::Off;
    let Some(handle) = Handle::find(handle).filter(|_| is_on) else { return Ok(Gate::Unknown) };
    count_media(app, caller, counted)?;
    let found = look_up(app, &handle).await?;
    let owner = match &found {
        HandleLookup::At(found) | HandleLookup::Moved(_, found) => Some(found.0.to_string()),
        HandleLookup::Nowhere => None,
    };
    gate::count(app, caller, counted, owner.as_deref()).await?;
    let (to, (owner, shop, settings)) = match found {
        HandleLookup::At(found) => (None, found),
        HandleLookup::Moved(to, found) => (Some(to), found),
        HandleLookup::Nowhere => return Ok(Gate::Unknown),
    };
    let is_public = why_not_visible(&shop, &settings, app.policy.public_pages).is_empty();
    if !is_public && !has_link(app, owner, &shop, &settings, key).await? {
        return Ok(Gate::Unknown);
    }
    if let Some(to) = to {
        return Ok(Gate::Moved(to));
    }
    Ok(Gate::Open(Host { owner, handle, shop, settings, is_public, caller: caller.clone() }))
}

/// Counts a request whose answer may come from a cache.
pub fn count(app: &App, caller: &Caller, counted: Counted) -> Result<()> {
    count_media(app, caller, counted)
}

async fn look_up(app: &App, handle: &Handle) -> Result<HandleLookup> {
    let (handle, since) = (handle.clone(), handles_kept_since(app.now()));
    guests::read(app, move |conn| {
        if let Some((owner, is_disabled)) = rows::owner_of(conn, &handle)? {
            let found = if is_disabled { None } else { read(conn, owner)? };
            return Ok(found.map_or(HandleLookup::Nowhere, HandleLookup::At));
        }
        let Some(owner) = rows::previous_owner_of(conn, &handle, since)? else {
            return Ok(HandleLookup::Nowhere);
        };
        let Some(found) = read(conn, owner)? else { return Ok(HandleLookup::Nowhere) };
        let Some(to) = found.1.handle.clone() else { return Ok(HandleLookup::Nowhere) };
        // The owner of the present handle also says whether the account is disabled.
        let is_disabled = rows::owner_of(conn, &to)?.is_none_or(|(_, is_disabled)| is_disabled);
        Ok(if is_disabled { HandleLookup::Nowhere } else { HandleLookup::Moved(to, found) })
    })
    .await
}

fn read(conn: &mut Conn, owner: UserId) -> Result<Option<Found>> {
    let Some(shop) = rows::find(conn, owner)? else { return Ok(None) };
    Ok(Some((owner, Arc::new(shop), Arc::new(settings::load(conn, owner)?))))
}

/// Whether `key` is a client's link to this page. A private page opens for nobody.
async fn has_link(
    app: &App,
    owner: UserId,
    shop: &Shop,
    settings: &Settings,
    key: Option<&str>,
) -> Result<bool> {
    let is_closed =
        !shop.is_on || shop.hidden_at.is_some() || settings.profile_visibility == PRIVATE;
    match key.filter(|_| !is_closed) {
        Some(key) => is_client_link(app, owner, key).await,
        None => Ok(false),
    }
}

/// Whether `token` is the token of a link that the producer has given a client.
pub async fn is_client_link(app: &App, owner: UserId, token: &str) -> Result<bool> {
    let Some(token) = LinkToken::parse(token) else { return Ok(false) };
    let hash = token.hash();
    guests::read(app, move |conn| Ok(links::is_known(conn, owner, &hash)?)).await
}

impl Host {
    /// Whether the producer's settings allow everybody to see the page, so that search engines may list it.
    pub fn is_listed(&self) -> bool {
        self.is_public && self.settings.profile_visibility == PUBLIC
    }
}

/// The token in the forms of a page: it proves that a form was sent from the page.
struct PageToken {
    view: [u8; 8],
    owner: UserId,
    expires_at: Timestamp,
}

pub fn page_token(app: &App, host: &Host) -> String {
    let claims =
        PageToken { view: crypto::random(), owner: host.owner, expires_at: app.now() + PAGE_LIFE };
    signed_links::sign(&app.keys, &claims).text
}

/// Whether a form was sent from a page of this producer.
pub fn is_from_page(app: &App, host: &Host, page_token: &str) -> bool {
    let claims = signed_links::open::<PageToken>(&app.keys, page_token, app.now());
    claims.is_ok_and(|claims| claims.owner == host.owner)
}

impl signed_links::Claims for PageToken {
    const PURPOSE: &'static [u8] = b"shop page";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        [self.view.as_slice(), self.owner.as_bytes(), &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (view, rest) = bytes.split_first_chunk()?;
        let (owner, rest) = rest.split_first_chunk()?;
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?));
        Some(Self { view: *view, owner: UserId::from_bytes(*owner), expires_at })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
