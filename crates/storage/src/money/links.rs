//! Letting go: where a client, a card, a sale or a beat is deleted, the rows that name it stay and name it no
//! longer, so that none ever points to something that is gone.
//!
//! A client may be named by very many rows, and one write must not keep everybody waiting: so there is a
//! bound on how many are let go of at once, and the caller comes back until none is left.

use domain::{
    ids::{BeneficiaryId, CardId, DocumentId, SaleId, UserId},
    topics::Topic,
};

use crate::db::{DbError, Tx, params, sql};
use crate::sales;

/// How many rows let go of a deleted thing in one write: more would keep other writers waiting.
pub const LET_GO_AT_ONCE: u32 = 2000;

/// Whether no row names the client any more. The caller holds the ledger's lock, so that no change
/// writes it back.
pub fn forget_client(
    tx: &mut Tx,
    owner: UserId,
    id: BeneficiaryId,
    most: u32,
) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Transactions);
    tx.changed(owner, Topic::Sales);
    sales::figures::forget_client(tx, owner, id, most)?;
    let (owner, id) = (owner.to_string(), id.to_string());
    let transactions = tx.execute(
        sql!(
            "UPDATE transactions SET beneficiary_id = NULL WHERE owner_id = ?1 AND position IN (
               SELECT position FROM transactions
               WHERE owner_id = ?1 AND beneficiary_id = ?2 LIMIT ?3)"
        ),
        params![&owner, &id, most],
    )?;
    let sales = tx.execute(
        sql!(
            "UPDATE sales SET client_id = NULL WHERE owner_id = ?1 AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND client_id = ?2
               ORDER BY position LIMIT ?3)"
        ),
        params![&owner, &id, most],
    )?;
    Ok(transactions < u64::from(most) && sales < u64::from(most))
}

/// The same for a card.
pub fn forget_card(tx: &mut Tx, owner: UserId, id: CardId, most: u32) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Transactions);
    let transactions = tx.execute(
        sql!(
            "UPDATE transactions SET card_id = NULL WHERE owner_id = ?1 AND position IN (
               SELECT position FROM transactions
               WHERE owner_id = ?1 AND card_id = ?2 LIMIT ?3)"
        ),
        params![&owner.to_string(), id.to_string(), most],
    )?;
    Ok(transactions < u64::from(most))
}

/// The same for a sale, whose own transactions are gone by then and which few others name.
pub fn forget_sale(tx: &mut Tx, owner: UserId, id: SaleId) -> Result<(), DbError> {
    tx.changed(owner, Topic::Transactions);
    tx.execute(
        sql!("UPDATE transactions SET sale_id = NULL WHERE owner_id = ?1 AND sale_id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}

/// The same for a beat. Its sales keep its title and its genre.
pub fn forget_beat(tx: &mut Tx, owner: UserId, id: DocumentId, most: u32) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Sales);
    let sales = tx.execute(
        sql!(
            "UPDATE sales SET beat_id = NULL, genre_key = (
               SELECT genre_key FROM documents WHERE owner_id = ?1 AND id = ?2)
             WHERE owner_id = ?1 AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND beat_id = ?2 LIMIT ?3)"
        ),
        params![&owner.to_string(), id.to_string(), most],
    )?;
    Ok(sales < u64::from(most))
}
