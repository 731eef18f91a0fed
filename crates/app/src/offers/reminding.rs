//! Reminders to buyers, for offers whose producer wants them: one letter, three days before the end of the offer.

use domain::ids::{OfferId, UserId};
use domain::offers::{EventKind, Offer, REMINDED_BEFORE, State};
use storage::identity::zones;
use storage::offers as rows;

use super::details::OfferContext;
use super::record::{load, write};
use super::sending::subject;
use super::tokens;
use crate::guests::mail;
use crate::notifications::mail::Letter;
use crate::notifications::reminders::Mornings;
use crate::{App, Caller, Result};

const AT_A_TIME: i64 = 500;

/// Reminds the buyers of the accounts where it is morning. The last mornings before the end of an offer count: three days
/// before the end of December 10 is the morning of December 8.
pub(crate) async fn run(app: &App, mornings: Mornings) -> Result<()> {
    let span = (mornings.now, mornings.now + REMINDED_BEFORE);
    let owners = app.read(move |conn| Ok(rows::list_owners_to_remind(conn, span.0, span.1)?));
    for (owner, _) in owners.await?.into_iter().filter(|(_, zone)| mornings.hold(zone)) {
        let due = app.read(move |conn| Ok(rows::list_to_remind(conn, owner, span, AT_A_TIME)?));
        for id in due.await? {
            remind(app, owner, id).await?;
        }
    }
    Ok(())
}

async fn remind(app: &App, owner: UserId, id: OfferId) -> Result<()> {
    let now = app.now();
    let offer = app.read(move |conn| Ok(load(conn, owner, id)?.0)).await?;
    // If mail cannot be sent today, the reminder waits for the next run.
    let Ok(sender) = mail::allow(app, owner, &Caller::operator(), &offer.buyer.email).await else {
        return Ok(());
    };
    let context = OfferContext::of(app, owner);
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let (offer, lines) = load(tx, owner, id)?;
        let is_due = offer.remind
            && offer.reminded_at.is_none()
            && matches!(offer.state(now), State::Sent | State::Viewed);
        if !is_due {
            return Ok(());
        }
        let path = tokens::path(tx, &context.keys, owner, &offer)?.unwrap_or_default();
        let (name, about) = (&sender.name, subject(&lines));
        let letter = Letter::new(format!("{name}'s offer of {about} ends soon"))
            .paragraph(format!(
                "The offer {} from {name} is open until {}.",
                offer.reference(),
                zones::find(tx, owner)?.until_in_words(offer.expires_at)
            ))
            .paragraph("Nothing is agreed before you accept it.")
            .button("Read the offer", format!("{}{path}", context.links_url))
            .good_until(offer.expires_at);
        mail::queue(tx, &context.keys, &sender, letter, now)?;
        let message = format!("Reminded at {}", offer.buyer.email);
        let offer = Offer { reminded_at: Some(now), ..offer };
        write(tx, owner, offer, &lines, &[(EventKind::Reminded, message)], now)?;
        Ok(())
    })
    .await?;
    app.wake_workers();
    Ok(())
}
