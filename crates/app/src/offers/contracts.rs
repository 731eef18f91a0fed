//! The contracts of an offer, filled by the module that issues licenses.

use domain::ids::{OfferId, UserId};
use domain::licenses::contract::Block;
use domain::licenses::fields::{Buyer, Field, Place, Producer};
use domain::licenses::terms::Terms;
use domain::offers::{Acceptance, Line, Offer, State};
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use storage::db::Conn;
use storage::offers::acceptances;

use super::record;
use crate::licenses::issuing::{self, AcceptedLicense, FilledContract, OfferedLicense};
use crate::licenses::{kinds, terms};
use crate::{Actor, App, Error, Result};

/// The filled contract of one line of an offer.
#[derive(Debug, Clone)]
pub struct Contract {
    pub line: Line,
    pub kind: String,
    pub blocks: Vec<Block>,
    /// Fields without a value, except those that the buyer fills in and those that get their value when the license is
    /// issued.
    pub missing: Vec<Field>,
    pub(crate) filled: FilledContract,
}

impl Contract {
    pub fn terms(&self) -> &Terms {
        &self.filled.terms
    }

    pub fn text_version(&self) -> i64 {
        self.filled.text_version
    }

    pub fn text_hash(&self) -> &str {
        &self.filled.text_hash
    }
}

/// The producer as a party of the contract, as stored with an acceptance.
#[derive(Serialize, Deserialize)]
struct StoredProducer {
    name: String,
    alias: String,
    address: String,
    governing_law: String,
    pro: String,
    ipi: String,
    publisher: String,
}

pub(crate) fn write_producer(producer: &Producer) -> Result<String> {
    let Producer { name, alias, address, governing_law, pro, ipi, publisher } = producer.clone();
    let stored = StoredProducer { name, alias, address, governing_law, pro, ipi, publisher };
    serde_json::to_string(&stored).map_err(Error::unexpected)
}

fn read_producer(text: &str) -> Result<Producer> {
    let stored: StoredProducer = serde_json::from_str(text).map_err(Error::unexpected)?;
    let StoredProducer { name, alias, address, governing_law, pro, ipi, publisher } = stored;
    Ok(Producer { name, alias, address, governing_law, pro, ipi, publisher })
}

pub(crate) fn deleted_error(line: &Line) -> Error {
    Error::Conflict(format!(
        "“{}” or its license was deleted. Take it out of the offer first.",
        line.title
    ))
}

/// Converts the lines of an offer to licenses: to be read, or with an acceptance to be issued.
pub(crate) fn to_license_orders(
    offer: &Offer,
    lines: &[Line],
    acceptance: Option<&Acceptance>,
) -> Result<Vec<OfferedLicense>> {
    let one = |(ahead, line): (i64, &Line)| {
        let (Some(kind), Some(beat)) = (line.kind, line.beat) else {
            return Err(deleted_error(line));
        };
        let buyer = acceptance.map(|accepted| Buyer {
            name: accepted.name.clone(),
            alias: accepted.alias.clone(),
            address: accepted.address.clone(),
            country: accepted.country.clone(),
            email: accepted.email.clone(),
        });
        let accepted = acceptance.map(|accepted| {
            Ok::<_, Error>(AcceptedLicense {
                kind_name: line.kind_name.clone(),
                tier: line.tier,
                terms: terms::read(&line.terms)?,
                text_version: line.text_version,
                producer: read_producer(&accepted.producer)?,
                by: accepted.name.clone(),
                at: accepted.at,
                address: accepted.ip.clone(),
                browser: accepted.browser.clone(),
                reference: offer.reference(),
            })
        });
        Ok(OfferedLicense {
            kind,
            beat,
            client: offer.buyer.client,
            buyer: buyer.unwrap_or_default(),
            price: line.price,
            currency: offer.currency,
            ahead,
            accepted: accepted.transpose()?,
        })
    };
    (0..).zip(lines).map(one).collect()
}

/// Fills the contracts of an offer, as its buyer reads them.
pub(crate) fn read(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    acceptance: Option<&Acceptance>,
    now: Timestamp,
) -> Result<Vec<Contract>> {
    let mut contracts = Vec::new();
    for (mut wanted, line) in to_license_orders(offer, lines, acceptance)?.into_iter().zip(lines) {
        // The contract of an accepted license that is not issued yet keeps blanks for its number and its days.
        let frozen = wanted.accepted.take();
        let filled = match frozen {
            Some(frozen) => issuing::read_accepted(conn, owner, wanted, frozen, now)?,
            None => issuing::read_contract(conn, owner, wanted, now)?,
        };
        let is_open = |field: &Field| {
            field.place() == Place::Buyer
                || matches!(field, Field::LicenseNumber | Field::DateIssued | Field::DateExpires)
        };
        let missing = filled.missing.iter().copied().filter(|field| !is_open(field)).collect();
        contracts.push(Contract {
            line: line.clone(),
            kind: filled.kind_name.clone(),
            blocks: filled.blocks.clone(),
            missing,
            filled,
        });
    }
    Ok(contracts)
}

/// A hash of the beats, the prices and the text of every contract. The buyer's form sends it back, so that a changed
/// offer is not accepted.
pub(crate) fn hash(offer: &Offer, contracts: &[Contract]) -> String {
    let mut digest = Sha256::new();
    let mut add = |text: &str| {
        digest.update(text.len().to_be_bytes());
        digest.update(text.as_bytes());
    };
    add(offer.currency.as_str());
    for contract in contracts {
        add(&contract.line.title);
        add(&contract.kind);
        add(&contract.line.price.get().to_string());
        for block in &contract.blocks {
            add(&block.text());
        }
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the contracts of an offer for its producer.
pub async fn of_offer(app: &App, actor: &Actor, id: OfferId) -> Result<Vec<Contract>> {
    let (owner, now) = (actor.user, app.now());
    kinds::ensure(app, owner).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        let (offer, lines) = record::load(conn, owner, id)?;
        let acceptance = match offer.stored_state {
            State::Draft | State::Sent | State::Viewed => None,
            _ => acceptances::find(conn, owner, id)?,
        };
        read(conn, owner, &offer, &lines, acceptance.as_ref(), now)
    })
    .await
}
