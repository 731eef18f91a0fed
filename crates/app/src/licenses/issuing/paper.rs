//! What the contract of one line of an offer is made of.

use domain::calendar::Day;
use domain::ids::{DocumentId, LicenseKindId};
use domain::licenses::contract::{Block, Filled, Text};
use domain::licenses::fields::{Beat, Buyer, Facts, Producer};
use domain::licenses::terms::Terms;
use domain::money::{Currency, Minor};
use domain::offers::Line;
use domain::sales::License as Tier;

use crate::licenses::terms;
use crate::{Error, Result};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Paper {
    pub kind: LicenseKindId,
    pub kind_name: String,
    pub tier: Tier,
    pub terms: Terms,
    /// The contract text of the kind, with its fields.
    pub text: String,
    pub text_version: i64,
    pub producer: Producer,
    /// The producer's country, which everybody with the link may know.
    pub country: String,
    pub beat: DocumentId,
    pub facts: Beat,
    pub price: Minor,
    pub currency: Currency,
    /// The filled contract as it was accepted.
    pub accepted: Option<Vec<Block>>,
}

impl Paper {
    /// Fills the contract for a buyer; before the acceptance the buyer has no values.
    pub fn fill(&self, buyer: &Buyer, prior_licenses: Vec<String>) -> Result<Filled> {
        let today = Day::FIRST;
        let facts = Facts {
            // An offer's contract states neither number nor days.
            number: 0,
            issued: today,
            expires: None,
            kind: self.kind_name.clone(),
            producer: self.producer.clone(),
            buyer: buyer.clone(),
            beat: self.facts.clone(),
            fee: self.price,
            currency: self.currency,
            prior_licenses,
            is_offered: true,
        };
        let text = Text::parse(&self.text).map_err(Error::ContractFaults)?;
        Ok(text.fill(&self.terms, &facts))
    }

    /// The line with the names and terms of the paper.
    pub fn onto(&self, line: &Line) -> Result<Line> {
        Ok(Line {
            title: self.facts.title.clone(),
            kind_name: self.kind_name.clone(),
            tier: self.tier,
            terms: terms::write(&self.terms)?,
            text_version: self.text_version,
            ..line.clone()
        })
    }
}
