//! Rows of single sales. Writing a sale here also updates its totals and the search index; the use case updates
//! the ledger.

pub mod batches;
pub(crate) mod buyers;
pub mod figures;
pub mod filter;
pub mod list;
pub(crate) mod query;
pub mod sum;
pub mod totals;

use std::collections::{BTreeMap, BTreeSet};

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, SaleId, TransactionId, UserId};
use domain::money::transactions::Position;
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::sales::{Buyer, Content, License, Refund, Sale, Status};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, require, sql};
use crate::lists::text_index as search;
use crate::lists::text_index::Index;
use crate::sales::figures::CountedSale;
use crate::sales::totals::Lane;

/// The next sale number of the account holder. It is not reused when the sale is deleted.
pub fn next_number(tx: &mut Tx, owner: UserId) -> Result<i64, DbError> {
    next_numbers(tx, owner, 1)
}

/// Reserves `count` consecutive numbers and returns the first.
pub fn next_numbers(tx: &mut Tx, owner: UserId, count: i64) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "UPDATE books SET last_sale = last_sale + ?2 WHERE owner_id = ?1
             RETURNING last_sale - ?2 + 1"
        ),
        params![&owner.to_string(), count],
        |row| row.int(0),
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: SaleId) -> Result<Option<Sale>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, number, title, beat_id, client_id, client, client_email, amount, currency,
                    license, date, status, notes, transaction_id, refund_id, refunded_at, created_at,
                    updated_at
             FROM sales WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), id.to_string()],
        sale,
    )
}

/// Which of these transactions belong to a sale, with the sale's id and number: they can only be changed through it.
pub fn owners_of(
    conn: &mut Conn,
    owner: UserId,
    transactions: &[(TransactionId, SaleId)],
) -> Result<BTreeMap<TransactionId, (SaleId, i64)>, DbError> {
    let mut owned = BTreeMap::new();
    if transactions.is_empty() {
        return Ok(owned);
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    let ids: BTreeSet<String> = transactions.iter().map(|(_, sale)| sale.to_string()).collect();
    values.extend(ids.into_iter().map(Value::from));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT id, number, transaction_id, refund_id FROM sales WHERE owner_id = ?1 AND id IN ({})",
        places.join(", ")
    );
    let rows = conn.query(&Sql::dynamic(text), &values, |row| {
        let sale = require(0, SaleId::parse(row.text(0)?))?;
        let own = [row.opt_text(2)?, row.opt_text(3)?].map(|id| id.and_then(TransactionId::parse));
        Ok((sale, row.int(1)?, own))
    })?;
    for (sale, number, own) in rows {
        owned.extend(own.into_iter().flatten().map(|id| (id, (sale, number))));
    }
    owned.retain(|id, _| transactions.iter().any(|(asked, _)| asked == id));
    Ok(owned)
}

/// Whether the beat has a completed exclusive sale.
pub fn has_exclusive_sale(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM sales WHERE owner_id = ?1 AND beat_id = ?2
               AND license = 'exclusive' AND status = 'Completed' LIMIT 1"
        ),
        params![&owner.to_string(), beat.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// The completed or pending exclusive sale of a beat, other than one sale.
pub fn find_exclusive(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    except: SaleId,
) -> Result<Option<Sale>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, number, title, beat_id, client_id, client, client_email, amount, currency,
                    license, date, status, notes, transaction_id, refund_id, refunded_at, created_at,
                    updated_at
             FROM sales WHERE owner_id = ?1 AND beat_id = ?2 AND id <> ?3
               AND license = 'exclusive' AND status IN ('Completed', 'Pending')
             ORDER BY status, position LIMIT 1"
        ),
        params![&owner.to_string(), beat.to_string(), except.to_string()],
        sale,
    )
}

/// A completed sale of a beat after a day, other than one sale.
pub fn find_sold_after(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    day: Day,
    except: SaleId,
) -> Result<Option<Sale>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, number, title, beat_id, client_id, client, client_email, amount, currency,
                    license, date, status, notes, transaction_id, refund_id, refunded_at, created_at,
                    updated_at
             FROM sales WHERE owner_id = ?1 AND beat_id = ?2 AND position > ?3 AND id <> ?4
               AND status = 'Completed'
             ORDER BY position LIMIT 1"
        ),
        params![
            &owner.to_string(),
            beat.to_string(),
            Position::end_of(day).as_int(),
            except.to_string()
        ],
        sale,
    )
}

/// The columns of an INSERT.
macro_rules! inserted {
    () => {
        "owner_id, id, position, title, beat_id, client_id, client, client_email, amount, currency, \
         license, date, status, notes, transaction_id, refund_id, refunded_at, updated_at, title_key, \
         search, client_key, number, created_at"
    };
}
pub(crate) use inserted;

/// The values of an INSERT, in the order of its columns.
pub(crate) fn columns(owner: UserId, new: &Sale) -> Result<[Value<'static>; 23], DbError> {
    let mut values = row_values(owner, new)?;
    values.extend([new.number.into(), new.created_at.as_millis().into()]);
    require(0, values.try_into().ok())
}

/// Returns false if the totals would overflow; the caller must then roll the transaction back.
pub fn insert(tx: &mut Tx, owner: UserId, new: &Sale) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sales);
    tx.execute(
        sql!(concat!(
            "INSERT INTO sales (",
            inserted!(),
            ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                       ?18, ?19, ?20, ?21, ?22, ?23)"
        )),
        &columns(owner, new)?,
    )?;
    let book = search::book(tx, owner)?;
    search::insert(tx, Index::Sales, book, new.number, &new.search_text())?;
    let genre = figures::genre_of(tx, owner, new)?;
    figures::apply_change(tx, owner, None, &CountedSale::of(new, genre))?;
    totals::add(tx, owner, Lane::of(&new.content), new.content.day, new.content.amount)
}

/// Replaces the content of a sale. Returns false like `insert`.
pub fn update(tx: &mut Tx, owner: UserId, before: &Sale, after: &Sale) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sales);
    let counted = CountedSale::of(before, figures::genre_of(tx, owner, before)?);
    tx.execute(
        sql!(
            "UPDATE sales SET
               position = ?3, title = ?4, beat_id = ?5, client_id = ?6, client = ?7,
               client_email = ?8, amount = ?9, currency = ?10, license = ?11, date = ?12,
               status = ?13, notes = ?14, transaction_id = ?15, refund_id = ?16, refunded_at = ?17,
               updated_at = ?18, title_key = ?19, search = ?20, client_key = ?21
             WHERE owner_id = ?1 AND id = ?2"
        ),
        &row_values(owner, after)?,
    )?;
    let text = after.search_text();
    if text != before.search_text() {
        let book = search::book(tx, owner)?;
        search::remove(tx, Index::Sales, book, after.number)?;
        search::insert(tx, Index::Sales, book, after.number, &text)?;
    }
    let (old, new) = (&before.content, &after.content);
    if old.beat != new.beat {
        figures::clear_stored_genre(tx, owner, after.id)?;
    }
    let genre = figures::genre_of(tx, owner, after)?;
    figures::apply_change(tx, owner, &counted, &CountedSale::of(after, genre))?;
    if (Lane::of(old), old.day, old.amount) == (Lane::of(new), new.day, new.amount) {
        return Ok(true);
    }
    totals::subtract(tx, owner, Lane::of(old), old.day, old.amount)?;
    totals::add(tx, owner, Lane::of(new), new.day, new.amount)
}

/// The caller removes the sale's transactions through the ledger.
pub fn remove(tx: &mut Tx, owner: UserId, gone: &Sale) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Sales);
    let counted = CountedSale::of(gone, figures::genre_of(tx, owner, gone)?);
    figures::apply_change(tx, owner, &counted, None)?;
    tx.execute(
        sql!("DELETE FROM sales WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), gone.id.to_string()],
    )?;
    let book = search::book(tx, owner)?;
    search::remove(tx, Index::Sales, book, gone.number)?;
    totals::subtract(tx, owner, Lane::of(&gone.content), gone.content.day, gone.content.amount)
}

/// The parameters that INSERT and UPDATE share, in their order.
fn row_values(owner: UserId, sale: &Sale) -> Result<Vec<Value<'static>>, DbError> {
    let Content { title, beat, buyer, amount, currency, license, day, status, notes } =
        &sale.content;
    Ok(vec![
        owner.to_string().into(),
        sale.id.to_string().into(),
        require(0, sale.position())?.as_int().into(),
        title.clone().into(),
        beat.map(|id| id.to_string()).into(),
        buyer.client.map(|id| id.to_string()).into(),
        buyer.name.clone().into(),
        buyer.email.clone().into(),
        amount.get().into(),
        currency.as_str().into(),
        license.as_str().into(),
        day.to_string().into(),
        status.as_str().into(),
        notes.clone().into(),
        sale.transaction.map(|id| id.to_string()).into(),
        sale.refund.map(|refund| refund.transaction.to_string()).into(),
        sale.refund.map(|refund| refund.at.as_millis()).into(),
        sale.updated_at.as_millis().into(),
        sale.title_key().into(),
        sale.search_text().into(),
        sale.client_key().into(),
    ])
}

/// Reads the columns in the order of `find` and the lists.
pub(crate) fn sale(row: &Row<'_>) -> Result<Sale, DbError> {
    fn id<T>(
        row: &Row<'_>,
        at: usize,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, DbError> {
        row.opt_text(at)?.map(|text| require(at, parse(text))).transpose()
    }
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    let refunded_at = row.opt_int(15)?.map(Timestamp::from_millis);
    Ok(Sale {
        id: require(0, SaleId::parse(row.text(0)?))?,
        number: row.int(1)?,
        content: Content {
            title: row.text(2)?.to_owned(),
            beat: id(row, 3, DocumentId::parse)?,
            buyer: Buyer {
                client: id(row, 4, BeneficiaryId::parse)?,
                name: row.text(5)?.to_owned(),
                email: text(6)?,
            },
            amount: require(7, Minor::new(row.int(7)?))?,
            currency: require(8, Currency::find(row.text(8)?))?,
            license: require(9, License::find(row.text(9)?))?,
            day: require(10, Day::read(row.text(10)?))?,
            status: require(11, Status::find(row.text(11)?))?,
            notes: text(12)?,
        },
        transaction: id(row, 13, TransactionId::parse)?,
        refund: id(row, 14, TransactionId::parse)?
            .zip(refunded_at)
            .map(|(transaction, at)| Refund { transaction, at }),
        created_at: Timestamp::from_millis(row.int(16)?),
        updated_at: Timestamp::from_millis(row.int(17)?),
    })
}
