//! The PIN that reveals card numbers. It is set with the password and locks after five wrong attempts
//! (`domain::cards::pin_locks`). Attempts are counted before the PIN is checked, so that no more than five get
//! through, however many arrive at once.

use domain::identity::audit::Event;
use domain::identity::passwords::Password;
use domain::identity::rate_limits::wait_in_words;
use domain::ids::{CardId, UserId};
use domain::money::cards::pin_locks::{self, Lock, TRIES};
use domain::money::cards::{Card, Expiry, Pin};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::{settings, users};
use storage::money::card_pins::{self, WrongTries};
use storage::money::cards;
use zeroize::Zeroizing;

use crate::crypto::Unsealable;
use crate::identity::account;
use crate::identity::security_events;
use crate::money::cards as own_cards;
use crate::notifications::{self, mail};
use crate::{Actor, App, Caller, Error, Result};

/// The purpose that PIN hashes are sealed under.
pub(crate) const HASH: &str = "card PIN";
const NEW_PIN_REQUIRED: &str =
    "Card details are locked after too many wrong PINs. Please set a new PIN with your password.";
const NOT_SET: &str = "No PIN is set yet. Please set one first.";

pub struct PinStatus {
    pub is_set: bool,
    pub locked_until: Option<Timestamp>,
    /// Whether only a new PIN lifts the lock.
    pub needs_new_pin: bool,
}

pub async fn status(app: &App, actor: &Actor) -> Result<PinStatus> {
    let (owner, now) = (actor.user, app.now());
    app.read(move |conn| {
        let attempts = card_pins::wrong_tries(conn, owner)?;
        let lock = attempts.map_or(Lock::Open, |attempts| lock_of(attempts, now));
        Ok(PinStatus {
            is_set: attempts.is_some(),
            locked_until: match lock {
                Lock::For(wait) => Some(now + wait),
                Lock::Open | Lock::UntilNewPin => None,
            },
            needs_new_pin: lock == Lock::UntilNewPin,
        })
    })
    .await
}

fn lock_of(attempts: WrongTries, now: Timestamp) -> Lock {
    pin_locks::lock_at(attempts.count, attempts.locked_until, now)
}

/// Sets or changes the PIN. The password proves who acts, so this also lifts a lock.
pub async fn set(app: &App, actor: &Actor, pin: &str, current_password: String) -> Result<()> {
    let pin = Pin::parse_new(pin)?;
    let proved = account::confirm_password(app, actor, "currentPassword", current_password).await?;
    let hash = app.hasher.hash(hashable(pin)?).await?;
    let sealed = app.keys.seal(HASH, actor.user, hash.as_bytes());
    let (actor, keys, now) = (actor.clone(), app.keys.clone(), app.now());
    app.write(move |tx| {
        let owner = actor.user;
        users::lock(tx, owner)?;
        // The password may have changed since it was checked.
        if users::password_hash(tx, owner)?.as_ref() != Some(&proved) {
            return Err(account::wrong_password());
        }
        card_pins::put(tx, owner, &sealed, now)?;
        actor.caller.record(tx, owner, Event::CardPinChanged, now, None)?;
        mail::queue(tx, &keys, owner, now, &mail::card_pin_changed(&actor.caller, now))
    })
    .await
    .inspect(|()| app.wake_workers())
}

/// Gives an account a fixed PIN, unless it has that PIN already. Only the demo account has one.
pub(crate) async fn ensure_pin(app: &App, owner: UserId, pin: &str) -> Result<()> {
    let sealed = app.read(move |conn| Ok(card_pins::find(conn, owner)?)).await?;
    if let Some(sealed) = sealed
        && verify_pin(app, owner, pin, &sealed).await?
    {
        return Ok(());
    }
    let hash = app.hasher.hash(hashable(Pin::parse(pin)?)?).await?;
    let sealed = app.keys.seal(HASH, owner, hash.as_bytes());
    let now = app.now();
    app.write(move |tx| {
        card_pins::put(tx, owner, &sealed, now)?;
        let detail = Some("by the operator");
        Ok(Caller::operator().record(tx, owner, Event::CardPinChanged, now, detail)?)
    })
    .await
}

pub struct Revealed {
    pub number: Zeroizing<String>,
    pub expiry: Expiry,
}

/// Returns a card's number and expiry if the PIN is right.
pub async fn reveal(app: &App, actor: &Actor, id: CardId, pin: &str) -> Result<Revealed> {
    let owner = actor.user;
    if pin.is_empty() {
        return Err(Error::invalid("pin", "Please enter your PIN"));
    }
    let (card, sealed_number, sealed_hash) = app
        .read(move |conn| {
            let card = cards::find(conn, owner, id)?.ok_or_else(|| Error::missing("card"))?;
            let number =
                cards::sealed_number(conn, owner, id)?.ok_or_else(|| Error::missing("card"))?;
            let hash =
                card_pins::find(conn, owner)?.ok_or_else(|| Error::Conflict(NOT_SET.to_owned()))?;
            Ok((card, number, hash))
        })
        .await?;
    let (lock, tries_left) = count_attempt(app, actor).await?;
    let is_right = verify_pin(app, owner, pin, &sealed_hash).await?;
    settle(app, actor, &card, Outcome { is_right, lock, tries_left }, sealed_hash).await?;
    let number = app
        .keys
        .open_row(own_cards::NUMBER, owner, id.as_bytes(), &sealed_number)
        .map_err(|error| cannot_open(owner, &error, CARD_LOST))?;
    let number = std::str::from_utf8(&number).map_err(Error::unexpected)?;
    Ok(Revealed { number: Zeroizing::new(number.to_owned()), expiry: card.expiry })
}

/// Counts an attempt as wrong before the PIN is checked, and returns the lock that follows if it is wrong, and how
/// many PINs may be tried then.
async fn count_attempt(app: &App, actor: &Actor) -> Result<(Lock, Option<i64>)> {
    if !app.rate_limit {
        return Ok((Lock::Open, None));
    }
    let (owner, now) = (actor.user, app.now());
    match app.write(move |tx| count_wrong(tx, owner, now)).await? {
        Counted::Taken { lock, tries_left } => Ok((lock, Some(tries_left))),
        Counted::Refused(Lock::UntilNewPin) => Err(Error::Forbidden(NEW_PIN_REQUIRED.to_owned())),
        Counted::Refused(Lock::For(wait)) => {
            security_events::too_many_attempts(&actor.caller, "card-pin");
            Err(Error::TooManyAttempts {
                retry_after: wait,
                message: format!(
                    "Card details are locked after {TRIES} wrong PINs. Please try again in {}.",
                    wait_in_words(wait)
                ),
            })
        }
        Counted::Refused(Lock::Open) => Ok((Lock::Open, None)),
    }
}

enum Counted {
    /// The PIN may be checked. The lock follows if it is wrong.
    Taken {
        lock: Lock,
        tries_left: i64,
    },
    Refused(Lock),
}

fn count_wrong(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<Counted> {
    users::lock(tx, owner)?;
    let attempts =
        card_pins::wrong_tries(tx, owner)?.ok_or_else(|| Error::Conflict(NOT_SET.to_owned()))?;
    match lock_of(attempts, now) {
        Lock::Open => {}
        lock => return Ok(Counted::Refused(lock)),
    }
    let count = attempts.count + 1;
    let lock = pin_locks::after(count);
    let locked_until = match lock {
        Lock::For(length) => now + length,
        Lock::Open | Lock::UntilNewPin => attempts.locked_until,
    };
    card_pins::set_wrong_tries(tx, owner, WrongTries { count, locked_until })?;
    Ok(Counted::Taken { lock, tries_left: pin_locks::tries_left(count) })
}

async fn verify_pin(app: &App, owner: UserId, pin: &str, sealed_hash: &[u8]) -> Result<bool> {
    // A malformed PIN is a wrong PIN.
    let Ok(pin) = Pin::parse(pin) else {
        return Ok(false);
    };
    let opened = app.keys.open(HASH, owner, sealed_hash);
    let hash = opened.map_err(|error| cannot_open(owner, &error, PIN_LOST))?;
    let hash = std::str::from_utf8(&hash).map_err(Error::unexpected)?.to_owned();
    app.hasher.verify(hashable(pin)?, hash).await
}

const CARD_LOST: &str =
    "This card's number can't be read anymore. Please remove the card and add it again.";
const PIN_LOST: &str = "Your PIN can't be checked anymore. Please set a new one.";

/// The error of a value that was sealed with a lost key: a sentence for the owner, and a log line for the operator.
fn cannot_open(owner: UserId, error: &Unsealable, sentence: &str) -> Error {
    tracing::error!(%owner, %error, "a sealed value does not open");
    Error::Conflict(sentence.to_owned())
}

struct Outcome {
    is_right: bool,
    /// The lock that follows a wrong PIN.
    lock: Lock,
    tries_left: Option<i64>,
}

/// Records the result of an attempt. The record of a wrong PIN must be committed, so the refusal is not the
/// transaction's own error.
async fn settle(
    app: &App,
    actor: &Actor,
    card: &Card,
    outcome: Outcome,
    sealed_hash: Vec<u8>,
) -> Result<()> {
    let (actor, now, detail) = (actor.clone(), app.now(), own_cards::ending(&card.last_four));
    let keys = app.keys.clone();
    let tries_left = outcome.tries_left;
    let is_right = app
        .write(move |tx| {
            let owner = actor.user;
            // A PIN that was changed while it was checked does not count.
            let is_right =
                outcome.is_right && card_pins::find(tx, owner)?.as_ref() == Some(&sealed_hash);
            let event = if is_right { Event::CardRevealed } else { Event::CardPinFailed };
            if is_right {
                card_pins::forget_wrong_tries(tx, owner)?;
            }
            actor.caller.record(tx, owner, event, now, Some(&detail))?;
            if !is_right && outcome.lock != Lock::Open {
                security_events::pin_locked(&actor.caller, owner);
                if settings::load(tx, owner)?.login_alerts {
                    let letter = mail::pin_locked(outcome.lock, &actor.caller, now);
                    mail::queue(tx, &keys, owner, now, &letter)?;
                }
                notifications::notify(
                    tx,
                    owner,
                    now,
                    &notifications::wording::pin_locked(outcome.lock, &actor.caller),
                )?;
            }
            Ok(is_right)
        })
        .await?;
    if is_right { Ok(()) } else { Err(Error::WrongPin { message: Pin::WRONG, tries_left }) }
}

/// A PIN is hashed like any password.
fn hashable(pin: Pin) -> Result<Password> {
    Ok(Password::parse("pin", pin.into_text())?)
}
