//! What the owner does with deliveries: opening, renewing, mailing, and saying whether later versions go along.

use domain::calendar::Day;
use domain::deliveries::{Delivery, EventKind};
use domain::ids::{DeliveryId, LicenseId, UserId};
use domain::licenses::issued::{License, State as LicenseState};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::deliveries as rows;
use storage::library::documents;
use storage::licenses::issued;
use storage::operations::jobs::Job;

use super::opening::{self, Desk};
use super::whole::{self, Shown, Whole, missing};
use crate::guests::mail::{self, Sender};
use crate::licenses::ending::not_active;
use crate::notifications::mail as letters;
use crate::policy::PublicPages;
use crate::{Actor, App, Caller, Error, Result};

fn check_allowed(app: &App) -> Result<()> {
    match app.policy.public_pages {
        PublicPages::Off => {
            let sentence = "Public pages are turned off on this server.";
            Err(Error::Forbidden(sentence.to_owned()))
        }
        PublicPages::Links | PublicPages::All => Ok(()),
    }
}

fn no_delivery() -> Error {
    Error::NotFound("This license has no delivery yet.".to_owned())
}

pub async fn find(app: &App, actor: &Actor, id: DeliveryId) -> Result<Shown> {
    let (owner, now) = (actor.user, app.now());
    let desk = Desk::of(app);
    app.read(move |conn| {
        conn.snapshot()?;
        whole::shown(conn, &desk.keys, &desk.links_url, owner, id, now)
    })
    .await
}

pub async fn find_of_license(app: &App, actor: &Actor, license: LicenseId) -> Result<Shown> {
    let (owner, now) = (actor.user, app.now());
    let desk = Desk::of(app);
    app.read(move |conn| {
        conn.snapshot()?;
        issued::find(conn, owner, license)?.ok_or_else(|| Error::missing("license"))?;
        let id = rows::of_license(conn, owner, license)?.ok_or_else(no_delivery)?;
        whole::shown(conn, &desk.keys, &desk.links_url, owner, id, now)
    })
    .await
}

/// Opens the delivery of a license, or renews it.
pub async fn open(app: &App, actor: &Actor, license: LicenseId, mails: bool) -> Result<Shown> {
    check_allowed(app)?;
    let id = license;
    let (owner, now) = (actor.user, app.now());
    let license = app.read(move |conn| in_force(conn, owner, id, now)).await?;
    let deed = Deed::of(app, actor, mails.then_some(license)).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, owner)?;
        in_force(tx, owner, id, now)?;
        let delivery = match rows::of_license(tx, owner, id)? {
            Some(delivery) => {
                deed.renew(tx, delivery)?;
                delivery
            }
            None => deed.desk.open(tx, owner, &[id], None, Some(&deed.caller), now)?.id,
        };
        deed.finish(tx, delivery)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

/// The license in force whose buyer gets letters about a delivery.
async fn addressee(app: &App, actor: &Actor, id: DeliveryId) -> Result<License> {
    let (owner, now) = (actor.user, app.now());
    app.read(move |conn| {
        let whole = whole::find(conn, owner, id, now)?;
        check_in_force(&whole)?;
        whole.main_license().cloned().ok_or_else(missing)
    })
    .await
}

pub async fn renew(app: &App, actor: &Actor, id: DeliveryId, mails: bool) -> Result<Shown> {
    check_allowed(app)?;
    let license = addressee(app, actor, id).await?;
    let deed = Deed::of(app, actor, mails.then_some(license)).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, deed.owner)?;
        deed.renew(tx, id)?;
        deed.finish(tx, id)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

/// Sends the buyer a letter with the address.
pub async fn send(app: &App, actor: &Actor, id: DeliveryId) -> Result<Shown> {
    check_allowed(app)?;
    let license = addressee(app, actor, id).await?;
    let (owner, now) = (actor.user, app.now());
    let is_over =
        app.read(move |conn| Ok(rows::find(conn, owner, id)?.ok_or_else(missing)?.is_over(now)));
    if is_over.await? {
        let sentence = "The days of this delivery are over. Renew it first.";
        return Err(Error::Conflict(sentence.to_owned()));
    }
    let deed = Deed::of(app, actor, Some(license)).await?;
    let shown = app.write(move |tx| deed.finish(tx, id)).await?;
    app.wake_workers();
    Ok(shown)
}

/// Whether the buyer gets later versions of the files too.
pub async fn update(
    app: &App,
    actor: &Actor,
    id: DeliveryId,
    includes_newer: Option<bool>,
) -> Result<Shown> {
    let deed = Deed::of(app, actor, None).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, deed.owner)?;
        let before = rows::find(tx, deed.owner, id)?.ok_or_else(missing)?;
        let includes_newer = includes_newer.unwrap_or(before.includes_newer);
        let after = Delivery { includes_newer, updated_at: deed.now, ..before };
        rows::update(tx, deed.owner, &after)?;
        opening::sync(tx, deed.owner, id, Some(&deed.caller), deed.now)?;
        deed.finish(tx, id)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

fn in_force(conn: &mut Conn, owner: UserId, id: LicenseId, now: Timestamp) -> Result<License> {
    let license = issued::find(conn, owner, id)?.ok_or_else(|| Error::missing("license"))?;
    match license.state(Day::of(now)) {
        LicenseState::Active => Ok(license),
        state => Err(not_active(&license, state)),
    }
}

fn check_in_force(whole: &Whole) -> Result<()> {
    match whole.main_license() {
        Some(license) if !whole.is_in_force(license) => {
            Err(not_active(license, license.state(Day::of(whole.now))))
        }
        Some(_) => Ok(()),
        None => Err(missing()),
    }
}

/// Something the owner does, inside its transaction.
struct Deed {
    desk: Desk,
    /// Present if the buyer gets a letter.
    mail: Option<Sender>,
    owner: UserId,
    caller: Caller,
    now: Timestamp,
}

impl Deed {
    /// With a license, its buyer gets a letter; whether that may be is checked and counted here.
    async fn of(app: &App, actor: &Actor, mailed: Option<License>) -> Result<Self> {
        let (owner, caller) = (actor.user, actor.caller.clone());
        let mail = match mailed {
            Some(license) => {
                Some(mail::allow(app, owner, &caller, &license.grant.buyer.email).await?)
            }
            None => None,
        };
        Ok(Self { desk: Desk::of(app), mail, owner, caller, now: app.now() })
    }

    fn renew(&self, tx: &mut Tx, id: DeliveryId) -> Result<()> {
        let whole = opening::sync(tx, self.owner, id, Some(&self.caller), self.now)?;
        check_in_force(&whole)?;
        self.desk.renew(tx, self.owner, whole.delivery, self.now)?;
        let (by, detail) = (Some(&self.caller), String::new());
        opening::note(tx, self.owner, id, EventKind::Renewed, detail, by, self.now)
    }

    /// Mails the buyer if that is wanted, and answers with the delivery.
    fn finish(&self, tx: &mut Tx, id: DeliveryId) -> Result<Shown> {
        if let Some(sender) = &self.mail {
            let whole = whole::find(tx, self.owner, id, self.now)?;
            mail_link(tx, &self.desk, sender, self.owner, &whole, Some(&self.caller))?;
        }
        whole::shown(tx, &self.desk.keys, &self.desk.links_url, self.owner, id, self.now)
    }
}

/// Tells the buyer that the last file is there, if letters can be sent.
pub(crate) async fn tell_buyer(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let Some((owner, id)) = owner.zip(DeliveryId::parse(&job.payload)) else {
        return Err(Error::unexpected("a job names no delivery"));
    };
    let (now, caller) = (app.now(), Caller::operator());
    let found = app
        .read(move |conn| {
            let Some(delivery) = rows::find(conn, owner, id)? else { return Ok(None) };
            let whole = whole::read(conn, owner, delivery, now)?;
            let is_open = check_in_force(&whole).is_ok() && !whole.delivery.is_over(now);
            Ok(Some(whole).filter(|_| is_open))
        })
        .await?;
    let Some(whole) = found else { return Ok(()) };
    let email = whole.main_license().map(|license| license.grant.buyer.email.clone());
    let sender = match mail::allow(app, owner, &caller, &email.unwrap_or_default()).await {
        Ok(sender) => sender,
        // No server, no address, or no more letters today: the page tells it.
        Err(Error::Conflict(_) | Error::TooManyAttempts { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    let desk = Desk::of(app);
    app.write(move |tx| mail_link(tx, &desk, &sender, owner, &whole, None)).await?;
    app.wake_workers();
    Ok(())
}

/// Mails the address of a delivery to the e-mail address of its license, and nowhere else.
pub(super) fn mail_link(
    tx: &mut Tx,
    desk: &Desk,
    sender: &Sender,
    owner: UserId,
    whole: &Whole,
    caller: Option<&Caller>,
) -> Result<()> {
    let now = whole.now;
    let license = whole.main_license().ok_or_else(missing)?;
    let url = whole::address(&desk.keys, &desk.links_url, owner, &whole.delivery)?;
    let until = Day::of(whole.delivery.expires_at);
    let title = &license.grant.title;
    let letter = letters::delivery(&sender.name, title, &license.reference(), &url, until);
    let id = mail::queue(tx, &desk.keys, sender, letter, now)?;
    let detail = format!("{id} to {}", license.grant.buyer.email);
    opening::note(tx, owner, whole.delivery.id, EventKind::Mailed, detail, caller, now)
}
