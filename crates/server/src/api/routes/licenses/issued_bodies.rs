//! The JSON of issued licenses in requests and answers.

use std::collections::BTreeMap;

use app::licenses::details::LicenseDetails;
use app::licenses::issuing::{BuyerForm, IssueForm, NewSaleForm};
use app::licenses::lists::List;
use domain::calendar::{Day, Zone};
use domain::licenses::events::Event;
use domain::licenses::fields::Buyer;
use domain::licenses::issued::{File, License, Reservation, State};
use domain::licenses::reference;
use domain::licenses::terms::Terms;
use domain::sales;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::LicenseTerms;
use crate::api::money::Amount;

/// The buyer as the contract names them.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseBuyer {
    name: String,
    alias: String,
    email: String,
    address: String,
    country: String,
}

impl From<&Buyer> for LicenseBuyer {
    fn from(buyer: &Buyer) -> Self {
        let Buyer { name, alias, address, country, email } = buyer.clone();
        Self { name, alias, email, address, country }
    }
}

/// The contract: made once, and the same bytes forever.
#[derive(Serialize, ToSchema)]
struct LicenseContract {
    /// Bytes.
    size: i64,
    pages: i64,
    sha256: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = License)]
pub(crate) struct LicenseBody {
    id: String,
    /// A number unique within the account, counting up; never reused.
    #[schema(example = "LIC-0001")]
    reference: String,
    /// One of active, expired, superseded, terminated, refunded. Only an active license delivers.
    state: &'static str,
    /// Null if the kind was deleted.
    #[schema(required)]
    kind_id: Option<String>,
    /// The name of the kind when the license was issued.
    #[schema(example = "WAV Lease")]
    kind: String,
    /// One of basic, premium, unlimited, exclusive.
    tier: &'static str,
    is_exclusive: bool,
    /// Null if the beat was deleted.
    #[schema(required)]
    document_id: Option<String>,
    title: String,
    /// Null if the buyer is not a client of the account, or was deleted.
    #[schema(required)]
    client_id: Option<String>,
    buyer: LicenseBuyer,
    price: Amount,
    /// One of USD, EUR, GBP.
    currency: &'static str,
    #[schema(required)]
    sale_id: Option<String>,
    #[schema(required, example = "SALE-001")]
    sale_reference: Option<String>,
    issued_at: String,
    #[schema(example = "2026-11-16")]
    starts_on: String,
    /// The last day; null if the license has no end date.
    #[schema(required)]
    expires_on: Option<String>,
    #[schema(required)]
    ended_at: Option<String>,
    #[schema(required)]
    ended_reason: Option<String>,
    /// The license that this one replaced.
    #[schema(required)]
    upgraded_from: Option<String>,
    #[schema(required)]
    upgraded_from_reference: Option<String>,
    /// The license that replaced this one.
    #[schema(required)]
    superseded_by: Option<String>,
    #[schema(required)]
    superseded_by_reference: Option<String>,
    text_version: i64,
    /// The SHA-256 of the contract text.
    text_hash: String,
    contract: LicenseContract,
    /// The terms when the license was issued.
    terms: LicenseTerms,
    /// How much the buyer has used of the license, by use.
    usage: BTreeMap<&'static str, u64>,
    /// How much of any cap is used up: 0, 80 or 100.
    cap_level: i64,
    /// Whether the producer recorded the license, without an acceptance by the buyer.
    is_recorded_by_producer: bool,
}

impl LicenseBody {
    pub fn new(
        license: &License,
        terms: &Terms,
        has_kind: bool,
        (today, zone): (Day, &Zone),
    ) -> Self {
        let grant = &license.grant;
        let sale = license.sale;
        Self {
            id: license.id.to_string(),
            reference: license.reference(),
            state: license.state(today).as_str(),
            kind_id: has_kind.then(|| grant.kind.to_string()),
            kind: grant.kind_name.clone(),
            tier: grant.tier.as_str(),
            is_exclusive: license.is_exclusive(),
            document_id: grant.beat.map(|id| id.to_string()),
            title: grant.title.clone(),
            client_id: grant.client.map(|id| id.to_string()),
            buyer: (&grant.buyer).into(),
            price: Amount::of_minor(grant.price.get()),
            currency: grant.currency.as_str(),
            sale_id: sale.and_then(|sale| sale.id).map(|id| id.to_string()),
            sale_reference: sale.map(|sale| sales::reference(sale.number)),
            issued_at: grant.issued_at.to_string(),
            starts_on: grant.starts_on.to_string(),
            expires_on: grant.expires_on.map(|day| day.to_string()),
            ended_at: license.ended_at(today, zone).map(|at| at.to_string()),
            ended_reason: license.ended.as_ref().and_then(|ended| ended.reason.clone()),
            upgraded_from: grant.upgraded_from.map(|other| other.id.to_string()),
            upgraded_from_reference: grant.upgraded_from.map(|other| reference(other.number)),
            superseded_by: license.superseded_by.map(|other| other.id.to_string()),
            superseded_by_reference: license.superseded_by.map(|other| reference(other.number)),
            text_version: grant.text_version,
            text_hash: grant.text_hash.clone(),
            contract: LicenseContract {
                size: license.contract.size,
                pages: license.contract.pages,
                sha256: license.contract.sha256.clone(),
            },
            terms: terms.into(),
            usage: license.usage.iter().map(|(of, used)| (of.as_str(), *used)).collect(),
            cap_level: license.level.percent(),
            is_recorded_by_producer: grant.is_recorded_by_producer,
        }
    }
}

/// A file as it was when the license was issued.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseFile {
    id: String,
    /// One of mp3, wav, tagged, stems, project, midi, artwork, other.
    role: &'static str,
    name: String,
    size: i64,
    content_hash: String,
}

impl From<&File> for LicenseFile {
    fn from(file: &File) -> Self {
        let File { id, role, name, size, content_hash } = file.clone();
        Self { id, role: role.as_str(), name, size, content_hash }
    }
}

/// An entry of a license's record. It holds the hash of the one before.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseEvent {
    /// Counts from 1 within the license.
    number: i64,
    /// One of offered, viewed, accepted, paid, issued, delivered, downloaded, upgraded, ended.
    kind: &'static str,
    at: String,
    detail: String,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    browser: Option<String>,
    previous: String,
    hash: String,
}

impl From<&Event> for LicenseEvent {
    fn from(event: &Event) -> Self {
        let happened = event.happened.clone();
        Self {
            number: event.number,
            kind: happened.kind.as_str(),
            at: happened.at.to_string(),
            detail: happened.detail,
            address: happened.address,
            browser: happened.browser,
            previous: event.previous.clone(),
            hash: event.hash.clone(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = WholeLicense)]
pub(crate) struct WholeLicenseBody {
    #[serde(flatten)]
    license: LicenseBody,
    /// The files it promises, as they were when it was issued.
    files: Vec<LicenseFile>,
    /// Its record, the oldest entry first.
    events: Vec<LicenseEvent>,
}

impl From<&LicenseDetails> for WholeLicenseBody {
    fn from(whole: &LicenseDetails) -> Self {
        let LicenseDetails { license, terms, files, events, has_kind, today, zone } = whole;
        Self {
            license: LicenseBody::new(license, terms, *has_kind, (*today, zone)),
            files: files.iter().map(LicenseFile::from).collect(),
            events: events.iter().map(LicenseEvent::from).collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseAnswer {
    success: bool,
    license: WholeLicenseBody,
}

impl LicenseAnswer {
    pub fn new(whole: &LicenseDetails) -> Self {
        Self { success: true, license: whole.into() }
    }
}

/// Counts over all licenses, whatever the filters of the list.
#[derive(Serialize, ToSchema)]
struct LicenseFigures {
    active: i64,
    expired: i64,
    superseded: i64,
    terminated: i64,
    refunded: i64,
    /// Active exclusive licenses.
    exclusive: i64,
    /// Active, with the last day within 60 days. Counted up to 1,000.
    expiring: i64,
    /// Active, with 80% of a cap or more used. Counted up to 1,000.
    near_cap: i64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LicensesAnswer {
    success: bool,
    licenses: Vec<LicenseBody>,
    total: i64,
    /// False if counting stopped at `total` because a filter matches many more licenses.
    total_is_exact: bool,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
    figures: LicenseFigures,
}

impl From<List> for LicensesAnswer {
    fn from(list: List) -> Self {
        let of = |state: State| list.figures.by_state.get(state as usize).copied().unwrap_or(0);
        let body = |(license, terms): &(License, Terms)| {
            let has_kind = list.kinds.contains(&license.grant.kind);
            LicenseBody::new(license, terms, has_kind, (list.today, &list.zone))
        };
        Self {
            success: true,
            licenses: list.rows.iter().map(body).collect(),
            total: list.total,
            total_is_exact: list.total_is_exact,
            figures: LicenseFigures {
                active: of(State::Active),
                expired: of(State::Expired),
                superseded: of(State::Superseded),
                terminated: of(State::Terminated),
                refunded: of(State::Refunded),
                exclusive: list.figures.exclusive,
                expiring: list.figures.expiring,
                near_cap: list.figures.near_cap,
            },
            next_cursor: list.next_cursor,
        }
    }
}

/// Fields that are omitted are taken from the client.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LicenseBuyerRequest {
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    alias: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
    #[schema(nullable = false)]
    address: Option<String>,
    #[schema(nullable = false)]
    country: Option<String>,
}

impl From<LicenseBuyerRequest> for BuyerForm {
    fn from(sent: LicenseBuyerRequest) -> Self {
        let LicenseBuyerRequest { name, alias, email, address, country } = sent;
        Self { name, alias, email, address, country }
    }
}

/// A sale to record with the license, of its price.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LicenseSaleRequest {
    /// One of Completed, Pending. Default Completed.
    #[schema(nullable = false)]
    status: Option<String>,
    /// Date as YYYY-MM-DD. Default today, in the time zone of the account.
    #[schema(nullable = false)]
    date: Option<String>,
    #[schema(nullable = false)]
    notes: Option<String>,
    /// Confirms a date that looks mistyped, as for a sale.
    #[schema(nullable = false)]
    confirm_date: Option<bool>,
}

impl From<LicenseSaleRequest> for NewSaleForm {
    fn from(sent: LicenseSaleRequest) -> Self {
        let LicenseSaleRequest { status, date, notes, confirm_date } = sent;
        Self { status, date, notes, confirm_date: confirm_date.unwrap_or_default() }
    }
}

/// A client or a buyer with a name is required.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "document_id": "0199c1f0-0000-7000-8000-000000000001", "kind_id": "0199c1f0-0000-7000-8000-000000000002",
    "buyer": {"name": "Nova Records LLC", "email": "dana@novarecords.example"}, "price": 59, "currency": "USD",
    "sale": {"status": "Completed"}
}))]
pub(crate) struct LicenseRequest {
    /// The beat. Default for a `sale_id`: the beat of the sale.
    #[schema(nullable = false)]
    document_id: Option<String>,
    kind_id: Option<String>,
    /// A client of the account. The license stores a copy of the client's name, email and address.
    #[schema(nullable = false)]
    client_id: Option<String>,
    /// The buyer, or details that differ from the client's entry.
    #[schema(nullable = false)]
    buyer: Option<LicenseBuyerRequest>,
    /// Default: the price of the kind for this beat.
    #[schema(nullable = false)]
    price: Option<Amount>,
    /// One of USD, EUR, GBP. Default: the currency of the kind.
    #[schema(nullable = false)]
    currency: Option<String>,
    /// The first day, as YYYY-MM-DD. Default today, in the time zone of the account, or the day of the sale.
    #[schema(nullable = false)]
    starts_on: Option<String>,
    /// Records a sale together with the license.
    #[schema(nullable = false)]
    sale: Option<LicenseSaleRequest>,
    /// A sale that is recorded already. Its price and buyer are those of the license.
    #[schema(nullable = false)]
    sale_id: Option<String>,
    /// What the contract says about samples in the beat, at most 500 characters. Default none.
    #[schema(nullable = false)]
    samples: Option<String>,
    /// Whether an exclusive contract names the buyers of earlier licenses. Default false.
    #[schema(nullable = false)]
    names_earlier_buyers: Option<bool>,
}

impl From<LicenseRequest> for IssueForm {
    fn from(sent: LicenseRequest) -> Self {
        Self {
            document_id: sent.document_id,
            kind_id: sent.kind_id,
            client_id: sent.client_id,
            buyer: sent.buyer.map(BuyerForm::from),
            price: sent.price.map(Amount::into_text),
            currency: sent.currency,
            starts_on: sent.starts_on,
            sale: sent.sale.map(NewSaleForm::from),
            sale_id: sent.sale_id,
            samples: sent.samples,
            names_earlier_buyers: sent.names_earlier_buyers.unwrap_or_default(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = Reservation)]
struct ReservationBody {
    /// Null if the buyer is not a client of the account.
    #[schema(required)]
    client_id: Option<String>,
    name: String,
    email: String,
    reserved_at: String,
    until: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ReservationAnswer {
    success: bool,
    /// Null if the beat is not reserved.
    #[schema(required)]
    reservation: Option<ReservationBody>,
}

impl From<Option<Reservation>> for ReservationAnswer {
    fn from(found: Option<Reservation>) -> Self {
        let reservation = found.map(|found| ReservationBody {
            client_id: found.client.map(|id| id.to_string()),
            name: found.name,
            email: found.email,
            reserved_at: found.reserved_at.to_string(),
            until: found.until.to_string(),
        });
        Self { success: true, reservation }
    }
}
