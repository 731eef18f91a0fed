//! Account commands of the operator: listing, creating, disabling, unlocking and deleting accounts, and resetting
//! passwords.

use domain::identity::audit::Event;
use domain::identity::passwords::Password;
use domain::identity::two_factor::recovery_code;
use domain::identity::users::{Email, Name, Role, User};
use storage::identity::users::{self, Credentials};
use storage::identity::{password_resets, sessions, two_factor};
use storage::money::card_pins;
use storage::operations::jobs;

use crate::identity::attempts;
use crate::notifications::mail;
use crate::operations::{account_deletion, sign_up};
use crate::{App, Caller, Error, Result, crypto};

/// Every account, and whether it is disabled.
pub async fn list(app: &App) -> Result<Vec<(User, bool)>> {
    app.read(|conn| {
        let disabled = users::list_disabled(conn)?;
        let all = users::list(conn)?.into_iter();
        Ok(all
            .map(|user| (disabled.contains(&user.id), user))
            .map(|(is, user)| (user, is))
            .collect())
    })
    .await
}

/// Sets a new random password, ends the account's sessions, and returns the password.
pub async fn reset_password(app: &App, email: &str) -> Result<String> {
    let account = find(app, email).await?;
    let text = random_password();
    set_password(app, &account, &text).await?;
    Ok(text)
}

pub(crate) fn random_password() -> String {
    format!("{}-{}", recovery_code(crypto::random()), recovery_code(crypto::random()))
}

/// Creates an account and returns its random password.
pub async fn create_account(app: &App, email: &str, name: &str, role: &str) -> Result<String> {
    let (email, name, role) = (Email::parse(email)?, Name::parse(name)?, Role::parse(role)?);
    let password = random_password();
    sign_up::open_account(app, name, email, password.clone(), role).await?;
    Ok(password)
}

/// Disables an account: its sessions end, nobody can sign in, its jobs pause. Returns false if it was disabled
/// already.
pub async fn disable(app: &App, email: &str) -> Result<bool> {
    let id = find(app, email).await?.id;
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        users::lock(tx, id)?;
        if !users::set_disabled(tx, id, Some(now))? {
            return Ok(false);
        }
        sessions::remove_all(tx, id)?;
        password_resets::remove(tx, id)?;
        let detail = Some("by the operator");
        Caller::operator().record(tx, id, Event::AccountDisabled, now, detail)?;
        mail::queue(tx, &keys, id, now, &mail::account_disabled(now))?;
        Ok(true)
    })
    .await
}

/// Enables an account and resumes its jobs. Returns false if it was not disabled.
pub async fn enable(app: &App, email: &str) -> Result<bool> {
    let id = find(app, email).await?.id;
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        users::lock(tx, id)?;
        if !users::set_disabled(tx, id, None)? {
            return Ok(false);
        }
        jobs::resume(tx, id, now.as_millis())?;
        let detail = Some("by the operator");
        Caller::operator().record(tx, id, Event::AccountEnabled, now, detail)?;
        mail::queue(tx, &keys, id, now, &mail::account_enabled(now))?;
        Ok(true)
    })
    .await
}

/// Ends all sessions of an account and returns how many there were.
pub async fn sign_out(app: &App, email: &str) -> Result<u64> {
    let id = find(app, email).await?.id;
    let now = app.now();
    app.write(move |tx| {
        let ended = sessions::remove_all(tx, id)?;
        if ended > 0 {
            let detail = Some("by the operator");
            Caller::operator().record(tx, id, Event::SessionRevoked, now, detail)?;
        }
        Ok(ended)
    })
    .await
}

/// Deletes an account: its rows at once, its files by a job of the server.
pub async fn delete(app: &App, email: &str) -> Result<()> {
    let id = find(app, email).await?.id;
    let now = app.now();
    app.write(move |tx| {
        users::lock(tx, id)?;
        let user = users::find(tx, id)?.ok_or_else(unknown_account)?;
        account_deletion::remove(tx, id, &user.email, now)
    })
    .await
}

pub(crate) async fn set_password(app: &App, account: &Credentials, text: &str) -> Result<()> {
    let hash = app.hasher.hash(Password::parse_new("password", text.to_owned())?).await?;
    let (now, id, email_key) = (app.now(), account.id, account.email_key.clone());
    let keys = app.keys.clone();
    app.write(move |tx| {
        users::lock(tx, id)?;
        let old = users::password_hash(tx, id)?.ok_or_else(unknown_account)?;
        users::replace_password(tx, id, &old, &hash, now)?;
        sessions::remove_all(tx, id)?;
        attempts::clear_account(tx, id, &email_key)?;
        password_resets::remove(tx, id)?;
        let detail = Some("by the operator");
        Caller::operator().record(tx, id, Event::PasswordChanged, now, detail)?;
        mail::queue(tx, &keys, id, now, &mail::password_changed_by_operator(now))
    })
    .await
}

/// Switches two-factor off. Returns false if it was not on.
pub async fn disable_two_factor(app: &App, email: &str) -> Result<bool> {
    let id = find(app, email).await?.id;
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        two_factor::lock(tx, id)?;
        let gone = two_factor::remove(tx, id)?;
        if gone {
            let detail = Some("by the operator");
            Caller::operator().record(tx, id, Event::TwoFactorDisabled, now, detail)?;
            mail::queue(tx, &keys, id, now, &mail::two_factor_disabled_by_operator(now))?;
        }
        Ok(gone)
    })
    .await
}

/// Clears the counted attempts that locked the account. Returns false if there were none.
pub async fn unlock(app: &App, email: &str) -> Result<bool> {
    let account = find(app, email).await?;
    app.write(move |tx| {
        let cleared = attempts::clear_account(tx, account.id, &account.email_key)?;
        let had_wrong_pins = card_pins::forget_wrong_tries(tx, account.id)?;
        Ok(cleared > 0 || had_wrong_pins)
    })
    .await
}

pub(crate) async fn find(app: &App, email: &str) -> Result<Credentials> {
    let email = Email::parse(email)?;
    let found = app.read(move |conn| Ok(users::find_credentials(conn, &email)?)).await?;
    found.ok_or_else(unknown_account)
}

fn unknown_account() -> Error {
    Error::NotFound("No account has this email address.".to_owned())
}
