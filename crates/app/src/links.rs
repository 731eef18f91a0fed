//! The other things a transaction may name: a client, a card, a sale. Each must be the account
//! holder's own, which is decided here and nowhere else.

use domain::ids::{BeneficiaryId, CardId, SaleId, UserId};
use storage::db::Conn;

use crate::{Error, Result};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Links {
    pub beneficiary: Option<BeneficiaryId>,
    pub card: Option<CardId>,
    pub sale: Option<SaleId>,
}

impl Links {
    /// Refuses what is not there or belongs to somebody else. Clients, cards and sales have no rows
    /// yet, so there is nothing that could be named.
    pub fn check_owned(&self, _conn: &mut Conn, _owner: UserId) -> Result<()> {
        if self.beneficiary.is_some() {
            return Err(Error::NotFound("This client does not exist.".to_owned()));
        }
        if self.card.is_some() {
            return Err(Error::NotFound("This card does not exist.".to_owned()));
        }
        if self.sale.is_some() {
            return Err(Error::NotFound("This sale does not exist.".to_owned()));
        }
        Ok(())
    }
}
