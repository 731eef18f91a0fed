//! Clears references to a deleted client, card, sale or beat, so that no row refers to a deleted one.
//!
//! Many rows can refer to a client, and one write must not block all others for long: each call clears a
//! limited number, and the caller repeats it until none is left.

use domain::{
    ids::{BeneficiaryId, CardId, DocumentId, SaleId, UserId},
    notifications::topics::Topic,
};

use crate::db::{DbError, Tx, params, sql};
use crate::licenses::{issued, reservations};
use crate::{offers, sales, shares};

/// How many rows are changed in one write: more would keep other writers waiting.
pub const MAX_CLEARED_PER_WRITE: u32 = 2000;

/// Clears references to a client; returns whether none is left. The caller must hold the ledger's lock, so that
/// no other change writes the reference back.
pub fn forget_client(
    tx: &mut Tx,
    owner: UserId,
    id: BeneficiaryId,
    most: u32,
) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Transactions);
    tx.record_change(owner, Topic::Sales);
    sales::figures::forget_client(tx, owner, id, most)?;
    reservations::forget_client(tx, owner, id)?;
    shares::forget_client(tx, owner, id)?;
    offers::forget_client(tx, owner, id)?;
    let has_no_license = issued::forget_client(tx, owner, id, most)?;
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
    Ok(has_no_license && transactions < u64::from(most) && sales < u64::from(most))
}

/// Like `forget_client`, for a card.
pub fn forget_card(tx: &mut Tx, owner: UserId, id: CardId, most: u32) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Transactions);
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

/// Clears references to a sale. Its own transactions are already gone, and few others refer to it.
pub fn forget_sale(tx: &mut Tx, owner: UserId, id: SaleId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Transactions);
    issued::forget_sale(tx, owner, id)?;
    offers::forget_sale(tx, owner, id)?;
    tx.execute(
        sql!("UPDATE transactions SET sale_id = NULL WHERE owner_id = ?1 AND sale_id = ?2"),
        params![&owner.to_string(), id.to_string()],
    )?;
    Ok(())
}

/// Like `forget_client`, for a beat. The sales keep its title and genre, the licenses its title.
pub fn forget_beat(tx: &mut Tx, owner: UserId, id: DocumentId, most: u32) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sales);
    reservations::remove(tx, owner, id)?;
    shares::forget_beat(tx, owner, id)?;
    offers::forget_beat(tx, owner, id)?;
    let has_no_license = issued::forget_beat(tx, owner, id, most)?;
    let sales = tx.execute(
        sql!(
            "UPDATE sales SET beat_id = NULL, genre_key = (
               SELECT genre_key FROM documents WHERE owner_id = ?1 AND id = ?2)
             WHERE owner_id = ?1 AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND beat_id = ?2 LIMIT ?3)"
        ),
        params![&owner.to_string(), id.to_string(), most],
    )?;
    Ok(has_no_license && sales < u64::from(most))
}
