//! The producer's answer to a counter-offer of the buyer.

use domain::ids::OfferId;
use domain::money::{Minor, display};
use domain::offers::{Counter, CounterAnswer, EventKind, Line, Offer, State, price, spread};

use super::changes::{lock, revise};
use super::details::{OfferContext, OfferView};
use super::record::{load, state_error, write};
use super::{sending, tokens};
use crate::guests::mail;
use crate::licenses::kinds;
use crate::notifications::mail::Letter;
use crate::{Actor, App, Error, Result};

enum Answer {
    Take,
    Decline,
    Price(Minor),
}

fn check(answer: &str, sent: Option<String>) -> Result<Answer> {
    match answer {
        "take" => Ok(Answer::Take),
        "decline" => Ok(Answer::Decline),
        "price" => {
            let text = sent.filter(|text| text != "null").unwrap_or_default();
            let price = price(&text)?;
            if price == Minor::ZERO {
                return Err(Error::invalid("price", "Enter a price"));
            }
            Ok(Answer::Price(price))
        }
        _ => Err(Error::invalid("answer", "answer must be one of take, decline, price")),
    }
}

/// Accepts the buyer's price, declines it, or names another price. A new price makes a new revision of the offer.
pub async fn answer(
    app: &App,
    actor: &Actor,
    id: OfferId,
    answer: &str,
    price: Option<String>,
) -> Result<OfferView> {
    let (owner, now) = (actor.user, app.now());
    let answer = check(answer, price)?;
    kinds::ensure(app, owner).await?;
    let context = OfferContext::of(app, owner);
    let to = app.read(move |conn| Ok(load(conn, owner, id)?.0.buyer.email)).await?;
    // The buyer gets a letter if one can be sent; the page of the offer shows the answer in any case.
    let sender = mail::allow(app, owner, &actor.caller, &to).await.ok();
    let shown = app
        .write(move |tx| {
            lock(tx, owner)?;
            let (before, lines) = load(tx, owner, id)?;
            if !matches!(before.state(now), State::Sent | State::Viewed) {
                return Err(state_error(&before, now));
            }
            let waiting = before.open_counter().filter(|counter| counter.answer.is_none());
            let Some(counter) = waiting.cloned() else {
                let message = "There is no price of the buyer to answer.".to_owned();
                return Err(Error::Conflict(message));
            };
            let (total, answered) = match answer {
                Answer::Take => (counter.price, CounterAnswer::Taken),
                Answer::Decline => (before.total, CounterAnswer::Declined),
                Answer::Price(price) => (price, CounterAnswer::OtherPrice),
            };
            let told = display(total.get(), before.currency);
            let what = match answered {
                CounterAnswer::Taken => format!("You took {told}"),
                CounterAnswer::Declined => "You kept your price".to_owned(),
                CounterAnswer::OtherPrice => format!("You named {told}"),
            };
            let counter = Some(Counter { answer: Some(answered), ..counter });
            let happened = [(EventKind::Answered, what)];
            let after = Offer { counter, ..before.clone() };
            let after = write(tx, owner, after, &lines, &happened, now)?;
            let (after, lines) = if answered == CounterAnswer::Declined {
                (after, lines)
            } else {
                let prices: Vec<Minor> = lines.iter().map(|line| line.price).collect();
                let new = spread(&prices, total).into_iter().zip(lines);
                let new: Vec<Line> = new.map(|(price, line)| Line { price, ..line }).collect();
                let changed = Offer { total, ..after.clone() };
                let what = format!("New price {told}");
                let after = revise(tx, &context.keys, owner, &after, changed, &new, &what, now)?;
                (after, new)
            };
            if let Some(sender) = &sender {
                let path = tokens::path(tx, &context.keys, owner, &after)?.unwrap_or_default();
                let address = format!("{}{path}", context.links_url);
                let letter = letter(&sender.name, &after, &lines, answered, &address);
                mail::queue(tx, &context.keys, sender, letter, now)?;
            }
            context.read_view(tx, id)
        })
        .await?;
    app.wake_workers();
    Ok(shown)
}

fn letter(
    name: &str,
    offer: &Offer,
    lines: &[Line],
    answer: CounterAnswer,
    address: &str,
) -> Letter {
    let (about, price) = (sending::subject(lines), display(offer.total.get(), offer.currency));
    let said = match answer {
        CounterAnswer::Taken => format!("{name} takes your price: {about} for {price}."),
        CounterAnswer::Declined => {
            format!("{name} keeps the price: {about} for {price}. The offer is still open.")
        }
        CounterAnswer::OtherPrice => format!("{name} names another price: {about} for {price}."),
    };
    Letter::new(format!("{name} answered your price for {about}"))
        .paragraph(said)
        .paragraph("Nothing is agreed before you accept it.")
        .button("Read the offer", address)
        .good_until(offer.expires_at)
}
