//! The profile and the password of an account. Changing either requires the current password.

use domain::error::{Faults, Invalid};
use domain::identity::audit::Event;
use domain::identity::passwords::Password;
use domain::identity::rate_limits::{CONFIRM_MAIL_BY_ACCOUNT, PASSWORD_BY_ACCOUNT};
use domain::identity::two_factor::Code;
use domain::identity::users::{Email, Name, Platform, User, profile_text};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::users::{self, ProfilePatch};
use storage::identity::{
    attempts as stored_attempts, email_confirmations, password_resets, sessions,
};

use crate::crypto::Keys;
use crate::identity::{attempts, email_confirmations as own_confirmations, two_factor};
use crate::notifications::mail;
use crate::{Actor, App, Error, Result};

const WRONG_PASSWORD: &str = "Current password is incorrect";

pub async fn me(app: &App, actor: &Actor) -> Result<User> {
    let owner = actor.user;
    app.read(move |conn| Ok(users::find(conn, owner)?))
        .await?
        .ok_or_else(crate::identity::sessions::no_session)
}

/// The fields of the profile form. An omitted field keeps its value; an empty text clears it.
#[derive(Default)]
pub struct ProfileForm {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub location: Option<String>,
    pub specialty: Option<String>,
    pub experience: Option<String>,
    pub bio: Option<String>,
    pub spotify: Option<String>,
    pub soundcloud: Option<String>,
    pub youtube: Option<String>,
}

/// The proof that the owner changes the profile. The code is required if two-factor is on and the e-mail address
/// changes.
pub struct ProfileProof {
    pub current_password: String,
    pub code: Option<String>,
}

impl ProfileForm {
    fn check(self) -> Result<ProfilePatch, Vec<Invalid>> {
        let mut faults = Faults::default();
        let mut text = |field, sent: Option<String>, most| {
            sent.and_then(|text| faults.take(profile_text(field, &text, most)))
        };
        let phone = text("phone", self.phone, 40);
        let location = text("location", self.location, 120);
        let specialty = text("specialty", self.specialty, 120);
        let experience = text("experience", self.experience, 120);
        let bio = text("bio", self.bio, 2000);
        let mut link = |platform: Platform, sent: Option<String>| {
            sent.and_then(|text| faults.take(platform.parse_link(&text)))
        };
        let spotify = link(Platform::Spotify, self.spotify);
        let soundcloud = link(Platform::SoundCloud, self.soundcloud);
        let youtube = link(Platform::YouTube, self.youtube);
        let patch = ProfilePatch {
            name: self.name.and_then(|name| faults.take(Name::parse(&name))),
            email: self.email.and_then(|email| faults.take(Email::parse(&email))),
            phone,
            location,
            specialty,
            experience,
            bio,
            spotify,
            soundcloud,
            youtube,
        };
        faults.finish()?;
        Ok(patch)
    }
}

pub async fn update_profile(
    app: &App,
    actor: &Actor,
    form: ProfileForm,
    proof: ProfileProof,
) -> Result<User> {
    let mut patch = form.check()?;
    let code = proof.code.filter(|text| !text.trim().is_empty());
    let code = code.map(|code| Code::parse("twoFactorToken", &code)).transpose()?;
    confirm_password(app, actor, "currentPassword", proof.current_password).await?;
    if code.is_some() {
        two_factor::count_attempt(app, actor).await?;
    }
    if patch.email.is_some() && app.confirms_emails {
        let limits = vec![(CONFIRM_MAIL_BY_ACCOUNT, actor.user.to_string())];
        attempts::take(app, &actor.caller, limits).await?;
    }
    let (actor, keys, now) = (actor.clone(), app.keys.clone(), app.now());
    let confirms = app.confirms_emails;
    app.write(move |tx| {
        users::lock(tx, actor.user)?;
        let old = users::find(tx, actor.user)?.ok_or_else(crate::identity::sessions::no_session)?;
        let moves_to = patch.email.take_if(|new| is_another(new, &old.email));
        if let Some(new) = &moves_to {
            two_factor::require_code(tx, &keys, &actor, code.as_ref(), now)?;
            move_email(tx, &keys, &actor, &old, new, confirms, now)?;
        } else if patch.email.is_some() && old.pending_email.is_some() {
            // Sending the present address again cancels the pending change.
            users::set_pending_email(tx, actor.user, None)?;
            email_confirmations::remove(tx, actor.user)?;
        }
        if !users::update_profile(tx, actor.user, &patch, now)? {
            return Err(own_confirmations::email_taken());
        }
        actor.caller.record(tx, actor.user, Event::ProfileChanged, now, None)?;
        users::find(tx, actor.user)?.ok_or_else(crate::identity::sessions::no_session)
    })
    .await
    .inspect(|_| app.wake_workers())
}

/// Whether the addresses name different mailboxes; upper and lower case do not matter.
fn is_another(new: &Email, old: &str) -> bool {
    Email::parse(old).map_or(true, |old| old.key() != new.key())
}

/// Changes the e-mail address, at once or after it was confirmed. Other sessions end now, while the caller's identity
/// is proved.
fn move_email(
    tx: &mut Tx,
    keys: &Keys,
    actor: &Actor,
    old: &User,
    new: &Email,
    confirms: bool,
    now: Timestamp,
) -> Result<()> {
    sessions::remove_others(tx, actor.user, actor.session)?;
    if !confirms {
        if !users::change_email(tx, actor.user, new)? {
            return Err(own_confirmations::email_taken());
        }
        return own_confirmations::finish_email_change(
            tx,
            keys,
            old,
            new.as_str(),
            &actor.caller,
            now,
        );
    }
    users::set_pending_email(tx, actor.user, Some(new.as_str()))?;
    own_confirmations::send_link_unless_taken(tx, keys, actor.user, new.as_str(), now)?;
    actor.caller.record(tx, actor.user, Event::EmailChangeRequested, now, None)?;
    let letter = mail::email_change_requested(new.as_str(), &actor.caller, now);
    mail::queue(tx, keys, actor.user, now, &letter)
}

/// Checks the password of the signed-in person. A right one counts as a fresh proof of identity for the session.
pub async fn verify_password(app: &App, actor: &Actor, password: String) -> Result<()> {
    confirm_password(app, actor, "password", password).await.map(drop)
}

/// Changes the password and ends every other session.
pub async fn change_password(
    app: &App,
    actor: &Actor,
    current_password: String,
    new_password: String,
) -> Result<()> {
    let new_password = Password::parse_replacement("newPassword", new_password)?;
    let user = me(app, actor).await?;
    new_password.check_not_own("newPassword", &user.email, &user.name)?;
    let old_hash = confirm_password(app, actor, "currentPassword", current_password).await?;
    let new_hash = app.hasher.hash(new_password).await?;
    let (actor, keys, now) = (actor.clone(), app.keys.clone(), app.now());
    app.write(move |tx| {
        users::lock(tx, actor.user)?;
        if !users::replace_password(tx, actor.user, &old_hash, &new_hash, now)? {
            return Err(wrong_password());
        }
        sessions::remove_others(tx, actor.user, actor.session)?;
        password_resets::remove(tx, actor.user)?;
        actor.caller.record(tx, actor.user, Event::PasswordChanged, now, None)?;
        mail::queue(tx, &keys, actor.user, now, &mail::password_changed(&actor.caller, now))
    })
    .await
    .inspect(|()| app.wake_workers())
}

/// Checks the actor's password and returns the hash it was checked against. A right password counts as a fresh proof
/// of identity.
pub(crate) async fn confirm_password(
    app: &App,
    actor: &Actor,
    field: &'static str,
    password: String,
) -> Result<String> {
    let password = Password::parse(field, password)?;
    let limits = vec![(PASSWORD_BY_ACCOUNT, actor.user.to_string())];
    attempts::take(app, &actor.caller, limits).await?;
    let owner = actor.user;
    let hash = app
        .read(move |conn| Ok(users::password_hash(conn, owner)?))
        .await?
        .ok_or_else(crate::identity::sessions::no_session)?;
    let is_right = app.hasher.verify(password, hash.clone()).await?;
    let (actor, now) = (actor.clone(), app.now());
    app.write(move |tx| {
        if is_right {
            stored_attempts::clear(tx, &PASSWORD_BY_ACCOUNT, &actor.user.to_string())?;
            crate::identity::sessions::record_proof(tx, &actor, now)?;
        } else {
            actor.caller.record(tx, actor.user, Event::PasswordCheckFailed, now, None)?;
        }
        Ok(())
    })
    .await?;
    if is_right { Ok(hash) } else { Err(wrong_password()) }
}

pub(crate) fn wrong_password() -> Error {
    Error::Forbidden(WRONG_PASSWORD.to_owned())
}
