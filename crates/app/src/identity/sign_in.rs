//! Signing in. Tries are counted where they come from: a network has its own count at an account, a device that has
//! signed in before has another that no stranger adds to, and all strangers together have one that brings pauses.
//! So wrong guesses from elsewhere never keep the owner out of the usual place.

use domain::{
    attempts::{
        CODE_BY_ACCOUNT, CODE_BY_DEVICE, Limit, SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS,
        SIGN_IN_BY_DEVICE, SIGN_IN_BY_NETWORK, SIGN_IN_PAUSE, WRONG_CODES_TOLD, at_place,
        neighbourhood, network, pause_after,
    },
    audit::Event,
    error::Faults,
    ids::UserId,
    passwords::Password,
    time::Timestamp,
    two_factor::{Code, INVALID},
    users::Email,
};
use storage::db::{Conn, Tx};
use storage::identity::users::{self, Credentials};
use storage::identity::{attempts as tries, settings};

use crate::crypto::Keys;
use crate::identity::hasher::NOBODYS_HASH;
use crate::identity::sessions::SignedIn;
use crate::identity::{attempts, devices, sessions, two_factor};
use crate::notifications::{self, mail};
use crate::{App, Caller, Error, Result, policy};

const WRONG: &str = "Invalid email or password";
const CODE_WANTED: &str = "2FA required";
const DISABLED: &str =
    "This account has been disabled. Please ask the operator of this installation.";
const DEMO_PASSWORD: &str = "The demo account cannot be used here: its password is published. Ask the operator to \
     give it another one with `ledgerline user reset-password`.";

/// What the sign-in form sends, the code on the second attempt.
pub struct SignIn {
    pub email: String,
    pub password: String,
    pub code: Option<String>,
}

/// Whom a try is counted as.
#[derive(Clone)]
pub(crate) struct Knock {
    pub email_key: String,
    /// The account, where the address has one.
    pub account: Option<UserId>,
    /// Whether this device has signed in to that account before.
    pub is_known: bool,
    pub caller: Caller,
}

impl Knock {
    pub fn find(
        conn: &mut Conn,
        email: &Email,
        caller: &Caller,
    ) -> Result<(Self, Option<Credentials>)> {
        let known = users::find_credentials(conn, email)?;
        let account = known.as_ref().map(|known| known.id);
        // An address without an account is looked up alike, so that the time taken tells nothing.
        let owner = account.unwrap_or(UserId::NOBODY);
        let is_known = devices::is_known(conn, owner, caller)?;
        let knock =
            Self { email_key: email.key().to_owned(), account, is_known, caller: caller.clone() };
        Ok((knock, known))
    }

    /// The count of this place at this account.
    fn own_count(&self) -> (Limit, String) {
        let address = self.caller.address;
        if self.is_known {
            (SIGN_IN_BY_DEVICE, at_place(&self.email_key, &network(address)))
        } else {
            (SIGN_IN_BY_NETWORK, at_place(&self.email_key, &neighbourhood(address)))
        }
    }

    fn code_count(&self) -> (Limit, String) {
        if self.is_known {
            (CODE_BY_DEVICE, at_place(&self.email_key, &network(self.caller.address)))
        } else {
            (CODE_BY_ACCOUNT, self.email_key.clone())
        }
    }

    /// A right password, and code where one is asked for, clears what was counted here. What strangers have tried
    /// elsewhere stays counted.
    fn forget(&self, tx: &mut Tx) -> Result<()> {
        for (limit, subject) in [self.own_count(), self.code_count()] {
            tries::clear(tx, &limit, &subject)?;
        }
        tries::give_back(tx, &SIGN_IN_BY_ADDRESS, &network(self.caller.address))?;
        if !self.is_known {
            tries::give_back(tx, &SIGN_IN_BY_ACCOUNT, &self.email_key)?;
        }
        Ok(())
    }
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
    let is_published = app.policy.refuses_demo_password && policy::is_published(&email, &password);
    let (lookup, asker) = (email.clone(), caller.clone());
    let (knock, known) = app.read(move |conn| Knock::find(conn, &lookup, &asker)).await?;
    count(app, &knock).await?;

    let hash = known.as_ref().map_or(NOBODYS_HASH, |known| &known.password_hash).to_owned();
    let fits = app.hasher.verify(password, hash).await?;
    let Some(known) = known.filter(|_| fits) else {
        record_failure(app, knock.account, &caller, "wrong password").await?;
        return Err(wrong());
    };
    // Told only to whoever knows the password, so that nobody learns who has an account.
    let barred = [
        (known.is_disabled, "the account is disabled", DISABLED),
        (is_published, "the published password of the demo", DEMO_PASSWORD),
    ];
    if let Some((_, detail, sentence)) = barred.into_iter().find(|(is_barred, ..)| *is_barred) {
        record_failure(app, Some(known.id), &caller, detail).await?;
        return Err(Error::Forbidden(sentence.to_owned()));
    }
    let code = form.code.filter(|text| !text.trim().is_empty());
    let code = match (known.two_factor, code) {
        (false, _) => None,
        (true, Some(code)) => Some(take_code(app, &knock, known.id, &code).await?),
        (true, None) => {
            // Not a wrong try: the address gets it back, the account keeps it until the code is
            // right, or a known password would buy endless tries at the code.
            let address = network(caller.address);
            app.write(move |tx| Ok(tries::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?)).await?;
            return Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()));
        }
    };

    let id = known.id;
    let entry = Entry { email, known, code, knock, keys: app.keys.clone(), now: app.now() };
    let result = app.write(move |tx| entry.open(tx)).await;
    if let Err(Error::TwoFactorRequired(_)) = &result {
        record_failure(app, Some(id), &caller, "wrong code").await?;
    }
    // There may be a letter about a new device.
    app.ring();
    result
}

/// Counts a try, and refuses it where a count is spent or strangers have to pause. The owner is told when the pauses
/// begin.
async fn count(app: &App, knock: &Knock) -> Result<()> {
    let address = (SIGN_IN_BY_ADDRESS, network(knock.caller.address));
    attempts::take(app, &knock.caller, vec![knock.own_count(), address]).await?;
    if knock.is_known || !app.rate_limit {
        return Ok(());
    }
    let (one, keys, now) = (knock.clone(), app.keys.clone(), app.now());
    let paused_until = app.write(move |tx| count_stranger(tx, &keys, &one, now)).await?;
    app.ring();
    match paused_until {
        None => Ok(()),
        Some(until) => Err(attempts::refuse(&knock.caller, SIGN_IN_PAUSE.name, until.since(now))),
    }
}

/// Tells until when strangers have to pause. A try that is refused is not counted.
fn count_stranger(
    tx: &mut Tx,
    keys: &Keys,
    knock: &Knock,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    if let Some(pause) = tries::find(tx, &SIGN_IN_PAUSE, &knock.email_key, now)? {
        return Ok(Some(pause.expires_at));
    }
    let count = tries::add(tx, &SIGN_IN_BY_ACCOUNT, &knock.email_key, now)?;
    if let Some(pause) = pause_after(count.tries) {
        tries::put_end(tx, &SIGN_IN_PAUSE, &knock.email_key, now + pause)?;
    }
    if count.tries == SIGN_IN_BY_ACCOUNT.tries
        && let Some(owner) = knock.account
    {
        let letter = mail::many_failed_sign_ins(count.tries, now);
        mail::queue(tx, keys, owner, now, &letter)?;
        notifications::tell(
            tx,
            owner,
            now,
            &notifications::wording::many_failed_sign_ins(count.tries),
        )?;
    }
    Ok(None)
}

/// Counts and reads a code. The password was right, so this count is nobody's who does not know it.
async fn take_code(app: &App, knock: &Knock, owner: UserId, text: &str) -> Result<Code> {
    let counts = attempts::take(app, &knock.caller, vec![knock.code_count()]).await?;
    // The codes before this one were wrong, or the count would have been cleared.
    if counts.first() == Some(&(WRONG_CODES_TOLD + 1)) {
        let (caller, keys, now) = (knock.caller.clone(), app.keys.clone(), app.now());
        app.write(move |tx| {
            let letter = mail::wrong_codes(WRONG_CODES_TOLD, &caller, now);
            mail::queue(tx, &keys, owner, now, &letter)
        })
        .await?;
        app.ring();
    }
    match Code::parse("twoFactorToken", text) {
        Ok(code) => Ok(code),
        Err(_) => {
            record_failure(app, Some(owner), &knock.caller, "malformed code").await?;
            Err(Error::TwoFactorRequired(INVALID.to_owned()))
        }
    }
}

/// A sign-in whose password was right.
struct Entry {
    email: Email,
    known: Credentials,
    code: Option<Code>,
    knock: Knock,
    keys: Keys,
    now: Timestamp,
}

impl Entry {
    fn open(&self, tx: &mut Tx) -> Result<SignedIn> {
        let Self { email, known, code, knock, keys, now } = self;
        let (caller, now) = (&knock.caller, *now);
        users::lock(tx, known.id)?;
        // The password or the second factor may have changed while we were hashing.
        let current = users::find_credentials(tx, email)?
            .filter(|now| now.password_hash == known.password_hash)
            .ok_or_else(wrong)?;
        match code {
            Some(code) if current.two_factor => {
                two_factor::spend(tx, keys, current.id, code, caller, now)?;
            }
            None if current.two_factor => {
                return Err(Error::TwoFactorRequired(CODE_WANTED.to_owned()));
            }
            _ => {}
        }
        knock.forget(tx)?;
        let_in(tx, keys, current.id, caller, now, None)
    }
}

/// Opens a session for somebody whose proof was accepted, in the transaction that accepted it, and tells the owner
/// where the device is a new one. Every way to sign in ends here.
pub(crate) fn let_in(
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
    let is_known = devices::is_known(tx, owner, caller)?;
    caller.record(tx, owner, Event::SignedIn, now, detail)?;
    let token = sessions::open(tx, owner, caller, now)?;
    let user = users::find(tx, owner)?.ok_or_else(wrong)?;
    if !is_known {
        if settings::load(tx, owner)?.login_alerts {
            mail::queue(tx, keys, owner, now, &mail::new_device(caller, now))?;
        }
        notifications::tell(tx, owner, now, &notifications::wording::new_device(caller))?;
    }
    Ok(SignedIn { token, user })
}

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

fn wrong() -> Error {
    Error::Unauthenticated(WRONG.to_owned())
}
