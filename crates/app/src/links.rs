//! The other things a transaction may name: a client, a card, a sale. Each must be the account
//! holder's own, which is decided here and nowhere else.

use domain::ids::{BeneficiaryId, CardId, SaleId, UserId};
use storage::{beneficiaries, cards, db::Conn};

use crate::{Error, Result};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Links {
    pub beneficiary: Option<BeneficiaryId>,
    pub card: Option<CardId>,
    pub sale: Option<SaleId>,
}

impl Links {
    /// Refuses what is not there or belongs to somebody else. Sales have no rows yet, so there is
    /// none that could be named.
    pub fn check_owned(&self, conn: &mut Conn, owner: UserId) -> Result<()> {
        if let Some(id) = self.beneficiary
            && beneficiaries::find(conn, owner, id)?.is_none()
        {
            return Err(crate::beneficiaries::not_there());
        }
        if let Some(id) = self.card
            && cards::find(conn, owner, id)?.is_none()
        {
            return Err(crate::cards::not_there());
        }
        if self.sale.is_some() {
            return Err(Error::NotFound("This sale does not exist.".to_owned()));
        }
        Ok(())
    }
}
