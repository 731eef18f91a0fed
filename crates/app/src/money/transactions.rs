//! Transactions: making, changing and deleting them, each with its postings, balances and totals in one
//! database transaction.

pub mod forms;
pub mod lists;

use domain::ids::{TransactionId, UserId};
use domain::time::Timestamp;
use domain::transactions::{Content, Transaction};
use storage::db::Tx;
use storage::money::transactions;

use crate::idempotency::{self, Answer, Reply};
use crate::money::ledger::Ledger;
use crate::money::transactions::forms::TransactionForm;
use crate::{Actor, App, Error, Result, crypto, notifications, sales};

const NOT_THERE: &str = "This transaction does not exist.";
const TOO_MUCH: &str = "The totals of this account would be more than can be kept.";

pub async fn create(
    app: &App,
    actor: &Actor,
    form: TransactionForm,
    reply: Reply<Transaction>,
) -> Result<Answer> {
    let patch = form.check(true)?;
    let (owner, now) = (actor.user, app.now());
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        patch.links().check_owned(tx, owner)?;
        let content = patch.into_new(&ledger, now)?;
        let new = record(tx, owner, &mut ledger, content, now)?;
        tell_settled(tx, owner, &ledger, &new, now)?;
        Ok(new)
    })
    .await
}

pub async fn find(app: &App, actor: &Actor, id: &str) -> Result<Transaction> {
    let (owner, id) = (actor.user, parse(id)?);
    app.db
        .read(move |conn| Ok::<_, Error>(transactions::find(conn, owner, id)?))
        .await?
        .ok_or_else(not_there)
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: &str,
    form: TransactionForm,
) -> Result<Transaction> {
    let (owner, id, now) = (actor.user, parse(id)?, app.now());
    let patch = form.check(false)?;
    app.db
        .write(move |tx| {
            let mut ledger = Ledger::open(tx, owner)?;
            let before = transactions::find(tx, owner, id)?.ok_or_else(not_there)?;
            sales::check_not_of_sale(tx, owner, &before)?;
            patch.links().check_owned(tx, owner)?;
            let content = patch.onto(&before.content, &ledger)?;
            let after = revise(tx, owner, &mut ledger, &before, content, now)?;
            if after.content.status != before.content.status {
                tell_settled(tx, owner, &ledger, &after, now)?;
            }
            Ok(after)
        })
        .await
}

pub async fn delete(app: &App, actor: &Actor, id: &str) -> Result<()> {
    let (owner, id, now) = (actor.user, parse(id)?, app.now());
    app.db
        .write(move |tx| {
            let mut ledger = Ledger::open(tx, owner)?;
            let gone = transactions::find(tx, owner, id)?.ok_or_else(not_there)?;
            sales::check_not_of_sale(tx, owner, &gone)?;
            erase(tx, owner, &mut ledger, &gone, now)
        })
        .await
}

/// Writes a new transaction into an open ledger.
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

/// Tells its holder of a transaction that has come to its end.
pub(crate) fn tell_settled(
    tx: &mut Tx,
    owner: UserId,
    ledger: &Ledger,
    transaction: &Transaction,
    now: Timestamp,
) -> Result<()> {
    let account = ledger.account(transaction.content.account)?;
    match notifications::wording::settled(transaction, &account.name) {
        Some(notice) => notifications::tell(tx, owner, now, &notice),
        None => Ok(()),
    }
}

/// Writes many new transactions in their order, each recorded at its own moment. The rules are those of
/// `record`; the statements are fewer. Tells their ids in the same order.
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

/// Changes what a transaction says, and what it has posted with it.
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

/// Takes a transaction and its postings away again.
pub(crate) fn erase(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    gone: &Transaction,
    now: Timestamp,
) -> Result<()> {
    ledger.post(tx, gone.id, &domain::ledger::Entry::nothing(), now)?;
    Ok(transactions::remove(tx, owner, gone)?)
}

fn parse(id: &str) -> Result<TransactionId> {
    TransactionId::parse(id).ok_or_else(not_there)
}

fn not_there() -> Error {
    Error::NotFound(NOT_THERE.to_owned())
}

pub(crate) fn too_much() -> Error {
    Error::Conflict(TOO_MUCH.to_owned())
}
