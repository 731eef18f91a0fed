//! The form of an offer and its checks. The same form creates and changes an offer.

use domain::calendar::{Day, Zone};
use domain::error::{Faults, Invalid};
use domain::ids::{BeneficiaryId, DocumentId, LicenseKindId, OfferLineId, UserId, WayToPayId};
use domain::money::{Currency, Minor};
use domain::offers::{
    Buyer, End, Line, Offer, Until, buyer_email, buyer_name, check_apart, check_lines,
    default_expiry, expiry, indexed, price as parse_price, words as parse_words,
};
use domain::sales::currency as parse_currency;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::library::documents;
use storage::offers::ways as way_rows;

use crate::licenses::{kinds, prices, terms};
use crate::money::links;
use crate::{Error, Result, crypto};

/// An omitted field keeps its value.
#[derive(Debug, Default)]
pub struct OfferForm {
    pub client_id: Option<String>,
    pub buyer: Option<BuyerForm>,
    pub currency: Option<String>,
    pub lines: Option<Vec<LineForm>>,
    pub words: Option<String>,
    /// A moment, or a day, which means its end.
    pub expires_at: Option<String>,
    /// The last day.
    pub expires_on: Option<String>,
    pub expires_in_days: Option<i64>,
    pub ways: Option<Vec<String>>,
    pub remind: Option<bool>,
}

#[derive(Debug, Default)]
pub struct BuyerForm {
    pub name: Option<String>,
    pub email: Option<String>,
}

#[derive(Debug, Default)]
pub struct LineForm {
    pub document_id: Option<String>,
    pub kind_id: Option<String>,
    /// The text of a JSON number; if omitted, the price of the beat.
    pub price: Option<String>,
}

/// The form with every field parsed.
#[derive(Debug)]
pub(super) struct Patch {
    client: Option<Option<BeneficiaryId>>,
    name: Option<String>,
    email: Option<String>,
    currency: Option<Currency>,
    lines: Option<Vec<(DocumentId, LicenseKindId, Option<Minor>)>>,
    words: Option<String>,
    end: Option<End>,
    ways: Option<Vec<WayToPayId>>,
    remind: Option<bool>,
}

impl OfferForm {
    pub(super) fn check(self, is_new: bool, zone: &Zone, now: Timestamp) -> Result<Patch> {
        let mut faults = Faults::default();
        let client = self.client_id.map(|id| match id.as_str() {
            "" => Ok(None),
            id => BeneficiaryId::parse(id).map(Some).ok_or_else(|| Error::missing("client")),
        });
        let client = client.transpose()?;
        let buyer = self.buyer.unwrap_or_default();
        let has_client = matches!(client, Some(Some(_)));
        let name = buyer.name.or_else(|| (is_new && !has_client).then(String::new));
        let name = name.filter(|_| !has_client).and_then(|text| faults.take(buyer_name(&text)));
        let email = buyer.email.and_then(|text| {
            let email = buyer_email(&text);
            faults.take(email.map_err(|fault| Invalid { field: "buyer.email", ..fault }))
        });
        let currency = self.currency.filter(|text| !text.is_empty());
        let currency = currency.and_then(|text| faults.take(parse_currency(&text)));
        let sent_lines = if is_new { Some(self.lines.unwrap_or_default()) } else { self.lines };
        if let Some(lines) = &sent_lines {
            faults.take(check_lines(lines.len()));
        }
        let mut lines = sent_lines.as_ref().map(|_| Vec::new());
        for (index, sent) in sent_lines.into_iter().flatten().enumerate() {
            let at = |field: &str| indexed("lines", index, field);
            let price = sent.price.filter(|text| text != "null");
            let price = price.and_then(|text| {
                let price = parse_price(&text);
                faults.take(price.map_err(|fault| Invalid { field: at("price"), ..fault }))
            });
            let beat = sent.document_id.as_deref().and_then(DocumentId::parse);
            let beat = beat.ok_or_else(|| Invalid::new(at("document_id"), "Choose a beat"));
            let kind = sent.kind_id.as_deref().and_then(LicenseKindId::parse);
            let kind = kind.ok_or_else(|| Invalid::new(at("kind_id"), "Choose a license"));
            if let (Some(beat), Some(kind)) = (faults.take(beat), faults.take(kind)) {
                lines.get_or_insert_default().push((beat, kind, price));
            }
        }
        let words = self.words.and_then(|text| faults.take(parse_words(&text)));
        let field = if self.expires_at.is_some() { "expires_at" } else { "expires_on" };
        let until = faults.take(until(self.expires_at, self.expires_on, self.expires_in_days));
        let end = match until.flatten() {
            Some(until) => {
                faults.take(expiry(until, zone, now).map_err(|fault| match fault.field {
                    "expires_in_days" => fault,
                    _ => Invalid { field, ..fault },
                }))
            }
            None if is_new => faults.take(default_expiry(zone, now)),
            None => None,
        };
        let ways = self.ways.map(|ids| {
            let parse = |id: &String| {
                let unknown = || Invalid::new("ways", "There is no such way to pay");
                faults.take(WayToPayId::parse(id).ok_or_else(unknown))
            };
            ids.iter().filter_map(parse).collect::<Vec<_>>()
        });
        faults.finish()?;
        Ok(Patch { client, name, email, currency, lines, words, end, ways, remind: self.remind })
    }
}

/// How the form chooses the end of the offer: as a day, as a moment, or in days from today.
fn until(
    at: Option<String>,
    on: Option<String>,
    days: Option<i64>,
) -> Result<Option<Until>, Invalid> {
    let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
    match (sent(on), sent(at)) {
        (Some(_), Some(_)) => {
            Err(Invalid::new("expires_on", "Send expires_on or expires_at, not both"))
        }
        (Some(text), None) => Day::parse("expires_on", &text).map(|day| Some(Until::Day(day))),
        (None, Some(text)) if text.len() == 10 => {
            Day::parse("expires_at", &text).map(|day| Some(Until::Day(day)))
        }
        (None, Some(text)) => {
            let unclear = || Invalid::new("expires_at", "expires_at must be a day or a moment");
            Timestamp::read(&text).map(|at| Some(Until::Moment(at))).ok_or_else(unclear)
        }
        (None, None) => Ok(days.map(Until::Days)),
    }
}

impl Patch {
    /// The offer with the sent fields applied, and its lines.
    pub fn onto(
        self,
        conn: &mut Conn,
        owner: UserId,
        offer: Offer,
        old: Vec<Line>,
        now: Timestamp,
    ) -> Result<(Offer, Vec<Line>)> {
        let mut offer = offer;
        match self.client {
            Some(Some(id)) => {
                let client = links::client(conn, owner, id)?;
                let email = self.email.unwrap_or(client.email);
                offer.buyer = Buyer { client: Some(id), name: client.name, email };
            }
            cleared => {
                if cleared.is_some() || self.name.is_some() {
                    offer.buyer.client = None;
                }
                offer.buyer.name = self.name.unwrap_or(offer.buyer.name);
                offer.buyer.email = self.email.unwrap_or(offer.buyer.email);
            }
        }
        offer.words = self.words.unwrap_or(offer.words);
        // The day that the offer has already keeps its moment, also when the account has moved to another time zone.
        let end = self.end.filter(|end| end.on.is_none() || end.on != offer.expires_on);
        if let Some(End { at, on }) = end {
            (offer.expires_at, offer.expires_on) = (at, on);
        }
        offer.remind = self.remind.unwrap_or(offer.remind);
        let known = way_rows::list(conn, owner)?;
        match self.ways {
            Some(ways) => {
                if ways.iter().any(|id| known.iter().all(|way| way.id != *id)) {
                    return Err(Error::invalid("ways", "There is no such way to pay"));
                }
                offer.ways = ways;
            }
            None if offer.number == 0 => {
                offer.ways = known.iter().filter(|way| way.is_enabled).map(|way| way.id).collect();
            }
            None => {}
        }
        let is_other_currency =
            self.currency.is_some_and(|currency| currency != offer.currency && offer.number > 0);
        if is_other_currency && self.lines.is_none() {
            return Err(Error::invalid("lines", "Send the prices in the new currency too"));
        }
        let lines = match self.lines {
            Some(wanted) => {
                let kept = (offer.number > 0).then_some(offer.currency);
                let (currency, lines) = to_lines(conn, owner, wanted, self.currency.or(kept), now)?;
                offer.currency = currency;
                lines
            }
            None => old,
        };
        let total = lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.price.get()));
        let too_much = || Error::invalid("lines", "The prices add up to too much");
        offer.total = total.and_then(Minor::new).ok_or_else(too_much)?;
        Ok((offer, lines))
    }
}

/// Builds the lines to store, and their currency: as sent, or that of the first price.
fn to_lines(
    conn: &mut Conn,
    owner: UserId,
    wanted: Vec<(DocumentId, LicenseKindId, Option<Minor>)>,
    currency: Option<Currency>,
    now: Timestamp,
) -> Result<(Currency, Vec<Line>)> {
    let (mut currency, mut lines, mut apart) = (currency, Vec::new(), Vec::new());
    for (index, (beat, kind, price)) in wanted.into_iter().enumerate() {
        let document = documents::find(conn, owner, beat)?.ok_or_else(|| Error::missing("beat"))?;
        if document.category != domain::library::documents::Category::Beat {
            let message = format!("“{}” is a video. Only beats are licensed.", document.title);
            return Err(Error::invalid(indexed("lines", index, "document_id"), message));
        }
        let known = kinds::read(conn, owner, kind)?;
        let priced = prices::of_kinds(conn, owner, std::slice::from_ref(&known), &document)?;
        let asking = priced.first().map(|priced| priced.asking);
        let asking_currency = asking.map_or(known.kind.currency, |asking| asking.currency);
        let currency = *currency.get_or_insert(asking_currency);
        let price = match (price, asking.and_then(|asking| asking.price)) {
            (Some(price), _) => price,
            (None, Some(price)) if asking_currency == currency => price,
            (None, _) => {
                let message = format!("Enter a price for “{}” in this currency", document.title);
                return Err(Error::invalid(indexed("lines", index, "price"), message));
            }
        };
        apart.push((beat, kind, known.kind.terms.is_exclusive));
        lines.push(Line {
            id: OfferLineId::new(now, crypto::random()),
            beat: Some(beat),
            title: document.title,
            kind: Some(kind),
            kind_name: known.kind.name.clone(),
            tier: known.kind.tier,
            price,
            terms: terms::write(&known.kind.terms)?,
            text_version: known.text.version.number,
            license: None,
        });
    }
    check_apart(&apart)?;
    Ok((currency.unwrap_or(Currency::Usd), lines))
}
