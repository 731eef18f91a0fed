//! Sales: recording, changing, refunding and deleting them, each with its effect on the ledger in one database
//! transaction. A completed sale has a transaction of its own, which can only be changed through the sale.

pub mod forms;
pub mod lists;
pub mod receipts;
pub(crate) mod sold_beats;

use domain::calendar::{Day, TimeOfDay};
use domain::identity::users::profile_text;
use domain::ids::{LicenseId, OfferId, SaleId, TransactionId, UserId};
use domain::licenses::issued::{License, State};
use domain::money::Minor;
use domain::money::transactions::{Content, Kind, Status as TransactionStatus, Title, Transaction};
use domain::sales::{Content as SaleContent, Refund, Sale, Status};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::zones;
use storage::licenses::issued;
use storage::money::links;
use storage::{offers, sales};

use crate::idempotency::{self, Answer, Reply};
use crate::money::ledger::Ledger;
use crate::money::transactions::posting::{self, erase, record, revise};
use crate::offers::refunds::{self, Fee};
use crate::sales::forms::SaleForm;
use crate::{Actor, App, Error, Result, crypto, licenses, notifications};

const IS_REFUNDED: &str = "This sale was refunded and cannot be changed.";
const ONLY_COMPLETED: &str = "Only a completed sale can be refunded.";
const REFUNDED_BEFORE: &str = "This sale was already refunded.";
const LONGEST_NOTE: usize = 2000;

/// A sale with its newest license and with the offer that it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaleDetails {
    pub sale: Sale,
    pub license: Option<LicenseId>,
    /// The offer that the sale came from, and the fee that the platform kept of its payment.
    pub offer: Option<(OfferId, Option<Minor>)>,
}

impl SaleDetails {
    fn read(conn: &mut Conn, owner: UserId, sale: Sale) -> Result<Self> {
        let license = issued::ids_of_sales(conn, owner, &[sale.id])?.remove(&sale.id);
        let offer = offers::of_sales(conn, owner, &[sale.id])?.remove(&sale.id);
        Ok(Self { sale, license, offer })
    }

    pub(crate) fn read_all(conn: &mut Conn, owner: UserId, sales: Vec<Sale>) -> Result<Vec<Self>> {
        let ids: Vec<_> = sales.iter().map(|sale| sale.id).collect();
        let mut licenses = issued::ids_of_sales(conn, owner, &ids)?;
        let mut offers = offers::of_sales(conn, owner, &ids)?;
        let sold = |sale: Sale| Self {
            license: licenses.remove(&sale.id),
            offer: offers.remove(&sale.id),
            sale,
        };
        Ok(sales.into_iter().map(sold).collect())
    }
}

pub async fn create(
    app: &App,
    actor: &Actor,
    form: SaleForm,
    reply: Reply<SaleDetails>,
) -> Result<Answer> {
    let patch = form.check(true)?;
    let (owner, now) = (actor.user, app.now());
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let content = patch.into_new(tx, owner, now)?;
        let sale = add(tx, owner, &mut ledger, content, now)?;
        Ok(SaleDetails { sale, license: None, offer: None })
    })
    .await
}

/// Records a sale, in the caller's transaction.
pub(crate) fn add(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    content: SaleContent,
    now: Timestamp,
) -> Result<Sale> {
    let mut sale = Sale {
        content,
        id: SaleId::new(now, crypto::random()),
        number: sales::next_number(tx, owner)?,
        transaction: None,
        refund: None,
        created_at: now,
        updated_at: now,
    };
    sold_beats::check_free(tx, owner, None, &sale, now)?;
    settle(tx, owner, ledger, &mut sale, now)?;
    if !sales::insert(tx, owner, &sale)? {
        return Err(posting::too_much());
    }
    sold_beats::update_status(tx, owner, None, Some(&sale), now)?;
    notify_if_settled(tx, owner, &sale, now)?;
    Ok(sale)
}

/// Records many sales, each with its own time: the same rows, postings and totals as single sales, with fewer
/// statements. Creates no notifications.
pub(crate) fn record_all(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    contents: Vec<(SaleContent, Timestamp)>,
    now: Timestamp,
) -> Result<()> {
    let count = i64::try_from(contents.len()).map_err(Error::unexpected)?;
    let first = sales::next_numbers(tx, owner, count)?;
    let new = |(number, (content, moment)): (i64, (SaleContent, Timestamp))| Sale {
        id: SaleId::new(moment, crypto::random()),
        number,
        content,
        transaction: None,
        refund: None,
        created_at: moment,
        updated_at: moment,
    };
    let mut all: Vec<Sale> = (first..).zip(contents).map(new).collect();
    let is_completed = |sale: &&mut Sale| sale.content.status == Status::Completed;
    let mut completed: Vec<&mut Sale> = all.iter_mut().filter(is_completed).collect();
    let zone = zones::find(tx, owner)?;
    let moved = completed.iter().map(|sale| {
        let time = zone.time_of(sale.created_at);
        Ok((transaction_content(ledger, sale, time)?, sale.created_at))
    });
    let moved = moved.collect::<Result<Vec<_>>>()?;
    let ids = posting::record_all(tx, owner, ledger, moved, now)?;
    for (sale, id) in completed.iter_mut().zip(ids) {
        sale.transaction = Some(id);
    }
    if !sales::batches::insert(tx, owner, &all)? {
        return Err(posting::too_much());
    }
    for sale in &all {
        sold_beats::update_status(tx, owner, None, Some(sale), now)?;
    }
    Ok(())
}

pub async fn find(app: &App, actor: &Actor, id: SaleId) -> Result<SaleDetails> {
    let owner = actor.user;
    app.read(move |conn| {
        let sale = load(conn, owner, id)?;
        SaleDetails::read(conn, owner, sale)
    })
    .await
}

pub async fn update(app: &App, actor: &Actor, id: SaleId, form: SaleForm) -> Result<SaleDetails> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check(false)?;
    app.write(move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let before = load(tx, owner, id)?;
        if before.content.status == Status::Refunded {
            return Err(Error::Conflict(IS_REFUNDED.to_owned()));
        }
        let content = patch.onto(&before.content, tx, owner, now)?;
        let mut after = Sale { content, updated_at: now, ..before.clone() };
        check_license(tx, owner, &before, &after, now)?;
        sold_beats::check_free(tx, owner, Some(&before), &after, now)?;
        settle(tx, owner, &mut ledger, &mut after, now)?;
        let after = replace(tx, owner, &before, after)?;
        sold_beats::update_status(tx, owner, Some(&before), Some(&after), now)?;
        if after.content.status != before.content.status {
            notify_if_settled(tx, owner, &after, now)?;
        }
        SaleDetails::read(tx, owner, after)
    })
    .await
}

/// Deletes a sale with its transaction and, if it was refunded, with the refund's transaction. Fails if the money is
/// spent.
pub async fn delete(app: &App, actor: &Actor, id: SaleId) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let gone = load(tx, owner, id)?;
        if let Some(license) = license_in_force(tx, owner, id, now)? {
            let reference = license.reference();
            return Err(Error::Conflict(format!(
                "{reference} was issued for this sale. Refund the sale instead, or terminate the license first."
            )));
        }
        // The refund first: it returns the money that deleting the sale's transaction takes out.
        let refund = gone.refund.map(|refund| refund.transaction);
        for own in refund.into_iter().chain(gone.transaction) {
            let own = find_transaction(tx, owner, own)?;
            erase(tx, owner, &mut ledger, &own, now)?;
        }
        links::forget_sale(tx, owner, id)?;
        sales::remove(tx, owner, &gone)?;
        Ok(sold_beats::update_status(tx, owner, Some(&gone), None, now)?)
    })
    .await
}

/// Refunds a sale with a second transaction, dated today, so that the history shows both.
pub async fn refund(
    app: &App,
    actor: &Actor,
    id: SaleId,
    note: Option<String>,
    fee: Option<String>,
    reply: Reply<SaleDetails>,
) -> Result<Answer> {
    let (owner, now) = (actor.user, app.now());
    let note = profile_text("note", &note.unwrap_or_default(), LONGEST_NOTE)?;
    let fee = Fee::parse(fee.as_deref())?;
    let caller = actor.caller.clone();
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let before = load(tx, owner, id)?;
        let brought_in = match (before.content.status, before.transaction) {
            (Status::Completed, Some(own)) => find_transaction(tx, owner, own)?.content,
            (Status::Refunded, _) => return Err(Error::Conflict(REFUNDED_BEFORE.to_owned())),
            _ => return Err(Error::Conflict(ONLY_COMPLETED.to_owned())),
        };
        let local = zones::day_and_time(tx, owner, now)?;
        let content = Content { description: note, ..refund_content(&brought_in, &before, local) };
        refunds::return_fee(tx, owner, &mut ledger, &before, fee, now)?;
        let given_back = record(tx, owner, &mut ledger, content, now)?;
        let mut after = Sale { updated_at: now, ..before.clone() };
        after.content.status = Status::Refunded;
        after.refund = Some(Refund { transaction: given_back.id, at: now });
        let after = replace(tx, owner, &before, after)?;
        licenses::ending::refund_of_sale(tx, owner, id, &caller, now)?;
        refunds::of_sale(tx, owner, &after, fee, now)?;
        sold_beats::update_status(tx, owner, Some(&before), Some(&after), now)?;
        notify_if_settled(tx, owner, &after, now)?;
        SaleDetails::read(tx, owner, after)
    })
    .await
}

/// The license in force that was issued for a sale.
fn license_in_force(
    conn: &mut Conn,
    owner: UserId,
    sale: SaleId,
    now: Timestamp,
) -> Result<Option<License>> {
    let today = zones::day_of(conn, owner, now)?;
    let mut all = issued::of_sale(conn, owner, sale)?.into_iter();
    Ok(all.find(|license| license.state(today) == State::Active))
}

/// Refuses a change that its license contradicts: another beat, another exclusiveness, or a failure.
fn check_license(
    tx: &mut Tx,
    owner: UserId,
    before: &Sale,
    after: &Sale,
    now: Timestamp,
) -> Result<()> {
    let matter = |sale: &Sale| {
        let SaleContent { beat, license, status, .. } = &sale.content;
        (*beat, *license == domain::sales::License::Exclusive, *status == Status::Failed)
    };
    if matter(before) == matter(after) {
        return Ok(());
    }
    match license_in_force(tx, owner, before.id, now)? {
        Some(license) => Err(Error::Conflict(format!(
            "{} was issued for this sale. Terminate it first.",
            license.reference()
        ))),
        None => Ok(()),
    }
}

/// Notifies the owner of a sale that is completed, refunded or failed.
fn notify_if_settled(tx: &mut Tx, owner: UserId, sale: &Sale, now: Timestamp) -> Result<()> {
    match notifications::wording::sale_settled(sale) {
        Some(notice) => notifications::notify(tx, owner, now, &notice),
        None => Ok(()),
    }
}

/// Updates the ledger for a sale: a completed sale has a transaction, any other has none.
fn settle(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    sale: &mut Sale,
    now: Timestamp,
) -> Result<()> {
    let is_completed = sale.content.status == Status::Completed;
    match sale.transaction {
        // The only place where a sale becomes completed, whether it is new or was pending or failed before.
        None if is_completed => {
            let time = zones::find(tx, owner)?.time_of(now);
            let content = transaction_content(ledger, sale, time)?;
            sale.transaction = Some(record(tx, owner, ledger, content, now)?.id);
        }
        Some(own) if is_completed => {
            let before = find_transaction(tx, owner, own)?;
            let content = transaction_content(ledger, sale, before.content.time)?;
            revise(tx, owner, ledger, &before, content, now)?;
        }
        Some(own) => {
            let gone = find_transaction(tx, owner, own)?;
            erase(tx, owner, ledger, &gone, now)?;
            sale.transaction = None;
        }
        None => {}
    }
    Ok(())
}

/// The transaction of a completed sale. Dollars go to the wallet, other currencies to their account.
pub(crate) fn transaction_content(
    ledger: &Ledger,
    sale: &Sale,
    time: TimeOfDay,
) -> Result<Content> {
    let sold = &sale.content;
    Ok(Content {
        account: ledger.default_account(sold.currency)?.id,
        kind: Kind::Deposit,
        status: TransactionStatus::Completed,
        title: title("Sale", sale),
        description: Some(format!("{} license, {}", sold.license.name(), sold.buyer.name)),
        day: sold.day,
        time,
        amount: sold.amount,
        currency: sold.currency,
        beneficiary: sold.buyer.client,
        card: None,
        sale: Some(sale.id),
        transfer: None,
    })
}

/// The content of the transaction that refunds the transaction `brought_in`.
pub(crate) fn refund_content(
    brought_in: &Content,
    sale: &Sale,
    (day, time): (Day, TimeOfDay),
) -> Content {
    Content {
        kind: Kind::Payment,
        title: title("Refund", sale),
        description: None,
        day,
        time,
        amount: -brought_in.amount,
        ..brought_in.clone()
    }
}

fn title(what: &str, sale: &Sale) -> String {
    format!("{what}: {}", sale.content.title).chars().take(Title::MOST).collect()
}

fn find_transaction(conn: &mut Conn, owner: UserId, id: TransactionId) -> Result<Transaction> {
    storage::money::transactions::find(conn, owner, id)?
        .ok_or_else(|| Error::unexpected("a sale's transaction does not exist"))
}

fn replace(tx: &mut Tx, owner: UserId, before: &Sale, after: Sale) -> Result<Sale> {
    if sales::update(tx, owner, before, &after)? { Ok(after) } else { Err(posting::too_much()) }
}

fn load(conn: &mut Conn, owner: UserId, id: SaleId) -> Result<Sale> {
    sales::find(conn, owner, id)?.ok_or_else(|| Error::missing("sale"))
}
