//! The JSON of license terms and contracts in requests and answers.

use std::collections::BTreeMap;

use domain::licenses::contract::{Block, Origin, Span};
use domain::licenses::terms::{BuyBack, Cap, Term, Terms, Use};
use domain::licenses::texts::Version;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::money::Amount;

/// How often a use is allowed.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseCap {
    allowed: bool,
    /// Null if there is no limit.
    #[schema(required, minimum = 0, maximum = 1_000_000_000_000_u64)]
    limit: Option<u64>,
}

/// The producer's right to buy an exclusive license back.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseBuyBack {
    /// Years after which it can be bought back.
    years: u16,
    /// Percent of the price that was paid.
    percent: u16,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseTerms {
    is_exclusive: bool,
    /// The files that are delivered: mp3, wav, tagged, stems, project, midi, artwork, other.
    delivers: Vec<&'static str>,
    /// Null if the license has no end date.
    #[schema(required)]
    term_months: Option<u16>,
    /// By use: streams, copies, downloads, monetized_videos, videos, monetized_video_streams, video_streams, radio,
    /// paid_shows, unpaid_shows.
    caps: BTreeMap<&'static str, LicenseCap>,
    broadcast: bool,
    sync: bool,
    /// Whether the buyer may register the song with Content ID.
    content_id: bool,
    /// What the producer keeps, in percent.
    #[schema(value_type = f64, example = 50)]
    publishing_share: Amount,
    /// What the producer keeps, in percent.
    #[schema(value_type = f64, example = 50)]
    writer_share: Amount,
    credit_line: String,
    credit_required: bool,
    /// Null if the law of the legal profile applies.
    #[schema(required)]
    governing_law: Option<String>,
    #[schema(required)]
    buy_back: Option<LicenseBuyBack>,
}

impl From<&Terms> for LicenseTerms {
    fn from(terms: &Terms) -> Self {
        let cap = |of: &Use| {
            let (allowed, limit) = match terms.caps.of(*of) {
                Cap::Limit(number) => (true, Some(number)),
                Cap::Unlimited => (true, None),
                Cap::NotAllowed => (false, None),
            };
            (of.as_str(), LicenseCap { allowed, limit })
        };
        Self {
            is_exclusive: terms.is_exclusive,
            delivers: terms.delivers.iter().map(|role| role.as_str()).collect(),
            term_months: match terms.term {
                Term::Months(months) => Some(months),
                Term::Forever => None,
            },
            caps: Use::ALL.iter().map(cap).collect(),
            broadcast: terms.allows_broadcast,
            sync: terms.allows_sync,
            content_id: terms.allows_content_id,
            // Basis points are hundredths of a percent, and print like minor units.
            publishing_share: Amount::of_minor(terms.publishing_share.into()),
            writer_share: Amount::of_minor(terms.writer_share.into()),
            credit_line: terms.credit_line.clone(),
            credit_required: terms.is_credit_required,
            governing_law: terms.governing_law.clone(),
            buy_back: terms
                .buy_back
                .map(|BuyBack { years, percent }| LicenseBuyBack { years, percent }),
        }
    }
}

/// A version of a contract text. It is never altered.
#[derive(Serialize, ToSchema)]
pub(crate) struct LicenseTextVersion {
    #[schema(example = 1)]
    version: i64,
    /// The SHA-256 of the text, in hexadecimal digits.
    hash: String,
    created_at: String,
}

impl From<Version> for LicenseTextVersion {
    fn from(version: Version) -> Self {
        Self {
            version: version.number,
            hash: version.hash,
            created_at: version.created_at.to_string(),
        }
    }
}

/// A part of a contract, in the order of the text.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContractBlock {
    /// One of heading, paragraph, numbered, bullet.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The level of a heading: 1 is the title, 3 the smallest.
    #[schema(required)]
    level: Option<u8>,
    /// The number of a numbered paragraph, as written in the text.
    #[schema(required)]
    number: Option<String>,
    spans: Vec<ContractSpan>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ContractSpan {
    text: String,
    bold: bool,
    /// text: the producer's own words. value: the value of a field. gap: the name of a field that has no value.
    origin: &'static str,
}

impl From<Block> for ContractBlock {
    fn from(block: Block) -> Self {
        let (kind, level, number, spans) = match block {
            Block::Heading(level, spans) => ("heading", Some(level), None, spans),
            Block::Paragraph(spans) => ("paragraph", None, None, spans),
            Block::Numbered(number, spans) => ("numbered", None, Some(number), spans),
            Block::Bullet(spans) => ("bullet", None, None, spans),
        };
        Self { kind, level, number, spans: spans.into_iter().map(ContractSpan::from).collect() }
    }
}

impl From<Span> for ContractSpan {
    fn from(span: Span) -> Self {
        let origin = match span.origin {
            Origin::Text => "text",
            Origin::Value => "value",
            Origin::Gap => "gap",
        };
        Self { text: span.text, bold: span.is_bold, origin }
    }
}
