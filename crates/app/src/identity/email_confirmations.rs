//! Confirming e-mail addresses by a link that works once and for a week. Until then nothing else is mailed to the
//! address, and a new address does not replace the old one.
//!
//! Without a mail server every address counts as confirmed.

use std::time::Duration;

use domain::identity::audit::Event;
use domain::identity::rate_limits::{CONFIRM_BY_ADDRESS, CONFIRM_MAIL_BY_ACCOUNT, network};
use domain::identity::users::{Email, User};
use domain::ids::UserId;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::{email_confirmations, password_resets, users};

use crate::crypto::{Keys, Token};
use crate::identity::attempts;
use crate::notifications::mail;
use crate::{Actor, App, Caller, Error, Result};

const LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const SPENT: &str =
    "This link has expired or has already been used. Sign in and ask for a new one.";

/// Creates the link for an address and queues the letter with it. To be called in the transaction that requires the
/// confirmation.
pub(crate) fn send_link(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    email: &str,
    now: Timestamp,
) -> Result<()> {
    let token = Token::generate(owner);
    email_confirmations::put(tx, owner, &token.hash(), email, now, now + LIFE)?;
    let letter = mail::confirm_email(&token, LIFE, now);
    mail::queue_to(tx, keys, owner, email, None, now, &letter)
}

/// Sends the letter again, to the address that waits for its confirmation.
pub async fn resend_link(app: &App, actor: &Actor) -> Result<()> {
    let limits = vec![(CONFIRM_MAIL_BY_ACCOUNT, actor.user.to_string())];
    attempts::take(app, &actor.caller, limits).await?;
    let (owner, keys, now) = (actor.user, app.keys.clone(), app.now());
    app.write(move |tx| {
        users::lock(tx, owner)?;
        let user = users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
        match user.pending_email {
            Some(pending) => send_link_unless_taken(tx, &keys, owner, &pending, now),
            None if user.email_confirmed_at.is_none() => {
                send_link(tx, &keys, owner, &user.email, now)
            }
            None => Err(Error::Conflict("Your email is already confirmed.".to_owned())),
        }
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Sends the confirmation letter for a new address. If the address belongs to another account, that account is
/// informed instead; the caller cannot tell the difference.
pub(crate) fn send_link_unless_taken(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    email: &str,
    now: Timestamp,
) -> Result<()> {
    let parsed = Email::parse(email)?;
    if !users::is_taken(tx, owner, &parsed)? {
        return send_link(tx, keys, owner, email, now);
    }
    email_confirmations::remove(tx, owner)?;
    match users::find_credentials(tx, &parsed)? {
        Some(other) => mail::queue(tx, keys, other.id, now, &mail::address_wanted_elsewhere()),
        None => Ok(()),
    }
}

/// Confirms an address with the token of a link. Needs no session: whoever has the link reads the mail of the address.
pub async fn confirm(app: &App, token: &str, caller: Caller) -> Result<()> {
    let limits = vec![(CONFIRM_BY_ADDRESS, network(caller.address))];
    attempts::take(app, &caller, limits).await?;
    let token = Token::parse(token).ok_or_else(link_expired)?;
    let (owner, hash) = (token.owner, token.hash());
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        users::lock(tx, owner)?;
        let email = email_confirmations::spend(tx, owner, &hash, now)?.ok_or_else(link_expired)?;
        let user = users::find(tx, owner)?.ok_or_else(link_expired)?;
        if user.email == email {
            users::confirm_email(tx, owner, now)?;
            return Ok(caller.record(tx, owner, Event::EmailConfirmed, now, None)?);
        }
        if user.pending_email.as_ref() != Some(&email) {
            return Err(link_expired());
        }
        if !users::change_email(tx, owner, &Email::parse(&email)?)? {
            return Err(email_taken());
        }
        users::confirm_email(tx, owner, now)?;
        finish_email_change(tx, &keys, &user, &email, &caller, now)
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Finishes a change of address: password reset links sent to the old mailbox expire, and both addresses get a letter.
pub(crate) fn finish_email_change(
    tx: &mut Tx,
    keys: &Keys,
    old: &User,
    new: &str,
    caller: &Caller,
    now: Timestamp,
) -> Result<()> {
    password_resets::remove(tx, old.id)?;
    caller.record(tx, old.id, Event::EmailChanged, now, None)?;
    if old.email_confirmed_at.is_some() {
        let letter = mail::email_changed(new, caller, now);
        mail::queue_to(tx, keys, old.id, &old.email, Some(&old.name), now, &letter)?;
    }
    mail::queue(tx, keys, old.id, now, &mail::email_is_here(caller, now))
}

/// Marks every address as confirmed, at the start of a server without a mail server.
pub async fn confirm_all(app: &App) -> Result<()> {
    let now = app.now();
    app.write(move |tx| {
        users::confirm_all_emails(tx, now)?;
        Ok(())
    })
    .await
}

fn link_expired() -> Error {
    Error::invalid("token", SPENT)
}

/// Another account has this address.
pub(crate) fn email_taken() -> Error {
    Error::Conflict("An account with this email already exists".to_owned())
}
