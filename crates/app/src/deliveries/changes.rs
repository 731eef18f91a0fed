//! What the owner does with deliveries: opening, renewing and mailing them, and choosing whether they include later
//! versions of the files.

use domain::deliveries::{Delivery, EventKind};
use domain::ids::{DeliveryId, LicenseId, UserId};
use domain::licenses::issued::{License, State as LicenseState};
use domain::licenses::spelling::titles;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::deliveries as rows;
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::issued;
use storage::operations::jobs::Job;

use super::details::{self, DeliveryDetails, DeliveryView, missing};
use super::opening::{self, DeliveryContext};
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

pub async fn find(app: &App, actor: &Actor, id: DeliveryId) -> Result<DeliveryView> {
    let (owner, now) = (actor.user, app.now());
    let context = DeliveryContext::of(app);
    app.read(move |conn| {
        conn.snapshot()?;
        details::read_view(conn, &context.keys, &context.links_url, owner, id, now)
    })
    .await
}

pub async fn find_of_license(app: &App, actor: &Actor, license: LicenseId) -> Result<DeliveryView> {
    let (owner, now) = (actor.user, app.now());
    let context = DeliveryContext::of(app);
    app.read(move |conn| {
        conn.snapshot()?;
        issued::find(conn, owner, license)?.ok_or_else(|| Error::missing("license"))?;
        let id = rows::of_license(conn, owner, license)?.ok_or_else(no_delivery)?;
        details::read_view(conn, &context.keys, &context.links_url, owner, id, now)
    })
    .await
}

/// Opens the delivery of a license, or renews it.
pub async fn open(
    app: &App,
    actor: &Actor,
    license: LicenseId,
    mails: bool,
) -> Result<DeliveryView> {
    check_allowed(app)?;
    let id = license;
    let (owner, now) = (actor.user, app.now());
    let license = app.read(move |conn| in_force(conn, owner, id, now)).await?;
    let action = OwnerAction::of(app, actor, mails.then_some(license)).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, owner)?;
        in_force(tx, owner, id, now)?;
        let delivery = match rows::of_license(tx, owner, id)? {
            Some(delivery) => {
                action.renew(tx, delivery)?;
                delivery
            }
            None => action.context.open(tx, owner, &[id], None, Some(&action.caller), now)?.id,
        };
        action.finish(tx, delivery)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

/// The license in force whose buyer gets letters about a delivery.
async fn addressee(app: &App, actor: &Actor, id: DeliveryId) -> Result<License> {
    let (owner, now) = (actor.user, app.now());
    app.read(move |conn| {
        let whole = details::find(conn, owner, id, now)?;
        check_in_force(&whole)?;
        whole.main_license().cloned().ok_or_else(missing)
    })
    .await
}

pub async fn renew(app: &App, actor: &Actor, id: DeliveryId, mails: bool) -> Result<DeliveryView> {
    check_allowed(app)?;
    let license = addressee(app, actor, id).await?;
    let action = OwnerAction::of(app, actor, mails.then_some(license)).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, action.owner)?;
        action.renew(tx, id)?;
        action.finish(tx, id)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

/// Sends the buyer a letter with the link of the delivery.
pub async fn send(app: &App, actor: &Actor, id: DeliveryId) -> Result<DeliveryView> {
    check_allowed(app)?;
    let license = addressee(app, actor, id).await?;
    let (owner, now) = (actor.user, app.now());
    let is_over =
        app.read(move |conn| Ok(rows::find(conn, owner, id)?.ok_or_else(missing)?.is_over(now)));
    if is_over.await? {
        let sentence = "The days of this delivery are over. Renew it first.";
        return Err(Error::Conflict(sentence.to_owned()));
    }
    let action = OwnerAction::of(app, actor, Some(license)).await?;
    let shown = app.write(move |tx| action.finish(tx, id)).await?;
    app.wake_workers();
    Ok(shown)
}

/// Sets whether the delivery includes later versions of the files.
pub async fn update(
    app: &App,
    actor: &Actor,
    id: DeliveryId,
    includes_newer: Option<bool>,
) -> Result<DeliveryView> {
    let action = OwnerAction::of(app, actor, None).await?;
    let shown = app.write(move |tx| {
        documents::lock(tx, action.owner)?;
        let before = rows::find(tx, action.owner, id)?.ok_or_else(missing)?;
        let includes_newer = includes_newer.unwrap_or(before.includes_newer);
        let after = Delivery { includes_newer, updated_at: action.now, ..before };
        rows::update(tx, action.owner, &after)?;
        opening::sync(tx, action.owner, id, Some(&action.caller), action.now)?;
        action.finish(tx, id)
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

fn in_force(conn: &mut Conn, owner: UserId, id: LicenseId, now: Timestamp) -> Result<License> {
    let license = issued::find(conn, owner, id)?.ok_or_else(|| Error::missing("license"))?;
    match license.state(zones::day_of(conn, owner, now)?) {
        LicenseState::Active => Ok(license),
        state => Err(not_active(&license, state)),
    }
}

fn check_in_force(whole: &DeliveryDetails) -> Result<()> {
    match whole.main_license() {
        Some(license) if !whole.is_in_force(license) => {
            Err(not_active(license, license.state(whole.today())))
        }
        Some(_) => Ok(()),
        None => Err(missing()),
    }
}

/// An action of the owner on a delivery, with what its transaction needs.
struct OwnerAction {
    context: DeliveryContext,
    /// The sender of the letter to the buyer; `None` if no letter is sent.
    mail: Option<Sender>,
    owner: UserId,
    caller: Caller,
    now: Timestamp,
}

impl OwnerAction {
    /// Prepares an action. With a license in `mailed`, its buyer gets a letter, and the limits on mail are checked and
    /// counted here.
    async fn of(app: &App, actor: &Actor, mailed: Option<License>) -> Result<Self> {
        let (owner, caller) = (actor.user, actor.caller.clone());
        let mail = match mailed {
            Some(license) => {
                Some(mail::allow(app, owner, &caller, &license.grant.buyer.email).await?)
            }
            None => None,
        };
        Ok(Self { context: DeliveryContext::of(app), mail, owner, caller, now: app.now() })
    }

    fn renew(&self, tx: &mut Tx, id: DeliveryId) -> Result<()> {
        let whole = opening::sync(tx, self.owner, id, Some(&self.caller), self.now)?;
        check_in_force(&whole)?;
        self.context.renew(tx, self.owner, whole.delivery, self.now)?;
        let (by, detail) = (Some(&self.caller), String::new());
        opening::note(tx, self.owner, id, EventKind::Renewed, detail, by, self.now)
    }

    /// Queues the letter to the buyer, if the action has one, and returns the delivery.
    fn finish(&self, tx: &mut Tx, id: DeliveryId) -> Result<DeliveryView> {
        if let Some(sender) = &self.mail {
            let whole = details::find(tx, self.owner, id, self.now)?;
            mail_link(tx, &self.context, sender, self.owner, &whole, Some(&self.caller))?;
        }
        details::read_view(
            tx,
            &self.context.keys,
            &self.context.links_url,
            self.owner,
            id,
            self.now,
        )
    }
}

/// The job that mails the buyer when the last missing file of a delivery has arrived.
pub(crate) async fn tell_buyer(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let Some((owner, id)) = owner.zip(DeliveryId::parse(&job.payload)) else {
        return Err(Error::unexpected("a job names no delivery"));
    };
    let (now, caller) = (app.now(), Caller::operator());
    let found = app
        .read(move |conn| {
            let Some(delivery) = rows::find(conn, owner, id)? else { return Ok(None) };
            let whole = details::read(conn, owner, delivery, now)?;
            let is_open = check_in_force(&whole).is_ok() && !whole.delivery.is_over(now);
            Ok(Some(whole).filter(|_| is_open))
        })
        .await?;
    let Some(whole) = found else { return Ok(()) };
    let email = whole.main_license().map(|license| license.grant.buyer.email.clone());
    let sender = match mail::allow(app, owner, &caller, &email.unwrap_or_default()).await {
        Ok(sender) => sender,
        // No mail server, no email address, or the limit of letters is reached: the buyer sees the files on the page.
        Err(Error::Conflict(_) | Error::TooManyAttempts { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    let context = DeliveryContext::of(app);
    app.write(move |tx| mail_link(tx, &context, &sender, owner, &whole, None)).await?;
    app.wake_workers();
    Ok(())
}

/// Queues a letter with the link of a delivery, to the email address of its license and to no other.
pub(super) fn mail_link(
    tx: &mut Tx,
    context: &DeliveryContext,
    sender: &Sender,
    owner: UserId,
    whole: &DeliveryDetails,
    caller: Option<&Caller>,
) -> Result<()> {
    let now = whole.now;
    let license = whole.main_license().ok_or_else(missing)?;
    let url = details::address(&context.keys, &context.links_url, owner, &whole.delivery)?;
    let until = whole.zone.until_in_words(whole.delivery.expires_at);
    let references: Vec<String> =
        whole.in_force().map(|(license, _)| license.reference()).collect();
    let references = titles(references.iter().map(String::as_str));
    let letter = letters::delivery(&sender.name, &whole.title(), &references, &url, &until);
    let id = mail::queue(tx, &context.keys, sender, letter, now)?;
    let detail = format!("{id} to {}", license.grant.buyer.email);
    opening::note(tx, owner, whole.delivery.id, EventKind::Mailed, detail, caller, now)
}
