//! A person's own account: profile and password. Both ask for the current password again.

use domain::{
    attempts::PASSWORD_BY_ACCOUNT,
    audit::Event,
    error::{Faults, Invalid},
    passwords::Password,
    users::{Email, Name, Platform, profile_text},
};
use storage::{
    attempts as tries, password_resets, sessions,
    users::{self, ProfilePatch, User},
};

use crate::{Actor, App, Error, Result, attempts, mail};

const WRONG_PASSWORD: &str = "Current password is incorrect";

pub async fn me(app: &App, actor: &Actor) -> Result<User> {
    let owner = actor.user;
    app.db
        .read(move |conn| Ok::<_, Error>(users::find(conn, owner)?))
        .await?
        .ok_or_else(crate::sessions::no_session)
}

/// What the profile form sends; only what is sent changes, an empty text clears.
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
    current_password: String,
) -> Result<User> {
    let patch = form.check()?;
    confirm_password(app, actor, "currentPassword", current_password).await?;
    let (actor, keys, now) = (actor.clone(), app.keys.clone(), app.now());
    app.db
        .write(move |tx| {
            let old = users::find(tx, actor.user)?.ok_or_else(crate::sessions::no_session)?;
            if !users::update_profile(tx, actor.user, &patch, now)? {
                return Err(crate::auth::taken());
            }
            actor.caller.record(tx, actor.user, Event::ProfileChanged, now, None)?;
            let new = users::find(tx, actor.user)?.ok_or_else(crate::sessions::no_session)?;
            if new.email != old.email {
                // A link that lies in the old mailbox must not open the account any more.
                password_resets::remove(tx, actor.user)?;
                let letter = mail::email_changed(&new.email, &actor.caller, now);
                mail::queue_to(tx, &keys, actor.user, &old.email, &old.name, now, &letter)?;
            }
            Ok(new)
        })
        .await
        .inspect(|_| app.ring())
}

/// Whether it is the person who signed in who sits there now. A right password is a fresh proof of that.
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
    let new_password = Password::replacing("newPassword", new_password)?;
    let old_hash = confirm_password(app, actor, "currentPassword", current_password).await?;
    let new_hash = app.hasher.hash(new_password).await?;
    let (actor, keys, now) = (actor.clone(), app.keys.clone(), app.now());
    app.db
        .write(move |tx| {
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
        .inspect(|()| app.ring())
}

/// Checks the actor's password and gives the hash it was checked against. A right one is a fresh proof.
pub(crate) async fn confirm_password(
    app: &App,
    actor: &Actor,
    field: &'static str,
    password: String,
) -> Result<String> {
    let password = Password::claimed(field, password)?;
    attempts::take(app, vec![(PASSWORD_BY_ACCOUNT, actor.user.to_string())]).await?;
    let owner = actor.user;
    let hash = app
        .db
        .read(move |conn| Ok::<_, Error>(users::password_hash(conn, owner)?))
        .await?
        .ok_or_else(crate::sessions::no_session)?;
    let fits = app.hasher.verify(password, hash.clone()).await?;
    let (actor, now) = (actor.clone(), app.now());
    app.db
        .write(move |tx| {
            if fits {
                tries::clear(tx, &PASSWORD_BY_ACCOUNT, &actor.user.to_string())?;
                crate::sessions::record_proof(tx, &actor, now)?;
            } else {
                actor.caller.record(tx, actor.user, Event::PasswordCheckFailed, now, None)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    if fits { Ok(hash) } else { Err(wrong_password()) }
}

pub(crate) fn wrong_password() -> Error {
    Error::Forbidden(WRONG_PASSWORD.to_owned())
}
