//! Password resets by a mailed link that works once and for an hour. The request does not reveal who has an account:
//! it only queues a job, the same for every address, and the job does the rest.

use std::net::IpAddr;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::identity::audit::Event;
use domain::identity::passwords::Password;
use domain::identity::rate_limits::{
    RESET_BY_ADDRESS, RESET_MAIL_BY_ACCOUNT, RESET_MAIL_BY_ADDRESS, RESET_MAIL_BY_NETWORK,
    at_place, neighbourhood, network,
};
use domain::identity::users::Email;
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use storage::db::Tx;
use storage::identity::{
    email_confirmations, passkeys, password_resets, sessions, two_factor, users,
};
use storage::money::card_pins;
use storage::operations::jobs::Job;

use crate::crypto::Token;
use crate::identity::attempts;
use crate::identity::sign_in::SignInAttempt;
use crate::jobs::Work;
use crate::notifications::mail;
use crate::{App, Caller, Error, Result};

pub(crate) const SEALED: &str = "password reset request";
const LIFE: Duration = Duration::from_secs(60 * 60);
const SPENT: &str = "This link has expired or has already been used. Please ask for a new one.";

/// The payload of the job. It is sealed, so that the job table does not list people.
#[derive(Serialize, Deserialize)]
struct Request {
    email: String,
    address: IpAddr,
    user_agent: Option<String>,
}

/// Requests a link. The answer is the same whether or not the address has an account.
pub async fn request(app: &App, email: &str, caller: Caller) -> Result<()> {
    let email = Email::parse(email)?;
    let place = at_place(email.key(), &neighbourhood(caller.address));
    let mut limits =
        vec![(RESET_MAIL_BY_NETWORK, place), (RESET_MAIL_BY_ADDRESS, network(caller.address))];
    let (lookup, from) = (email.clone(), caller.clone());
    let (attempt, _) = app.read(move |conn| SignInAttempt::find(conn, &lookup, &from)).await?;
    // Requests from unknown devices do not count against the owner on a known device.
    if !attempt.is_known_device {
        limits.push((RESET_MAIL_BY_ACCOUNT, email.key().to_owned()));
    }
    attempts::take(app, &caller, limits).await?;
    let request = Request {
        email: email.as_str().to_owned(),
        address: caller.address,
        user_agent: caller.user_agent,
    };
    let text = serde_json::to_vec(&request).map_err(Error::unexpected)?;
    let payload = URL_SAFE_NO_PAD.encode(app.keys.seal(SEALED, UserId::NOBODY, &text));
    let now = app.now();
    app.write(move |tx| {
        Work::of_nobody(Kind::ResetPassword, &payload).queue(tx, now)?;
        Ok(())
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// The job: creates the link and queues the letter, if the address has an account.
pub(crate) async fn prepare(app: &App, job: &Job) -> Result<()> {
    let sealed = URL_SAFE_NO_PAD.decode(&job.payload).map_err(Error::unexpected)?;
    let text = app.keys.open(SEALED, UserId::NOBODY, &sealed).map_err(Error::unexpected)?;
    let request: Request = serde_json::from_slice(&text).map_err(Error::unexpected)?;
    let caller = Caller { address: request.address, user_agent: request.user_agent };
    let email = Email::parse(&request.email)?;
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        let account = users::find_credentials(tx, &email)?;
        let Some(account) = account.filter(|account| !account.is_disabled) else {
            return Ok(());
        };
        let owner = account.id;
        users::lock(tx, owner)?;
        let token = Token::generate(owner);
        password_resets::put(tx, owner, &token.hash(), now, now + LIFE)?;
        caller.record(tx, owner, Event::PasswordResetRequested, now, None)?;
        let Some(user) = users::find(tx, owner)? else {
            return Ok(());
        };
        // The letter is also sent to an unconfirmed address: it is the way in for the person who reads that mail. A
        // stranger may have chosen the name then, so the greeting has none.
        let name = user.email_confirmed_at.map(|_| user.name.as_str());
        let letter = mail::password_reset(&token, LIFE, now);
        mail::queue_to(tx, &keys, owner, &user.email, name, now, &letter)
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Checks that a link still works, before the person thinks of a new password.
pub async fn check(app: &App, token: &str) -> Result<()> {
    let token = Token::parse(token).ok_or_else(link_expired)?;
    let (owner, hash, now) = (token.owner, token.hash(), app.now());
    let is_live =
        app.read(move |conn| Ok(password_resets::is_live(conn, owner, &hash, now)?)).await?;
    if is_live { Ok(()) } else { Err(link_expired()) }
}

/// Sets the new password, ends all sessions and links, and informs the owner. Two-factor stays on: the link proves who
/// reads the mail, not who holds the phone. If the address was not confirmed yet, the link confirms it, and everything
/// that was set up before is removed, because a stranger may have done that.
pub async fn reset(app: &App, token: &str, new_password: String, caller: Caller) -> Result<()> {
    let limits = vec![(RESET_BY_ADDRESS, network(caller.address))];
    attempts::take(app, &caller, limits).await?;
    check(app, token).await?;
    let new_password = Password::parse_replacement("newPassword", new_password)?;
    let token = Token::parse(token).ok_or_else(link_expired)?;
    let owner = token.owner;
    let user = app.read(move |conn| Ok(users::find(conn, owner)?)).await?;
    let user = user.ok_or_else(link_expired)?;
    new_password.check_not_own("newPassword", &user.email, &user.name)?;
    let new_hash = app.hasher.hash(new_password).await?;
    let (keys, now, hash) = (app.keys.clone(), app.now(), token.hash());
    app.write(move |tx| {
        users::lock(tx, owner)?;
        if !password_resets::spend(tx, owner, &hash, now)? {
            return Err(link_expired());
        }
        let old = users::password_hash(tx, owner)?.ok_or_else(link_expired)?;
        users::replace_password(tx, owner, &old, &new_hash, now)?;
        sessions::remove_all(tx, owner)?;
        password_resets::remove(tx, owner)?;
        let user = users::find(tx, owner)?.ok_or_else(link_expired)?;
        if user.email_confirmed_at.is_none() {
            take_over(tx, owner, &caller, now)?;
        }
        // A person who forgot the password has probably used up attempts.
        attempts::clear_account(tx, owner, Email::parse(&user.email)?.key())?;
        let detail = Some("by a link sent by mail");
        caller.record(tx, owner, Event::PasswordChanged, now, detail)?;
        mail::queue(tx, &keys, owner, now, &mail::password_changed(&caller, now))
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Gives an unconfirmed account to the person who reads its mail: removes two-factor, passkeys, PIN and pending
/// addresses, and confirms the address. A new way to sign in must be removed here too.
fn take_over(tx: &mut Tx, owner: UserId, caller: &Caller, now: Timestamp) -> Result<()> {
    two_factor::lock(tx, owner)?;
    if two_factor::remove(tx, owner)? {
        let detail = Some("by the first reset of an unconfirmed account");
        caller.record(tx, owner, Event::TwoFactorDisabled, now, detail)?;
    }
    let passkeys = passkeys::remove_all(tx, owner)?;
    if passkeys > 0 {
        let detail = format!("all {passkeys}, by the first reset of an unconfirmed account");
        caller.record(tx, owner, Event::PasskeyRemoved, now, Some(&detail))?;
    }
    card_pins::remove(tx, owner)?;
    email_confirmations::remove(tx, owner)?;
    users::set_pending_email(tx, owner, None)?;
    users::confirm_email(tx, owner, now)?;
    Ok(caller.record(tx, owner, Event::EmailConfirmed, now, None)?)
}

fn link_expired() -> Error {
    Error::invalid("token", SPENT)
}
