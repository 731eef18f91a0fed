//! The PDF with the accepted contracts, which is mailed to the buyer at once.

use std::sync::Arc;

use domain::licenses::contract::Block;
use domain::offers::{Acceptance, Offer};
use paper::contract::{Contract as Paper, Record};
use paper::receipt::Party;
use seal::Seal;

use super::contracts::Contract;
use crate::{Error, Result, operations};

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
        let producer = first.paper.producer.clone();
        let blocks: Vec<Block> =
            contracts.iter().flat_map(|contract| contract.blocks.clone()).collect();
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
            issued: first.zone.day_of(accepted.at),
            blocks: &blocks,
            record: Record {
                accepted_by: Some(&accepted.name),
                at: accepted.at,
                address: &accepted.ip,
                browser: &accepted.browser,
                note: "A copy of what was accepted. The license is issued with the payment.",
                producer_address: &producer.address,
                days: None,
                text: &accepted.text,
                text_version: first.text_version(),
                text_hash: &accepted.text_hash,
            },
        };
        operations::seal::write(seal.as_deref(), &paper).map(|(bytes, _)| bytes)
    });
    made.await.map_err(Error::unexpected)?
}
