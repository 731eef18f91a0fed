//! The PDF with the accepted contracts, which is mailed to the buyer at once. The license numbers and days are still
//! blank.

use std::sync::Arc;

use domain::licenses::contract::{Block, Origin, Span};
use domain::offers::{Acceptance, Offer};
use paper::contract::{Contract as Paper, Record};
use paper::receipt::Party;
use seal::Seal;

use super::contracts::Contract;
use crate::{Error, Result, operations};

const LATER: &str = "(given when it is issued)";

fn closed(blocks: &[Block]) -> Vec<Block> {
    let spans = |spans: &[Span]| -> Vec<Span> {
        let one = |span: &Span| match span.origin {
            Origin::Gap => Span { text: LATER.to_owned(), origin: Origin::Value, ..span.clone() },
            Origin::Text | Origin::Value => span.clone(),
        };
        spans.iter().map(one).collect()
    };
    let one = |block: &Block| match block {
        Block::Heading(level, of) => Block::Heading(*level, spans(of)),
        Block::Paragraph(of) => Block::Paragraph(spans(of)),
        Block::Bullet(of) => Block::Bullet(spans(of)),
        Block::Numbered(number, of) => Block::Numbered(number.clone(), spans(of)),
    };
    blocks.iter().map(one).collect()
}

/// Writes the contracts of an offer as one PDF.
pub(super) async fn make(
    seal: Option<Arc<Seal>>,
    offer: Offer,
    accepted: Acceptance,
    contracts: Vec<Contract>,
) -> Result<Vec<u8>> {
    let made = tokio::task::spawn_blocking(move || {
        let reference = offer.reference();
        let Some(first) = contracts.first() else { return Ok(Vec::new()) };
        let producer = first.filled.producer.clone();
        let blocks: Vec<Block> =
            contracts.iter().flat_map(|contract| closed(&contract.blocks)).collect();
        let kinds: Vec<&str> = contracts.iter().map(|contract| contract.kind.as_str()).collect();
        let titles: Vec<&str> =
            contracts.iter().map(|contract| contract.line.title.as_str()).collect();
        let given = |lines: Vec<&'_ str>| -> Vec<String> {
            lines.into_iter().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
        };
        let seller = given(
            std::iter::once(producer.alias.as_str()).chain(producer.address.lines()).collect(),
        );
        let buyer = given(
            std::iter::once(accepted.alias.as_str())
                .chain(accepted.address.lines())
                .chain([accepted.country.as_str(), accepted.email.as_str()])
                .collect(),
        );
        let paper = Paper {
            reference: &reference,
            kind: &kinds.join(", "),
            title: &titles.join(", "),
            producer: Party {
                name: &producer.name,
                details: seller.iter().map(String::as_str).collect(),
            },
            buyer: Party {
                name: &accepted.name,
                details: buyer.iter().map(String::as_str).collect(),
            },
            issued: first.filled.zone.day_of(accepted.at),
            blocks: &blocks,
            record: Record {
                accepted_by: Some(&accepted.name),
                at: accepted.at,
                address: &accepted.ip,
                browser: &accepted.browser,
                note: "A copy of what was accepted. The license is issued with the payment.",
                text_version: first.filled.text_version,
                text_hash: &accepted.text_hash,
            },
        };
        operations::seal::write(seal.as_deref(), &paper).map(|(bytes, _)| bytes)
    });
    made.await.map_err(Error::unexpected)?
}
