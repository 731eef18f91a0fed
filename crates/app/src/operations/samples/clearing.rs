//! Clearing the sample data: removes exactly the marked rows and what belongs to them. Rows that the account's owner
//! added stay; their references to sample rows are removed.
//!
//! The balances are then the sum of the remaining transactions. If the owner has spent sample money, an account would
//! be below zero, which is not allowed: a correction, dated today, makes up the difference as a transaction of its
//! own.

use std::collections::BTreeSet;

use domain::calendar::{Day, TimeOfDay};
use domain::ids::{
    ApplicationId, BeneficiaryId, DocumentId, GoalId, LicenseId, NotificationId, SaleId,
    TransactionId, UserId,
};
use domain::money::transactions::{Content, Kind, Status};
use domain::sales::Sale;
use domain::samples::Noun;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::issued;
use storage::money::links::{self, MAX_CLEARED_PER_WRITE};
use storage::money::{goals, transactions};
use storage::operations::samples as marks;
use storage::{applications, clients, notifications, sales};

use crate::files::blob_keys::contract_key;
use crate::library::removal;
use crate::money::ledger::Ledger;
use crate::money::transactions::posting::record;
use crate::notifications::wording;
use crate::sales::sold_beats;
use crate::{Actor, App, Error, Result, library};

const CORRECTION: &str = "Correction: sample data cleared";
const WHY: &str =
    "You had spent sample money. This makes up the difference, so that the account stands at zero.";

/// Clears the sample data. Clearing again changes nothing.
pub async fn clear(app: &App, actor: &Actor) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    while !app.write(move |tx| step(tx, owner, now)).await? {}
    app.wake_workers();
    Ok(())
}

/// One transaction of the clearing. Returns false if so many rows refer to sample rows that another transaction is
/// needed to remove the references.
fn step(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<bool> {
    let mut ledger = Ledger::open(tx, owner)?;
    documents::lock(tx, owner)?;
    clients::lock(tx, owner)?;
    goals::lock(tx, owner)?;
    applications::lock(tx, owner)?;
    clear_licenses(tx, owner, now)?;
    let clients = marked_ids(tx, owner, Noun::Beneficiaries, BeneficiaryId::parse)?;
    let beats = marked_ids(tx, owner, Noun::Documents, DocumentId::parse)?;
    for id in &clients {
        if !links::forget_client(tx, owner, *id, MAX_CLEARED_PER_WRITE)? {
            return Ok(false);
        }
    }
    for id in &beats {
        if !links::forget_beat(tx, owner, *id, MAX_CLEARED_PER_WRITE)? {
            return Ok(false);
        }
    }
    clear_money(tx, owner, &mut ledger, now)?;
    for id in clients {
        clients::remove(tx, owner, id)?;
    }
    for id in beats {
        if let Some(row) = documents::find(tx, owner, id)? {
            library::documents::remove_row(tx, owner, &row, now)?;
        }
    }
    for id in marked_ids(tx, owner, Noun::Goals, GoalId::parse)? {
        goals::remove(tx, owner, id)?;
    }
    for id in marked_ids(tx, owner, Noun::Applications, ApplicationId::parse)? {
        applications::remove(tx, owner, id)?;
    }
    for id in marked_ids(tx, owner, Noun::Notifications, NotificationId::parse)? {
        notifications::remove(tx, owner, id)?;
    }
    // The samples were never for sale, so the figures of earlier months must not count them.
    storage::library::totals::rebuild_stock_changes(tx, owner)?;
    marks::forget_all(tx, owner)?;
    Ok(true)
}

/// Removes the sample licenses with their contracts and notifications. Their numbers are stored, so that the check of
/// all licenses does not report them as missing. Files that the owner's own licenses promise stay, as when a beat is
/// deleted.
fn clear_licenses(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<()> {
    let mut contracts = Vec::new();
    for id in marked_ids(tx, owner, Noun::Licenses, LicenseId::parse)? {
        let Some(gone) = issued::find(tx, owner, id)? else { continue };
        issued::remove(tx, owner, &gone)?;
        notifications::remove_linking_to(tx, owner, &wording::upgrade_page(&gone))?;
        contracts.push(contract_key(owner, id));
    }
    if !contracts.is_empty() {
        removal::queue(tx, owner, &contracts, now)?;
    }
    Ok(())
}

/// Removes the sample sales with their transactions, then the other sample transactions; the balances are updated
/// once.
fn clear_money(tx: &mut Tx, owner: UserId, ledger: &mut Ledger, now: Timestamp) -> Result<()> {
    let mut sold: Vec<Sale> = Vec::new();
    for id in marked_ids(tx, owner, Noun::Sales, SaleId::parse)? {
        sold.extend(sales::find(tx, owner, id)?);
    }
    let own = sold.iter().flat_map(|sale| {
        sale.transaction.into_iter().chain(sale.refund.map(|refund| refund.transaction))
    });
    let mut going: BTreeSet<TransactionId> = own.collect();
    going.extend(marked_ids(tx, owner, Noun::Transactions, TransactionId::parse)?);
    let going: Vec<TransactionId> = going.into_iter().collect();
    let posted = ledger.entry_of(tx, &going)?;
    for content in corrections(ledger, &posted, zones::day_and_time(tx, owner, now)?)? {
        record(tx, owner, ledger, content, now)?;
    }
    ledger.strike(tx, &posted, now)?;
    for id in going {
        if let Some(gone) = transactions::find(tx, owner, id)? {
            transactions::remove(tx, owner, &gone)?;
        }
    }
    for sale in sold {
        links::forget_sale(tx, owner, sale.id)?;
        sales::remove(tx, owner, &sale)?;
        // A sample sale may have been changed to refer to one of the owner's beats.
        sold_beats::update_status(tx, owner, Some(&sale), None, now)?;
    }
    Ok(())
}

fn corrections(
    ledger: &Ledger,
    posted: &domain::money::ledger::Entry,
    (day, time): (Day, TimeOfDay),
) -> Result<Vec<Content>> {
    let lacking = ledger.lacking_without(posted)?;
    let correction = lacking.into_iter().map(|(account, amount)| Content {
        account: account.id,
        kind: Kind::Other,
        status: Status::Completed,
        title: CORRECTION.to_owned(),
        description: Some(WHY.to_owned()),
        day,
        time,
        amount,
        currency: account.currency,
        beneficiary: None,
        card: None,
        sale: None,
        transfer: None,
    });
    Ok(correction.collect())
}

fn marked_ids<T>(
    conn: &mut Conn,
    owner: UserId,
    noun: Noun,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>> {
    let ids = marks::list(conn, owner, noun)?;
    let read =
        |id: &String| parse(id).ok_or_else(|| Error::unexpected("a sample mark holds no valid id"));
    ids.iter().map(read).collect()
}
