//! Writing transactions and their postings into an open ledger. Sales use it too.

use domain::ids::{TransactionId, UserId};
use domain::money::transactions::{Content, Transaction};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::money::transactions;
use storage::sales;

use crate::money::ledger::Ledger;
use crate::{Error, Result, crypto, notifications};

const TOO_MUCH: &str = "The totals of this account would be more than can be kept.";

/// Writes a new transaction and its postings.
pub(crate) fn record(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    content: Content,
    now: Timestamp,
) -> Result<Transaction> {
    let entry = ledger.entry(&content)?;
    let new = Transaction {
        id: TransactionId::new(now, crypto::random()),
        number: transactions::next_number(tx, owner)?,
        content,
        created_at: now,
        updated_at: now,
    };
    if !transactions::insert(tx, owner, &new)? {
        return Err(too_much());
    }
    ledger.post(tx, new.id, &entry, now)?;
    Ok(new)
}

/// Notifies the owner of a transaction that is completed or failed.
pub(crate) fn notify_if_settled(
    tx: &mut Tx,
    owner: UserId,
    ledger: &Ledger,
    transaction: &Transaction,
    now: Timestamp,
) -> Result<()> {
    let account = ledger.account(transaction.content.account)?;
    match notifications::wording::transaction_settled(transaction, &account.name) {
        Some(notice) => notifications::notify(tx, owner, now, &notice),
        None => Ok(()),
    }
}

/// Writes many new transactions in order, each with its own time, and returns their ids in the same order. The rules
/// are those of `record`, with fewer statements.
pub(crate) fn record_all(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    contents: Vec<(Content, Timestamp)>,
    now: Timestamp,
) -> Result<Vec<TransactionId>> {
    let count = i64::try_from(contents.len()).map_err(Error::unexpected)?;
    let first = transactions::next_numbers(tx, owner, count)?;
    let mut entries = Vec::with_capacity(contents.len());
    let mut all = Vec::with_capacity(contents.len());
    for (number, (content, moment)) in (first..).zip(contents) {
        let id = TransactionId::new(moment, crypto::random());
        entries.push((id, ledger.entry(&content)?));
        all.push(Transaction { id, number, content, created_at: moment, updated_at: moment });
    }
    if !transactions::batches::insert(tx, owner, &all)? {
        return Err(too_much());
    }
    ledger.post_new(tx, &entries, now)?;
    Ok(all.iter().map(|made| made.id).collect())
}

/// Changes the content of a transaction and its postings.
pub(crate) fn revise(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    before: &Transaction,
    content: Content,
    now: Timestamp,
) -> Result<Transaction> {
    let entry = ledger.entry(&content)?;
    let after = Transaction { content, updated_at: now, ..before.clone() };
    if !transactions::update(tx, owner, before, &after)? {
        return Err(too_much());
    }
    ledger.post(tx, after.id, &entry, now)?;
    Ok(after)
}

/// Deletes a transaction and its postings.
pub(crate) fn erase(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    gone: &Transaction,
    now: Timestamp,
) -> Result<()> {
    ledger.post(tx, gone.id, &domain::money::ledger::Entry::empty(), now)?;
    Ok(transactions::remove(tx, owner, gone)?)
}

/// Refuses to change the transaction of a sale, which would then contradict the sale. It can only be changed through
/// the sale.
pub(crate) fn check_not_of_sale(
    conn: &mut Conn,
    owner: UserId,
    transaction: &Transaction,
) -> Result<()> {
    let Some(sale) = transaction.content.sale else {
        return Ok(());
    };
    match sales::find(conn, owner, sale)?.filter(|sale| sale.owns(transaction.id)) {
        Some(sale) => Err(Error::Conflict(format!(
            "This transaction belongs to {}. Change or delete the sale instead.",
            sale.reference()
        ))),
        None => Ok(()),
    }
}

pub(crate) fn too_much() -> Error {
    Error::Conflict(TOO_MUCH.to_owned())
}
