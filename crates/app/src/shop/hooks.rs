//! Stripe webhooks: what Stripe reports about payments. A request must be signed with the secret of the endpoint and be a
//! few minutes old at most, and each event counts once. The report and the job that handles it are written in one
//! transaction, so that an event that was answered with 200 is never lost. The answer only says that the event arrived.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::identity::rate_limits::{PAGE_BY_ADDRESS, network};
use domain::ids::{OfferId, UserId};
use domain::payment_reports::{Kind, Reason, Report, State};
use domain::shop::stripe::{self, StripeSignature};
use domain::time::{CLOCK_SLACK, Timestamp};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use storage::offers::reports as report_rows;
use storage::shop::hooks::{self as rows, Hook};
use subtle::ConstantTimeEq;

use crate::crypto::Keys;
use crate::offers::reports;
use crate::{Actor, App, Caller, Error, Result, guests};

/// The purpose that secrets are sealed under.
pub(crate) const SEALED: &str = "payment hook";
/// How long the previous secret is still accepted.
const OLD_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The URL of the webhook, whether its secret is set, and the last event that arrived.
#[derive(Debug)]
pub struct HookView {
    pub is_set: bool,
    pub url: String,
    pub last: Option<Report>,
}

/// The webhook has its URL before its secret is set, because Stripe creates the secret for a URL.
fn to_view(app: &App, owner: UserId, hook: Option<Hook>, last: Option<Report>) -> HookView {
    let is_set = hook.is_some();
    let id = hook.map_or_else(|| id_of(&app.keys, owner), |hook| hook.id);
    HookView { is_set, url: format!("{}/hooks/stripe/{id}", app.links_url), last }
}

/// The id in the webhook's URL: it cannot be guessed, and stays the same for the account.
fn id_of(keys: &Keys, owner: UserId) -> String {
    let signed = keys.sign(&[SEALED.as_bytes(), owner.as_bytes()].concat());
    URL_SAFE_NO_PAD.encode(&signed[..16])
}

pub async fn find(app: &App, actor: &Actor) -> Result<HookView> {
    let owner = actor.user;
    let found =
        app.read(move |conn| Ok((rows::find(conn, owner)?, report_rows::newest(conn, owner)?)));
    let (hook, last) = found.await?;
    Ok(to_view(app, owner, hook, last))
}

/// Sets the secret; an empty text removes it. The previous secret is accepted for another day.
pub async fn set(app: &App, actor: &Actor, secret: &str) -> Result<HookView> {
    let (owner, now, keys) = (actor.user, app.now(), app.keys.clone());
    let secret = match secret.trim() {
        "" => None,
        text => Some(stripe::secret(text)?),
    };
    let written = app.write(move |tx| {
        rows::lock(tx, owner)?;
        let old = rows::find(tx, owner)?;
        let last = report_rows::newest(tx, owner)?;
        let Some(secret) = secret else {
            rows::remove(tx, owner)?;
            return Ok((None, last));
        };
        let hook = Hook {
            id: old.as_ref().map_or_else(|| id_of(&keys, owner), |old| old.id.clone()),
            secret: keys.seal(SEALED, owner, secret.as_bytes()),
            old_secret: old.map(|old| old.secret),
            changed_at: now,
        };
        rows::put(tx, owner, &hook)?;
        Ok((Some(hook), last))
    });
    let (hook, last) = written.await?;
    Ok(to_view(app, owner, hook, last))
}

/// The fields of a Stripe event that are read.
#[derive(Debug, Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    /// Seconds since 1970.
    created: Option<i64>,
    livemode: Option<bool>,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: Value,
}

/// The error for an unknown URL and for a wrong signature; it does not say which.
fn refused() -> Error {
    Error::invalid("signature", "Bad signature")
}

/// Receives a webhook request of Stripe. Events of other types are accepted and ignored.
pub async fn receive(
    app: &App,
    caller: &Caller,
    id: &str,
    signature: &str,
    body: &[u8],
) -> Result<()> {
    let (id, now) = (id.to_owned(), app.now());
    let signed = StripeSignature::parse(signature, now);
    let found = guests::read(app, move |conn| Ok(rows::find_by_id(conn, &id)?)).await?;
    let owner = found.zip(signed).and_then(|((owner, hook), signed)| {
        is_signed(app, owner, &hook, &signed, body, now).then_some(owner)
    });
    let Some(owner) = owner else {
        guests::limit(app, caller, vec![(PAGE_BY_ADDRESS, network(caller.address))]).await?;
        return Err(refused());
    };
    let event: Event = serde_json::from_slice(body).map_err(|_| refused())?;
    if event.id.is_empty() || event.id.len() > 255 || event.id.chars().any(char::is_control) {
        return Err(refused());
    }
    let Some(report) = to_report(&event, app.policy.stripe_test, now) else { return Ok(()) };
    app.write(move |tx| reports::receive(tx, owner, &report, now)).await?;
    app.wake_workers();
    Ok(())
}

/// Whether a secret of the hook signed the body. Every secret and signature is compared, in constant time.
fn is_signed(
    app: &App,
    owner: UserId,
    hook: &Hook,
    signed: &StripeSignature,
    body: &[u8],
    now: Timestamp,
) -> bool {
    let is_old_good = now < hook.changed_at + OLD_LIFE;
    let old = hook.old_secret.as_ref().filter(|_| is_old_good);
    let text = [signed.moment.as_bytes(), b".", body].concat();
    let mut is_equal = false;
    for sealed in [Some(&hook.secret), old].into_iter().flatten() {
        let Ok(secret) = app.keys.open(SEALED, owner, sealed) else { continue };
        let expected = hmac_sha256(&secret, &text);
        for signature in &signed.signatures {
            is_equal |= bool::from(expected.as_slice().ct_eq(signature));
        }
    }
    is_equal
}

/// HMAC (RFC 2104) with SHA-256.
pub fn hmac_sha256(key: &[u8], text: &[u8]) -> [u8; 32] {
    const BLOCK: usize = 64;
    let mut block = [0_u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(Sha256::digest(key).as_slice());
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::digest([block.map(|byte| byte ^ 0x36).as_slice(), text].concat());
    Sha256::digest([block.map(|byte| byte ^ 0x5c).as_slice(), inner.as_slice()].concat()).into()
}

/// Reads what an event reports; `None` for events that are not about a payment.
fn to_report(event: &Event, takes_tests: bool, now: Timestamp) -> Option<Report> {
    let object = &event.data.object;
    let text = |name: &str| id_in(&object[name]);
    let is_session = event.kind.starts_with("checkout.session.");
    let payment_status = object["payment_status"].as_str().unwrap_or_default();
    let kind = match (event.kind.as_str(), payment_status) {
        ("checkout.session.completed", "no_payment_required") => return None,
        ("checkout.session.completed", "paid")
        | ("checkout.session.async_payment_succeeded", _) => Kind::Paid,
        ("checkout.session.completed", _) => Kind::OnItsWay,
        ("checkout.session.async_payment_failed", _) => Kind::DebitFailed,
        ("charge.refunded", _) => Kind::Refunded,
        ("charge.dispute.created", _) => Kind::Disputed,
        ("charge.dispute.closed", _) => match object["status"].as_str() {
            Some("lost") => Kind::DisputeLost,
            _ => Kind::DisputeWon,
        },
        _ => return None,
    };
    let amount = match kind {
        _ if is_session => object["amount_total"].as_i64(),
        Kind::Refunded => object["amount_refunded"].as_i64().or_else(|| object["amount"].as_i64()),
        _ => object["amount"].as_i64(),
    };
    let code = object["currency"].as_str().map(|code| {
        let letters = code.chars().filter(char::is_ascii_alphabetic).take(3);
        letters.collect::<String>().to_uppercase()
    });
    let code = code.filter(|code| !code.is_empty());
    // A checkout of a product without a price has no payment intent; the session itself names the payment then.
    let reference = text("payment_intent").or_else(|| text("id").filter(|_| is_session));
    let payer = object["customer_details"]["email"].as_str().or(object["customer_email"].as_str());
    let is_test = event.livemode == Some(false) && !takes_tests;
    let is_partial = kind == Kind::Refunded && object["refunded"].as_bool() == Some(false);
    let created = event.created.and_then(|seconds| seconds.checked_mul(1_000));
    let created = created.map_or(now, Timestamp::from_millis);
    Some(Report {
        event: event.id.clone(),
        kind: if is_test { Kind::Test } else { kind },
        // A moment that is far from now is a fault of the service's clock.
        created_at: if created <= now + CLOCK_SLACK { created } else { now },
        received_at: now,
        offer: object["client_reference_id"].as_str().and_then(OfferId::parse),
        amount,
        currency: code,
        reference,
        payer: payer.map(|email| short(email, 254)),
        state: if is_test { State::Noted } else { State::Waiting },
        reason: is_partial.then_some(Reason::PartlyRefunded),
        note: String::new(),
        sale: None,
        changed_at: now,
    })
}

/// The id in a field of an event: Stripe writes the id alone, or the whole object that has it.
fn id_in(value: &Value) -> Option<String> {
    let id = value.as_str().or_else(|| value["id"].as_str())?;
    Some(short(id, 200)).filter(|id| !id.is_empty())
}

fn short(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}
