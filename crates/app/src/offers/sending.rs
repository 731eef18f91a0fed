//! Sending an offer: it gets a link, and the buyer gets a letter if the producer wants that.

use domain::calendar::Zone;
use domain::ids::OfferId;
use domain::licenses::spelling::titles;
use domain::money::display;
use domain::offers::{EventKind, Line, MOST_MAILS, Offer, State};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;

use super::changes::{lock, renewed_if_over};
use super::details::{OfferContext, OfferView};
use super::readiness::{check_ready, freeze};
use super::record::{load, state_error, write};
use super::tokens;
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

/// The titles of the offer's beats in short.
pub(crate) fn subject(lines: &[Line]) -> String {
    titles(lines.iter().map(|line| line.title.as_str()))
}

fn letter(sender: &Sender, offer: &Offer, lines: &[Line], address: &str, zone: &Zone) -> Letter {
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
            zone.until_in_words(offer.expires_at)
        ))
        .button("Read the offer", address)
        .good_until(offer.expires_at)
}

/// Refuses a letter if the last one was sent a moment ago, or if the offer has had all its letters.
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

/// Sends a draft. An offer that was sent already is mailed again if `by_mail` is set.
pub async fn send(app: &App, actor: &Actor, id: OfferId, by_mail: bool) -> Result<OfferView> {
    deliver(app, actor, id, by_mail, false).await
}

/// Mails an offer again.
pub async fn resend(app: &App, actor: &Actor, id: OfferId) -> Result<OfferView> {
    deliver(app, actor, id, true, true).await
}

async fn deliver(
    app: &App,
    actor: &Actor,
    id: OfferId,
    by_mail: bool,
    is_again: bool,
) -> Result<OfferView> {
    check_allowed(app)?;
    let (owner, now) = (actor.user, app.now());
    kinds::ensure(app, owner).await?;
    let before = app
        .read(move |conn| {
            let (offer, lines) = load(conn, owner, id)?;
            match offer.state(now) {
                State::Draft if !is_again => {
                    check_ready(conn, owner, &offer, &lines, now)?;
                }
                State::Sent | State::Viewed => {}
                _ => return Err(state_error(&offer, now)),
            }
            Ok(offer)
        })
        .await?;
    let mut sender = None;
    if by_mail {
        check_mail(&before, now)?;
        sender = Some(mail::allow(app, owner, &actor.caller, &before.buyer.email).await?);
    }
    let context = OfferContext::of(app, owner);
    let shown = app
        .write(move |tx| {
            lock(tx, owner)?;
            let (offer, lines) = load(tx, owner, id)?;
            let offer = match offer.state(now) {
                State::Draft if !is_again => send_first_time(tx, &context, offer, &lines)?,
                State::Sent | State::Viewed => offer,
                _ => return Err(state_error(&offer, now)),
            };
            if let Some(sender) = &sender {
                check_mail(&offer, now)?;
                mail_offer(tx, &context, sender, offer, &lines)?;
            }
            context.read_view(tx, id)
        })
        .await?;
    app.wake_workers();
    Ok(shown)
}

/// Sends a draft without a letter: its buyer is at the page already.
pub(crate) fn open(tx: &mut Tx, context: &OfferContext, id: OfferId) -> Result<Offer> {
    let (offer, lines) = load(tx, context.owner, id)?;
    send_first_time(tx, context, offer, &lines)
}

/// Marks a draft as sent and makes its link.
fn send_first_time(
    tx: &mut Tx,
    context: &OfferContext,
    offer: Offer,
    lines: &[Line],
) -> Result<Offer> {
    let now = context.now;
    let papers = check_ready(tx, context.owner, &offer, lines, now)?;
    let lines = &freeze(tx, context.owner, &offer, lines, &papers)?;
    let offer = renewed_if_over(tx, context.owner, offer, now)?;
    let offer = Offer { stored_state: State::Sent, sent_at: Some(now), ..offer };
    tokens::make(tx, &context.keys, context.owner, &offer, now)?;
    let message = "Sent".to_owned();
    write(tx, context.owner, offer, lines, &[(EventKind::Sent, message)], now)
}

/// Queues the letter with the link of the offer to its buyer.
pub(crate) fn mail_offer(
    tx: &mut Tx,
    context: &OfferContext,
    sender: &Sender,
    offer: Offer,
    lines: &[Line],
) -> Result<Offer> {
    let path = tokens::path(tx, &context.keys, context.owner, &offer)?;
    let address = format!("{}{}", context.links_url, path.unwrap_or_default());
    let letter = letter(sender, &offer, lines, &address, &zones::find(tx, context.owner)?);
    mail::queue(tx, &context.keys, sender, letter, context.now)?;
    let message = format!("Mailed to {}", offer.buyer.email);
    let mails_sent = offer.mails_sent + 1;
    let offer = Offer { mails_sent, mailed_at: Some(context.now), ..offer };
    write(tx, context.owner, offer, lines, &[(EventKind::Mailed, message)], context.now)
}
