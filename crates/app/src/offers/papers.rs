//! What the contracts of an offer are made of: terms, contract text, parties, beat and price of each line. It is frozen
//! when the offer is sent and with each revision, so that later changes of the kind, the beat or the legal profile do not
//! reach it, and completed with the buyer's values at the acceptance.

use domain::ids::{DocumentId, LicenseKindId, OfferId, UserId};
use domain::licenses::contract::{Block, Origin, Span};
use domain::licenses::fields::{Beat, Producer};
use domain::money::{Currency, Minor};
use domain::offers::{Acceptance, Line, Offer, State};
use domain::sales::License as Tier;
use serde::{Deserialize, Serialize};
use storage::db::{Conn, Tx};
use storage::library::documents;
use storage::licenses::texts;
use storage::offers::papers::{self as rows, Row};

use crate::licenses::issuing::{self, Paper};
use crate::licenses::{kinds, terms};
use crate::{Error, Result};

/// What samples a contract names for a beat whose producer has said nothing.
const NO_SAMPLES: &str = "none";

pub(crate) fn deleted_error(line: &Line) -> Error {
    Error::Conflict(format!(
        "“{}” or its license was deleted. Take it out of the offer first.",
        line.title
    ))
}

/// Makes the papers of an offer as things are now.
pub(crate) fn make(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
) -> Result<Vec<Paper>> {
    let profile = kinds::profile(conn, owner)?;
    let mut papers = Vec::new();
    for line in lines {
        let (Some(kind), Some(beat)) = (line.kind, line.beat) else {
            return Err(deleted_error(line));
        };
        let kind = kinds::read(conn, owner, kind)?;
        let document = documents::find(conn, owner, beat)?.ok_or_else(|| deleted_error(line))?;
        papers.push(Paper {
            kind: kind.id,
            kind_name: kind.kind.name,
            tier: kind.kind.tier,
            terms: kind.kind.terms,
            text: kind.text.text,
            text_version: kind.text.version.number,
            producer: profile.producer(),
            country: profile.country.clone(),
            beat,
            facts: issuing::facts_of(&document, NO_SAMPLES),
            price: line.price,
            currency: offer.currency,
            accepted: None,
        });
    }
    Ok(papers)
}

/// The papers of an offer: frozen ones if it was sent, else as things are now.
pub(crate) fn read(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    acceptance: Option<&Acceptance>,
) -> Result<Vec<Paper>> {
    if offer.stored_state == State::Draft {
        return make(conn, owner, offer, lines);
    }
    let found = rows::list(conn, owner, offer.id, offer.revision)?;
    if found.len() == lines.len() {
        return found.iter().map(parse).collect();
    }
    match acceptance {
        Some(accepted) => {
            let mut papers = Vec::new();
            for line in lines {
                papers.push(of_earlier_acceptance(conn, owner, offer, line, accepted)?);
            }
            Ok(papers)
        }
        None => make(conn, owner, offer, lines),
    }
}

/// The paper of a line that was accepted in a version that froze no papers: from the line and the acceptance. A value that
/// the producer has entered only since is taken as it is now, so that the offer can still be paid.
fn of_earlier_acceptance(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    line: &Line,
    accepted: &Acceptance,
) -> Result<Paper> {
    let (Some(kind), Some(beat)) = (line.kind, line.beat) else {
        return Err(deleted_error(line));
    };
    let text = texts::find(conn, owner, kind, line.text_version)?;
    let text = text.ok_or_else(|| deleted_error(line))?;
    let document = documents::find(conn, owner, beat)?.ok_or_else(|| deleted_error(line))?;
    let profile = kinds::profile(conn, owner)?;
    let then: StoredProducer = serde_json::from_str(&accepted.producer).unwrap_or_default();
    let now = profile.producer();
    let or = |then: String, now: String| if then.is_empty() { now } else { then };
    let producer = Producer {
        name: or(then.name, now.name),
        alias: or(then.alias, now.alias),
        address: or(then.address, now.address),
        shows_address: true,
        governing_law: or(then.governing_law, now.governing_law),
        pro: or(then.pro, now.pro),
        ipi: or(then.ipi, now.ipi),
        publisher: or(then.publisher, now.publisher),
    };
    Ok(Paper {
        kind,
        kind_name: line.kind_name.clone(),
        tier: line.tier,
        terms: terms::read(&line.terms)?,
        text: text.text,
        text_version: line.text_version,
        producer,
        country: profile.country,
        beat,
        facts: issuing::facts_of(&document, NO_SAMPLES),
        price: line.price,
        currency: offer.currency,
        accepted: None,
    })
}

/// Freezes the papers of a revision, with the accepted contracts if there are any.
pub(crate) fn freeze(
    tx: &mut Tx,
    owner: UserId,
    offer: OfferId,
    revision: i64,
    papers: &[Paper],
) -> Result<()> {
    let rows: Vec<Row> = papers.iter().map(write).collect::<Result<_>>()?;
    Ok(rows::put(tx, owner, offer, revision, &rows)?)
}

/// The producer as a party of the contract, as stored.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct StoredProducer {
    name: String,
    alias: String,
    address: String,
    shows_address: bool,
    governing_law: String,
    pro: String,
    ipi: String,
    publisher: String,
}

#[derive(Serialize, Deserialize)]
struct StoredBeat {
    id: String,
    title: String,
    tempo: String,
    key: String,
    length: String,
    samples: String,
}

#[derive(Serialize, Deserialize)]
struct StoredPaper {
    kind: String,
    kind_name: String,
    tier: String,
    terms: String,
    text: String,
    text_version: i64,
    producer: StoredProducer,
    country: String,
    beat: StoredBeat,
    price: i64,
    currency: String,
}

/// A block: what it is, the level or number it has, and its spans of text, each with whether it is bold and whether it is
/// a value.
#[derive(Serialize, Deserialize)]
struct StoredBlock(String, String, Vec<(String, bool, bool)>);

pub(crate) fn write_producer(producer: &Producer) -> Result<String> {
    serde_json::to_string(&stored_producer(producer)).map_err(Error::unexpected)
}

fn stored_producer(producer: &Producer) -> StoredProducer {
    let Producer { name, alias, address, shows_address, governing_law, pro, ipi, publisher } =
        producer.clone();
    StoredProducer { name, alias, address, shows_address, governing_law, pro, ipi, publisher }
}

fn write(paper: &Paper) -> Result<Row> {
    let Beat { title, tempo, key, length, samples } = paper.facts.clone();
    let stored = StoredPaper {
        kind: paper.kind.to_string(),
        kind_name: paper.kind_name.clone(),
        tier: paper.tier.as_str().to_owned(),
        terms: terms::write(&paper.terms)?,
        text: paper.text.clone(),
        text_version: paper.text_version,
        producer: stored_producer(&paper.producer),
        country: paper.country.clone(),
        beat: StoredBeat { id: paper.beat.to_string(), title, tempo, key, length, samples },
        price: paper.price.get(),
        currency: paper.currency.as_str().to_owned(),
    };
    let blocks = paper.accepted.as_ref().map(|blocks| {
        let blocks: Vec<StoredBlock> = blocks.iter().map(stored_block).collect();
        serde_json::to_string(&blocks).map_err(Error::unexpected)
    });
    Ok(Row {
        facts: serde_json::to_string(&stored).map_err(Error::unexpected)?,
        blocks: blocks.transpose()?,
    })
}

fn parse(row: &Row) -> Result<Paper> {
    let damaged = || Error::unexpected("a stored offer cannot be read");
    let stored: StoredPaper = serde_json::from_str(&row.facts).map_err(Error::unexpected)?;
    let StoredProducer { name, alias, address, shows_address, governing_law, pro, ipi, publisher } =
        stored.producer;
    let StoredBeat { id, title, tempo, key, length, samples } = stored.beat;
    let accepted = row.blocks.as_ref().map(|text| {
        let blocks: Vec<StoredBlock> = serde_json::from_str(text).map_err(Error::unexpected)?;
        blocks.into_iter().map(|block| parse_block(block).ok_or_else(damaged)).collect()
    });
    Ok(Paper {
        kind: LicenseKindId::parse(&stored.kind).ok_or_else(damaged)?,
        kind_name: stored.kind_name,
        tier: Tier::find(&stored.tier).ok_or_else(damaged)?,
        terms: terms::read(&stored.terms)?,
        text: stored.text,
        text_version: stored.text_version,
        producer: Producer {
            name,
            alias,
            address,
            shows_address,
            governing_law,
            pro,
            ipi,
            publisher,
        },
        country: stored.country,
        beat: DocumentId::parse(&id).ok_or_else(damaged)?,
        facts: Beat { title, tempo, key, length, samples },
        price: Minor::new(stored.price).ok_or_else(damaged)?,
        currency: Currency::find(&stored.currency).ok_or_else(damaged)?,
        accepted: accepted.transpose()?,
    })
}

fn stored_block(block: &Block) -> StoredBlock {
    let (what, number) = match block {
        Block::Heading(level, _) => ("heading", level.to_string()),
        Block::Paragraph(_) => ("paragraph", String::new()),
        Block::Numbered(number, _) => ("numbered", number.clone()),
        Block::Bullet(_) => ("bullet", String::new()),
    };
    let spans = block.spans().iter();
    let spans = spans.map(|span| (span.text.clone(), span.is_bold, span.origin != Origin::Text));
    StoredBlock(what.to_owned(), number, spans.collect())
}

fn parse_block(StoredBlock(what, number, spans): StoredBlock) -> Option<Block> {
    let spans = spans.into_iter().map(|(text, is_bold, is_value)| Span {
        text,
        is_bold,
        origin: if is_value { Origin::Value } else { Origin::Text },
    });
    let spans = spans.collect();
    Some(match what.as_str() {
        "heading" => Block::Heading(number.parse().ok()?, spans),
        "paragraph" => Block::Paragraph(spans),
        "numbered" => Block::Numbered(number, spans),
        "bullet" => Block::Bullet(spans),
        _ => return None,
    })
}
