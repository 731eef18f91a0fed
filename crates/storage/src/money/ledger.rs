//! Postings and balances. Only this file changes a balance: postings and balances are written in the same
//! transaction, under the account holder's lock.

use domain::{
    ids::{AccountId, TransactionId, UserId},
    money::{
        Currency, Minor,
        ledger::{Entry, Posting},
    },
    time::Timestamp,
};

use crate::db::{Conn, DbError, Tx, Value, many_rows, params, require, sql};
use crate::money::accounts::{self};

/// Blocks every other change of this account holder's money until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("ledger:{owner}"))
}

/// The postings of a transaction.
pub fn find(conn: &mut Conn, owner: UserId, id: TransactionId) -> Result<Entry, DbError> {
    let postings = conn.query(
        sql!(
            "SELECT p.account_id, a.currency, p.amount
             FROM postings p JOIN accounts a ON a.owner_id = p.owner_id AND a.id = p.account_id
             WHERE p.owner_id = ?1 AND p.transaction_id = ?2"
        ),
        params![&owner.to_string(), id.to_string()],
        |row| {
            Ok(Posting {
                account: require(0, AccountId::parse(row.text(0)?))?,
                currency: require(1, Currency::find(row.text(1)?))?,
                amount: require(2, Minor::new(row.int(2)?))?,
            })
        },
    )?;
    Entry::new(postings)
        .map_err(|unbalanced| DbError::Decode { column: 2, reason: unbalanced.to_string() })
}

/// Replaces the postings of a transaction.
pub fn replace(
    tx: &mut Tx,
    owner: UserId,
    id: TransactionId,
    entry: &Entry,
) -> Result<(), DbError> {
    let (owner, id) = (owner.to_string(), id.to_string());
    tx.execute(
        sql!("DELETE FROM postings WHERE owner_id = ?1 AND transaction_id = ?2"),
        params![&owner, &id],
    )?;
    for posting in entry.postings() {
        tx.execute(
            sql!(
                "INSERT INTO postings (owner_id, transaction_id, account_id, amount)
                 VALUES (?1, ?2, ?3, ?4)"
            ),
            params![&owner, &id, posting.account.to_string(), posting.amount.get()],
        )?;
    }
    Ok(())
}

/// Inserts the postings of many transactions that have none yet.
pub fn insert_all(
    tx: &mut Tx,
    owner: UserId,
    new: &[(TransactionId, Entry)],
) -> Result<(), DbError> {
    let owner = owner.to_string();
    let rows = new.iter().flat_map(|(id, entry)| {
        entry.postings().iter().map(|posting| {
            [
                Value::from(owner.as_str()),
                id.to_string().into(),
                posting.account.to_string().into(),
                posting.amount.get().into(),
            ]
        })
    });
    let rows = rows.collect();
    many_rows::insert(tx, "postings (owner_id, transaction_id, account_id, amount)", rows)
}

/// Writes the balance after the postings have changed.
pub fn set_balance(
    tx: &mut Tx,
    owner: UserId,
    account: AccountId,
    balance: Minor,
    now: Timestamp,
) -> Result<(), DbError> {
    accounts::set_balance(tx, owner, account, balance, now)
}

/// An account's stored balance and the sum of its postings, read in one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedAccount {
    pub account: AccountId,
    pub currency: Currency,
    pub balance: i64,
    pub posted: i64,
}

/// Adds up every posting of one account holder; for checks only, because it reads all rows.
pub fn audit(conn: &mut Conn, owner: UserId) -> Result<Vec<AuditedAccount>, DbError> {
    conn.query(
        sql!(
            "SELECT a.id, a.currency, a.balance, CAST(COALESCE(SUM(p.amount), 0) AS BIGINT)
             FROM accounts a
             LEFT JOIN postings p ON p.owner_id = a.owner_id AND p.account_id = a.id
             WHERE a.owner_id = ?1 GROUP BY a.id, a.currency, a.balance"
        ),
        params![&owner.to_string()],
        |row| {
            Ok(AuditedAccount {
                account: require(0, AccountId::parse(row.text(0)?))?,
                currency: require(1, Currency::find(row.text(1)?))?,
                balance: row.int(2)?,
                posted: row.int(3)?,
            })
        },
    )
}
