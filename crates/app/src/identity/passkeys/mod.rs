//! Passkeys: creating, listing, renaming and removing them, and signing in with them.
//!
//! The user handle that a device stores with a passkey is the account's id. It reveals nothing about the person, and
//! it lets sign-in find the owner without an e-mail address.

mod assertions;
mod challenges;
mod proof;
mod sign_in;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::identity::audit::Event;
use domain::identity::passkeys as rules;
use domain::identity::passkeys::{CHALLENGE_LIFE, MOST, Passkey};
use domain::identity::sessions::device;
use domain::ids::{PasskeyId, UserId};
use storage::db::Conn;
use storage::identity::{passkeys, users};
pub use webauthn::RelyingParty;
use webauthn::{ALGORITHMS, ClientData};

use crate::identity::sessions;
use crate::notifications::mail;
use crate::{Actor, App, Error, Result, crypto};
pub use assertions::{AssertionForm, RequestOptions};
use challenges::{Challenge, Purpose};
pub use proof::{proof_options, prove};
pub use sign_in::{sign_in, sign_in_options};

const UNAVAILABLE: &str = "Passkeys are not available at this address. They need a public URL with a host name and https.";
const NOT_VERIFIED: &str = "Your passkey couldn't be verified. Please try again.";

/// The relying party of this installation, where its public URL allows passkeys.
fn relying_party(app: &App) -> Result<&RelyingParty> {
    app.relying_party.as_ref().ok_or_else(|| Error::Conflict(UNAVAILABLE.to_owned()))
}

/// The options that a browser needs to create a passkey.
pub struct CreationOptions {
    pub rp_id: String,
    pub challenge: String,
    /// The user handle, base64url.
    pub user_handle: String,
    pub email: String,
    pub name: String,
    pub algorithms: [i64; ALGORITHMS.len()],
    /// The passkeys that the account has: a device does not create a second one.
    pub existing: Vec<Passkey>,
    pub timeout_millis: u64,
}

pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Passkey>> {
    let owner = actor.user;
    app.read(move |conn| Ok(passkeys::list(conn, owner)?)).await
}

/// Whether a browser can use this passkey at the present public URL.
pub fn is_usable(app: &App, passkey: &Passkey) -> bool {
    app.relying_party.as_ref().is_some_and(|party| party.id() == passkey.rp_id)
}

pub async fn creation_options(app: &App, actor: &Actor) -> Result<CreationOptions> {
    let party = relying_party(app)?;
    let owner = actor.user;
    let (requester, now) = (actor.clone(), app.now());
    let (user, existing) = app
        .read(move |conn| {
            sessions::require_proof(conn, &requester, now)?;
            let user = users::find(conn, owner)?.ok_or_else(sessions::no_session)?;
            Ok((user, require_free_slot(conn, owner)?))
        })
        .await?;
    let challenge = Challenge::issue(app, Purpose::Creation(owner, actor.session));
    Ok(CreationOptions {
        rp_id: party.id().to_owned(),
        challenge: challenge.encode(),
        user_handle: encode(owner.as_bytes()),
        email: user.email,
        name: user.name,
        algorithms: ALGORITHMS,
        existing: existing.into_iter().filter(|one| one.rp_id == party.id()).collect(),
        timeout_millis: millis(CHALLENGE_LIFE),
    })
}

/// The browser's answer; binary values are base64url.
pub struct CreationForm {
    pub name: Option<String>,
    pub client_data: String,
    pub attestation_object: String,
    pub transports: Vec<String>,
}

pub async fn create(app: &App, actor: &Actor, form: CreationForm) -> Result<Passkey> {
    let party = relying_party(app)?;
    let name = match form.name.filter(|text| !text.trim().is_empty()) {
        Some(text) => rules::name(&text)?,
        None => device(actor.caller.user_agent.as_deref()),
    };
    let client_data = ClientData::parse(&decode(&form.client_data)?).map_err(log_refusal)?;
    let purpose = Purpose::Creation(actor.user, actor.session);
    let challenge = Challenge::open(app, purpose, &client_data.challenge)
        .ok_or_else(|| Error::invalid("credential", challenges::EXPIRED))?;
    let attestation_object = decode(&form.attestation_object)?;
    let made = party.verify_registration(&client_data, &attestation_object).map_err(log_refusal)?;
    let (keys, now, actor) = (app.keys.clone(), app.now(), actor.clone());
    let new = Passkey {
        id: PasskeyId::new(now, crypto::random()),
        credential_id: made.id,
        public_key: made.public_key,
        sign_count: i64::from(made.sign_count),
        is_synced: made.is_synced,
        transports: rules::known_transports(&form.transports)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        rp_id: party.id().to_owned(),
        name,
        created_at: now,
        last_used_at: None,
    };
    app.write(move |tx| {
        passkeys::lock(tx, actor.user)?;
        require_free_slot(tx, actor.user)?;
        if !challenge.spend(tx, actor.user)? {
            return Err(Error::invalid("credential", challenges::EXPIRED));
        }
        if !passkeys::insert(tx, actor.user, &new)? {
            return Err(Error::Conflict("This passkey has already been added.".to_owned()));
        }
        let detail = Some(new.name.as_str());
        actor.caller.record(tx, actor.user, Event::PasskeyAdded, now, detail)?;
        let letter = mail::passkey_added(&new.name, &actor.caller, now);
        mail::queue(tx, &keys, actor.user, now, &letter)?;
        Ok(new.clone())
    })
    .await
    .inspect(|_| app.wake_workers())
}

pub async fn rename(app: &App, actor: &Actor, id: PasskeyId, name: &str) -> Result<Passkey> {
    let name = rules::name(name)?;
    let owner = actor.user;
    app.write(move |tx| {
        passkeys::rename(tx, owner, id, &name)?;
        passkeys::find(tx, owner, id)?.ok_or_else(missing)
    })
    .await
}

pub async fn remove(app: &App, actor: &Actor, id: PasskeyId) -> Result<()> {
    let (keys, now, actor) = (app.keys.clone(), app.now(), actor.clone());
    app.write(move |tx| {
        sessions::require_proof(tx, &actor, now)?;
        let passkey = passkeys::find(tx, actor.user, id)?.ok_or_else(missing)?;
        if !passkeys::remove(tx, actor.user, id)? {
            return Err(missing());
        }
        let detail = Some(passkey.name.as_str());
        actor.caller.record(tx, actor.user, Event::PasskeyRemoved, now, detail)?;
        let letter = mail::passkey_removed(&passkey.name, &actor.caller, now);
        mail::queue(tx, &keys, actor.user, now, &letter)
    })
    .await
    .inspect(|()| app.wake_workers())
}

/// Returns the passkeys of an account. Fails if it has the maximum number already.
fn require_free_slot(conn: &mut Conn, owner: UserId) -> Result<Vec<Passkey>> {
    let existing = passkeys::list(conn, owner)?;
    if existing.len() >= MOST {
        let message = format!("An account can have at most {MOST} passkeys. Remove one first.");
        return Err(Error::Conflict(message));
    }
    Ok(existing)
}

/// Encodes a binary value as base64url, as the API writes it.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str) -> Result<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Error::invalid("credential", NOT_VERIFIED))
}

/// Logs why a passkey was refused; the person is asked to try again.
fn log_refusal(why: webauthn::Refusal) -> Error {
    tracing::info!(%why, "a passkey was refused");
    Error::invalid("credential", NOT_VERIFIED)
}

fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn missing() -> Error {
    Error::NotFound("This passkey no longer exists.".to_owned())
}
