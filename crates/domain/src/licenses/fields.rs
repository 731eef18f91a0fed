//! The fields a contract text may use, and their values for one license.

use super::spelling::{amount_in_words, listed, long_day, months, percent};
use super::terms::{Term, Terms, Use, WHOLE_SHARE};
use super::{Role, reference};
use crate::calendar::Day;
use crate::money::{Currency, Minor, display};
use crate::text::words::words;

words! {
    /// A name between double braces: `{{buyer.name}}`.
    Field: "field" {
        LicenseNumber = "license.number",
        KindName = "kind.name",
        DateIssued = "date.issued",
        DateExpires = "date.expires",
        Term = "term",
        Forever = "forever",
        Exclusive = "exclusive",
        ProducerName = "producer.name",
        ProducerAlias = "producer.alias",
        ProducerAddress = "producer.address",
        ProducerPro = "producer.pro",
        ProducerIpi = "producer.ipi",
        ProducerPublisher = "producer.publisher",
        BuyerName = "buyer.name",
        BuyerAlias = "buyer.alias",
        BuyerAddress = "buyer.address",
        BuyerCountry = "buyer.country",
        BuyerEmail = "buyer.email",
        BeatTitle = "beat.title",
        BeatTempo = "beat.tempo",
        BeatKey = "beat.key",
        BeatLength = "beat.length",
        Samples = "samples",
        Fee = "fee",
        FeeWords = "fee.words",
        Files = "files",
        CapStreams = "cap.streams",
        CapCopies = "cap.copies",
        CapDownloads = "cap.downloads",
        CapMonetizedVideos = "cap.monetized_videos",
        CapVideos = "cap.videos",
        CapMonetizedVideoStreams = "cap.monetized_video_streams",
        CapVideoStreams = "cap.video_streams",
        CapRadio = "cap.radio",
        CapPaidShows = "cap.paid_shows",
        CapUnpaidShows = "cap.unpaid_shows",
        Broadcast = "broadcast",
        Sync = "sync",
        ContentId = "content_id",
        PublishingShare = "share.publishing",
        PublishingShareBuyer = "share.publishing.buyer",
        WriterShare = "share.writer",
        WriterShareBuyer = "share.writer.buyer",
        CreditLine = "credit.line",
        CreditRequired = "credit.required",
        Law = "law",
        BuyBackYears = "buyback.years",
        BuyBackPercent = "buyback.percent",
        PriorLicenses = "prior.licenses",
    }
}

words! {
    /// Where a missing value is entered.
    Place: "where" {
        LegalProfile = "legal_profile",
        Buyer = "buyer",
        Beat = "beat",
        Kind = "kind",
    }
}

/// What a text says of a value that stands on the page of record.
const ON_RECORD: &str = "(given on the page of record)";

/// The values that fill the fields of one license. An empty text counts as no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub number: i64,
    pub kind: String,
    pub issued: Day,
    pub expires: Option<Day>,
    pub producer: Producer,
    pub buyer: Buyer,
    pub beat: Beat,
    pub fee: Minor,
    pub currency: Currency,
    /// The licenses of the beat that are in force when an exclusive one is issued, one sentence each.
    pub prior_licenses: Vec<String>,
    /// Whether the license is one of an offer: what is known only at the payment is on the page of record.
    pub is_offered: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Producer {
    pub name: String,
    pub alias: String,
    pub address: String,
    /// Whether the contract of an offer states the address, which everybody with the offer's link can read.
    pub shows_address: bool,
    pub governing_law: String,
    pub pro: String,
    pub ipi: String,
    pub publisher: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Buyer {
    pub name: String,
    pub alias: String,
    pub address: String,
    pub country: String,
    pub email: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beat {
    pub title: String,
    pub tempo: String,
    pub key: String,
    pub length: String,
    pub samples: String,
}

impl Field {
    /// Where the value of the field is entered.
    pub const fn place(self) -> Place {
        match self {
            Self::ProducerName
            | Self::ProducerAlias
            | Self::ProducerAddress
            | Self::ProducerPro
            | Self::ProducerIpi
            | Self::ProducerPublisher
            | Self::Law => Place::LegalProfile,
            Self::BuyerName
            | Self::BuyerAlias
            | Self::BuyerAddress
            | Self::BuyerCountry
            | Self::BuyerEmail => Place::Buyer,
            Self::BeatTitle
            | Self::BeatTempo
            | Self::BeatKey
            | Self::BeatLength
            | Self::Samples => Place::Beat,
            _ => Place::Kind,
        }
    }

    /// The value's name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::LicenseNumber => "License number",
            Self::KindName => "Name of the license",
            Self::DateIssued => "Date of issue",
            Self::DateExpires => "Last day",
            Self::Term => "Term",
            Self::Forever => "No end date",
            Self::Exclusive => "Exclusive",
            Self::ProducerName => "Your legal name",
            Self::ProducerAlias => "Your professional name",
            Self::ProducerAddress => "Your address",
            Self::ProducerPro => "Your PRO",
            Self::ProducerIpi => "Your IPI number",
            Self::ProducerPublisher => "Your publisher",
            Self::BuyerName => "Buyer's legal name",
            Self::BuyerAlias => "Buyer's professional name",
            Self::BuyerAddress => "Buyer's address",
            Self::BuyerCountry => "Buyer's country",
            Self::BuyerEmail => "Buyer's email",
            Self::BeatTitle => "Title of the beat",
            Self::BeatTempo => "Tempo of the beat",
            Self::BeatKey => "Key of the beat",
            Self::BeatLength => "Length of the beat",
            Self::Samples => "Samples in the beat",
            Self::Fee => "Fee",
            Self::FeeWords => "Fee in words",
            Self::Files => "Files",
            Self::CapStreams => "Audio streams",
            Self::CapCopies => "Copies sold",
            Self::CapDownloads => "Free downloads",
            Self::CapMonetizedVideos => "Monetized videos",
            Self::CapVideos => "Other videos",
            Self::CapMonetizedVideoStreams => "Streams of monetized videos",
            Self::CapVideoStreams => "Streams of other videos",
            Self::CapRadio => "Radio stations",
            Self::CapPaidShows => "Paid shows",
            Self::CapUnpaidShows => "Unpaid shows",
            Self::Broadcast => "Broadcast",
            Self::Sync => "Sync",
            Self::ContentId => "Content ID",
            Self::PublishingShare => "Your publishing share",
            Self::PublishingShareBuyer => "Buyer's publishing share",
            Self::WriterShare => "Your writer's share",
            Self::WriterShareBuyer => "Buyer's writer's share",
            Self::CreditLine => "Credit line",
            Self::CreditRequired => "Credit required",
            Self::Law => "Governing law",
            Self::BuyBackYears => "Buy-back years",
            Self::BuyBackPercent => "Buy-back percent",
            Self::PriorLicenses => "Earlier licenses",
        }
    }

    /// A description of the text that replaces the field in a contract.
    pub const fn description(self) -> &'static str {
        match self {
            Self::LicenseNumber => "The number of the license, like LIC-0001",
            Self::KindName => "The name of the license, like WAV Lease",
            Self::DateIssued => "The day the license starts, like November 17, 2026",
            Self::DateExpires => "The last day of the license; none if it has no end date",
            Self::Term => "How long the license lasts, like 3 years, or forever",
            Self::Forever => "For blocks: a license without an end date",
            Self::Exclusive => "exclusive or non-exclusive; in a block: an exclusive license",
            Self::ProducerName => "Your legal name, from the legal profile",
            Self::ProducerAlias => "Your professional name, from the legal profile",
            Self::ProducerAddress => "Your address and country, from the legal profile",
            Self::ProducerPro => "Your performing rights organization, from the legal profile",
            Self::ProducerIpi => "Your IPI number, from the legal profile",
            Self::ProducerPublisher => "Your publisher, from the legal profile",
            Self::BuyerName => "The buyer's legal name",
            Self::BuyerAlias => "The buyer's professional name",
            Self::BuyerAddress => "The buyer's address",
            Self::BuyerCountry => "The buyer's country",
            Self::BuyerEmail => "The buyer's email address",
            Self::BeatTitle => "The title of the beat",
            Self::BeatTempo => "The tempo of the beat, like 140 BPM",
            Self::BeatKey => "The key of the beat, like A minor",
            Self::BeatLength => "The length of the beat, like 3:07",
            Self::Samples => "Samples in the beat, as said at the issue, or none",
            Self::Fee => "The price, like $59.00",
            Self::FeeWords => "The price in words, like fifty-nine US dollars",
            Self::Files => "The files that are delivered, like MP3, WAV and stems",
            Self::CapStreams => "Audio streams, in figures and words",
            Self::CapCopies => "Copies sold, in figures and words",
            Self::CapDownloads => "Free downloads, in figures and words",
            Self::CapMonetizedVideos => "Monetized videos, in figures and words",
            Self::CapVideos => "Videos that are not monetized, in figures and words",
            Self::CapMonetizedVideoStreams => "Streams of monetized videos, in figures and words",
            Self::CapVideoStreams => "Streams of other videos, in figures and words",
            Self::CapRadio => "Radio stations, in figures and words",
            Self::CapPaidShows => "Paid shows, in figures and words",
            Self::CapUnpaidShows => "Unpaid shows, in figures and words",
            Self::Broadcast => "Television: allowed or not allowed",
            Self::Sync => "Film, TV, advertising and games: allowed or not allowed",
            Self::ContentId => "Content ID registration by the buyer: allowed or not allowed",
            Self::PublishingShare => "The publishing share you keep, like 50%",
            Self::PublishingShareBuyer => "The publishing share the buyer gets",
            Self::WriterShare => "The writer's share you keep, like 50%",
            Self::WriterShareBuyer => "The writer's share the buyer gets",
            Self::CreditLine => "The credit line, like Prod. by Maya Okafor",
            Self::CreditRequired => "required or not required; in a block: credit is required",
            Self::Law => "The law that applies: the license's own, or that of the legal profile",
            Self::BuyBackYears => "Years after which you may buy the license back",
            Self::BuyBackPercent => "What buying it back costs, in percent of the price",
            Self::PriorLicenses => {
                "Licenses of the beat that are in force when an exclusive one is issued, as a list"
            }
        }
    }

    /// The number whose cap the field states.
    const fn cap(self) -> Option<Use> {
        Some(match self {
            Self::CapStreams => Use::Streams,
            Self::CapCopies => Use::Copies,
            Self::CapDownloads => Use::Downloads,
            Self::CapMonetizedVideos => Use::MonetizedVideos,
            Self::CapVideos => Use::Videos,
            Self::CapMonetizedVideoStreams => Use::MonetizedVideoStreams,
            Self::CapVideoStreams => Use::VideoStreams,
            Self::CapRadio => Use::Radio,
            Self::CapPaidShows => Use::PaidShows,
            Self::CapUnpaidShows => Use::UnpaidShows,
            _ => return None,
        })
    }

    /// Whether `{{#if field}}` holds, where the terms alone decide that.
    pub fn holds(self, terms: &Terms) -> Option<bool> {
        if let Some(of) = self.cap() {
            return Some(terms.caps.of(of).is_allowed());
        }
        match self {
            Self::DateExpires => Some(terms.term != Term::Forever),
            Self::Forever => Some(terms.term == Term::Forever),
            Self::Exclusive => Some(terms.is_exclusive),
            Self::Broadcast => Some(terms.allows_broadcast),
            Self::Sync => Some(terms.allows_sync),
            Self::ContentId => Some(terms.allows_content_id),
            Self::CreditRequired => Some(terms.is_credit_required),
            Self::CreditLine => Some(!terms.credit_line.trim().is_empty()),
            Self::BuyBackYears | Self::BuyBackPercent => Some(terms.buy_back.is_some()),
            Self::PriorLicenses if !terms.is_exclusive => Some(false),
            _ => None,
        }
    }

    /// Whether a license of these terms can ever have a value for the field.
    pub fn is_fillable(self, terms: &Terms) -> bool {
        match self {
            Self::DateExpires
            | Self::CreditLine
            | Self::BuyBackYears
            | Self::BuyBackPercent
            | Self::PriorLicenses => self.holds(terms) != Some(false),
            _ => true,
        }
    }

    /// The value, line by line; no line if the field has none.
    pub fn value(self, terms: &Terms, facts: &Facts) -> Vec<String> {
        if self == Self::PriorLicenses {
            return match facts.prior_licenses.as_slice() {
                [] => vec!["None".to_owned()],
                lines => lines.iter().map(|line| plain(line)).collect(),
            };
        }
        let text = match self.later(terms, facts) {
            Some(later) => later,
            None => plain(&self.text(terms, facts)),
        };
        if text.is_empty() { Vec::new() } else { vec![text] }
    }

    /// What the contract of an offer says in place of a value that is known only at the payment, or that only the parties
    /// learn. The text is accepted with these words, so it stays the same when the license is issued.
    fn later(self, terms: &Terms, facts: &Facts) -> Option<String> {
        let producer = &facts.producer;
        let is_free = facts.fee == Minor::ZERO;
        match self {
            _ if !facts.is_offered => None,
            Self::LicenseNumber => Some(ON_RECORD.to_owned()),
            Self::DateIssued if is_free => Some("(the day of acceptance)".to_owned()),
            Self::DateIssued => Some("(the day of payment)".to_owned()),
            Self::DateExpires => match terms.term {
                Term::Months(count) if is_free => {
                    Some(format!("({} after the day of acceptance)", months(count)))
                }
                Term::Months(count) => {
                    Some(format!("({} after the day of payment)", months(count)))
                }
                Term::Forever => None,
            },
            Self::ProducerAddress if !producer.shows_address && !producer.address.is_empty() => {
                Some(ON_RECORD.to_owned())
            }
            _ => None,
        }
    }

    fn text(self, terms: &Terms, facts: &Facts) -> String {
        let allowed = |yes: bool| (if yes { "allowed" } else { "not allowed" }).to_owned();
        let rest = |share: u16| percent(WHOLE_SHARE.saturating_sub(share));
        let Facts { producer, buyer, beat, .. } = facts;
        match self {
            Self::LicenseNumber => reference(facts.number),
            Self::KindName => facts.kind.clone(),
            Self::DateIssued => long_day(facts.issued),
            Self::DateExpires => facts.expires.map(long_day).unwrap_or_default(),
            Self::Term => match terms.term {
                Term::Months(count) => months(count),
                Term::Forever => "forever".to_owned(),
            },
            Self::Forever => {
                (if terms.term == Term::Forever { "forever" } else { "not forever" }).to_owned()
            }
            Self::Exclusive => {
                (if terms.is_exclusive { "exclusive" } else { "non-exclusive" }).to_owned()
            }
            Self::ProducerName => producer.name.clone(),
            Self::ProducerAlias => producer.alias.clone(),
            Self::ProducerAddress => producer.address.clone(),
            Self::ProducerPro => producer.pro.clone(),
            Self::ProducerIpi => producer.ipi.clone(),
            Self::ProducerPublisher => producer.publisher.clone(),
            Self::BuyerName => buyer.name.clone(),
            Self::BuyerAlias => buyer.alias.clone(),
            Self::BuyerAddress => buyer.address.clone(),
            Self::BuyerCountry => buyer.country.clone(),
            Self::BuyerEmail => buyer.email.clone(),
            Self::BeatTitle => beat.title.clone(),
            Self::BeatTempo => beat.tempo.clone(),
            Self::BeatKey => beat.key.clone(),
            Self::BeatLength => beat.length.clone(),
            Self::Samples => beat.samples.clone(),
            Self::Fee => display(facts.fee.get(), facts.currency),
            Self::FeeWords => amount_in_words(facts.fee, facts.currency),
            Self::Files => {
                let nouns = terms.delivers.iter().copied().map(Role::noun).collect::<Vec<_>>();
                listed(&nouns)
            }
            Self::CapStreams
            | Self::CapCopies
            | Self::CapDownloads
            | Self::CapMonetizedVideos
            | Self::CapVideos
            | Self::CapMonetizedVideoStreams
            | Self::CapVideoStreams
            | Self::CapRadio
            | Self::CapPaidShows
            | Self::CapUnpaidShows => {
                self.cap().map(|of| terms.caps.of(of).text()).unwrap_or_default()
            }
            Self::Broadcast => allowed(terms.allows_broadcast),
            Self::Sync => allowed(terms.allows_sync),
            Self::ContentId => allowed(terms.allows_content_id),
            Self::PublishingShare => percent(terms.publishing_share),
            Self::PublishingShareBuyer => rest(terms.publishing_share),
            Self::WriterShare => percent(terms.writer_share),
            Self::WriterShareBuyer => rest(terms.writer_share),
            Self::CreditLine => terms.credit_line.clone(),
            Self::CreditRequired => {
                (if terms.is_credit_required { "required" } else { "not required" }).to_owned()
            }
            Self::Law => {
                terms.governing_law.clone().unwrap_or_else(|| producer.governing_law.clone())
            }
            Self::BuyBackYears => {
                terms.buy_back.map(|right| right.years.to_string()).unwrap_or_default()
            }
            Self::BuyBackPercent => {
                terms.buy_back.map(|right| format!("{}%", right.percent)).unwrap_or_default()
            }
            Self::PriorLicenses => String::new(),
        }
    }
}

/// One line without control characters. Braces become parentheses: a contract shows a brace only where a field was left
/// unfilled, which never happens.
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.extend(part.chars().filter(|c| !c.is_control()).map(|c| match c {
            '{' => '(',
            '}' => ')',
            other => other,
        }));
    }
    line
}
