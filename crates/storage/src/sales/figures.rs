//! Stored totals of completed sales by buyer and by genre, for all time, each month and each day, updated in
//! the transaction that changes them like `sales::totals`. They give the best buyers, the number of buyers and
//! the best genres of any span of days without reading the sales. There may be thousands of buyers, so their
//! months are stored in one row per year: see `sales::buyers`.
//!
//! Sales, deletions of clients and changes of a beat's genre all happen under the ledger's lock.

use std::collections::{BTreeMap, BTreeSet};

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, SaleId, UserId};
use domain::money::Currency;
use domain::sales::{Buyer, Sale, Status};
use domain::totals::{Grain, Span};

use crate::clients;
use crate::db::{Conn, DbError, Row, Sql, Tx, Value, many_rows, params, require, sql};
use crate::sales::buyers::{self, Years};
use crate::sales::sum::Sum;

/// The prefix of a buyer key that is a name instead of a client's id.
const NAME: char = '~';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Buyer,
    Genre,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    grain: &'static str,
    period: String,
    key: String,
    currency: Currency,
}

/// Changes of one of the tables, added up in memory before they are written.
#[derive(Debug, Default)]
struct Tally(BTreeMap<Cell, Sum>);

/// Changes of the totals by buyer.
#[derive(Debug, Default)]
struct Buyers {
    tally: Tally,
    years: Years,
}

impl Buyers {
    fn add(&mut self, key: &str, day: Day, currency: Currency, sum: Sum) -> Result<(), DbError> {
        self.tally.add(&[Grain::All, Grain::Day], key, day, currency, sum);
        self.years.add(key, day, currency, sum)
    }

    fn write(&self, tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
        write(tx, owner, By::Buyer, &self.tally)?;
        self.years.write(tx, &owner.to_string())?;
        let all_time = self.tally.0.keys().filter(|cell| cell.grain == Grain::All.as_str());
        let buyers: BTreeSet<&str> = all_time.map(|cell| cell.key.as_str()).collect();
        for client in buyers.into_iter().filter(|buyer| !buyer.starts_with(NAME)) {
            clients::update_revenue(tx, &owner.to_string(), client)?;
        }
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, grains: &[Grain], key: &str, day: Day, currency: Currency, sum: Sum) {
        for grain in grains {
            let (grain, period) = (grain.as_str(), grain.period(day));
            let cell = Cell { grain, period, key: key.to_owned(), currency };
            let known = self.0.entry(cell).or_default();
            known.count += sum.count;
            // Saturates instead of wrapping around; the lane totals refuse a sum beyond the limit.
            known.amount = known.amount.saturating_add(sum.amount);
        }
    }
}

/// The fields by which a completed sale is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CountedSale {
    buyer: String,
    genre: String,
    day: Day,
    currency: Currency,
    amount: i64,
}

impl CountedSale {
    /// Returns `None` if the sale is not completed.
    pub fn of(sale: &Sale, genre: String) -> Option<Self> {
        let content = &sale.content;
        (content.status == Status::Completed).then(|| Self {
            buyer: key_of(&content.buyer),
            genre,
            day: content.day,
            currency: content.currency,
            amount: content.amount.get(),
        })
    }
}

fn key_of(buyer: &Buyer) -> String {
    match buyer.client {
        Some(id) => id.to_string(),
        None => format!("{NAME}{}", buyer.name),
    }
}

/// Subtracts sales in their old state and adds them in the new one.
pub(crate) fn apply_change<'a>(
    tx: &mut Tx,
    owner: UserId,
    before: impl IntoIterator<Item = &'a CountedSale>,
    after: impl IntoIterator<Item = &'a CountedSale>,
) -> Result<(), DbError> {
    let (mut buyers, mut genres) = (Buyers::default(), Tally::default());
    let mut add = |sale: &CountedSale, sum: Sum| {
        genres.add(&Grain::EACH, &sale.genre, sale.day, sale.currency, sum);
        buyers.add(&sale.buyer, sale.day, sale.currency, sum)
    };
    for sale in before {
        add(sale, -Sum { count: 1, amount: sale.amount })?;
    }
    for sale in after {
        add(sale, Sum { count: 1, amount: sale.amount })?;
    }
    buyers.write(tx, owner)?;
    write(tx, owner, By::Genre, &genres)
}

/// The genre a sale is counted by: that of its beat, or the stored one of a deleted beat.
pub(crate) fn genre_of(conn: &mut Conn, owner: UserId, sale: &Sale) -> Result<String, DbError> {
    match sale.content.beat {
        Some(beat) => genre_of_beat(conn, owner, beat),
        None => stored_genre(conn, owner, sale.id),
    }
}

fn genre_of_beat(conn: &mut Conn, owner: UserId, beat: DocumentId) -> Result<String, DbError> {
    let found = conn.query_opt(
        sql!("SELECT genre_key FROM documents WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), beat.to_string()],
        |row| Ok(row.text(0)?.to_owned()),
    )?;
    Ok(found.unwrap_or_default())
}

fn stored_genre(conn: &mut Conn, owner: UserId, sale: SaleId) -> Result<String, DbError> {
    let found = conn.query_opt(
        sql!("SELECT genre_key FROM sales WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), sale.to_string()],
        |row| Ok(row.opt_text(0)?.map(str::to_owned)),
    )?;
    Ok(found.flatten().unwrap_or_default())
}

/// Removes the stored genre from a sale that has got another beat.
pub(crate) fn clear_stored_genre(tx: &mut Tx, owner: UserId, sale: SaleId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE sales SET genre_key = NULL WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), sale.to_string()],
    )?;
    Ok(())
}

/// Moves all sales of a beat to its new genre.
pub(crate) fn change_genre(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    before: &str,
    after: &str,
) -> Result<(), DbError> {
    let sums = tx.query(
        sql!(
            "SELECT date, currency, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM sales
             WHERE owner_id = ?1 AND status = 'Completed' AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND beat_id = ?2)
             GROUP BY date, currency"
        ),
        params![&owner.to_string(), beat.to_string()],
        |row| Ok((day(row, 0)?, currency(row, 1)?, sum(row, 2)?)),
    )?;
    let mut tally = Tally::default();
    for (day, currency, sum) in sums {
        tally.add(&Grain::EACH, before, day, currency, -sum);
        tally.add(&Grain::EACH, after, day, currency, sum);
    }
    write(tx, owner, By::Genre, &tally)
}

/// Call this before up to `most` sales lose their reference to a client: it moves them from the client to its
/// name.
pub(crate) fn forget_client(
    tx: &mut Tx,
    owner: UserId,
    client: BeneficiaryId,
    most: u32,
) -> Result<(), DbError> {
    let sums = tx.query(
        sql!(
            "SELECT client, date, currency, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM sales
             WHERE owner_id = ?1 AND status = 'Completed' AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND client_id = ?2
               ORDER BY position LIMIT ?3)
             GROUP BY client, date, currency"
        ),
        params![&owner.to_string(), client.to_string(), most],
        |row| Ok((row.text(0)?.to_owned(), day(row, 1)?, currency(row, 2)?, sum(row, 3)?)),
    )?;
    let mut buyers = Buyers::default();
    for (name, day, currency, sum) in sums {
        buyers.add(&client.to_string(), day, currency, -sum)?;
        buyers.add(&format!("{NAME}{name}"), day, currency, sum)?;
    }
    buyers.write(tx, owner)
}

fn write(tx: &mut Tx, owner: UserId, by: By, tally: &Tally) -> Result<(), DbError> {
    let owner = owner.to_string();
    let mut more = Vec::new();
    for (cell, sum) in &tally.0 {
        if *sum == Sum::default() {
            continue;
        }
        let Cell { grain, period, key, currency } = cell;
        let values: [Value<'_>; 7] = [
            (&owner).into(),
            (*grain).into(),
            period.into(),
            key.into(),
            currency.as_str().into(),
            sum.count.into(),
            sum.amount.into(),
        ];
        if sum.count > 0 && sum.amount > 0 {
            more.push(values);
        } else {
            // The row exists, because something is subtracted from it.
            tx.execute(update_statement(by), &values)?;
            tx.execute(delete_empty_statement(by), &values[..5])?;
        }
    }
    let (into, conflict) = insert_statement(by);
    many_rows::insert_or(tx, into, more, conflict)
}

fn insert_statement(by: By) -> (&'static str, &'static str) {
    match by {
        By::Buyer => (
            "sale_buyer_totals (owner_id, grain, period, buyer, currency, count, amount)",
            " ON CONFLICT (owner_id, grain, period, buyer, currency) DO UPDATE SET
               count = sale_buyer_totals.count + excluded.count,
               amount = sale_buyer_totals.amount + excluded.amount",
        ),
        By::Genre => (
            "sale_genre_totals (owner_id, grain, period, genre_key, currency, count, amount)",
            " ON CONFLICT (owner_id, grain, period, genre_key, currency) DO UPDATE SET
               count = sale_genre_totals.count + excluded.count,
               amount = sale_genre_totals.amount + excluded.amount",
        ),
    }
}

fn update_statement(by: By) -> &'static Sql {
    match by {
        By::Buyer => sql!(
            "UPDATE sale_buyer_totals SET count = count + ?6, amount = amount + ?7
             WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND buyer = ?4 AND currency = ?5"
        ),
        By::Genre => sql!(
            "UPDATE sale_genre_totals SET count = count + ?6, amount = amount + ?7
             WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND genre_key = ?4 AND currency = ?5"
        ),
    }
}

fn delete_empty_statement(by: By) -> &'static Sql {
    match by {
        By::Buyer => sql!(
            "DELETE FROM sale_buyer_totals
             WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND buyer = ?4 AND currency = ?5
               AND count = 0"
        ),
        By::Genre => sql!(
            "DELETE FROM sale_genre_totals
             WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND genre_key = ?4 AND currency = ?5
               AND count = 0"
        ),
    }
}

/// A buyer in the list of the best buyers: a client, or only a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BestBuyer {
    Client(BeneficiaryId),
    Name(String),
}

/// The best buyers in these spans and one currency, the best first.
pub fn best_buyers(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
    currency: Currency,
    most: i64,
) -> Result<Vec<(BestBuyer, Sum)>, DbError> {
    let rows = best(conn, owner, By::Buyer, spans, currency, most)?;
    let who = |key: String| match key.strip_prefix(NAME) {
        Some(name) => Ok(BestBuyer::Name(name.to_owned())),
        None => require(0, BeneficiaryId::parse(&key)).map(BestBuyer::Client),
    };
    rows.into_iter().map(|(key, sum)| Ok((who(key)?, sum))).collect()
}

/// The keys of the best-selling genres in these spans and one currency, the best first.
pub fn best_genres(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
    currency: Currency,
    most: i64,
) -> Result<Vec<(String, Sum)>, DbError> {
    best(conn, owner, By::Genre, spans, currency, most)
}

fn best(
    conn: &mut Conn,
    owner: UserId,
    by: By,
    spans: &[Span],
    currency: Currency,
    most: i64,
) -> Result<Vec<(String, Sum)>, DbError> {
    if spans.is_empty() {
        return Ok(Vec::new());
    }
    let order = match by {
        By::Buyer => "amount DESC, count DESC",
        By::Genre => "count DESC, amount DESC",
    };
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into(), most.into()];
    let rows = match by {
        By::Buyer => buyers::bought_rows(spans, &mut values, Some(currency))?,
        By::Genre => sold_rows(spans, &mut values, currency),
    };
    let text = format!(
        "SELECT key, count, amount FROM (
           SELECT key, CAST(SUM(count) AS BIGINT) AS count, CAST(SUM(amount) AS BIGINT) AS amount
           FROM ({rows}) AS counted GROUP BY key) AS summed
         ORDER BY {order}, key LIMIT ?2"
    );
    conn.query(&Sql::dynamic(text), &values, |row| Ok((row.text(0)?.to_owned(), sum(row, 1)?)))
}

/// The number of different buyers in these spans, in one currency.
pub fn count_buyers(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
    currency: Currency,
) -> Result<i64, DbError> {
    if spans.is_empty() {
        return Ok(0);
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    let rows = buyers::bought_rows(spans, &mut values, Some(currency))?;
    // PostgreSQL would sort all rows for COUNT(DISTINCT).
    let text =
        format!("SELECT COUNT(*) FROM (SELECT DISTINCT key FROM ({rows}) AS bought) AS buyers");
    conn.query_one(&Sql::dynamic(text), &values, |row| row.int(0))
}

/// The genre rows of all spans, joined by UNION ALL. There are at most three spans, so there are few statement
/// texts.
fn sold_rows(spans: &[Span], values: &mut Vec<Value<'_>>, currency: Currency) -> String {
    values.push(currency.as_str().into());
    let paid = values.len();
    let parts = spans.iter().map(|span| {
        values.extend([span.first.clone().into(), span.last.clone().into()]);
        let (first, last) = (values.len() - 1, values.len());
        format!(
            "SELECT genre_key AS key, count, amount FROM sale_genre_totals
             WHERE owner_id = ?1 AND grain = '{}' AND period >= ?{first} AND period <= ?{last}
               AND currency = ?{paid}",
            span.grain.as_str()
        )
    });
    parts.collect::<Vec<_>>().join(" UNION ALL ")
}

fn sum(row: &Row<'_>, at: usize) -> Result<Sum, DbError> {
    Ok(Sum { count: row.int(at)?, amount: row.int(at + 1)? })
}

fn day(row: &Row<'_>, at: usize) -> Result<Day, DbError> {
    require(at, Day::read(row.text(at)?))
}

fn currency(row: &Row<'_>, at: usize) -> Result<Currency, DbError> {
    require(at, Currency::find(row.text(at)?))
}
