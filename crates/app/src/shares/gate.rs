//! The gate of a share's link: checks the token and the password of a request. The link is looked up for every request,
//! so that a link that was stopped a moment ago does not work. A link with a password shows nothing before the password
//! was entered.

use std::sync::Arc;
use std::time::Duration;

use domain::calendar::Zone;
use domain::identity::passwords::Password;
use domain::identity::rate_limits::{
    LINK_PASSWORD_BY_ADDRESS, LINK_PASSWORD_BY_LINK, MEDIA_BY_ADDRESS, PAGE_BY_ADDRESS,
    PICTURE_BY_ADDRESS, TICKET_BY_ADDRESS, WRONG_LINK_BY_ADDRESS, at_place, network,
};
use domain::ids::{ShareLinkId, UserId};
use domain::shares::{Link, State, is_bot};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::zones;
use storage::identity::{attempts, sessions};
use storage::shares::links;

use super::tokens::LinkToken;
use crate::files::signed_links;
use crate::policy::PublicPages;
use crate::{App, Caller, Result, crypto, guests};

/// How long the cookie of a browser that has entered the password is valid.
pub const UNLOCKED_FOR: Duration = Duration::from_secs(12 * 60 * 60);
/// How long after a page was rendered its forms can be submitted.
const PAGE_LIFE: Duration = Duration::from_secs(12 * 60 * 60);

/// A visitor with the link of a share.
#[derive(Clone)]
pub struct Guest {
    pub owner: UserId,
    pub link: Arc<Link>,
    pub token: LinkToken,
    pub caller: Caller,
}

impl Guest {
    /// Whether the visitor's actions count: those of the owner and of programs do not.
    pub(super) fn is_counted(&self, conn: &mut Conn) -> Result<bool> {
        let agent = self.caller.user_agent.as_deref();
        let Some(agent) = agent.filter(|agent| !is_bot(Some(agent))) else { return Ok(false) };
        let address = self.caller.address.to_string();
        Ok(!sessions::has_session_from(conn, self.owner, &address, agent)?)
    }
}

pub enum Gate {
    Open(Guest),
    /// The visitor must enter the password first.
    Locked(Guest),
    /// The link has expired or was stopped.
    Over,
    Unknown,
}

/// The rate limit that a request counts against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    Page,
    Ticket,
    /// The picture of a link, and that of a producer.
    Picture,
    /// Covers of beats, and ranges of sounds and files.
    Media,
    /// No limit: for another look at a link whose request was counted.
    Nothing,
}

/// Counts a request before its link is looked up, in the server's memory: what one page loads in numbers.
pub(crate) fn count_media(app: &App, caller: &Caller, counted: Counted) -> Result<()> {
    let limit = match counted {
        Counted::Picture => PICTURE_BY_ADDRESS,
        Counted::Media => MEDIA_BY_ADDRESS,
        Counted::Page | Counted::Ticket | Counted::Nothing => return Ok(()),
    };
    guests::limit_here(app, caller, &limit, &network(caller.address))
}

/// Counts a request after its link was looked up. `link` identifies the link; `None` if there is no such link.
pub(crate) async fn count(
    app: &App,
    caller: &Caller,
    counted: Counted,
    link: Option<&str>,
) -> Result<()> {
    let place = network(caller.address);
    let limit = match (counted, link) {
        (Counted::Nothing, _) | (Counted::Picture | Counted::Media, Some(_)) => return Ok(()),
        (_, None) => (WRONG_LINK_BY_ADDRESS, place),
        (Counted::Page, Some(link)) => (PAGE_BY_ADDRESS, at_place(link, &place)),
        (Counted::Ticket, Some(link)) => (TICKET_BY_ADDRESS, at_place(link, &place)),
    };
    guests::limit(app, caller, vec![limit]).await
}

/// Finds the link of a request. `unlocked` is the cookie of a browser that has entered the password.
pub async fn enter(
    app: &App,
    caller: &Caller,
    token: &str,
    unlocked: Option<&str>,
    counted: Counted,
) -> Result<Gate> {
    let is_on = app.policy.public_pages != PublicPages::Off;
    let Some(token) = LinkToken::parse(token).filter(|_| is_on) else {
        return Ok(Gate::Unknown);
    };
    count_media(app, caller, counted)?;
    let found = find(app, &token).await?;
    let link = found.as_ref().map(|(_, _, link, _)| link.id.to_string());
    count(app, caller, counted, link.as_deref()).await?;
    let Some((owner, is_disabled, link, zone)) = found else { return Ok(Gate::Unknown) };
    if is_disabled || link.state(zone.day_of(app.now())) != State::Live {
        return Ok(Gate::Over);
    }
    let guest = Guest { owner, link, token, caller: caller.clone() };
    let is_open = guest.link.permissions.password_hash.is_none()
        || unlocked.is_some_and(|text| is_unlocked(app, &guest.link, text));
    Ok(if is_open { Gate::Open(guest) } else { Gate::Locked(guest) })
}

/// The account, whether it is disabled, the link, and the time zone of the link's last day.
type Found = (UserId, bool, Arc<Link>, Zone);

async fn find(app: &App, token: &LinkToken) -> Result<Option<Found>> {
    let key = (token.public_id.clone(), token.hash());
    let (public_id, hash) = key.clone();
    guests::read_cached(app, key, move |conn| {
        let Some((owner, is_disabled)) = links::owner_of(conn, &public_id)? else {
            return Ok(None);
        };
        let link = links::find_by_token(conn, owner, &hash)?;
        let zone = zones::find(conn, owner)?;
        Ok(link.map(|link| (owner, is_disabled, Arc::new(link), zone)))
    })
    .await
}

/// A short hash of the link's password hash. It is part of the cookie, so that a cookie for an earlier password is not
/// valid.
pub(super) fn lock_of(link: &Link) -> [u8; 8] {
    let hash = link.permissions.password_hash.as_deref().unwrap_or_default();
    let digest = blake3::hash(hash.as_bytes());
    *digest.as_bytes().first_chunk().unwrap_or(&[0; 8])
}

struct UnlockClaims {
    link: ShareLinkId,
    lock: [u8; 8],
    expires_at: Timestamp,
}

fn is_unlocked(app: &App, link: &Link, text: &str) -> bool {
    let opened = signed_links::open::<UnlockClaims>(&app.keys, text, app.now());
    opened.is_ok_and(|claims| claims.link == link.id && claims.lock == lock_of(link))
}

/// Checks the password of a link; returns the text of the cookie if it is right.
pub async fn unlock(app: &App, guest: &Guest, password: String) -> Result<Option<String>> {
    let (link, place) = (guest.link.id.to_string(), network(guest.caller.address));
    let limits =
        vec![(LINK_PASSWORD_BY_ADDRESS, place.clone()), (LINK_PASSWORD_BY_LINK, link.clone())];
    guests::limit(app, &guest.caller, limits).await?;
    let Some(hash) = guest.link.permissions.password_hash.clone() else { return Ok(None) };
    let Ok(password) = Password::parse("password", password) else { return Ok(None) };
    if !app.guests.hasher.verify(password, hash).await? {
        return Ok(None);
    }
    app.write(move |tx| {
        attempts::clear(tx, &LINK_PASSWORD_BY_ADDRESS, &place)?;
        Ok(attempts::give_back(tx, &LINK_PASSWORD_BY_LINK, &link)?)
    })
    .await?;
    let claims = UnlockClaims {
        link: guest.link.id,
        lock: lock_of(&guest.link),
        expires_at: app.now() + UNLOCKED_FOR,
    };
    Ok(Some(signed_links::sign(&app.keys, &claims).text))
}

impl signed_links::Claims for UnlockClaims {
    const PURPOSE: &'static [u8] = b"unlocked link";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        [self.link.as_bytes().as_slice(), &self.lock, &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (link, rest) = bytes.split_first_chunk()?;
        let (lock, rest) = rest.split_first_chunk()?;
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?));
        Some(Self { link: ShareLinkId::from_bytes(*link), lock: *lock, expires_at })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}

/// The token in the forms of a page: it proves that a form was sent from the page, and identifies the view of the page.
struct PageToken {
    view: [u8; 8],
    /// The first bytes of the hash of the link's token.
    link: [u8; 16],
    expires_at: Timestamp,
}

pub(crate) fn page_of(token: &LinkToken) -> [u8; 16] {
    let digest = blake3::hash(token.hash().as_bytes());
    *digest.as_bytes().first_chunk().unwrap_or(&[0; 16])
}

pub fn page_token(app: &App, guest: &Guest) -> String {
    page_token_of(app, &guest.token)
}

/// Like `page_token`, for a page with a link of another kind.
pub fn page_token_of(app: &App, token: &LinkToken) -> String {
    let claims = PageToken {
        view: crypto::random(),
        link: page_of(token),
        expires_at: app.now() + PAGE_LIFE,
    };
    signed_links::sign(&app.keys, &claims).text
}

/// The id of the page view that a form was sent from; `None` if the form was not sent from a page of this link.
pub fn view_of(app: &App, guest: &Guest, page_token: &str) -> Option<[u8; 8]> {
    view_at(app, &guest.token, page_token)
}

/// Like `view_of`, for a page with a link of another kind.
pub fn view_at(app: &App, token: &LinkToken, page_token: &str) -> Option<[u8; 8]> {
    let claims = signed_links::open::<PageToken>(&app.keys, page_token, app.now()).ok()?;
    (claims.link == page_of(token)).then_some(claims.view)
}

impl signed_links::Claims for PageToken {
    const PURPOSE: &'static [u8] = b"public page";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        [self.view.as_slice(), &self.link, &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (view, rest) = bytes.split_first_chunk()?;
        let (link, rest) = rest.split_first_chunk()?;
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?));
        Some(Self { view: *view, link: *link, expires_at })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
