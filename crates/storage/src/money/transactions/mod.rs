//! Rows of single transactions. Writing a transaction here also updates its totals and the search index; the
//! ledger writes its postings.

pub mod batches;
pub mod filter;
pub mod list;
pub mod query;
pub mod totals;

use domain::calendar::{Day, TimeOfDay};
use domain::ids::{AccountId, BeneficiaryId, CardId, SaleId, TransactionId, UserId};
use domain::money::transactions::{Content, Kind, Position, Status, Transaction, title_key};
use domain::money::transfers::{ExchangeRate, Transfer};
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, Value, params, require, sql};
use crate::lists::text_index as search;
use crate::lists::text_index::Index;

/// The next transaction number of the account holder. It is not reused when the transaction is deleted.
pub fn next_number(tx: &mut Tx, owner: UserId) -> Result<i64, DbError> {
    next_numbers(tx, owner, 1)
}

/// Reserves `count` consecutive numbers and returns the first.
pub fn next_numbers(tx: &mut Tx, owner: UserId, count: i64) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "UPDATE books SET last_number = last_number + ?2 WHERE owner_id = ?1
             RETURNING last_number - ?2 + 1"
        ),
        params![&owner.to_string(), count],
        |row| row.int(0),
    )
}

/// The columns that `transaction` reads, in its order.
macro_rules! selected {
    () => {
        "id, number, account_id, type, status, title, description, date, time, amount, currency, \
         beneficiary_id, card_id, sale_id, created_at, updated_at, to_account_id, to_amount, \
         to_currency, rate"
    };
}
pub(crate) use selected;

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: TransactionId,
) -> Result<Option<Transaction>, DbError> {
    conn.query_opt(
        sql!(concat!("SELECT ", selected!(), " FROM transactions WHERE owner_id = ?1 AND id = ?2")),
        params![&owner.to_string(), id.to_string()],
        transaction,
    )
}

/// Pending payments dated between two days, the nearest first.
pub fn list_pending_payments(
    conn: &mut Conn,
    owner: UserId,
    from: Day,
    to: Day,
    limit: i64,
) -> Result<Vec<Transaction>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM transactions
             WHERE owner_id = ?1 AND position >= ?2 AND position <= ?3
               AND type = 'payment' AND status = 'pending'
             ORDER BY position LIMIT ?4"
        )),
        params![
            &owner.to_string(),
            Position::start_of(from).as_int(),
            Position::end_of(to).as_int(),
            limit
        ],
        transaction,
    )
}

/// The columns of an INSERT.
macro_rules! inserted {
    () => {
        "owner_id, position, id, number, account_id, type, status, title, description, date, time, \
         amount, currency, beneficiary_id, card_id, sale_id, created_at, updated_at, title_key, search, \
         to_account_id, to_amount, to_currency, rate"
    };
}
pub(crate) use inserted;

/// Returns false if the totals would overflow; the caller must then roll the transaction back.
pub fn insert(tx: &mut Tx, owner: UserId, new: &Transaction) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Transactions);
    let search = new.search_text();
    tx.execute(
        sql!(concat!(
            "INSERT INTO transactions (",
            inserted!(),
            ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, \
             ?18, ?19, ?20, ?21, ?22, ?23, ?24)"
        )),
        &columns(&owner.to_string(), new, &search)?,
    )?;
    let book = search::book(tx, owner)?;
    search::insert(tx, Index::Transactions, book, new.number, &search)?;
    totals::add(tx, owner, &new.content)
}

/// The values of a row, in the order of the columns of `inserted!`.
pub(crate) fn columns<'a>(
    owner: &'a str,
    new: &'a Transaction,
    search: &'a str,
) -> Result<[Value<'a>; 24], DbError> {
    let Content { title, description, day, time, amount, currency, .. } = &new.content;
    Ok([
        owner.into(),
        require(0, new.position())?.as_int().into(),
        new.id.to_string().into(),
        new.number.into(),
        new.content.account.to_string().into(),
        new.content.kind.as_str().into(),
        new.content.status.as_str().into(),
        title.into(),
        description.into(),
        day.to_string().into(),
        time.to_string().into(),
        amount.get().into(),
        currency.as_str().into(),
        new.content.beneficiary.map(|id| id.to_string()).into(),
        new.content.card.map(|id| id.to_string()).into(),
        new.content.sale.map(|id| id.to_string()).into(),
        new.created_at.as_millis().into(),
        new.updated_at.as_millis().into(),
        title_key(title).into(),
        search.into(),
        new.content.transfer.map(|transfer| transfer.to.to_string()).into(),
        new.content.transfer.map(|transfer| transfer.received.get()).into(),
        new.content.transfer.map(|transfer| transfer.currency.as_str()).into(),
        new.content.transfer.map(|transfer| transfer.rate.get()).into(),
    ])
}

/// Replaces the content of a transaction. The receiving side of a transfer stays. Returns false like `insert`.
pub fn update(
    tx: &mut Tx,
    owner: UserId,
    before: &Transaction,
    after: &Transaction,
) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Transactions);
    let search = after.search_text();
    let Content { title, description, day, time, amount, currency, .. } = &after.content;
    tx.execute(
        sql!(
            "UPDATE transactions SET
               position = ?3, account_id = ?4, type = ?5, status = ?6, title = ?7,
               description = ?8, date = ?9, time = ?10, amount = ?11, currency = ?12,
               beneficiary_id = ?13, card_id = ?14, sale_id = ?15, updated_at = ?16,
               title_key = ?17, search = ?18
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            after.id.to_string(),
            require(0, after.position())?.as_int(),
            after.content.account.to_string(),
            after.content.kind.as_str(),
            after.content.status.as_str(),
            title,
            description,
            day.to_string(),
            time.to_string(),
            amount.get(),
            currency.as_str(),
            after.content.beneficiary.map(|id| id.to_string()),
            after.content.card.map(|id| id.to_string()),
            after.content.sale.map(|id| id.to_string()),
            after.updated_at.as_millis(),
            title_key(title),
            &search
        ],
    )?;
    if search != before.search_text() {
        let book = search::book(tx, owner)?;
        search::remove(tx, Index::Transactions, book, after.number)?;
        search::insert(tx, Index::Transactions, book, after.number, &search)?;
    }
    if totals::are_equal(&before.content, &after.content) {
        return Ok(true);
    }
    totals::subtract(tx, owner, &before.content)?;
    totals::add(tx, owner, &after.content)
}

/// Its postings are deleted with it; the ledger updates the balances.
pub fn remove(tx: &mut Tx, owner: UserId, gone: &Transaction) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Transactions);
    tx.execute(
        sql!("DELETE FROM transactions WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), gone.id.to_string()],
    )?;
    let book = search::book(tx, owner)?;
    search::remove(tx, Index::Transactions, book, gone.number)?;
    totals::subtract(tx, owner, &gone.content)
}

/// Reads the columns of `selected!`.
pub(crate) fn transaction(row: &Row<'_>) -> Result<Transaction, DbError> {
    Ok(Transaction {
        id: require(0, TransactionId::parse(row.text(0)?))?,
        number: row.int(1)?,
        content: Content {
            account: require(2, AccountId::parse(row.text(2)?))?,
            kind: require(3, Kind::find(row.text(3)?))?,
            status: require(4, Status::find(row.text(4)?))?,
            title: row.text(5)?.to_owned(),
            description: row.opt_text(6)?.map(str::to_owned),
            day: require(7, Day::read(row.text(7)?))?,
            time: require(8, TimeOfDay::read(row.text(8)?))?,
            amount: require(9, Minor::new(row.int(9)?))?,
            currency: require(10, Currency::find(row.text(10)?))?,
            beneficiary: row
                .opt_text(11)?
                .map(BeneficiaryId::parse)
                .map(|id| require(11, id))
                .transpose()?,
            card: row.opt_text(12)?.map(CardId::parse).map(|id| require(12, id)).transpose()?,
            sale: row.opt_text(13)?.map(SaleId::parse).map(|id| require(13, id)).transpose()?,
            transfer: transfer(row)?,
        },
        created_at: Timestamp::from_millis(row.int(14)?),
        updated_at: Timestamp::from_millis(row.int(15)?),
    })
}

fn transfer(row: &Row<'_>) -> Result<Option<Transfer>, DbError> {
    let Some(to) = row.opt_text(16)? else {
        return Ok(None);
    };
    Ok(Some(Transfer {
        to: require(16, AccountId::parse(to))?,
        received: require(17, Minor::new(row.int(17)?))?,
        currency: require(18, Currency::find(row.text(18)?))?,
        rate: require(19, ExchangeRate::new(row.int(19)?))?,
    }))
}
