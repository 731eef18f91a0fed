//! Sending an offer: it gets an address, and a letter goes to the buyer if the producer wants that.

use domain::ids::{OfferId, UserId};
use domain::money::display;
use domain::offers::{EventKind, Line, MOST_MAILS, Offer, State, until};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::sales::has_exclusive_sale;

use super::changes::lock;
use super::record::{load, refused, write};
use super::whole::{Desk, Shown};
use super::{contracts, tokens};
use crate::guests::mail::{self, Sender};
use crate::licenses::kinds;
use crate::notifications::mail::Letter;
use crate::policy::PublicPages;
use crate::{Actor, App, Error, Result};

pub(crate) fn check_allowed(app: &App) -> Result<()> {
    match app.policy.public_pages {
        PublicPages::Off => {
            let sentence = "Public pages are turned off on this server.";
            Err(Error::Forbidden(sentence.to_owned()))
        }
        PublicPages::Links | PublicPages::All => Ok(()),
    }
}

/// Refuses an offer that no license could come of.
fn check_ready(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<()> {
    let read = contracts::read(conn, owner, offer, lines, None, now)?;
    let mut missing = Vec::new();
    for field in read.into_iter().flat_map(|contract| contract.missing) {
        if !missing.contains(&field) {
            missing.push(field);
        }
    }
    if !missing.is_empty() {
        return Err(Error::ContractGaps(missing));
    }
    for line in lines {
        if let Some(beat) = line.beat
            && has_exclusive_sale(conn, owner, beat)?
        {
            return Err(Error::Conflict(format!("“{}” was sold exclusively.", line.title)));
        }
    }
    Ok(())
}

/// What the offer is about: `Lagos After Rain`, or `Lagos After Rain and 2 more`.
pub(crate) fn subject(lines: &[Line]) -> String {
    match lines {
        [] => String::new(),
        [line] => line.title.clone(),
        [first, rest @ ..] => format!("{} and {} more", first.title, rest.len()),
    }
}

fn letter(sender: &Sender, offer: &Offer, lines: &[Line], address: &str) -> Letter {
    let name = &sender.name;
    let mut letter = Letter::new(format!("{name} offers you {}", subject(lines)))
        .paragraph(format!("{name} sent you offer {}.", offer.reference()));
    for line in lines {
        let price = display(line.price.get(), offer.currency);
        letter = letter.item(&line.title, format!("{}, {price}", line.kind_name));
    }
    if !offer.words.is_empty() {
        letter = letter.paragraph(format!("{name} writes: {}", offer.words));
    }
    letter
        .paragraph(format!(
            "It is open until {}. Nothing is agreed before you accept it.",
            until(offer.expires_at)
        ))
        .button("Read the offer", address)
        .good_until(offer.expires_at)
}

/// Refuses a letter that comes too soon, or one too many.
fn check_mail(offer: &Offer, now: Timestamp) -> Result<()> {
    if offer.mails_sent >= MOST_MAILS {
        let message = "An offer can be emailed again at most 5 times. Copy the link instead.";
        return Err(Error::Conflict(message.to_owned()));
    }
    if let Some(next) = offer.next_mail_at().filter(|next| *next > now) {
        let wait = next.since(now);
        let minutes = wait.as_secs().div_ceil(60).max(1);
        let message = format!("The offer was just emailed. Try again in {minutes} minutes.");
        return Err(Error::TooManyAttempts { retry_after: wait, message });
    }
    Ok(())
}

/// Sends a draft. One that was sent already is mailed again, if that is wanted.
pub async fn send(app: &App, actor: &Actor, id: OfferId, by_mail: bool) -> Result<Shown> {
    deliver(app, actor, id, by_mail, false).await
}

/// Mails an offer again.
pub async fn resend(app: &App, actor: &Actor, id: OfferId) -> Result<Shown> {
    deliver(app, actor, id, true, true).await
}

async fn deliver(
    app: &App,
    actor: &Actor,
    id: OfferId,
    by_mail: bool,
    is_again: bool,
) -> Result<Shown> {
    check_allowed(app)?;
    let (owner, now) = (actor.user, app.now());
    kinds::ensure(app, owner).await?;
    let before = app
        .read(move |conn| {
            let (offer, lines) = load(conn, owner, id)?;
            match offer.state(now) {
                State::Draft if !is_again => check_ready(conn, owner, &offer, &lines, now)?,
                State::Sent | State::Viewed => {}
                _ => return Err(refused(&offer, now)),
            }
            Ok(offer)
        })
        .await?;
    let mut sender = None;
    if by_mail {
        check_mail(&before, now)?;
        sender = Some(mail::allow(app, owner, &actor.caller, &before.buyer.email).await?);
    }
    let desk = Desk::of(app, owner);
    let shown = app
        .write(move |tx| {
            lock(tx, owner)?;
            let (offer, lines) = load(tx, owner, id)?;
            let offer = match offer.state(now) {
                State::Draft if !is_again => {
                    check_ready(tx, owner, &offer, &lines, now)?;
                    first(tx, &desk, offer, &lines)?
                }
                State::Sent | State::Viewed => offer,
                _ => return Err(refused(&offer, now)),
            };
            if let Some(sender) = &sender {
                check_mail(&offer, now)?;
                post(tx, &desk, sender, offer, &lines)?;
            }
            desk.shown(tx, id)
        })
        .await?;
    app.wake_workers();
    Ok(shown)
}

/// Gives a draft its address without a letter: its buyer is at the page already.
pub(crate) fn open(tx: &mut Tx, desk: &Desk, id: OfferId) -> Result<Offer> {
    let (offer, lines) = load(tx, desk.owner, id)?;
    check_ready(tx, desk.owner, &offer, &lines, desk.now)?;
    first(tx, desk, offer, &lines)
}

/// A draft that is sent for the first time.
fn first(tx: &mut Tx, desk: &Desk, offer: Offer, lines: &[Line]) -> Result<Offer> {
    let now = desk.now;
    let expires_at = match offer.expires_at <= now {
        true => domain::offers::expiry(None, None, now)?,
        false => offer.expires_at,
    };
    let offer = Offer { stored_state: State::Sent, sent_at: Some(now), expires_at, ..offer };
    tokens::make(tx, &desk.keys, desk.owner, &offer, now)?;
    let message = "Sent".to_owned();
    write(tx, desk.owner, offer, lines, &[(EventKind::Sent, message)], now)
}

/// Mails the offer to its buyer.
pub(crate) fn post(
    tx: &mut Tx,
    desk: &Desk,
    sender: &Sender,
    offer: Offer,
    lines: &[Line],
) -> Result<Offer> {
    let path = tokens::path(tx, &desk.keys, desk.owner, &offer)?;
    let address = format!("{}{}", desk.links_url, path.unwrap_or_default());
    let letter = letter(sender, &offer, lines, &address);
    mail::queue(tx, &desk.keys, sender, letter, desk.now)?;
    let message = format!("Mailed to {}", offer.buyer.email);
    let mails_sent = offer.mails_sent + 1;
    let offer = Offer { mails_sent, mailed_at: Some(desk.now), ..offer };
    write(tx, desk.owner, offer, lines, &[(EventKind::Mailed, message)], desk.now)
}
