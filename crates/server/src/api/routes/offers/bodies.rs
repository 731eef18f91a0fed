//! The JSON of offers in requests and answers.

use std::collections::BTreeMap;

use app::offers::changes::{BuyerForm, LineForm, OfferForm};
use app::offers::contracts::Contract;
use app::offers::details::OfferView;
use app::offers::lists::List;
use domain::licenses::terms::{Term, Terms};
use domain::offers::{Event, Line, State};
use domain::time::Timestamp;
use http::error::MissingValue;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::reports::PaymentReport;
use crate::api::money::Amount;
use crate::api::routes::licenses::bodies::ContractBlock;
use crate::api::routes::shapes::clearable;

#[derive(Deserialize, ToSchema)]
pub struct OfferBuyerRequest {
    /// At most 120 characters.
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct OfferLineRequest {
    document_id: Option<String>,
    kind_id: Option<String>,
    /// Default: what the beat costs with this license.
    #[schema(nullable = false)]
    price: Option<Amount>,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "buyer": {"name": "Ade Balogun", "email": "ade@balogun.music"}, "currency": "USD",
    "lines": [{"document_id": "0199c1f0-0000-7000-8000-000000000001", "kind_id": "0199c1f0-0000-7000-8000-000000000002", "price": 149.0}],
    "words": "As we said on the phone.", "expires_in_days": 14, "remind": true,
}))]
pub struct OfferRequest {
    /// A client, whose name and e-mail address are used; null or an empty text for somebody else.
    #[serde(default, deserialize_with = "clearable")]
    client_id: Option<String>,
    #[schema(nullable = false)]
    buyer: Option<OfferBuyerRequest>,
    /// One of USD, EUR, GBP, for all prices. Default: the currency of the first beat's price.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// 1 to 20 lines, in their order.
    #[schema(nullable = false)]
    lines: Option<Vec<OfferLineRequest>>,
    /// At most 2,000 characters.
    #[schema(nullable = false)]
    words: Option<String>,
    /// The last day, as YYYY-MM-DD: the offer is open to its end in the time zone of the account. Within a year.
    #[schema(nullable = false, example = "2026-12-01")]
    expires_on: Option<String>,
    /// Instead of `expires_on`: a moment, or a day, which is read like `expires_on`.
    #[schema(nullable = false, example = "2026-12-01T18:00:00Z")]
    expires_at: Option<String>,
    /// Instead of both: the last day, counted from today. A new offer is open for 14 days.
    #[schema(nullable = false)]
    expires_in_days: Option<i64>,
    /// The ids of the ways to pay. A new offer has all that are enabled.
    #[schema(nullable = false)]
    ways: Option<Vec<String>>,
    /// Whether the buyer is reminded three days before the end, once.
    #[schema(nullable = false)]
    remind: Option<bool>,
}

impl From<OfferRequest> for OfferForm {
    fn from(sent: OfferRequest) -> Self {
        let line = |line: OfferLineRequest| LineForm {
            document_id: line.document_id,
            kind_id: line.kind_id,
            price: line.price.map(Amount::into_text),
        };
        Self {
            client_id: sent.client_id,
            buyer: sent.buyer.map(|buyer| BuyerForm { name: buyer.name, email: buyer.email }),
            currency: sent.currency,
            lines: sent.lines.map(|lines| lines.into_iter().map(line).collect()),
            words: sent.words,
            expires_on: sent.expires_on,
            expires_at: sent.expires_at,
            expires_in_days: sent.expires_in_days,
            ways: sent.ways,
            remind: sent.remind,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OfferBuyer {
    name: String,
    email: String,
}

#[derive(Serialize, ToSchema)]
pub struct OfferLine {
    id: String,
    /// Null if the beat was deleted.
    #[schema(required)]
    document_id: Option<String>,
    title: String,
    #[schema(required)]
    kind_id: Option<String>,
    #[schema(example = "Trackout Lease")]
    kind: String,
    /// One of basic, premium, unlimited, exclusive.
    tier: &'static str,
    is_exclusive: bool,
    price: Amount,
    /// The files that are delivered: mp3, wav, tagged, stems, project, midi, artwork, other.
    delivers: Vec<&'static str>,
    /// Null if the license has no end date.
    #[schema(required)]
    term_months: Option<u16>,
}

impl OfferLine {
    fn new(line: &Line, terms: &Terms) -> Self {
        Self {
            id: line.id.to_string(),
            document_id: line.beat.map(|id| id.to_string()),
            title: line.title.clone(),
            kind_id: line.kind.map(|id| id.to_string()),
            kind: line.kind_name.clone(),
            tier: line.tier.as_str(),
            is_exclusive: line.is_exclusive(),
            price: Amount::of_minor(line.price.get()),
            delivers: terms.delivers.iter().map(|role| role.as_str()).collect(),
            term_months: match terms.term {
                Term::Months(months) => Some(months),
                Term::Forever => None,
            },
        }
    }
}

/// The acceptance: what the buyer entered, and the address and browser it was sent from.
#[derive(Serialize, ToSchema)]
pub struct OfferAcceptance {
    name: String,
    alias: String,
    address: String,
    country: String,
    email: String,
    at: String,
    ip: String,
    browser: String,
    /// SHA-256 of everything that the buyer was shown before accepting.
    text_hash: String,
    /// The whole text that was accepted; empty for an acceptance before it was stored.
    text: String,
    revision: i64,
}

/// A counter-offer: the price that the buyer proposed.
#[derive(Serialize, ToSchema)]
pub struct OfferCounter {
    price: Amount,
    reason: String,
    at: String,
    /// The revision of the offer that the counter-offer answers.
    revision: i64,
    /// The producer's answer: one of taken, declined, other_price; null while there is none.
    #[schema(required)]
    answer: Option<&'static str>,
}

#[derive(Serialize, ToSchema)]
pub struct OfferLicense {
    id: String,
    #[schema(example = "LIC-0001")]
    reference: String,
    title: String,
    kind: String,
}

#[derive(Serialize, ToSchema)]
pub struct OfferMissingFile {
    title: String,
    /// One of mp3, wav, tagged, stems, project, midi, artwork, other.
    role: &'static str,
}

#[derive(Serialize, ToSchema)]
pub struct OfferEvent {
    /// One of made, asked, sent, mailed, viewed, changed, countered, answered, accepted, attention, paid, delivered,
    /// declined, withdrawn, reminded, refunded.
    kind: &'static str,
    at: String,
    message: String,
}

impl From<&Event> for OfferEvent {
    fn from(event: &Event) -> Self {
        let message = event.message.clone();
        Self { kind: event.kind.as_str(), at: event.at.to_string(), message }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OfferBody {
    id: String,
    #[schema(example = "OFR-0001")]
    reference: String,
    /// One of draft, sent, viewed, accepted, paid, delivered, declined, withdrawn, expired, refunded.
    state: &'static str,
    /// Reported payments, refunds and disputes that the producer has to look at.
    payment_reports: Vec<PaymentReport>,
    revision: i64,
    #[schema(required)]
    client_id: Option<String>,
    buyer: OfferBuyer,
    /// One of USD, EUR, GBP.
    currency: &'static str,
    total: Amount,
    lines: Vec<OfferLine>,
    words: String,
    /// The last day, as it was chosen; null if a moment was chosen. The offer ends at its end, `expires_at`.
    #[schema(required, example = "2026-12-01")]
    expires_on: Option<String>,
    expires_at: String,
    /// Ids of ways to pay.
    ways: Vec<String>,
    remind: bool,
    /// Where the offer was created: one of app, share, shop.
    source: &'static str,
    #[schema(required)]
    share_link_id: Option<String>,
    /// The address of the offer's page for the buyer; null until the offer is sent.
    #[schema(required)]
    url: Option<String>,
    created_at: String,
    updated_at: String,
    #[schema(required)]
    sent_at: Option<String>,
    #[schema(required)]
    viewed_at: Option<String>,
    #[schema(required)]
    accepted_at: Option<String>,
    #[schema(required)]
    paid_at: Option<String>,
    #[schema(required)]
    delivered_at: Option<String>,
    /// When the offer was declined, withdrawn or refunded.
    #[schema(required)]
    closed_at: Option<String>,
    mails_sent: i64,
    /// The time from which the offer can be mailed again; null if it was never mailed, or can't be mailed again.
    #[schema(required)]
    can_resend_at: Option<String>,
    #[schema(required)]
    acceptance: Option<OfferAcceptance>,
    #[schema(required)]
    counter: Option<OfferCounter>,
    #[schema(required)]
    payment_reference: Option<String>,
    /// The fee that the payment platform kept of the payment.
    #[schema(required)]
    fee: Option<Amount>,
    #[schema(required)]
    sale_id: Option<String>,
    #[schema(required, example = "SALE-001")]
    sale_reference: Option<String>,
    licenses: Vec<OfferLicense>,
    /// Values that the offer's contracts need before the offer can be sent.
    missing: Vec<MissingValue>,
    /// Files that the offer promises and that the beats do not have yet.
    missing_files: Vec<OfferMissingFile>,
}

impl From<&OfferView> for OfferBody {
    fn from(shown: &OfferView) -> Self {
        let offer = &shown.offer;
        let moment = |at: Option<Timestamp>| at.map(|at| at.to_string());
        let payment = &offer.payment;
        Self {
            id: offer.id.to_string(),
            reference: offer.reference(),
            state: shown.state.as_str(),
            payment_reports: shown
                .reports
                .iter()
                .map(|report| PaymentReport::new(report, Some(offer.reference())))
                .collect(),
            revision: offer.revision,
            client_id: offer.buyer.client.map(|id| id.to_string()),
            buyer: OfferBuyer { name: offer.buyer.name.clone(), email: offer.buyer.email.clone() },
            currency: offer.currency.as_str(),
            total: Amount::of_minor(offer.total.get()),
            lines: shown.lines.iter().map(|(line, terms)| OfferLine::new(line, terms)).collect(),
            words: offer.words.clone(),
            expires_on: offer.expires_on.map(|day| day.to_string()),
            expires_at: offer.expires_at.to_string(),
            ways: offer.ways.iter().map(ToString::to_string).collect(),
            remind: offer.remind,
            source: offer.source.as_str(),
            share_link_id: offer.share_link.map(|id| id.to_string()),
            url: shown.address.clone(),
            created_at: offer.created_at.to_string(),
            updated_at: offer.updated_at.to_string(),
            sent_at: moment(offer.sent_at),
            viewed_at: moment(offer.viewed_at),
            accepted_at: moment(offer.accepted_at),
            paid_at: moment(offer.paid_at),
            delivered_at: moment(offer.delivered_at),
            closed_at: moment(offer.closed_at),
            mails_sent: offer.mails_sent,
            can_resend_at: moment(shown.can_resend_at),
            acceptance: shown.acceptance.as_ref().map(|accepted| OfferAcceptance {
                name: accepted.name.clone(),
                alias: accepted.alias.clone(),
                address: accepted.address.clone(),
                country: accepted.country.clone(),
                email: accepted.email.clone(),
                at: accepted.at.to_string(),
                ip: accepted.ip.clone(),
                browser: accepted.browser.clone(),
                text_hash: accepted.text_hash.clone(),
                text: accepted.text.clone(),
                revision: accepted.revision,
            }),
            counter: offer.counter.as_ref().map(|counter| OfferCounter {
                price: Amount::of_minor(counter.price.get()),
                reason: counter.reason.clone(),
                at: counter.at.to_string(),
                revision: counter.revision,
                answer: counter.answer.map(|answer| answer.as_str()),
            }),
            payment_reference: payment.reference.clone(),
            fee: payment.fee.map(|fee| Amount::of_minor(fee.get())),
            sale_id: payment.sale.map(|id| id.to_string()),
            sale_reference: payment.sale_number.map(domain::sales::reference),
            licenses: shown
                .licenses
                .iter()
                .map(|license| OfferLicense {
                    id: license.id.to_string(),
                    reference: license.reference.clone(),
                    title: license.title.clone(),
                    kind: license.kind.clone(),
                })
                .collect(),
            missing: shown.missing.iter().copied().map(MissingValue::from).collect(),
            missing_files: shown
                .missing_files
                .iter()
                .map(|(title, role)| OfferMissingFile { title: title.clone(), role: role.as_str() })
                .collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OfferWhole {
    #[serde(flatten)]
    offer: OfferBody,
    /// What happened, the oldest first.
    events: Vec<OfferEvent>,
}

#[derive(Serialize, ToSchema)]
pub struct OfferAnswer {
    success: bool,
    offer: OfferWhole,
}

impl OfferAnswer {
    pub fn new(shown: &OfferView) -> Self {
        let events = shown.events.iter().map(OfferEvent::from).collect();
        Self { success: true, offer: OfferWhole { offer: shown.into(), events } }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OffersAnswer {
    success: bool,
    offers: Vec<OfferBody>,
    /// Number of offers that match the filter.
    total: i64,
    /// Number of offers in each state, whatever the filter. `open` counts those that wait for the buyer, the payment or
    /// the files, and `attention` those with a reported payment that must be looked at.
    counts: BTreeMap<&'static str, i64>,
    #[schema(required)]
    next_cursor: Option<String>,
}

impl From<List> for OffersAnswer {
    fn from(list: List) -> Self {
        let counts = State::ALL.iter().map(|state| (state.as_str(), list.count(*state)));
        let more = [("open", list.open()), ("attention", list.attention)];
        Self {
            success: true,
            counts: counts.chain(more).collect(),
            offers: list.rows.iter().map(OfferBody::from).collect(),
            total: list.total,
            next_cursor: list.next_cursor,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OfferContract {
    line_id: String,
    title: String,
    #[schema(example = "Trackout Lease")]
    kind: String,
    blocks: Vec<ContractBlock>,
    /// Values that the contract needs before the offer can be sent.
    missing: Vec<MissingValue>,
}

#[derive(Serialize, ToSchema)]
pub struct OfferContractsAnswer {
    success: bool,
    contracts: Vec<OfferContract>,
}

impl From<Vec<Contract>> for OfferContractsAnswer {
    fn from(contracts: Vec<Contract>) -> Self {
        let one = |contract: Contract| OfferContract {
            line_id: contract.line.id.to_string(),
            title: contract.line.title,
            kind: contract.kind,
            blocks: contract.blocks.into_iter().map(ContractBlock::from).collect(),
            missing: contract.missing.into_iter().map(MissingValue::from).collect(),
        };
        Self { success: true, contracts: contracts.into_iter().map(one).collect() }
    }
}
