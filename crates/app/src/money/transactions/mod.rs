//! Transactions: creating, changing and deleting them, each with its postings, balances and totals in one database
//! transaction.

pub mod forms;
pub mod lists;
pub(crate) mod posting;

use domain::ids::TransactionId;
use domain::money::transactions::Transaction;
use storage::money::transactions;

use self::lists::OwningSales;
use self::posting::{erase, notify_if_settled, record, revise};
use crate::idempotency::{self, Answer, Reply};
use crate::money::ledger::Ledger;
use crate::money::transactions::forms::TransactionForm;
use crate::{Actor, App, Error, Result};

pub async fn create(
    app: &App,
    actor: &Actor,
    form: TransactionForm,
    reply: Reply<Transaction>,
) -> Result<Answer> {
    let patch = form.check(true)?;
    let (owner, now) = (actor.user, app.now());
    let local = (actor.zone.day_of(now), actor.zone.time_of(now));
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        patch.links().check_owned(tx, owner)?;
        let content = patch.into_new(&ledger, local)?;
        let new = record(tx, owner, &mut ledger, content, now)?;
        notify_if_settled(tx, owner, &ledger, &new, now)?;
        Ok(new)
    })
    .await
}

/// A transaction, and the sale that owns it.
pub async fn find(
    app: &App,
    actor: &Actor,
    id: TransactionId,
) -> Result<(Transaction, OwningSales)> {
    let owner = actor.user;
    app.read(move |conn| {
        let found =
            transactions::find(conn, owner, id)?.ok_or_else(|| Error::missing("transaction"))?;
        let owning = lists::owning_sales(conn, owner, std::slice::from_ref(&found))?;
        Ok((found, owning))
    })
    .await
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: TransactionId,
    form: TransactionForm,
) -> Result<Transaction> {
    let (owner, now, today) = (actor.user, app.now(), actor.day_of(app.now()));
    let patch = form.check(false)?;
    app.write(move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let before =
            transactions::find(tx, owner, id)?.ok_or_else(|| Error::missing("transaction"))?;
        posting::check_not_of_sale(tx, owner, &before)?;
        patch.links().check_owned(tx, owner)?;
        let content = patch.onto(&before.content, &ledger, today)?;
        let after = revise(tx, owner, &mut ledger, &before, content, now)?;
        if after.content.status != before.content.status {
            notify_if_settled(tx, owner, &ledger, &after, now)?;
        }
        Ok(after)
    })
    .await
}

pub async fn delete(app: &App, actor: &Actor, id: TransactionId) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let gone =
            transactions::find(tx, owner, id)?.ok_or_else(|| Error::missing("transaction"))?;
        posting::check_not_of_sale(tx, owner, &gone)?;
        erase(tx, owner, &mut ledger, &gone, now)
    })
    .await
}
