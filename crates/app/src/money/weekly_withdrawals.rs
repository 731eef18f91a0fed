//! The weekly withdrawal, for accounts with `auto_withdraw`: each Friday a pending withdrawal of what the wallet holds,
//! announced the day before. Both are noted with the reminders, so that each happens once however often the job runs.
//! Fridays are those of the account's time zone.

use domain::calendar::Day;
use domain::ids::UserId;
use domain::money::Minor;
use domain::money::accounts::{Account, Kind as AccountKind};
use domain::money::transactions::{Content, Kind, Status};
use domain::notifications::reminders::Stage;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::{settings, users, zones};
use storage::money::accounts;
use storage::money::transactions::totals;
use storage::reminders;

use crate::money::ledger::Ledger;
use crate::money::transactions::posting;
use crate::{App, Error, Result, notifications};

const SUBJECT: &str = "weekly-withdrawal";
const TITLE: &str = "Weekly withdrawal";

/// Announces or makes the withdrawal of one account, if this is the day for it.
pub(crate) async fn run(app: &App, owner: UserId, today: Day) -> Result<()> {
    let tomorrow = today.next().filter(|day| day.is_friday());
    let (friday, stage) = match tomorrow {
        Some(friday) => (friday, Stage::Soon),
        None if today.is_friday() => (today, Stage::Today),
        None => return Ok(()),
    };
    if !app.read(move |conn| is_wanted(conn, owner)).await? {
        return Ok(());
    }
    let now = app.now();
    app.write(move |tx| match stage {
        Stage::Soon => announce(tx, owner, friday, now),
        Stage::Today => withdraw(tx, owner, friday, now),
    })
    .await
}

fn is_wanted(conn: &mut Conn, owner: UserId) -> Result<bool> {
    Ok(settings::load(conn, owner)?.auto_withdraw && !users::is_disabled(conn, owner)?)
}

fn announce(tx: &mut Tx, owner: UserId, friday: Day, now: Timestamp) -> Result<()> {
    let all = accounts::list(tx, owner)?;
    let wallet = all.into_iter().find(|account| account.kind == AccountKind::Wallet);
    let wallet = wallet.ok_or_else(|| Error::unexpected("an account holder has no wallet"))?;
    let Some(amount) = available(tx, owner, &wallet)? else {
        return Ok(());
    };
    if reminders::note(tx, owner, SUBJECT, friday, Stage::Soon)? {
        let bank = settings::load(tx, owner)?.auto_withdraw_bank;
        let notice = notifications::wording::withdrawal_planned(amount, wallet.currency, &bank);
        notifications::notify(tx, owner, now, &notice)?;
    }
    Ok(())
}

fn withdraw(tx: &mut Tx, owner: UserId, friday: Day, now: Timestamp) -> Result<()> {
    let mut ledger = Ledger::open(tx, owner)?;
    let wallet = ledger.wallet()?.clone();
    let Some(amount) = available(tx, owner, &wallet)? else {
        return Ok(());
    };
    if !reminders::note(tx, owner, SUBJECT, friday, Stage::Today)? {
        return Ok(());
    }
    let bank = settings::load(tx, owner)?.auto_withdraw_bank;
    let content = Content {
        account: wallet.id,
        kind: Kind::Withdrawal,
        status: Status::Pending,
        title: TITLE.to_owned(),
        description: (!bank.is_empty()).then(|| format!("To {bank}")),
        day: friday,
        time: zones::find(tx, owner)?.time_of(now),
        amount: -amount,
        currency: wallet.currency,
        beneficiary: None,
        card: None,
        sale: None,
        transfer: None,
    };
    posting::record(tx, owner, &mut ledger, content, now).map(drop)
}

/// The balance of the wallet minus the pending withdrawals; `None` if nothing is left.
fn available(conn: &mut Conn, owner: UserId, wallet: &Account) -> Result<Option<Minor>> {
    let pending = totals::pending_withdrawals(conn, owner, wallet.id)?;
    Ok(Minor::new(wallet.balance.get() - pending).filter(|left| left.is_positive()))
}
