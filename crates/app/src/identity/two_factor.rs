//! Two-factor authentication: setting it up, switching it on and off, and checking codes. A code works once.

use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{
    identity::{
        audit::Event,
        rate_limits::CODE_BY_ACCOUNT,
        two_factor::{
            Code, DIGITS, INVALID, RECOVERY_CODES, STEP_SECONDS, acceptable_steps, recovery_code,
        },
    },
    ids::UserId,
    time::Timestamp,
};
use qrcode::{QrCode, render::svg};
use storage::db::{Conn, Tx};
use storage::identity::{attempts as stored_attempts, two_factor, users};
use subtle::ConstantTimeEq;
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::crypto::{self, Keys};
use crate::identity::attempts;
use crate::notifications::mail;
use crate::{Actor, App, Caller, Error, Result};

pub(crate) const SECRET: &str = "two-factor secret";
pub(crate) const RECOVERY: &str = "recovery code";
const ISSUER: &str = "Ledgerline";

pub struct Setup {
    /// The QR code for an authenticator app, as a data URL.
    pub qr_code: String,
    /// The secret in base32, for typing.
    pub secret: String,
}

/// Creates a new secret. Sign-in does not ask for a code until `enable` has verified one.
pub async fn generate(app: &App, actor: &Actor) -> Result<Setup> {
    let owner = actor.user;
    let user = app
        .read(move |conn| Ok(users::find(conn, owner)?))
        .await?
        .ok_or_else(crate::identity::sessions::no_session)?;
    let secret: [u8; 20] = crypto::random();
    let sealed = app.keys.seal(SECRET, owner, &secret);
    let secret = Secret::from(secret.as_slice());
    let setup = Setup {
        qr_code: picture(&enrolment_url(&user.email, &secret))?,
        secret: secret.to_base32(),
    };
    app.write(move |tx| {
        two_factor::lock(tx, owner)?;
        if two_factor::is_enabled(tx, owner)? {
            return Err(already_enabled());
        }
        Ok(two_factor::begin(tx, owner, &sealed)?)
    })
    .await?;
    Ok(setup)
}

/// Switches two-factor on after checking a code. Returns the recovery codes; they are shown only this once.
pub async fn enable(app: &App, actor: &Actor, code: &str) -> Result<Vec<String>> {
    let code = Code::Totp(Code::parse_totp("token", code)?);
    count_attempt(app, actor).await?;
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(crypto::random())).collect();
    let sealed: Vec<_> =
        codes.iter().map(|code| app.keys.seal(RECOVERY, actor.user, code.as_bytes())).collect();
    let (keys, now, actor) = (app.keys.clone(), app.now(), actor.clone());
    app.write(move |tx| {
        two_factor::lock(tx, actor.user)?;
        if two_factor::is_enabled(tx, actor.user)? {
            return Err(already_enabled());
        }
        crate::identity::sessions::require_proof(tx, &actor, now)?;
        check_code(tx, &keys, actor.user, &code, &actor.caller, now)?;
        two_factor::enable(tx, actor.user, now)?;
        two_factor::replace_recovery_codes(tx, actor.user, &sealed)?;
        actor.caller.record(tx, actor.user, Event::TwoFactorEnabled, now, None)?;
        forget_attempts(tx, actor.user)?;
        let letter = mail::two_factor_enabled(&actor.caller, now);
        mail::queue(tx, &keys, actor.user, now, &letter)
    })
    .await?;
    app.wake_workers();
    Ok(codes)
}

pub async fn disable(app: &App, actor: &Actor, code: &str) -> Result<()> {
    let code = Code::parse("token", code)?;
    count_attempt(app, actor).await?;
    let (keys, now, actor) = (app.keys.clone(), app.now(), actor.clone());
    app.write(move |tx| {
        require_enabled(tx, actor.user)?;
        check_code(tx, &keys, actor.user, &code, &actor.caller, now)?;
        two_factor::remove(tx, actor.user)?;
        actor.caller.record(tx, actor.user, Event::TwoFactorDisabled, now, None)?;
        forget_attempts(tx, actor.user)?;
        let letter = mail::two_factor_disabled(&actor.caller, now);
        mail::queue(tx, &keys, actor.user, now, &letter)
    })
    .await
    .inspect(|()| app.wake_workers())
}

/// Checks a code and marks it as used.
pub async fn verify(app: &App, actor: &Actor, code: &str) -> Result<()> {
    let code = Code::parse("token", code)?;
    count_attempt(app, actor).await?;
    let (keys, now, actor) = (app.keys.clone(), app.now(), actor.clone());
    app.write(move |tx| {
        require_enabled(tx, actor.user)?;
        check_code(tx, &keys, actor.user, &code, &actor.caller, now)?;
        forget_attempts(tx, actor.user)
    })
    .await
    .inspect(|()| app.wake_workers())
}

/// Requires a code if two-factor is on. To be called in a transaction that changes how the account is reached.
pub(crate) fn require_code(
    tx: &mut Tx,
    keys: &Keys,
    actor: &Actor,
    code: Option<&Code>,
    now: Timestamp,
) -> Result<()> {
    const FIELD: &str = "twoFactorToken";
    if !two_factor::is_enabled(tx, actor.user)? {
        return Ok(());
    }
    let code = code.ok_or_else(|| Error::invalid(FIELD, "Please enter your 2FA code"))?;
    spend(tx, keys, actor.user, code, &actor.caller, now).map_err(|error| match error {
        Error::TwoFactorRequired(message) => Error::invalid(FIELD, message),
        other => other,
    })?;
    forget_attempts(tx, actor.user)
}

/// Checks a code and marks it as used, inside the transaction of the sign-in or of the change.
pub(crate) fn spend(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    code: &Code,
    caller: &Caller,
    now: Timestamp,
) -> Result<()> {
    two_factor::lock(tx, owner)?;
    let is_accepted = match code {
        Code::Totp(digits) => spend_totp(tx, keys, owner, digits, now)?,
        Code::Recovery(text) => {
            let spent = spend_recovery(tx, keys, owner, text, now)?;
            if spent {
                caller.record(tx, owner, Event::RecoveryCodeUsed, now, None)?;
                let left = two_factor::count_unused_recovery_codes(tx, owner)?;
                mail::queue(tx, keys, owner, now, &mail::recovery_code_used(left, caller, now))?;
            }
            spent
        }
    };
    if is_accepted { Ok(()) } else { Err(Error::TwoFactorRequired(INVALID.to_owned())) }
}

fn check_code(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    code: &Code,
    caller: &Caller,
    now: Timestamp,
) -> Result<()> {
    spend(tx, keys, owner, code, caller, now).map_err(|error| match error {
        Error::TwoFactorRequired(message) => Error::invalid("token", message),
        other => other,
    })
}

fn spend_totp(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    digits: &str,
    now: Timestamp,
) -> Result<bool> {
    let Some(factor) = two_factor::find(tx, owner)? else {
        return Ok(false);
    };
    let secret = keys.open(SECRET, owner, &factor.sealed_secret).map_err(Error::unexpected)?;
    let totp = totp(&secret)?;
    let mut matching = None;
    for step in acceptable_steps(now.as_seconds()) {
        let seconds = u64::try_from(step).unwrap_or(0).saturating_mul(STEP_SECONDS);
        let expected = totp.generate(seconds).to_string();
        // All time steps are compared, so that the response time does not reveal which one matches.
        if bool::from(expected.as_bytes().ct_eq(digits.as_bytes())) {
            matching = Some(step);
        }
    }
    match matching {
        Some(step) => Ok(two_factor::spend_step(tx, owner, step)?),
        None => Ok(false),
    }
}

fn spend_recovery(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    text: &str,
    now: Timestamp,
) -> Result<bool> {
    if !two_factor::is_enabled(tx, owner)? {
        return Ok(false);
    }
    for stored in two_factor::unused_recovery_codes(tx, owner)? {
        let code = keys.open(RECOVERY, owner, &stored.sealed).map_err(Error::unexpected)?;
        if bool::from(code.as_slice().ct_eq(text.as_bytes())) {
            return Ok(two_factor::spend_recovery_code(tx, owner, stored.number, now)?);
        }
    }
    Ok(false)
}

fn require_enabled(conn: &mut Conn, owner: UserId) -> Result<()> {
    if two_factor::is_enabled(conn, owner)? {
        return Ok(());
    }
    Err(Error::Conflict("Two-factor authentication is not enabled.".to_owned()))
}

pub(crate) async fn count_attempt(app: &App, actor: &Actor) -> Result<()> {
    let limits = vec![(CODE_BY_ACCOUNT, actor.user.to_string())];
    attempts::take(app, &actor.caller, limits).await.map(drop)
}

fn forget_attempts(tx: &mut Tx, owner: UserId) -> Result<()> {
    stored_attempts::clear(tx, &CODE_BY_ACCOUNT, &owner.to_string())?;
    Ok(())
}

fn already_enabled() -> Error {
    Error::Conflict("Two-factor authentication is already enabled.".to_owned())
}

fn totp(secret: &[u8]) -> Result<Totp> {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(DIGITS as u8)
        .with_step_duration(STEP_SECONDS)
        .with_secret(secret)
        .build()
        .map_err(Error::unexpected)
}

/// The `otpauth` URL in the QR code.
fn enrolment_url(account: &str, secret: &Secret) -> String {
    let escaped: String = account
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    let secret = secret.to_base32();
    format!("otpauth://totp/{ISSUER}:{escaped}?secret={secret}&issuer={ISSUER}")
}

fn picture(url: &str) -> Result<String> {
    let code = QrCode::new(url).map_err(Error::unexpected)?;
    let svg = code
        .render::<svg::Color<'_>>()
        .min_dimensions(224, 224)
        .dark_color(svg::Color("#12201a"))
        .light_color(svg::Color("#ffffff"))
        .build();
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)))
}
