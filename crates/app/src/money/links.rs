//! The other things a row may name: a client, a card, a sale, a beat. Each must be the account
//! holder's own, which is decided here and nowhere else.

use domain::beneficiaries::Beneficiary;
use domain::ids::{BeneficiaryId, CardId, DocumentId, SaleId, UserId};
use storage::db::Conn;
use storage::library::documents;
use storage::money::cards;
use storage::{clients, sales};

use crate::{Error, Result};

/// How many rows let go of a deleted thing in one write: more would keep other writers waiting.
pub(crate) const LET_GO_AT_ONCE: u32 = 2000;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Links {
    pub beneficiary: Option<BeneficiaryId>,
    pub card: Option<CardId>,
    pub sale: Option<SaleId>,
}

impl Links {
    /// Refuses what is not there or belongs to somebody else.
    pub fn check_owned(&self, conn: &mut Conn, owner: UserId) -> Result<()> {
        if let Some(id) = self.beneficiary {
            client(conn, owner, id)?;
        }
        if let Some(id) = self.card
            && cards::find(conn, owner, id)?.is_none()
        {
            return Err(crate::money::cards::not_there());
        }
        if let Some(id) = self.sale
            && sales::find(conn, owner, id)?.is_none()
        {
            return Err(crate::sales::not_there());
        }
        Ok(())
    }
}

pub(crate) fn client(conn: &mut Conn, owner: UserId, id: BeneficiaryId) -> Result<Beneficiary> {
    clients::find(conn, owner, id)?.ok_or_else(crate::clients::not_there)
}

pub(crate) fn beat_title(conn: &mut Conn, owner: UserId, id: DocumentId) -> Result<String> {
    let missing = || Error::NotFound("This beat does not exist.".to_owned());
    documents::title_of(conn, owner, id)?.ok_or_else(missing)
}
