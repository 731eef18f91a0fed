//! Stripe webhooks: payments that Stripe reports. A request must be signed with the secret of the endpoint and be a few
//! minutes old at most, and each event counts once. The answer only says that the event arrived.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::identity::rate_limits::{PAGE_BY_ADDRESS, network};
use domain::ids::{OfferId, UserId};
use domain::money::{Currency, Minor};
use domain::shop::stripe::{self, StripeSignature};
use domain::time::Timestamp;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use storage::shop::hooks::{self as rows, Hook};
use subtle::ConstantTimeEq;

use crate::crypto::Keys;
use crate::notifications::{self, wording};
use crate::offers::payments;
use crate::policy::PublicPages;
use crate::{Actor, App, Caller, Error, Result, guests};

/// The purpose that secrets are sealed under.
pub(crate) const SEALED: &str = "payment hook";
/// How long the previous secret is still accepted.
const OLD_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The URL of the webhook, and whether its secret is set.
#[derive(Debug)]
pub struct HookView {
    pub is_set: bool,
    pub url: String,
}

/// The webhook has its URL before its secret is set, because Stripe creates the secret for a URL.
fn to_view(app: &App, owner: UserId, hook: Option<Hook>) -> HookView {
    let is_set = hook.is_some();
    let id = hook.map_or_else(|| id_of(&app.keys, owner), |hook| hook.id);
    HookView { is_set, url: format!("{}/hooks/stripe/{id}", app.links_url) }
}

/// The id in the webhook's URL: it cannot be guessed, and stays the same for the account.
fn id_of(keys: &Keys, owner: UserId) -> String {
    let signed = keys.sign(&[SEALED.as_bytes(), owner.as_bytes()].concat());
    URL_SAFE_NO_PAD.encode(&signed[..16])
}

pub async fn find(app: &App, actor: &Actor) -> Result<HookView> {
    let owner = actor.user;
    let hook = app.read(move |conn| Ok(rows::find(conn, owner)?)).await?;
    Ok(to_view(app, owner, hook))
}

/// Sets the secret; an empty text removes it. The previous secret is accepted for another day.
pub async fn set(app: &App, actor: &Actor, secret: &str) -> Result<HookView> {
    let (owner, now, keys) = (actor.user, app.now(), app.keys.clone());
    let secret = match secret.trim() {
        "" => None,
        text => Some(stripe::secret(text)?),
    };
    let hook = app.write(move |tx| {
        rows::lock(tx, owner)?;
        let old = rows::find(tx, owner)?;
        let Some(secret) = secret else {
            rows::remove(tx, owner)?;
            return Ok(None);
        };
        let hook = Hook {
            id: old.as_ref().map_or_else(|| id_of(&keys, owner), |old| old.id.clone()),
            secret: keys.seal(SEALED, owner, secret.as_bytes()),
            old_secret: old.map(|old| old.secret),
            changed_at: now,
        };
        rows::put(tx, owner, &hook)?;
        Ok(Some(hook))
    });
    Ok(to_view(app, owner, hook.await?))
}

/// The fields of a Stripe event that are read.
#[derive(Debug, Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: serde_json::Value,
}

#[derive(Debug, Deserialize)]
struct Session {
    client_reference_id: Option<String>,
    payment_status: Option<String>,
    amount_total: Option<i64>,
    currency: Option<String>,
    payment_intent: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Charge {
    amount: Option<i64>,
    amount_refunded: Option<i64>,
    currency: Option<String>,
    payment_intent: Option<String>,
}

/// A completed payment that names an offer.
#[derive(Debug, Clone)]
struct Payment {
    /// The id of the offer, from the payment link's `client_reference_id`.
    offer: String,
    amount: Minor,
    /// The currency code as Stripe reports it; it may be one that no offer has.
    currency: String,
    /// The id of Stripe's payment intent.
    payment_reference: String,
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
    let is_on = app.policy.public_pages != PublicPages::Off;
    let signed = StripeSignature::parse(signature, now).filter(|_| is_on);
    let found = guests::read(app, move |conn| Ok(rows::find_by_id(conn, &id)?)).await?;
    let owner = found.zip(signed).and_then(|((owner, hook), signed)| {
        is_signed(app, owner, &hook, &signed, body, now).then_some(owner)
    });
    let Some(owner) = owner else {
        guests::limit(app, caller, vec![(PAGE_BY_ADDRESS, network(caller.address))]).await?;
        return Err(refused());
    };
    let event: Event = serde_json::from_slice(body).map_err(|_| refused())?;
    if event.id.is_empty() || event.id.len() > 255 {
        return Err(refused());
    }
    let key = event.id.clone();
    if !app.write(move |tx| Ok(rows::note(tx, owner, &key, now)?)).await? {
        return Ok(());
    }
    let handled = handle(app, owner, caller, &event, now).await;
    if handled.is_err() {
        // Stripe sends the event again, so it is forgotten, to be handled then.
        app.write(move |tx| Ok(rows::forget(tx, owner, &event.id)?)).await?;
    }
    app.wake_workers();
    handled
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

async fn handle(
    app: &App,
    owner: UserId,
    caller: &Caller,
    event: &Event,
    now: Timestamp,
) -> Result<()> {
    let object = &event.data.object;
    let notice = match event.kind.as_str() {
        "checkout.session.completed" => {
            let Ok(session) = Session::deserialize(object) else { return Ok(()) };
            let Some(payment) = to_payment(session) else { return Ok(()) };
            let Some(currency) = Currency::find(&payment.currency) else {
                let amount = amount_in_words(Some(payment.amount.get()), Some(payment.currency));
                let notice =
                    wording::payment_reported(&amount, &payment.offer, &payment.payment_reference);
                return app.write(move |tx| notifications::notify(tx, owner, now, &notice)).await;
            };
            return settle(app, owner, caller, &payment, currency).await;
        }
        "charge.refunded" => {
            let Ok(charge) = Charge::deserialize(object) else { return Ok(()) };
            let amount = charge.amount_refunded.or(charge.amount);
            wording::charge_refunded(
                &amount_in_words(amount, charge.currency),
                charge.payment_intent,
            )
        }
        "charge.dispute.created" => {
            let Ok(charge) = Charge::deserialize(object) else { return Ok(()) };
            wording::charge_disputed(
                &amount_in_words(charge.amount, charge.currency),
                charge.payment_intent,
            )
        }
        _ => return Ok(()),
    };
    app.write(move |tx| notifications::notify(tx, owner, now, &notice)).await
}

/// Records the payment of an offer. A payment that names no offer of this account is ignored.
async fn settle(
    app: &App,
    owner: UserId,
    caller: &Caller,
    payment: &Payment,
    currency: Currency,
) -> Result<()> {
    let Some(offer) = OfferId::parse(&payment.offer) else { return Ok(()) };
    let money = (payment.amount, currency);
    let reference = &payment.payment_reference;
    match payments::record_reported(app, owner, offer, caller, money, reference).await {
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The payment of a checkout session; `None` if it is not paid or names no offer.
fn to_payment(session: Session) -> Option<Payment> {
    let is_paid = session.payment_status.as_deref() == Some("paid");
    let reference = session.client_reference_id.filter(|text| is_paid && !text.is_empty())?;
    Some(Payment {
        offer: reference.chars().filter(|c| !c.is_control()).take(200).collect(),
        amount: Minor::new(session.amount_total?)?,
        currency: session.currency?.to_uppercase(),
        payment_reference: session.payment_intent.unwrap_or_default(),
    })
}

/// An amount for a notification; an unknown currency is shown by its code.
fn amount_in_words(amount: Option<i64>, currency: Option<String>) -> String {
    let (Some(amount), Some(currency)) = (amount, currency) else { return "A payment".to_owned() };
    match Currency::find(&currency.to_uppercase()) {
        Some(currency) => domain::money::display(amount, currency),
        None => {
            let letters = currency.chars().filter(char::is_ascii_alphabetic).take(3);
            format!("{amount} {}", letters.collect::<String>().to_uppercase())
        }
    }
}
