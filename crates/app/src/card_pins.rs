//! The PIN that stands before the full number of a card: set with the password, tried at most five
//! times. Tries are counted before the PIN is looked at, so however many come at once, no more than
//! five get through.

use domain::{
    attempts::{PIN_BY_ACCOUNT, wait_in_words},
    audit::Event,
    cards::{Expiry, Pin},
    ids::UserId,
    passwords::Password,
    time::Timestamp,
};
use storage::{
    attempts as tries, card_pins,
    cards::{self, Card},
    settings, users,
};
use zeroize::Zeroizing;

use crate::{
    Actor, App, Caller, Error, Result, account, attempts, cards as own_cards, mail, notices,
    notifications,
};

/// What the hash is sealed for.
pub(crate) const HASH: &str = "card PIN";
const NOT_SET: &str = "No PIN is set yet. Please set one first.";

pub struct PinStatus {
    pub is_set: bool,
    pub locked_until: Option<Timestamp>,
}

pub async fn status(app: &App, actor: &Actor) -> Result<PinStatus> {
    let (owner, now) = (actor.user, app.now());
    app.db
        .read(move |conn| {
            let is_set = card_pins::find(conn, owner)?.is_some();
            let count = tries::find(conn, &PIN_BY_ACCOUNT, &owner.to_string(), now)?;
            let locked_until = count
                .filter(|count| count.tries >= PIN_BY_ACCOUNT.tries)
                .map(|count| count.expires_at);
            Ok(PinStatus { is_set, locked_until })
        })
        .await
}

/// Sets or changes the PIN. The password has been proved, so a lock is lifted too.
pub async fn set(app: &App, actor: &Actor, pin: &str, current_password: String) -> Result<()> {
    let pin = Pin::parse(pin)?;
    let proved = account::confirm_password(app, actor, "currentPassword", current_password).await?;
    let hash = app.hasher.hash(hashable(pin)?).await?;
    let sealed = app.keys.seal(HASH, actor.user, hash.as_bytes());
    let (actor, now) = (actor.clone(), app.now());
    app.db
        .write(move |tx| {
            let owner = actor.user;
            users::lock(tx, owner)?;
            // A password that was changed meanwhile proves nothing any more.
            if users::password_hash(tx, owner)?.as_ref() != Some(&proved) {
                return Err(account::wrong_password());
            }
            card_pins::put(tx, owner, &sealed, now)?;
            tries::clear(tx, &PIN_BY_ACCOUNT, &owner.to_string())?;
            Ok(actor.caller.record(tx, owner, Event::CardPinChanged, now, None)?)
        })
        .await
}

/// Gives an account a PIN that is told in advance, unless it has that one already. Only the demo account
/// has such a PIN.
pub(crate) async fn ensure_known(app: &App, owner: UserId, pin: &str) -> Result<()> {
    let sealed = app.db.read(move |conn| Ok::<_, Error>(card_pins::find(conn, owner)?)).await?;
    if let Some(sealed) = sealed
        && fits(app, owner, pin, &sealed).await?
    {
        return Ok(());
    }
    let hash = app.hasher.hash(hashable(Pin::parse(pin)?)?).await?;
    let sealed = app.keys.seal(HASH, owner, hash.as_bytes());
    let now = app.now();
    app.db
        .write(move |tx| {
            card_pins::put(tx, owner, &sealed, now)?;
            tries::clear(tx, &PIN_BY_ACCOUNT, &owner.to_string())?;
            let detail = Some("by the operator");
            Ok(Caller::operator().record(tx, owner, Event::CardPinChanged, now, detail)?)
        })
        .await
}

pub struct Revealed {
    pub number: Zeroizing<String>,
    pub expiry: Expiry,
}

/// Tells a card's number and expiry to whoever knows the PIN.
pub async fn reveal(app: &App, actor: &Actor, id: &str, pin: &str) -> Result<Revealed> {
    let (owner, id) = (actor.user, own_cards::parse(id)?);
    if pin.is_empty() {
        return Err(Error::invalid("pin", "Please enter your PIN"));
    }
    let (card, sealed_number, sealed_hash) = app
        .db
        .read(move |conn| {
            let card = cards::find(conn, owner, id)?.ok_or_else(own_cards::not_there)?;
            let number = cards::sealed_number(conn, owner, id)?.ok_or_else(own_cards::not_there)?;
            let hash =
                card_pins::find(conn, owner)?.ok_or_else(|| Error::Conflict(NOT_SET.to_owned()))?;
            Ok::<_, Error>((card, number, hash))
        })
        .await?;
    let tries = count_try(app, owner).await?;
    let fits = fits(app, owner, pin, &sealed_hash).await?;
    let locks = tries == PIN_BY_ACCOUNT.tries;
    settle(app, actor, &card, Outcome { fits, locks }, sealed_hash).await?;
    let number = app
        .keys
        .open_row(own_cards::NUMBER, owner, id.as_bytes(), &sealed_number)
        .map_err(Error::unexpected)?;
    let number = std::str::from_utf8(&number).map_err(Error::unexpected)?;
    Ok(Revealed { number: Zeroizing::new(number.to_owned()), expiry: card.expiry })
}

/// Which try it is.
async fn count_try(app: &App, owner: UserId) -> Result<i64> {
    let counted = attempts::take(app, vec![(PIN_BY_ACCOUNT, owner.to_string())]).await;
    let counted = counted.map(|counts| counts.first().copied().unwrap_or(0));
    counted.map_err(|error| match error {
        Error::TooManyTries { retry_after, .. } => Error::TooManyTries {
            retry_after,
            message: format!(
                "Card details are locked after {} wrong PINs. Please try again in {}.",
                PIN_BY_ACCOUNT.tries,
                wait_in_words(retry_after)
            ),
        },
        other => other,
    })
}

async fn fits(app: &App, owner: UserId, pin: &str, sealed_hash: &[u8]) -> Result<bool> {
    // What can be no PIN is a wrong one.
    let Ok(pin) = Pin::parse(pin) else {
        return Ok(false);
    };
    let hash = app.keys.open(HASH, owner, sealed_hash).map_err(Error::unexpected)?;
    let hash = std::str::from_utf8(&hash).map_err(Error::unexpected)?.to_owned();
    app.hasher.verify(hashable(pin)?, hash).await
}

struct Outcome {
    fits: bool,
    /// Whether this is the try after which, being wrong, no other is taken.
    locks: bool,
}

/// Writes down how the try ended. A refusal must be kept, so it does not travel as the transaction's
/// own error.
async fn settle(
    app: &App,
    actor: &Actor,
    card: &Card,
    outcome: Outcome,
    sealed_hash: Vec<u8>,
) -> Result<()> {
    let (actor, now, detail) = (actor.clone(), app.now(), own_cards::ending(&card.last_four));
    let keys = app.keys.clone();
    let is_right = app
        .db
        .write(move |tx| {
            let owner = actor.user;
            // A PIN that was changed while it was being checked opens nothing.
            let is_right =
                outcome.fits && card_pins::find(tx, owner)?.as_ref() == Some(&sealed_hash);
            let event = if is_right { Event::CardRevealed } else { Event::CardPinFailed };
            if is_right {
                tries::clear(tx, &PIN_BY_ACCOUNT, &owner.to_string())?;
            }
            actor.caller.record(tx, owner, event, now, Some(&detail))?;
            if !is_right && outcome.locks {
                if settings::load(tx, owner)?.login_alerts {
                    let letter = mail::pin_locked(PIN_BY_ACCOUNT.tries, &actor.caller, now);
                    mail::queue(tx, &keys, owner, now, &letter)?;
                }
                notifications::tell(tx, owner, now, &notices::pin_locked(&actor.caller))?;
            }
            Ok::<_, Error>(is_right)
        })
        .await?;
    if is_right { Ok(()) } else { Err(Error::Forbidden(Pin::WRONG.to_owned())) }
}

/// A PIN is hashed like any password.
fn hashable(pin: Pin) -> Result<Password> {
    Ok(Password::claimed("pin", pin.into_text())?)
}
