//! References of a row to a client, a card, a sale or a beat. This file checks that they belong to the account holder.

use domain::clients::Beneficiary;
use domain::ids::{BeneficiaryId, CardId, DocumentId, SaleId, UserId};
use storage::db::Conn;
use storage::library::documents;
use storage::money::cards;
use storage::{clients, sales};

use crate::{Error, Result};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Links {
    pub beneficiary: Option<BeneficiaryId>,
    pub card: Option<CardId>,
    pub sale: Option<SaleId>,
}

impl Links {
    /// Refuses a reference that does not exist or belongs to somebody else.
    pub fn check_owned(&self, conn: &mut Conn, owner: UserId) -> Result<()> {
        if let Some(id) = self.beneficiary {
            client(conn, owner, id)?;
        }
        if let Some(id) = self.card
            && cards::find(conn, owner, id)?.is_none()
        {
            return Err(Error::missing("card"));
        }
        if let Some(id) = self.sale
            && sales::find(conn, owner, id)?.is_none()
        {
            return Err(Error::missing("sale"));
        }
        Ok(())
    }
}

pub(crate) fn client(conn: &mut Conn, owner: UserId, id: BeneficiaryId) -> Result<Beneficiary> {
    clients::find(conn, owner, id)?.ok_or_else(|| Error::missing("client"))
}

pub(crate) fn beat_title(conn: &mut Conn, owner: UserId, id: DocumentId) -> Result<String> {
    documents::title_of(conn, owner, id)?.ok_or_else(|| Error::missing("beat"))
}
