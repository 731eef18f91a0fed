//! Signing up and signing in.

use domain::{
    attempts::{
        CODE_BY_ACCOUNT, SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS, SIGN_UP_BY_ADDRESS, network,
    },
    audit::Event,
    error::{Faults, Invalid},
    ids::UserId,
    passwords::Password,
    two_factor::{Code, INVALID},
    users::{Email, Name, Role},
};
use storage::{
    attempts as tries, invitations as spent_invitations, settings,
    users::{self, NewUser, User},
};

use crate::{
    App, Caller, Error, Result, attempts,
    crypto::{self, Token},
    demo, devices,
    hasher::NOBODYS_HASH,
    invitations, ledger, mail, notices, notifications,
    policy::Signups,
    samples, sessions, two_factor,
};

const WRONG: &str = "Invalid email or password";
const CODE_WANTED: &str = "2FA required";
const CLOSED: &str =
    "This installation does not take new accounts. Please ask its operator for one.";
const INVITED_ONLY: &str = "New accounts need an invitation. Please ask the operator for one.";
const DISABLED: &str =
    "This account has been disabled. Please ask the operator of this installation.";
const DEMO_PASSWORD: &str = "The demo account cannot be used here: its password is published. Ask the operator to \
     give it another one with `ledgerline user reset-password`.";

/// What the sign-up form sends.
pub struct SignUp {
    pub name: String,
    pub email: String,
    pub password: String,
    pub confirm_password: String,
    pub role: String,
    /// The token of an invitation.
    pub invitation: Option<String>,
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

pub async fn sign_up(app: &App, mut form: SignUp, caller: Caller) -> Result<SignedIn> {
    let invitation = form.invitation.take().filter(|text| !text.trim().is_empty());
    match (app.policy.signups, &invitation) {
        (Signups::On, _) | (Signups::Invite, Some(_)) => {}
        (Signups::Invite, None) => return Err(Error::Forbidden(INVITED_ONLY.to_owned())),
        (Signups::Off, _) => return Err(Error::Forbidden(CLOSED.to_owned())),
    }
    let applicant = form.check()?;
    attempts::take(app, vec![(SIGN_UP_BY_ADDRESS, network(caller.address))]).await?;
    let invitation = match invitation {
        Some(text) => Some(Token::parse(&text).ok_or_else(invitations::spent)?.hash()),
        None => None,
    };
    open(app, applicant, caller, invitation).await
}

/// Opens an account for somebody, by the operator's hand and whoever may sign up; nobody is signed in to it.
pub(crate) async fn open_account(
    app: &App,
    name: Name,
    email: Email,
    password: String,
    role: Role,
) -> Result<UserId> {
    let password = Password::chosen("password", password)?;
    let applicant = Applicant { name, email, password, role };
    let made = open(app, applicant, Caller::operator(), None).await?.user.id;
    // Signing up signs in; nobody sits at this session.
    app.db
        .write(move |tx| {
            storage::sessions::remove_all(tx, made)?;
            Ok::<_, Error>(())
        })
        .await?;
    Ok(made)
}

async fn open(
    app: &App,
    applicant: Applicant,
    caller: Caller,
    invitation: Option<String>,
) -> Result<SignedIn> {
    let Applicant { name, email, password, role } = applicant;
    let (password_hash, beats) = tokio::join!(app.hasher.hash(password), app.samples.beats());
    let (password_hash, beats) = (password_hash?, beats?);
    let (now, keys) = (app.now(), app.keys.clone());
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
            };
            if let Some(hash) = &invitation
                && !spent_invitations::spend(tx, &email, hash, now)?
            {
                return Err(invitations::spent());
            }
            if !users::insert(tx, &new)? {
                return Err(taken());
            }
            // Another invitation of the same address has no use any more.
            spent_invitations::remove(tx, &email)?;
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

/// What the sign-in form sends, the code on the second attempt.
pub struct SignIn {
    pub email: String,
    pub password: String,
    pub code: Option<String>,
}

/// Tells nobody whether an e-mail is known: the same checks, the same hashing and as many writes
/// happen either way.
pub async fn sign_in(app: &App, form: SignIn, caller: Caller) -> Result<SignedIn> {
    let mut faults = Faults::default();
    let email = faults.take(Email::parse(&form.email));
    let password = faults.take(Password::claimed("password", form.password));
    faults.finish()?;
    let (Some(email), Some(password)) = (email, password) else {
        return Err(wrong());
    };
    let is_published = app.policy.refuses_demo_password && demo::is_published(&email, &password);
    let code = form.code.filter(|text| !text.trim().is_empty());

    let address = network(caller.address);
    let mut limits =
        vec![(SIGN_IN_BY_ACCOUNT, email.key().to_owned()), (SIGN_IN_BY_ADDRESS, address.clone())];
    if code.is_some() {
        limits.push((CODE_BY_ACCOUNT, email.key().to_owned()));
    }
    attempts::take(app, limits).await?;

    let lookup = email.clone();
    let known =
        app.db.read(move |conn| Ok::<_, Error>(users::find_credentials(conn, &lookup)?)).await?;
    let hash = known.as_ref().map_or(NOBODYS_HASH, |known| &known.password_hash).to_owned();
    let fits = app.hasher.verify(password, hash).await?;
    let Some(known) = known.as_ref().filter(|_| fits) else {
        record_failure(app, known.map(|known| known.id), caller, "wrong password").await?;
        return Err(wrong());
    };
    // Told only to whoever knows the password, so that nobody learns who has an account.
    if known.is_disabled {
        record_failure(app, Some(known.id), caller, "the account is disabled").await?;
        return Err(Error::Forbidden(DISABLED.to_owned()));
    }
    if is_published {
        record_failure(app, Some(known.id), caller, "the published password of the demo").await?;
        return Err(Error::Forbidden(DEMO_PASSWORD.to_owned()));
    }
    let code = match (known.two_factor, code) {
        (false, _) => None,
        (true, Some(code)) => Some(code),
        (true, None) => {
            // Not a wrong try: the address gets it back, the account keeps it until the code is
            // right, or a known password would buy endless tries at the code.
            app.db
                .write(move |tx| {
                    Ok::<_, Error>(tries::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?)
                })
                .await?;
            return Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()));
        }
    };
    let code = match code.map(|code| Code::parse("twoFactorToken", &code)).transpose() {
        Ok(code) => code,
        Err(_) => {
            record_failure(app, Some(known.id), caller, "malformed code").await?;
            return Err(Error::TwoFactorRequired(INVALID.to_owned()));
        }
    };

    let (keys, now, known, id) = (app.keys.clone(), app.now(), known.clone(), known.id);
    let spender = caller.clone();
    let result = app
        .db
        .write(move |tx| {
            users::lock(tx, known.id)?;
            // The password or the second factor may have changed while we were hashing.
            let current = users::find_credentials(tx, &email)?
                .filter(|now| now.password_hash == known.password_hash)
                .ok_or_else(wrong)?;
            if current.is_disabled {
                return Err(Error::Forbidden(DISABLED.to_owned()));
            }
            match &code {
                Some(code) if current.two_factor => {
                    two_factor::spend(tx, &keys, current.id, code, &spender, now)?;
                }
                None if current.two_factor => {
                    return Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()));
                }
                _ => {}
            }
            tries::clear(tx, &SIGN_IN_BY_ACCOUNT, email.key())?;
            tries::clear(tx, &CODE_BY_ACCOUNT, email.key())?;
            tries::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?;
            let is_known = devices::is_known(tx, current.id, &spender)?;
            spender.record(tx, current.id, Event::SignedIn, now, None)?;
            let token = sessions::open(tx, current.id, &spender, now)?;
            let user = users::find(tx, current.id)?.ok_or_else(wrong)?;
            if !is_known {
                if settings::load(tx, current.id)?.login_alerts {
                    let letter = mail::new_device(&spender, now);
                    mail::queue(tx, &keys, current.id, now, &letter)?;
                }
                notifications::tell(tx, current.id, now, &notices::new_device(&spender))?;
            }
            Ok(SignedIn { token, user })
        })
        .await;
    if let Err(Error::TwoFactorRequired(_)) = &result {
        record_failure(app, Some(id), caller, "wrong code").await?;
    }
    // There may be a letter about a new device.
    app.ring();
    result
}

async fn record_failure(
    app: &App,
    owner: Option<UserId>,
    caller: Caller,
    detail: &'static str,
) -> Result<()> {
    let now = app.now();
    let owner = owner.unwrap_or(UserId::NOBODY);
    app.db
        .write(move |tx| {
            Ok::<_, Error>(caller.record(tx, owner, Event::SignInFailed, now, Some(detail))?)
        })
        .await
}

fn wrong() -> Error {
    Error::Unauthenticated(WRONG.to_owned())
}

pub(crate) fn taken() -> Error {
    Error::Conflict("An account with this email already exists".to_owned())
}
