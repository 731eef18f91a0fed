//! Signing in with email address, password and two-factor code.
//!
//! Attempts are counted by where they come from: each network has its own count for an account, a device that has
//! signed in before has another count that strangers cannot add to, and all unknown devices together have one that
//! leads to pauses. So wrong guesses from elsewhere never lock the owner out on a known device.

use domain::{
    error::Faults,
    identity::{
        audit::Event,
        passwords::Password,
        rate_limits::{
            ALERT_AFTER_WRONG_CODES, CODE_BY_ACCOUNT, CODE_BY_DEVICE, Limit, SIGN_IN_BY_ACCOUNT,
            SIGN_IN_BY_ADDRESS, SIGN_IN_BY_DEVICE, SIGN_IN_BY_NETWORK, SIGN_IN_PAUSE, at_place,
            neighbourhood, network, pause_after,
        },
        two_factor::{Code, INVALID},
        users::Email,
    },
    ids::UserId,
    time::Timestamp,
};
use storage::db::{Conn, Tx};
use storage::identity::users::{self, Credentials};
use storage::identity::{attempts as stored_attempts, settings};

use crate::crypto::Keys;
use crate::identity::hasher::NOBODYS_HASH;
use crate::identity::sessions::SignedIn;
use crate::identity::{attempts, devices, sessions, two_factor};
use crate::notifications::{self, mail};
use crate::{App, Caller, Error, Result, policy};

const WRONG: &str = "Invalid email or password";
const CODE_WANTED: &str = "2FA required";
const DISABLED: &str =
    "This account has been disabled. Please contact the operator of this server.";
const DEMO_PASSWORD: &str = "The demo account cannot be used here: its password is published. Ask the operator to \
     give it another one with `ledgerline user reset-password`.";

/// The fields of the sign-in form. The code comes with the second request, after `2FA required`.
pub struct SignIn {
    pub email: String,
    pub password: String,
    pub code: Option<String>,
}

/// One attempt to sign in: which account it is for, and where it comes from.
#[derive(Clone)]
pub(crate) struct SignInAttempt {
    pub email_key: String,
    /// `None` if no account has this e-mail address.
    pub account: Option<UserId>,
    /// Whether this device has signed in to the account before.
    pub is_known_device: bool,
    pub caller: Caller,
}

impl SignInAttempt {
    pub fn find(
        conn: &mut Conn,
        email: &Email,
        caller: &Caller,
    ) -> Result<(Self, Option<Credentials>)> {
        let credentials = users::find_credentials(conn, email)?;
        let account = credentials.as_ref().map(|credentials| credentials.id);
        // An unknown address runs the same query, so that the response time does not reveal who has an account.
        let owner = account.unwrap_or(UserId::NOBODY);
        let is_known_device = devices::is_known(conn, owner, caller)?;
        let email_key = email.key().to_owned();
        let attempt = Self { email_key, account, is_known_device, caller: caller.clone() };
        Ok((attempt, credentials))
    }

    /// The limit and the counter key for passwords sent from this place to this account.
    fn password_count(&self) -> (Limit, String) {
        let address = self.caller.address;
        if self.is_known_device {
            (SIGN_IN_BY_DEVICE, at_place(&self.email_key, &network(address)))
        } else {
            (SIGN_IN_BY_NETWORK, at_place(&self.email_key, &neighbourhood(address)))
        }
    }

    /// The limit and the counter key for two-factor codes.
    fn code_count(&self) -> (Limit, String) {
        if self.is_known_device {
            (CODE_BY_DEVICE, at_place(&self.email_key, &network(self.caller.address)))
        } else {
            (CODE_BY_ACCOUNT, self.email_key.clone())
        }
    }

    /// Clears the counters of this place after a successful sign-in. Attempts from elsewhere stay counted.
    fn clear_counts(&self, tx: &mut Tx) -> Result<()> {
        for (limit, subject) in [self.password_count(), self.code_count()] {
            stored_attempts::clear(tx, &limit, &subject)?;
        }
        stored_attempts::give_back(tx, &SIGN_IN_BY_ADDRESS, &network(self.caller.address))?;
        if !self.is_known_device {
            stored_attempts::give_back(tx, &SIGN_IN_BY_ACCOUNT, &self.email_key)?;
        }
        Ok(())
    }
}

/// Signs in with e-mail, password and, if two-factor is on, a code. Does not reveal whether an e-mail address has an
/// account: the same checks, the same hashing and as many writes happen either way.
pub async fn sign_in(app: &App, form: SignIn, caller: Caller) -> Result<SignedIn> {
    let mut faults = Faults::default();
    let email = faults.take(Email::parse(&form.email));
    let password = faults.take(Password::parse("password", form.password));
    let (email, password) = faults.all((email, password))?;
    let is_published = app.policy.refuses_demo_password && policy::is_published(&email, &password);

    let (lookup, from) = (email.clone(), caller.clone());
    let (attempt, credentials) =
        app.read(move |conn| SignInAttempt::find(conn, &lookup, &from)).await?;
    count_attempt(app, &attempt).await?;
    let credentials = check_password(app, &attempt, credentials, password).await?;
    check_allowed(app, &attempt, &credentials, is_published).await?;
    let code = if credentials.two_factor {
        Some(require_code(app, &attempt, credentials.id, form.code).await?)
    } else {
        None
    };

    let owner = credentials.id;
    let (keys, now) = (app.keys.clone(), app.now());
    let verified = VerifiedSignIn { email, credentials, code, attempt, keys, now };
    let result = app.write(move |tx| verified.open_session(tx)).await;
    if let Err(Error::TwoFactorRequired(_)) = &result {
        record_failure(app, Some(owner), &caller, "wrong code").await?;
    }
    // A letter about a new device may have been queued.
    app.wake_workers();
    result
}

/// Counts an attempt. Refuses it if a limit is reached or if unknown devices have to pause.
async fn count_attempt(app: &App, attempt: &SignInAttempt) -> Result<()> {
    let address = (SIGN_IN_BY_ADDRESS, network(attempt.caller.address));
    attempts::take(app, &attempt.caller, vec![attempt.password_count(), address]).await?;
    if attempt.is_known_device || !app.rate_limit {
        return Ok(());
    }
    let (one, keys, now) = (attempt.clone(), app.keys.clone(), app.now());
    let paused_until = app.write(move |tx| count_unknown_device(tx, &keys, &one, now)).await?;
    app.wake_workers();
    match paused_until {
        None => Ok(()),
        Some(until) => Err(attempts::refuse(&attempt.caller, SIGN_IN_PAUSE.name, until.since(now))),
    }
}

/// Counts an attempt from an unknown device. Returns the end of the pause if there is one; such an attempt is refused
/// and not counted. The account's owner gets a letter and a notification when the pauses begin.
fn count_unknown_device(
    tx: &mut Tx,
    keys: &Keys,
    attempt: &SignInAttempt,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    if let Some(pause) = stored_attempts::find(tx, &SIGN_IN_PAUSE, &attempt.email_key, now)? {
        return Ok(Some(pause.expires_at));
    }
    let count = stored_attempts::add(tx, &SIGN_IN_BY_ACCOUNT, &attempt.email_key, now)?;
    if let Some(pause) = pause_after(count.tries) {
        stored_attempts::put_end(tx, &SIGN_IN_PAUSE, &attempt.email_key, now + pause)?;
    }
    if count.tries == SIGN_IN_BY_ACCOUNT.tries
        && let Some(owner) = attempt.account
    {
        let letter = mail::many_failed_sign_ins(count.tries, now);
        mail::queue(tx, keys, owner, now, &letter)?;
        let notice = notifications::wording::many_failed_sign_ins(count.tries);
        notifications::notify(tx, owner, now, &notice)?;
    }
    Ok(None)
}

/// Verifies the password. An unknown address is verified against a hash that no password has, so that the answer takes
/// as long.
async fn check_password(
    app: &App,
    attempt: &SignInAttempt,
    credentials: Option<Credentials>,
    password: Password,
) -> Result<Credentials> {
    let hash = credentials.as_ref().map_or(NOBODYS_HASH, |found| &found.password_hash).to_owned();
    let is_right = app.hasher.verify(password, hash).await?;
    match credentials.filter(|_| is_right) {
        Some(credentials) => Ok(credentials),
        None => {
            record_failure(app, attempt.account, &attempt.caller, "wrong password").await?;
            Err(invalid_credentials())
        }
    }
}

/// Refuses a disabled account and the published password of the demo account. Only called after the password was
/// right, so that nobody else learns that the account exists.
async fn check_allowed(
    app: &App,
    attempt: &SignInAttempt,
    credentials: &Credentials,
    is_published: bool,
) -> Result<()> {
    let (detail, sentence) = if credentials.is_disabled {
        ("the account is disabled", DISABLED)
    } else if is_published {
        ("the published password of the demo", DEMO_PASSWORD)
    } else {
        return Ok(());
    };
    record_failure(app, Some(credentials.id), &attempt.caller, detail).await?;
    Err(Error::Forbidden(sentence.to_owned()))
}

/// Reads the two-factor code of the form, or asks for one.
async fn require_code(
    app: &App,
    attempt: &SignInAttempt,
    owner: UserId,
    sent: Option<String>,
) -> Result<Code> {
    if let Some(text) = sent.filter(|text| !text.trim().is_empty()) {
        return take_code(app, attempt, owner, &text).await;
    }
    // The password was right, so the attempt is taken off the count of the address. It stays on the count of the
    // account until the code is right: otherwise a known password would allow endless attempts at the code.
    let address = network(attempt.caller.address);
    app.write(move |tx| Ok(stored_attempts::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?)).await?;
    Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()))
}

/// Counts and parses a two-factor code. Only somebody who knows the password can add to this count.
async fn take_code(app: &App, attempt: &SignInAttempt, owner: UserId, text: &str) -> Result<Code> {
    let counts = attempts::take(app, &attempt.caller, vec![attempt.code_count()]).await?;
    // The codes before this one were wrong, or the count would have been cleared.
    if counts.first() == Some(&(ALERT_AFTER_WRONG_CODES + 1)) {
        let (caller, keys, now) = (attempt.caller.clone(), app.keys.clone(), app.now());
        app.write(move |tx| {
            let letter = mail::wrong_codes(ALERT_AFTER_WRONG_CODES, &caller, now);
            mail::queue(tx, &keys, owner, now, &letter)
        })
        .await?;
        app.wake_workers();
    }
    match Code::parse("twoFactorToken", text) {
        Ok(code) => Ok(code),
        Err(_) => {
            record_failure(app, Some(owner), &attempt.caller, "malformed code").await?;
            Err(Error::TwoFactorRequired(INVALID.to_owned()))
        }
    }
}

/// A sign-in whose password was right and whose code is well formed.
struct VerifiedSignIn {
    email: Email,
    credentials: Credentials,
    code: Option<Code>,
    attempt: SignInAttempt,
    keys: Keys,
    now: Timestamp,
}

impl VerifiedSignIn {
    fn open_session(&self, tx: &mut Tx) -> Result<SignedIn> {
        let Self { email, credentials, code, attempt, keys, now } = self;
        let (caller, now) = (&attempt.caller, *now);
        users::lock(tx, credentials.id)?;
        // The password or the second factor may have changed while the password was hashed.
        let current = users::find_credentials(tx, email)?
            .filter(|current| current.password_hash == credentials.password_hash)
            .ok_or_else(invalid_credentials)?;
        match code {
            Some(code) if current.two_factor => {
                two_factor::spend(tx, keys, current.id, code, caller, now)?;
            }
            None if current.two_factor => {
                return Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()));
            }
            _ => {}
        }
        attempt.clear_counts(tx)?;
        open_session(tx, keys, current.id, caller, now, None)
    }
}

/// Opens a session in the transaction that accepted the proof, and informs the owner if the device is new. Every way
/// to sign in ends here.
pub(crate) fn open_session(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    caller: &Caller,
    now: Timestamp,
    detail: Option<&str>,
) -> Result<SignedIn> {
    if users::is_disabled(tx, owner)? {
        return Err(Error::Forbidden(DISABLED.to_owned()));
    }
    let is_known_device = devices::is_known(tx, owner, caller)?;
    caller.record(tx, owner, Event::SignedIn, now, detail)?;
    let token = sessions::open(tx, owner, caller, now)?;
    let user = users::find(tx, owner)?.ok_or_else(invalid_credentials)?;
    if !is_known_device {
        if settings::load(tx, owner)?.login_alerts {
            mail::queue(tx, keys, owner, now, &mail::new_device(caller, now))?;
        }
        notifications::notify(tx, owner, now, &notifications::wording::new_device(caller))?;
    }
    Ok(SignedIn { token, user })
}

/// Writes a failed sign-in to the security log, of no account if the address has none.
pub(crate) async fn record_failure(
    app: &App,
    owner: Option<UserId>,
    caller: &Caller,
    detail: &'static str,
) -> Result<()> {
    let (now, caller) = (app.now(), caller.clone());
    let owner = owner.unwrap_or(UserId::NOBODY);
    app.write(move |tx| Ok(caller.record(tx, owner, Event::SignInFailed, now, Some(detail))?)).await
}

fn invalid_credentials() -> Error {
    Error::Unauthenticated(WRONG.to_owned())
}
