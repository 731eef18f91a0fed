//! The settings of a public page: its handle, whether it is on, and what it shows.

use domain::error::{Faults, Invalid};
use domain::identity::settings::Settings;
use domain::ids::UserId;
use domain::shop::{Handle, KEPT_FOR, Reason, Shop, ShowSold, embed_hosts, handle_taken, words_of};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::settings;
use storage::shop as rows;

use crate::policy::PublicPages;
use crate::{Actor, App, Result, guests};

pub(crate) const PUBLIC: &str = "public";

/// The settings of a public page as its owner sees them.
#[derive(Debug)]
pub struct ShopView {
    pub shop: Shop,
    /// The URL of the page, even if it is off; `None` without a handle.
    pub url: Option<String>,
    /// Why people without an account do not see the page; empty if they see it.
    pub why_not_visible: Vec<Reason>,
    /// Handles that were given up, and until when they redirect to this page.
    pub old_handles: Vec<(String, Timestamp)>,
}

/// The fields that a person can change. An omitted field keeps its value; an empty handle gives it up.
#[derive(Debug, Default)]
pub struct ShopForm {
    pub handle: Option<String>,
    pub is_on: Option<bool>,
    pub words: Option<String>,
    pub show_sold: Option<String>,
    pub show_email: Option<bool>,
    pub show_phone: Option<bool>,
    pub show_place: Option<bool>,
    pub show_platforms: Option<bool>,
    pub embed_hosts: Option<Vec<String>>,
}

struct Patch {
    handle: Option<Option<Handle>>,
    words: Option<String>,
    show_sold: Option<ShowSold>,
    embed_hosts: Option<Vec<String>>,
}

impl ShopForm {
    fn check(&self) -> Result<Patch, Vec<Invalid>> {
        let mut faults = Faults::default();
        let handle = self.handle.as_deref().and_then(|text| match text.trim() {
            "" => Some(None),
            text => faults.take(Handle::parse(text)).map(Some),
        });
        let words = self.words.as_deref().and_then(|text| faults.take(words_of(text)));
        let sold = self.show_sold.as_deref();
        let show_sold = sold.and_then(|text| faults.take(ShowSold::parse(text)));
        let hosts = self.embed_hosts.as_deref();
        let embed_hosts = hosts.and_then(|sent| faults.take(embed_hosts(sent)));
        faults.finish()?;
        Ok(Patch { handle, words, show_sold, embed_hosts })
    }
}

pub async fn find(app: &App, actor: &Actor) -> Result<ShopView> {
    let (owner, context) = (actor.user, ShopContext::of(app));
    app.read(move |conn| {
        conn.snapshot()?;
        let shop = rows::find(conn, owner)?.unwrap_or_default();
        context.read_view(conn, owner, shop)
    })
    .await
}

/// The hosts that may show the pages of an account inside their own.
pub async fn embed_hosts_of(app: &App, owner: UserId) -> Result<Vec<String>> {
    let shop = guests::read(app, move |conn| Ok(rows::find(conn, owner)?)).await?;
    Ok(shop.unwrap_or_default().embed_hosts)
}

/// Context for reading the settings: the base URL, the operator's policy and the time.
struct ShopContext {
    links_url: String,
    allowed: PublicPages,
    now: Timestamp,
}

impl ShopContext {
    fn of(app: &App) -> Self {
        let links_url = app.links_url.clone();
        Self { links_url, allowed: app.policy.public_pages, now: app.now() }
    }

    fn read_view(&self, conn: &mut Conn, owner: UserId, shop: Shop) -> Result<ShopView> {
        let settings = settings::load(conn, owner)?;
        let old = rows::old_handles(conn, owner, handles_kept_since(self.now))?.into_iter();
        let url = shop.handle.as_ref();
        Ok(ShopView {
            url: url.map(|handle| format!("{}/@{}", self.links_url, handle.as_str())),
            why_not_visible: why_not_visible(&shop, &settings, self.allowed),
            old_handles: old.map(|(handle, at)| (handle, at + KEPT_FOR)).collect(),
            shop,
        })
    }
}

/// The earliest time at which a given-up handle still redirects.
pub(crate) fn handles_kept_since(now: Timestamp) -> Timestamp {
    now - KEPT_FOR
}

/// The reasons why people without an account do not see the page.
pub(crate) fn why_not_visible(
    shop: &Shop,
    settings: &Settings,
    allowed: PublicPages,
) -> Vec<Reason> {
    let reasons = [
        (Reason::Operator, allowed != PublicPages::All || shop.hidden_at.is_some()),
        (Reason::Visibility, settings.profile_visibility != PUBLIC),
        (Reason::Off, !shop.is_on),
        (Reason::Handle, shop.handle.is_none()),
    ];
    reasons.into_iter().filter(|(_, is_so)| *is_so).map(|(reason, _)| reason).collect()
}

pub async fn update(app: &App, actor: &Actor, form: ShopForm) -> Result<ShopView> {
    let (owner, context) = (actor.user, ShopContext::of(app));
    let patch = form.check()?;
    app.write(move |tx| {
        rows::lock_handles(tx)?;
        let old = rows::find(tx, owner)?.unwrap_or_default();
        let handle = patch.handle.unwrap_or_else(|| old.handle.clone());
        change_handle(tx, owner, old.handle.as_ref(), handle.as_ref(), context.now)?;
        let shop = Shop {
            handle,
            is_on: form.is_on.unwrap_or(old.is_on),
            words: patch.words.unwrap_or(old.words),
            show_sold: patch.show_sold.unwrap_or(old.show_sold),
            show_email: form.show_email.unwrap_or(old.show_email),
            show_phone: form.show_phone.unwrap_or(old.show_phone),
            show_place: form.show_place.unwrap_or(old.show_place),
            show_platforms: form.show_platforms.unwrap_or(old.show_platforms),
            embed_hosts: patch.embed_hosts.unwrap_or(old.embed_hosts),
            hidden_at: old.hidden_at,
        };
        rows::put(tx, owner, &shop, context.now)?;
        context.read_view(tx, owner, shop)
    })
    .await
}

/// Changes the handle; the previous one redirects for a while.
fn change_handle(
    tx: &mut Tx,
    owner: UserId,
    old: Option<&Handle>,
    new: Option<&Handle>,
    now: Timestamp,
) -> Result<()> {
    if old == new {
        return Ok(());
    }
    if let Some(new) = new {
        if !is_free(tx, owner, new, now)? {
            return Err(handle_taken().into());
        }
        rows::forget_old_handle(tx, owner, new)?;
    }
    if let Some(old) = old {
        rows::give_up(tx, owner, old, now)?;
    }
    Ok(())
}

/// Whether an account can take a handle, or has it.
fn is_free(conn: &mut Conn, owner: UserId, handle: &Handle, now: Timestamp) -> Result<bool> {
    let has = rows::owner_of(conn, handle)?.map(|(has, _)| has);
    let kept = rows::previous_owner_of(conn, handle, handles_kept_since(now))?;
    Ok(has.into_iter().chain(kept).all(|one| one == owner))
}

/// The reason why a handle cannot be taken; `None` if it can.
pub async fn check_handle(app: &App, actor: &Actor, text: &str) -> Result<Option<String>> {
    let handle = match Handle::parse(text) {
        Ok(handle) => handle,
        Err(fault) => return Ok(Some(fault.message)),
    };
    let (owner, now) = (actor.user, app.now());
    let is_free = app.read(move |conn| is_free(conn, owner, &handle, now)).await?;
    Ok((!is_free).then(|| handle_taken().message))
}
