//! Letting go: where a client, a card or a sale is deleted, the rows that name it stay and name it no
//! longer, so that none ever points to something that is gone.

use domain::ids::{BeneficiaryId, CardId, SaleId, UserId};

use crate::db::{DbError, Tx, params, sql};

/// The caller holds the ledger's lock, so that no change writes the client back.
pub fn forget_client(tx: &mut Tx, owner: UserId, id: BeneficiaryId) -> Result<(), DbError> {
    let (owner, id) = (owner.to_string(), id.to_string());
    tx.execute(
        sql!(
            "UPDATE transactions SET beneficiary_id = NULL
             WHERE owner_id = ?1 AND beneficiary_id = ?2"
        ),
        params![&owner, &id],
    )?;
    tx.execute(
        sql!("UPDATE sales SET client_id = NULL WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner, &id],
    )?;
    Ok(())
}

/// The same for a card.
pub fn forget_card(tx: &mut Tx, owner: UserId, id: CardId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE transactions SET card_id = NULL WHERE owner_id = ?1 AND card_id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}

/// The same for a sale, whose own transactions are gone by then.
pub fn forget_sale(tx: &mut Tx, owner: UserId, id: SaleId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE transactions SET sale_id = NULL WHERE owner_id = ?1 AND sale_id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}
