//! The contracts of an offer, filled from its papers, and the text that the parties agree on.

use domain::calendar::Zone;
use domain::ids::{OfferId, UserId};
use domain::licenses::agreement::{self, Agreed};
use domain::licenses::contract::{Block, Filled};
use domain::licenses::fields::{Buyer, Field, Place};
use domain::licenses::terms::Terms;
use domain::money::display;
use domain::offers::{Acceptance, Line, Offer};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::zones;
use storage::offers::acceptances;

use super::papers::{self, deleted_error};
use super::record;
use crate::licenses::issuing::{self, AcceptedLicense, Paper};
use crate::licenses::kinds;
use crate::{Actor, App, Error, Result};

/// The filled contract of one line of an offer.
#[derive(Debug, Clone)]
pub struct Contract {
    pub line: Line,
    pub kind: String,
    pub blocks: Vec<Block>,
    /// Fields without a value, except those that the buyer fills in.
    pub missing: Vec<Field>,
    /// Whether the contract names the buyer's address and has none yet.
    pub asks_for_address: bool,
    pub(crate) paper: Paper,
    /// The time zone of the account, for the days of the paper.
    pub(crate) zone: Zone,
}

impl Contract {
    pub fn terms(&self) -> &Terms {
        &self.paper.terms
    }

    pub fn text_version(&self) -> i64 {
        self.paper.text_version
    }
}

/// The buyer as entered in an acceptance.
pub(super) fn buyer_of(accepted: &Acceptance) -> Buyer {
    Buyer {
        name: accepted.name.clone(),
        alias: accepted.alias.clone(),
        address: accepted.address.clone(),
        country: accepted.country.clone(),
        email: accepted.email.clone(),
    }
}

/// The licenses of an accepted offer, to be issued.
pub(crate) fn to_accepted_licenses(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    accepted: &Acceptance,
    now: Timestamp,
) -> Result<Vec<AcceptedLicense>> {
    let contracts = read(conn, owner, offer, lines, Some(accepted), now)?;
    to_licenses(offer, contracts, accepted)
}

/// Like `to_accepted_licenses`, for contracts that were filled for the buyer.
pub(super) fn to_licenses(
    offer: &Offer,
    contracts: Vec<Contract>,
    accepted: &Acceptance,
) -> Result<Vec<AcceptedLicense>> {
    let one = |(ahead, contract): (i64, Contract)| {
        if contract.line.beat.is_none() {
            return Err(deleted_error(&contract.line));
        }
        if !contract.missing.is_empty() {
            return Err(Error::ContractGaps(contract.missing));
        }
        Ok(AcceptedLicense {
            paper: contract.paper,
            blocks: contract.blocks,
            client: offer.buyer.client,
            buyer: buyer_of(accepted),
            ahead,
            by: accepted.name.clone(),
            at: accepted.at,
            address: accepted.ip.clone(),
            browser: accepted.browser.clone(),
            text: accepted.text.clone(),
            text_hash: accepted.text_hash.clone(),
            reference: offer.reference(),
        })
    };
    (0..).zip(contracts).map(one).collect()
}

/// Fills the contracts of an offer: as they were accepted, or as its buyer reads them before that.
pub(crate) fn read(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    acceptance: Option<&Acceptance>,
    now: Timestamp,
) -> Result<Vec<Contract>> {
    let papers = papers::read(conn, owner, offer, lines, acceptance)?;
    let buyer = acceptance.map(buyer_of).unwrap_or_default();
    fill(conn, owner, papers, lines, &buyer, now)
}

/// Fills papers for a buyer. Contracts that were accepted stay as they are.
pub(super) fn fill(
    conn: &mut Conn,
    owner: UserId,
    papers: Vec<Paper>,
    lines: &[Line],
    buyer: &Buyer,
    now: Timestamp,
) -> Result<Vec<Contract>> {
    let zone = zones::find(conn, owner)?;
    let mut contracts = Vec::new();
    for (paper, line) in papers.into_iter().zip(lines) {
        let filled = match &paper.accepted {
            Some(blocks) => Filled { blocks: blocks.clone(), missing: Vec::new() },
            None => {
                let prior = match paper.terms.is_exclusive {
                    true => issuing::earlier_licenses(conn, owner, paper.beat, now)?,
                    false => Vec::new(),
                };
                paper.fill(buyer, prior)?
            }
        };
        let Filled { blocks, missing } = filled;
        contracts.push(Contract {
            line: line.clone(),
            kind: paper.kind_name.clone(),
            blocks,
            asks_for_address: missing.contains(&Field::BuyerAddress),
            missing: missing.into_iter().filter(|field| field.place() != Place::Buyer).collect(),
            paper,
            zone: zone.clone(),
        });
    }
    Ok(contracts)
}

/// The text that the parties agree on. The buyer's form sends its hash back, so that a changed offer is not accepted.
pub(crate) fn agreement(offer: &Offer, contracts: &[Contract], buyer: &Buyer) -> String {
    let price = |contract: &Contract| display(contract.paper.price.get(), offer.currency);
    let prices: Vec<String> = contracts.iter().map(price).collect();
    let licenses: Vec<Agreed<'_>> = contracts
        .iter()
        .zip(&prices)
        .map(|(contract, price)| Agreed {
            title: &contract.paper.facts.title,
            kind: &contract.kind,
            price,
            terms: &contract.paper.terms,
            blocks: &contract.blocks,
        })
        .collect();
    let producer = contracts.first().map_or(("", ""), |first| {
        (first.paper.producer.name.as_str(), first.paper.country.as_str())
    });
    let total = display(offer.total.get(), offer.currency);
    agreement::text(&offer.reference(), producer, buyer, &licenses, &total)
}

pub(crate) fn hash(text: &str) -> String {
    storage::licenses::events::digest(text.as_bytes())
}

/// Reads the contracts of an offer for its producer.
pub async fn of_offer(app: &App, actor: &Actor, id: OfferId) -> Result<Vec<Contract>> {
    let (owner, now) = (actor.user, app.now());
    kinds::ensure(app, owner).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        let (offer, lines) = record::load(conn, owner, id)?;
        let acceptance = match offer.accepted_at {
            None => None,
            Some(_) => acceptances::find(conn, owner, id)?,
        };
        read(conn, owner, &offer, &lines, acceptance.as_ref(), now)
    })
    .await
}
