//! Signing up: creating an account, on the sign-up page or by the operator.

use std::sync::Arc;

use domain::calendar::Zone;
use domain::error::{Faults, Invalid};
use domain::identity::audit::Event;
use domain::identity::passwords::Password;
use domain::identity::rate_limits::{SIGN_UP_BY_ADDRESS, network};
use domain::identity::settings::Change;
use domain::identity::users::{Email, Name, Role};
use domain::ids::UserId;
use storage::identity::invitations as spent_invitations;
use storage::identity::settings;
use storage::identity::users::{self, NewUser};

use crate::crypto::{self, Token};
use crate::identity::sessions::{self, SignedIn};
use crate::identity::{attempts, email_confirmations, invitations};
use crate::money::ledger;
use crate::operations::samples::{self, SampleBeat};
use crate::policy::Signups;
use crate::{App, Caller, Error, Result};

const CLOSED: &str = "Sign-up is closed here. Please ask the operator for an account.";
const INVITED_ONLY: &str = "New accounts need an invitation. Please ask the operator for one.";

/// The fields of the sign-up form.
pub struct SignUp {
    pub name: String,
    pub email: String,
    pub password: String,
    pub confirm_password: String,
    pub role: String,
    /// The token of an invitation.
    pub invitation: Option<String>,
    /// The time zone that the browser reports.
    pub time_zone: Option<String>,
}

struct Applicant {
    name: Name,
    email: Email,
    password: Password,
    role: Role,
    zone: Zone,
}

impl SignUp {
    fn check(self) -> Result<Applicant, Vec<Invalid>> {
        let mut faults = Faults::default();
        let name = faults.take(Name::parse(&self.name));
        let email = faults.take(Email::parse(&self.email));
        let confirmed = self.password == self.confirm_password;
        let password = faults.take(Password::parse_new("password", self.password));
        if self.confirm_password.is_empty() {
            faults.note(Invalid::new("confirmPassword", "Please confirm your password"));
        } else if !confirmed {
            faults.note(Invalid::new("confirmPassword", "Passwords do not match"));
        }
        let role = faults.take(Role::parse(&self.role));
        if let (Some(password), Some(email), Some(name)) = (&password, &email, &name) {
            faults.take(password.check_not_own("password", email.as_str(), name.as_str()));
        }
        let (name, email, password, role) = faults.all((name, email, password, role))?;
        // What a browser reports is a guess; a name that only newer databases know must not keep anybody from signing up.
        let zone = self.time_zone.as_deref().and_then(Zone::find).unwrap_or_default();
        Ok(Applicant { name, email, password, role, zone })
    }
}

pub async fn sign_up(app: &App, mut form: SignUp, caller: Caller) -> Result<SignedIn> {
    let invitation = form.invitation.take().filter(|text| !text.trim().is_empty());
    match (app.policy.signups, &invitation) {
        (Signups::On, _) | (Signups::Invite, Some(_)) => {}
        (Signups::Invite, None) => return Err(Error::Forbidden(INVITED_ONLY.to_owned())),
        (Signups::Off, _) => return Err(Error::Forbidden(CLOSED.to_owned())),
    }
    let applicant = form.check()?;
    let limits = vec![(SIGN_UP_BY_ADDRESS, network(caller.address))];
    attempts::take(app, &caller, limits).await?;
    let invitation = match invitation {
        Some(text) => Some(Token::parse(&text).ok_or_else(invitations::invitation_expired)?.hash()),
        None => None,
    };
    open(app, applicant, caller, invitation).await
}

/// Creates an account by order of the operator, whatever the sign-up policy is. Nobody is signed in to it.
pub(crate) async fn open_account(
    app: &App,
    name: Name,
    email: Email,
    password: String,
    role: Role,
) -> Result<UserId> {
    let password = Password::parse_new("password", password)?;
    let applicant = Applicant { name, email, password, role, zone: Zone::UTC };
    let made = open(app, applicant, Caller::operator(), None).await?.user.id;
    // Creating an account opens a session; nobody uses this one, so it is removed.
    app.write(move |tx| {
        storage::identity::sessions::remove_all(tx, made)?;
        Ok(())
    })
    .await?;
    Ok(made)
}

/// The sample beats of a new account; `None` if accounts start empty. They are generated while the password is hashed.
async fn sample_beats(app: &App) -> Result<Option<Arc<[SampleBeat]>>> {
    match app.sample_data {
        true => samples::all_beats().await.map(Some),
        false => Ok(None),
    }
}

async fn open(
    app: &App,
    applicant: Applicant,
    caller: Caller,
    invitation: Option<String>,
) -> Result<SignedIn> {
    let Applicant { name, email, password, role, zone } = applicant;
    let (password_hash, beats) = tokio::join!(app.hasher.hash(password), sample_beats(app));
    let (password_hash, beats) = (password_hash?, beats?);
    let (now, keys, confirms) = (app.now(), app.keys.clone(), app.confirms_emails);
    let id = UserId::new(now, crypto::random());
    let signed_in = app
        .write(move |tx| {
            let new = NewUser {
                id,
                email: &email,
                name: &name,
                role,
                password_hash: &password_hash,
                created_at: now,
                email_confirmed_at: (!confirms || invitation.is_some()).then_some(now),
            };
            if let Some(hash) = &invitation
                && !spent_invitations::spend(tx, &email, hash, now)?
            {
                return Err(invitations::invitation_expired());
            }
            if !users::insert(tx, &new)? {
                return Err(email_confirmations::email_taken());
            }
            // An invitation that this address still has is useless now.
            spent_invitations::remove(tx, &email)?;
            // An invited address needs no confirmation.
            if confirms && invitation.is_none() {
                email_confirmations::send_link(tx, &keys, id, email.as_str(), now)?;
            }
            if zone != Zone::UTC {
                settings::put(tx, id, &[Change::time_zone(zone)])?;
            }
            ledger::open_accounts(tx, id, now)?;
            caller.record(tx, id, Event::SignedUp, now, None)?;
            let token = sessions::open(tx, id, &caller, now)?;
            if let Some(beats) = &beats {
                samples::fill_with_samples(tx, &keys, id, beats, now)?;
            }
            let user = users::find(tx, id)?.ok_or_else(sessions::no_session)?;
            Ok(SignedIn { token, user })
        })
        .await?;
    app.wake_workers();
    Ok(signed_in)
}
