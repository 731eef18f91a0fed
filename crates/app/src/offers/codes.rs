//! Six-digit codes by mail, which prove the buyer's email address before an offer from the public page is shown.

use std::time::Duration;

use domain::identity::rate_limits::{
    CHECKOUT_BY_PRODUCER, OFFER_CODE_BY_ADDRESS, OFFER_CODE_MAIL_BY_OFFER, network,
};
use domain::ids::{OfferId, OfferLinkId, UserId};
use domain::offers::{Offer, Source};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::attempts;
use storage::offers::codes::{self as rows, Code};
use storage::offers::{self as offers};

use super::asking;
use super::gate::Guest;
use super::record::load;
use crate::crypto::{self, Keys};
use crate::files::signed_links;
use crate::guests::mail::{self, Sender};
use crate::notifications::mail::Letter;
use crate::{App, Result, guests};

/// How many minutes a code is valid.
pub const MINUTES: u32 = 10;
const MOST_TRIES: i64 = 5;
/// How long the cookie of a browser that has entered the code is valid.
pub const PROVED_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Why a code was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeRefusal {
    Wrong { left: i64 },
    Spent,
    Expired,
}

/// Whether a code must be entered first: the offer is from the public page, and this browser has not entered its code.
pub async fn is_required(app: &App, guest: &Guest, cookie: Option<&str>) -> Result<bool> {
    if let Some(text) = cookie
        && let Ok(proved) = signed_links::open::<ProvedClaims>(&app.keys, text, app.now())
        && proved.link == guest.link
    {
        return Ok(false);
    }
    let to = guest.clone();
    guests::read(app, move |conn| {
        let offer = load(conn, to.owner, to.offer)?.0;
        Ok(offer.source == Source::Shop)
    })
    .await
}

fn hash(keys: &Keys, offer: OfferId, code: &str) -> String {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    // Six digits are few, so their hash is bound to a secret.
    crypto::content_hash(&keys.sign(format!("offer code {offer} {digits}").as_bytes()))
}

/// Creates a code and queues the letter with it, in the caller's transaction.
pub(crate) fn send(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    sender: &Sender,
    offer: &Offer,
    now: Timestamp,
) -> Result<()> {
    let number = u32::from_be_bytes(crypto::random::<4>()) % 1_000_000;
    let text = format!("{number:06}");
    let expires_at = now + Duration::from_secs(u64::from(MINUTES) * 60);
    let code = Code { hash: hash(keys, offer.id, &text), tries: 0, expires_at };
    rows::put(tx, owner, offer.id, &code)?;
    let letter = Letter::new(format!("{text} is your code"))
        .paragraph(format!("Your code for {} is {text}.", sender.name))
        .paragraph(format!("It is good for {MINUTES} minutes."))
        .closing("If you didn't ask for it, ignore this email. Nothing happens without the code.")
        .good_until(expires_at);
    mail::queue(tx, keys, sender, letter, now).map(drop)
}

/// Sends the buyer another code.
pub async fn send_again(app: &App, guest: &Guest) -> Result<()> {
    let limits = vec![
        (OFFER_CODE_BY_ADDRESS, network(guest.caller.address)),
        (OFFER_CODE_MAIL_BY_OFFER, guest.offer.to_string()),
    ];
    guests::limit(app, &guest.caller, limits).await?;
    let to = guest.clone();
    let offer = guests::read(app, move |conn| Ok(load(conn, to.owner, to.offer)?.0)).await?;
    if offer.source != Source::Shop {
        return Ok(());
    }
    let sender =
        mail::allow_for_recipient(app, guest.owner, &guest.caller, &offer.buyer.email).await?;
    let (owner, keys, now) = (guest.owner, app.keys.clone(), app.now());
    app.write(move |tx| send(tx, &keys, owner, &sender, &offer, now)).await?;
    app.wake_workers();
    Ok(())
}

/// Checks a code; returns the cookie for the browser if the code is right.
pub async fn check(app: &App, guest: &Guest, text: &str) -> Result<Result<String, CodeRefusal>> {
    let place = network(guest.caller.address);
    let limits = vec![(OFFER_CODE_BY_ADDRESS, place.clone())];
    guests::limit(app, &guest.caller, limits).await?;
    let (to, now) = (guest.clone(), app.now());
    let given = hash(&app.keys, guest.offer, text);
    let checked = app
        .write(move |tx| {
            offers::lock(tx, to.owner)?;
            let Some(code) = rows::find(tx, to.owner, to.offer)? else {
                return Ok(Err(CodeRefusal::Expired));
            };
            if code.tries >= MOST_TRIES {
                return Ok(Err(CodeRefusal::Spent));
            }
            if code.expires_at <= now {
                return Ok(Err(CodeRefusal::Expired));
            }
            // A code works once: a right code uses up all tries, a wrong one counts as one.
            let tries = if code.hash == given { MOST_TRIES } else { code.tries + 1 };
            rows::put(tx, to.owner, to.offer, &Code { tries, ..code.clone() })?;
            if code.hash == given {
                attempts::give_back(tx, &OFFER_CODE_BY_ADDRESS, &place)?;
                let (offer, lines) = load(tx, to.owner, to.offer)?;
                if offer.is_unproved() {
                    attempts::give_back(tx, &CHECKOUT_BY_PRODUCER, &to.owner.to_string())?;
                    asking::number(tx, to.owner, offer, &lines, now)?;
                }
            }
            Ok(match MOST_TRIES - tries {
                _ if code.hash == given => Ok(()),
                0 => Err(CodeRefusal::Spent),
                left => Err(CodeRefusal::Wrong { left }),
            })
        })
        .await?;
    let expires_at = now + PROVED_FOR;
    let proved = ProvedClaims { link: guest.link, expires_at };
    Ok(checked.map(|()| signed_links::sign(&app.keys, &proved).text))
}

/// The claims in the cookie of a browser that has entered the code of an offer.
struct ProvedClaims {
    link: OfferLinkId,
    expires_at: Timestamp,
}

impl signed_links::Claims for ProvedClaims {
    const PURPOSE: &'static [u8] = b"offer code";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        [self.link.as_bytes().as_slice(), &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (link, rest) = bytes.split_first_chunk()?;
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?));
        Some(Self { link: OfferLinkId::from_bytes(*link), expires_at })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
