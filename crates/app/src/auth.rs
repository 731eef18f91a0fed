//! Signing up.

use domain::{
    attempts::{SIGN_UP_BY_ADDRESS, network},
    audit::Event,
    error::{Faults, Invalid},
    ids::UserId,
    passwords::Password,
    users::{Email, Name, Role},
};
use storage::users::{self, NewUser, User};

use crate::{
    App, Caller, Error, Result, attempts,
    crypto::{self, Token},
    email_confirmations, ledger, samples, sessions,
};

/// What the sign-up form sends.
pub struct SignUp {
    pub name: String,
    pub email: String,
    pub password: String,
    pub confirm_password: String,
    pub role: String,
}

struct Applicant {
    name: Name,
    email: Email,
    password: Password,
    role: Role,
}

impl SignUp {
    fn check(self) -> Result<Applicant, Vec<Invalid>> {
        let mut faults = Faults::default();
        let name = faults.take(Name::parse(&self.name));
        let email = faults.take(Email::parse(&self.email));
        let confirmed = self.password == self.confirm_password;
        let password = faults.take(Password::chosen("password", self.password));
        if self.confirm_password.is_empty() {
            faults.note(Invalid::new("confirmPassword", "Please confirm your password"));
        } else if !confirmed {
            faults.note(Invalid::new("confirmPassword", "Passwords do not match"));
        }
        let role = faults.take(Role::parse(&self.role));
        if let (Some(password), Some(email), Some(name)) = (&password, &email, &name) {
            faults.take(password.not_own("password", email.as_str(), name.as_str()));
        }
        faults.finish()?;
        match (name, email, password, role) {
            (Some(name), Some(email), Some(password), Some(role)) => {
                Ok(Applicant { name, email, password, role })
            }
            _ => Err(Vec::new()),
        }
    }
}

pub struct SignedIn {
    pub token: Token,
    pub user: User,
}

pub async fn sign_up(app: &App, form: SignUp, caller: Caller) -> Result<SignedIn> {
    let Applicant { name, email, password, role } = form.check()?;
    let limits = vec![(SIGN_UP_BY_ADDRESS, network(caller.address))];
    attempts::take(app, &caller, limits).await?;
    let (password_hash, beats) = tokio::join!(app.hasher.hash(password), app.samples.beats());
    let (password_hash, beats) = (password_hash?, beats?);
    let (now, keys, confirms) = (app.now(), app.keys.clone(), app.confirms_emails);
    let id = UserId::new(now, crypto::random());
    let signed_in = app
        .db
        .write(move |tx| {
            let new = NewUser {
                id,
                email: &email,
                name: &name,
                role,
                password_hash: &password_hash,
                created_at: now,
                email_confirmed_at: (!confirms).then_some(now),
            };
            if !users::insert(tx, &new)? {
                return Err(taken());
            }
            if confirms {
                email_confirmations::ask(tx, &keys, id, email.as_str(), now)?;
            }
            ledger::open_accounts(tx, id, now)?;
            caller.record(tx, id, Event::SignedUp, now, None)?;
            let token = sessions::open(tx, id, &caller, now)?;
            if let Some(beats) = &beats {
                samples::furnish(tx, &keys, id, beats, now)?;
            }
            let user = users::find(tx, id)?.ok_or_else(sessions::no_session)?;
            Ok(SignedIn { token, user })
        })
        .await?;
    app.ring();
    Ok(signed_in)
}

pub(crate) fn taken() -> Error {
    Error::Conflict("An account with this email already exists".to_owned())
}
