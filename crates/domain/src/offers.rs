//! Offers: licenses of beats that a producer offers to one buyer for a price, until the buyer accepts, pays and gets them.

use std::sync::OnceLock;
use std::time::Duration;

use crate::calendar::{Day, Zone};
use crate::error::{Faults, Invalid};
use crate::identity::users::looks_like_an_address;
use crate::ids::{
    BeneficiaryId, DocumentId, LicenseId, LicenseKindId, OfferId, OfferLineId, SaleId, ShareLinkId,
    TransactionId, WayToPayId,
};
use crate::money::{Currency, Minor, searched};
use crate::sales::License as Tier;
use crate::text::folding::folded;
use crate::text::plain;
use crate::text::words::words;
use crate::time::Timestamp;

pub const MOST_LINES: usize = 20;
pub const DEFAULT_DAYS: u16 = 14;
pub const MOST_DAYS: u16 = 366;
pub const MOST_WAYS: usize = 20;
/// How many letters of one offer are sent at most, and how long after one the next can be sent.
pub const MOST_MAILS: i64 = 6;
pub const BETWEEN_MAILS: Duration = Duration::from_secs(10 * 60);
/// How long before the end of an offer its buyer is reminded.
pub const REMINDED_BEFORE: Duration = Duration::from_secs(3 * DAY);

const DAY: u64 = 24 * 60 * 60;
const LONGEST_WORDS: usize = 2_000;
const LONGEST_REASON: usize = 500;
const LONGEST_LABEL: usize = 60;
const LONGEST_VALUE: usize = 200;
const LONGEST_PAY_WORDS: usize = 500;
const MOST_ROWS: usize = 12;

words! {
    /// Open until it is accepted, declined, withdrawn or expired. Time alone ends it as `expired`.
    State: "state" {
        Draft = "draft",
        Sent = "sent",
        Viewed = "viewed",
        Accepted = "accepted",
        Paid = "paid",
        Delivered = "delivered",
        Declined = "declined",
        Withdrawn = "withdrawn",
        Expired = "expired",
        Refunded = "refunded",
    }
}

words! {
    /// Where an offer began.
    Source: "source" { App = "app", Share = "share", Shop = "shop" }
}

words! {
    CounterAnswer: "answer" {
        Taken = "taken",
        Declined = "declined",
        OtherPrice = "other_price",
    }
}

words! {
    WayType: "type" { Bank = "bank", PayPal = "paypal", Link = "link", Other = "other" }
}

words! {
    EventKind: "kind" {
        Made = "made",
        Asked = "asked",
        Sent = "sent",
        Mailed = "mailed",
        Viewed = "viewed",
        Changed = "changed",
        Countered = "countered",
        Answered = "answered",
        Accepted = "accepted",
        Attention = "attention",
        Paid = "paid",
        Delivered = "delivered",
        Declined = "declined",
        Withdrawn = "withdrawn",
        Reminded = "reminded",
        Refunded = "refunded",
    }
}

/// `OFR-0001`: counts up per account; a number is never used again.
pub fn reference(number: i64) -> String {
    format!("OFR-{number:04}")
}

/// The buyer that an offer is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Buyer {
    pub client: Option<BeneficiaryId>,
    pub name: String,
    pub email: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub id: OfferLineId,
    /// `None` if the beat was deleted.
    pub beat: Option<DocumentId>,
    pub title: String,
    /// `None` if the kind was deleted.
    pub kind: Option<LicenseKindId>,
    pub kind_name: String,
    pub tier: Tier,
    pub price: Minor,
    /// The terms of the kind, as a JSON text. After the acceptance, the accepted terms.
    pub terms: String,
    pub text_version: i64,
    pub license: Option<LicenseId>,
}

impl Line {
    pub const fn is_exclusive(&self) -> bool {
        matches!(self.tier, Tier::Exclusive)
    }
}

/// An acceptance: what the buyer entered, and the network address and browser they used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    pub name: String,
    pub alias: String,
    pub address: String,
    pub country: String,
    pub email: String,
    pub at: Timestamp,
    pub ip: String,
    pub browser: String,
    /// The SHA-256 of `text`, in hexadecimal digits.
    pub text_hash: String,
    /// The whole text that was accepted; empty for an acceptance before it was stored.
    pub text: String,
    pub revision: i64,
    /// The producer as a party of the contract, as a JSON text.
    pub producer: String,
}

/// A counter-offer: another price that the buyer named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub price: Minor,
    pub reason: String,
    pub at: Timestamp,
    pub revision: i64,
    pub answer: Option<CounterAnswer>,
}

/// The payment of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payment {
    pub reference: Option<String>,
    pub fee: Option<Minor>,
    pub fee_transaction: Option<TransactionId>,
    pub sale: Option<SaleId>,
    pub sale_number: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub id: OfferId,
    /// Below zero while nobody has proved the mailbox of a purchase: then the offer is in no list and has no reference.
    pub number: i64,
    /// As stored; time may have ended an open offer since: see [`Offer::state`].
    pub stored_state: State,
    pub revision: i64,
    pub buyer: Buyer,
    pub currency: Currency,
    pub total: Minor,
    pub words: String,
    pub expires_at: Timestamp,
    /// The last day, if a day was chosen; `expires_at` is its end. It never changes by itself, also when the account
    /// moves to another time zone.
    pub expires_on: Option<Day>,
    pub ways: Vec<WayToPayId>,
    pub remind: bool,
    pub source: Source,
    pub share_link: Option<ShareLinkId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub sent_at: Option<Timestamp>,
    pub viewed_at: Option<Timestamp>,
    pub accepted_at: Option<Timestamp>,
    pub paid_at: Option<Timestamp>,
    pub delivered_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    /// Whether the beat was sold exclusively to somebody else.
    pub is_sold_elsewhere: bool,
    pub mails_sent: i64,
    pub mailed_at: Option<Timestamp>,
    pub reminded_at: Option<Timestamp>,
    pub counter: Option<Counter>,
    pub payment: Payment,
    /// The number of events.
    pub events: i64,
}

impl Offer {
    pub fn reference(&self) -> String {
        reference(self.number)
    }

    /// Whether this is a purchase whose mailbox nobody has proved.
    pub const fn is_unproved(&self) -> bool {
        self.number < 0
    }

    /// The state at a moment: an open offer expires by itself.
    pub fn state(&self, now: Timestamp) -> State {
        match self.stored_state {
            State::Sent | State::Viewed if self.expires_at <= now => State::Expired,
            state => state,
        }
    }

    pub fn is_free(&self) -> bool {
        self.total == Minor::ZERO
    }

    /// Whether a change makes a new revision, because the buyer has seen this one or it has expired.
    pub fn is_revised_by_change(&self, now: Timestamp) -> bool {
        matches!(self.state(now), State::Viewed | State::Expired)
    }

    /// The counter-offer to the present revision.
    pub fn open_counter(&self) -> Option<&Counter> {
        let counter = self.counter.as_ref();
        counter.filter(|counter| counter.revision == self.revision)
    }

    /// When the next letter of the offer may be sent; `None` if the offer was never mailed.
    pub fn next_mail_at(&self) -> Option<Timestamp> {
        self.mailed_at.map(|at| at + BETWEEN_MAILS)
    }

    pub fn search_text(&self, lines: &[Line]) -> String {
        let mut text = format!("{}\n{}\n{}", self.reference(), self.buyer.name, self.buyer.email);
        for line in lines {
            text.push_str(&format!("\n{}\n{}", line.title, line.kind_name));
        }
        folded(&format!("{text}\n{}", searched(self.total.get(), self.currency)))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub number: i64,
    pub kind: EventKind,
    pub at: Timestamp,
    pub message: String,
}

/// The name of a field in a list, such as `lines.0.price`.
pub fn indexed(list: &str, index: usize, field: &str) -> &'static str {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    const FIELDS: [&str; 9] =
        ["document_id", "kind_id", "price", "type", "label", "rows", "address", "words", "lines"];
    let names = NAMES.get_or_init(|| {
        let lists = ["lines", "ways"].into_iter();
        let all = lists.flat_map(|list| (0..MOST_LINES).map(move |index| (list, index)));
        all.flat_map(|(list, index)| FIELDS.map(|field| format!("{list}.{index}.{field}")))
            .collect()
    });
    let wanted = format!("{list}.{index}.{field}");
    let whole = if list == "ways" { "ways" } else { "lines" };
    names.iter().find(|name| **name == wanted).map_or(whole, String::as_str)
}

pub fn buyer_name(text: &str) -> Result<String, Invalid> {
    let name = plain::check_length("buyer.name", plain::line(text), 120)?;
    if name.is_empty() {
        return Err(Invalid::new("buyer.name", "Enter the buyer's name, or choose a client"));
    }
    Ok(name)
}

/// Checks an email address; an empty text is allowed.
pub fn buyer_email(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() || looks_like_an_address(text) {
        return Ok(text.to_owned());
    }
    Err(Invalid::new("email", "Please enter a valid email address"))
}

pub fn words(text: &str) -> Result<String, Invalid> {
    plain::check_length("words", plain::lines(text), LONGEST_WORDS)
}

pub fn counter_reason(text: &str) -> Result<String, Invalid> {
    plain::check_length("reason", plain::lines(text), LONGEST_REASON)
}

pub fn price(text: &str) -> Result<Minor, Invalid> {
    let price = Minor::parse("price", text)?;
    if price.is_negative() {
        return Err(Invalid::new("price", "The price can't be negative"));
    }
    Ok(price)
}

pub fn check_lines(count: usize) -> Result<(), Invalid> {
    if (1..=MOST_LINES).contains(&count) {
        return Ok(());
    }
    Err(Invalid::new("lines", "An offer has 1 to 20 lines"))
}

/// Refuses a beat that is offered twice alike, and one that is offered exclusively and otherwise.
pub fn check_apart(lines: &[(DocumentId, LicenseKindId, bool)]) -> Result<(), Invalid> {
    for (place, (beat, kind, is_exclusive)) in lines.iter().enumerate() {
        let mut before = lines.iter().take(place).filter(|(other, ..)| other == beat);
        if before.any(|(_, other, was_exclusive)| other == kind || *is_exclusive || *was_exclusive)
        {
            return Err(Invalid::new(
                "lines",
                "The same beat can't be in an offer twice like this",
            ));
        }
    }
    Ok(())
}

/// How the end of an offer is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    Moment(Timestamp),
    /// The end of a day.
    Day(Day),
    /// The end of the day this many days from today.
    Days(i64),
}

/// The end of an offer: a moment, which is the end of `on` if a day was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub at: Timestamp,
    pub on: Option<Day>,
}

/// The end of an offer of an account in this time zone.
pub fn expiry(until: Until, zone: &Zone, now: Timestamp) -> Result<End, Invalid> {
    let field = if matches!(until, Until::Moment(_)) { "expires_at" } else { "expires_on" };
    let end_of = |day: Day| End { at: zone.end_of(day), on: Some(day) };
    let end = match until {
        Until::Moment(at) => End { at, on: None },
        Until::Day(day) => end_of(day),
        Until::Days(days) => {
            let days = u16::try_from(days).ok().filter(|days| (1..=MOST_DAYS).contains(days));
            let last = days.and_then(|days| zone.day_of(now).days_after(days));
            let refused = || Invalid::new("expires_in_days", "An offer is open for 1 to 366 days");
            return last.map(end_of).ok_or_else(refused);
        }
    };
    if end.at <= now {
        return Err(Invalid::new(field, "The offer can't end in the past"));
    }
    let last = zone.day_of(now).days_after(MOST_DAYS);
    if last.is_some_and(|last| end.at > zone.end_of(last)) {
        return Err(Invalid::new(field, "An offer can be open for at most a year"));
    }
    Ok(end)
}

/// The end of an offer for which none was chosen.
pub fn default_expiry(zone: &Zone, now: Timestamp) -> Result<End, Invalid> {
    expiry(Until::Days(i64::from(DEFAULT_DAYS)), zone, now)
}

/// Changes prices in proportion, so that they add up to `total`.
pub fn spread(prices: &[Minor], total: Minor) -> Vec<Minor> {
    let before: i128 = prices.iter().map(|price| i128::from(price.get())).sum();
    let mut left = total.get();
    let mut spread: Vec<Minor> = Vec::with_capacity(prices.len());
    for (place, price) in prices.iter().enumerate() {
        let part = if place + 1 == prices.len() {
            left
        } else if before == 0 {
            0
        } else {
            let part = i128::from(price.get()) * i128::from(total.get()) / before;
            i64::try_from(part).unwrap_or(left).min(left)
        };
        left -= part;
        spread.push(Minor::new(part).unwrap_or(Minor::ZERO));
    }
    spread
}

/// A way to pay, with the details that its producer has entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub id: WayToPayId,
    pub kind: WayType,
    pub label: String,
    /// Bank details: `Account number`, `0048 2217 91`.
    pub rows: Vec<(String, String)>,
    /// The URL of the page that takes the payment, at PayPal for example.
    pub address: String,
    pub words: String,
    /// Only for licenses of this kind.
    pub license_kind: Option<LicenseKindId>,
    pub is_enabled: bool,
}

/// The hosts that links may lead to.
pub const PAY_HOSTS: [&str; 3] = ["buy.stripe.com", "paypal.me", "www.paypal.com"];

impl Way {
    /// Checks and cleans the fields; returns every rule that is broken. `more` are the hosts that the operator has
    /// added.
    pub fn check(mut self, more: &[String]) -> Result<Self, Vec<Invalid>> {
        let mut faults = Faults::default();
        let mut line = |field: &'static str, text: &str, most: usize| {
            faults.take(plain::check_length(field, plain::line(text), most)).unwrap_or_default()
        };
        self.label = line("label", &self.label, LONGEST_LABEL);
        self.rows = self
            .rows
            .iter()
            .map(|(label, value)| {
                (line("rows", label, LONGEST_LABEL), line("rows", value, LONGEST_VALUE))
            })
            .filter(|(label, value)| !label.is_empty() || !value.is_empty())
            .collect();
        let words = plain::check_length("words", plain::lines(&self.words), LONGEST_PAY_WORDS);
        self.words = faults.take(words).unwrap_or_default();
        self.address = self.address.trim().to_owned();
        if self.label.is_empty() {
            faults.note(Invalid::new("label", "Enter a name for this way to pay"));
        }
        match self.kind {
            WayType::Bank => {
                if self.rows.is_empty() {
                    faults.note(Invalid::new("rows", "Enter the bank details"));
                }
                if self.rows.len() > MOST_ROWS {
                    faults.note(Invalid::new("rows", "Bank details can have at most 12 rows"));
                }
                self.address.clear();
            }
            WayType::PayPal | WayType::Link => {
                if pay_host(&self.address, more).is_none() {
                    let all = PAY_HOSTS.iter().map(|host| (*host).to_owned());
                    let all: Vec<String> = all.chain(more.iter().cloned()).collect();
                    let message = format!("Enter an https link to one of {}", all.join(", "));
                    faults.note(Invalid::new("address", message));
                }
                self.rows.clear();
            }
            WayType::Other => {
                if self.words.is_empty() {
                    faults.note(Invalid::new("words", "Say how to pay"));
                }
                self.rows.clear();
                self.address.clear();
            }
        }
        faults.finish()?;
        Ok(self)
    }
}

/// The host of a URL that buyers may be sent to for a payment: https, a listed host, without user and port, and without
/// characters that could mislead a reader. `None` for any other URL.
pub fn pay_host<'a>(address: &'a str, more: &[String]) -> Option<&'a str> {
    let rest = address.strip_prefix("https://")?;
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>' | '`');
    if address.len() > 500 || !address.chars().all(is_plain) {
        return None;
    }
    let host = rest.split(['/', '?', '#']).next()?;
    let is_listed = PAY_HOSTS.contains(&host) || more.iter().any(|known| known == host);
    is_listed.then_some(host)
}

/// The text of the second checkbox of an acceptance: the buyer asks for delivery at once. The wording depends on the
/// right of withdrawal in the producer's country.
pub fn early_performance_text(country: &str) -> &'static str {
    const WITHDRAWAL: &[&str] = &[
        "austria",
        "belgium",
        "bulgaria",
        "croatia",
        "cyprus",
        "czechia",
        "czech republic",
        "denmark",
        "estonia",
        "finland",
        "france",
        "germany",
        "greece",
        "hungary",
        "iceland",
        "ireland",
        "italy",
        "latvia",
        "liechtenstein",
        "lithuania",
        "luxembourg",
        "malta",
        "netherlands",
        "the netherlands",
        "norway",
        "poland",
        "portugal",
        "romania",
        "slovakia",
        "slovenia",
        "spain",
        "sweden",
    ];
    const UNITED_KINGDOM: &[&str] =
        &["united kingdom", "uk", "great britain", "england", "scotland", "wales"];
    let country = country.trim().to_lowercase();
    if WITHDRAWAL.contains(&country.as_str()) {
        "I ask for delivery right after payment, before the 14 days for withdrawal are over, and know that my right \
         to withdraw ends with it."
    } else if UNITED_KINGDOM.contains(&country.as_str()) {
        "I ask for delivery right after payment and know that my right to cancel within 14 days ends with it."
    } else {
        "I ask for delivery right after payment and know that my right to cancel ends with it."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

    fn minor(units: i64) -> Minor {
        Minor::new(units).unwrap()
    }

    // OFF-01
    #[test]
    fn off_01_an_offer_has_1_to_20_lines_and_is_open_for_14_days() {
        assert!(check_lines(1).is_ok() && check_lines(20).is_ok());
        assert!(check_lines(0).is_err() && check_lines(21).is_err());
        let day = |text: &str| Day::read(text).unwrap();
        // In Auckland it is September 22 already, in Los Angeles September 21.
        let (auckland, angeles) = ["Pacific/Auckland", "America/Los_Angeles"]
            .map(|name| Zone::find(name).unwrap())
            .into();
        for (zone, last, end) in [
            (&Zone::UTC, "2026-10-05", "2026-10-06T00:00:00.000Z"),
            (&auckland, "2026-10-06", "2026-10-06T11:00:00.000Z"),
            (&angeles, "2026-10-05", "2026-10-06T07:00:00.000Z"),
        ] {
            let end_of = End { at: Timestamp::read(end).unwrap(), on: Some(day(last)) };
            assert_eq!(default_expiry(zone, NOW), Ok(end_of));
            assert_eq!(expiry(Until::Day(day(last)), zone, NOW), Ok(end_of));
        }
        for refused in [-1, 0, 367] {
            let refused = expiry(Until::Days(refused), &Zone::UTC, NOW).unwrap_err();
            assert_eq!(refused.field, "expires_in_days");
        }
        let moment = |at| expiry(Until::Moment(at), &Zone::UTC, NOW);
        let soon = NOW + Duration::from_secs(DAY);
        assert_eq!(moment(soon), Ok(End { at: soon, on: None }));
        assert_eq!(moment(NOW).unwrap_err().field, "expires_at");
        assert!(moment(NOW + Duration::from_secs(400 * DAY)).is_err());
        // Today ends later today; yesterday is over, in the zone of the account.
        let on = |zone: &Zone, text: &str| expiry(Until::Day(day(text)), zone, NOW);
        assert!(on(&angeles, "2026-09-21").is_ok() && on(&auckland, "2026-09-21").is_err());
        assert_eq!(on(&Zone::UTC, "2026-09-20").unwrap_err().field, "expires_on");
        assert!(on(&Zone::UTC, "2027-09-22").is_ok() && on(&Zone::UTC, "2027-09-23").is_err());
        assert_eq!(reference(7), "OFR-0007");
        assert!(words(&"x".repeat(2_000)).is_ok() && words(&"x".repeat(2_001)).is_err());
    }

    // OFF-01
    #[test]
    fn off_01_a_beat_is_offered_once_for_each_kind_and_exclusively_alone() {
        let beat = |n| DocumentId::new(NOW, [n; 10]);
        let kind = |n| LicenseKindId::new(NOW, [n; 10]);
        assert!(check_apart(&[(beat(1), kind(1), false), (beat(1), kind(2), false)]).is_ok());
        assert!(check_apart(&[(beat(1), kind(1), false), (beat(1), kind(1), false)]).is_err());
        assert!(check_apart(&[(beat(1), kind(1), false), (beat(1), kind(2), true)]).is_err());
        assert!(check_apart(&[(beat(1), kind(2), true), (beat(2), kind(2), true)]).is_ok());
    }

    // OFF-07
    #[test]
    fn off_07_money_goes_to_listed_hosts_by_https_only() {
        for good in
            ["https://paypal.me/maya", "https://buy.stripe.com/a?b=1", "https://www.paypal.com"]
        {
            assert!(pay_host(good, &[]).is_some(), "{good}");
        }
        for bad in [
            "http://paypal.me/maya",
            "https://paypal.me.evil.example/",
            "https://evil.example/paypal.me",
            "https://paypal.me@evil.example/",
            "https://paypal.me:8443/x",
            "https://paypal.me\\@evil.example",
            "javascript:alert(1)//https://paypal.me",
            "https://PAYPAL.me.\u{202e}",
            "//paypal.me",
            "",
        ] {
            assert!(pay_host(bad, &[]).is_none(), "{bad}");
        }
        assert!(pay_host("https://pay.example/x", &["pay.example".to_owned()]).is_some());
    }

    // OFF-13
    #[test]
    fn off_13_another_total_is_spread_over_the_lines() {
        let prices = [minor(10_000), minor(5_000), minor(5_000)];
        let spread_to =
            |total| spread(&prices, minor(total)).into_iter().map(Minor::get).collect::<Vec<_>>();
        assert_eq!(spread_to(10_000), [5_000, 2_500, 2_500]);
        assert_eq!(spread_to(9_999).iter().sum::<i64>(), 9_999);
        assert_eq!(spread(&[minor(0), minor(0)], minor(7)).iter().map(|m| m.get()).sum::<i64>(), 7);
    }
}
