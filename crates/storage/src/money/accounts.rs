//! Accounts of the ledger: every account holder has a wallet, an account per currency, and per currency the
//! world outside as the counterpart.

use domain::ids::{AccountId, UserId};
use domain::money::accounts::{Account, Kind};
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// Opens every account of a new account holder, and the counter of their transaction numbers.
pub fn open(
    tx: &mut Tx,
    owner: UserId,
    now: Timestamp,
    mut new_id: impl FnMut() -> AccountId,
) -> Result<(), DbError> {
    let owner = owner.to_string();
    tx.execute(sql!("INSERT INTO books (owner_id, last_number) VALUES (?1, 0)"), params![&owner])?;
    let wallet = (Kind::Wallet, "Wallet".to_owned(), Currency::Usd);
    let held = Currency::WITH_ACCOUNTS.into_iter().flat_map(|currency| {
        [
            (Kind::Currency, format!("{} account", currency.name()), currency),
            (Kind::Outside, "Outside".to_owned(), currency),
        ]
    });
    for (kind, name, currency) in std::iter::once(wallet).chain(held) {
        tx.execute(
            sql!(
                "INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)"
            ),
            params![
                &owner,
                new_id().to_string(),
                kind.as_str(),
                &name,
                currency.as_str(),
                now.as_millis()
            ],
        )?;
    }
    Ok(())
}

/// All accounts: the wallet first, then the currencies, the world outside last.
pub fn list(conn: &mut Conn, owner: UserId) -> Result<Vec<Account>, DbError> {
    let mut all = conn.query(
        sql!(
            "SELECT id, kind, name, currency, balance, updated_at FROM accounts WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        account,
    )?;
    all.sort_by_key(|account| (account.kind as u8, account.currency));
    Ok(all)
}

/// Only the ledger calls this, with the sum of the account's postings.
pub(crate) fn set_balance(
    tx: &mut Tx,
    owner: UserId,
    id: AccountId,
    balance: Minor,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Wallet);
    let changed = tx.execute(
        sql!("UPDATE accounts SET balance = ?3, updated_at = ?4 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string(), balance.get(), now.as_millis()],
    )?;
    if changed == 1 { Ok(()) } else { Err(DbError::NoRow) }
}

fn account(row: &Row<'_>) -> Result<Account, DbError> {
    Ok(Account {
        id: require(0, AccountId::parse(row.text(0)?))?,
        kind: require(1, Kind::find(row.text(1)?))?,
        name: row.text(2)?.to_owned(),
        currency: require(3, Currency::find(row.text(3)?))?,
        balance: require(4, Minor::new(row.int(4)?))?,
        updated_at: Timestamp::from_millis(row.int(5)?),
    })
}
