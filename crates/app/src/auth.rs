//! Signing up and signing in.

use domain::{
    attempts::{
        CODE_BY_ACCOUNT, SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS, SIGN_UP_BY_ADDRESS, network,
    },
    audit::Event,
    error::{Faults, Invalid},
    ids::UserId,
    passwords::Password,
    time::Timestamp,
    two_factor::{Code, INVALID},
    users::{Email, Name, Role},
};
use storage::{
    attempts as tries,
    db::Tx,
    settings,
    users::{self, NewUser, User},
};

use crate::{
    App, Caller, Error, Result, attempts,
    crypto::{self, Keys, Token},
    devices,
    hasher::NOBODYS_HASH,
    ledger, mail, notices, notifications, samples, sessions, two_factor,
};

const WRONG: &str = "Invalid email or password";
const CODE_WANTED: &str = "2FA required";

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
    attempts::take(app, vec![(SIGN_UP_BY_ADDRESS, network(caller.address))]).await?;
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
            if !users::insert(tx, &new)? {
                return Err(taken());
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
            let_in(tx, &keys, current.id, &spender, now, None)
        })
        .await;
    if let Err(Error::TwoFactorRequired(_)) = &result {
        record_failure(app, Some(id), caller, "wrong code").await?;
    }
    // There may be a letter about a new device.
    app.ring();
    result
}

/// Opens a session for somebody whose proof was accepted, in the transaction that accepted it, and
/// tells the owner where the device is a new one.
pub(crate) fn let_in(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    caller: &Caller,
    now: Timestamp,
    detail: Option<&str>,
) -> Result<SignedIn> {
    let is_known = devices::is_known(tx, owner, caller)?;
    caller.record(tx, owner, Event::SignedIn, now, detail)?;
    let token = sessions::open(tx, owner, caller, now)?;
    let user = users::find(tx, owner)?.ok_or_else(wrong)?;
    if !is_known {
        if settings::load(tx, owner)?.login_alerts {
            mail::queue(tx, keys, owner, now, &mail::new_device(caller, now))?;
        }
        notifications::tell(tx, owner, now, &notices::new_device(caller))?;
    }
    Ok(SignedIn { token, user })
}

pub(crate) async fn record_failure(
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
