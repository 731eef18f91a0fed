//! Stored totals by buyer and year: one row per buyer, year and currency, with the running count and sum at the
//! end of each month, so that any range of months is the difference of two columns. A year of figures reads two
//! rows per buyer instead of twelve. `sales::figures` updates them.

use std::collections::BTreeMap;

use domain::{
    calendar::Day,
    money::Currency,
    totals::{Grain, Span},
};

use crate::db::{DbError, Sql, Tx, Value, many_rows, require};
use crate::sales::sum::Sum;

const MONTHS: usize = 12;
/// Stands for all currencies together, which can be counted but not added up.
const ALL: &str = "";
/// Owner, currency, year and buyer, then the counts, then the amounts.
const COLUMNS: usize = 4 + 2 * MONTHS;

/// Changes added up in memory before they are written.
#[derive(Debug, Default)]
pub(crate) struct Years(BTreeMap<Key, Change>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    currency: &'static str,
    year: String,
    buyer: String,
}

#[derive(Debug, Default)]
struct Change {
    months: [Sum; MONTHS],
    /// Whether the change subtracts something, so that the row must exist.
    is_known: bool,
}

impl Years {
    pub fn add(
        &mut self,
        buyer: &str,
        day: Day,
        currency: Currency,
        sum: Sum,
    ) -> Result<(), DbError> {
        let (year, month) = year_and_month(&day.month())?;
        for currency in [currency.as_str(), ALL] {
            let key = Key { currency, year: year.clone(), buyer: buyer.to_owned() };
            let change = self.0.entry(key).or_default();
            change.is_known |= sum.count < 0;
            for known in &mut change.months[month - 1..] {
                known.count += sum.count;
                if currency != ALL {
                    // Saturates instead of wrapping around; the lane totals refuse a sum beyond the limit.
                    known.amount = known.amount.saturating_add(sum.amount);
                }
            }
        }
        Ok(())
    }

    pub fn write(&self, tx: &mut Tx, owner: &str) -> Result<(), DbError> {
        let (changed, emptied) = (update_statement(), delete_empty_statement());
        let mut more = Vec::new();
        for (key, change) in &self.0 {
            let values = values(owner, key, change);
            if change.is_known {
                tx.execute(&changed, &values)?;
                tx.execute(&emptied, &values[..4])?;
            } else {
                more.push(values);
            }
        }
        many_rows::insert_or(tx, &into(), more, &on_conflict())
    }
}

fn values<'a>(owner: &'a str, key: &'a Key, change: &Change) -> [Value<'a>; COLUMNS] {
    let counts = |at: usize| change.months[at].count;
    let amounts = |at: usize| change.months[at].amount;
    std::array::from_fn(|at| match at {
        0 => owner.into(),
        1 => key.currency.into(),
        2 => (&key.year).into(),
        3 => (&key.buyer).into(),
        at if at < 4 + MONTHS => counts(at - 4).into(),
        at => amounts(at - 4 - MONTHS).into(),
    })
}

fn year_and_month(period: &str) -> Result<(String, usize), DbError> {
    let parts = period.split_once('-').and_then(|(year, month)| {
        let month = month.parse::<usize>().ok()?;
        // An open start is written as month 00 and an open end as month 99.
        Some((year.to_owned(), month.clamp(1, MONTHS)))
    });
    require(0, parts)
}

/// The columns after the key, in the order of a row.
fn columns() -> impl Iterator<Item = String> {
    let of = |what: &'static str| (1..=MONTHS).map(move |month| format!("{what}_{month}"));
    of("count").chain(of("amount"))
}

fn into() -> String {
    let columns: Vec<String> = columns().collect();
    format!("sale_buyer_years (owner_id, currency, year, buyer, {})", columns.join(", "))
}

fn on_conflict() -> String {
    let set =
        columns().map(|column| format!("{column} = sale_buyer_years.{column} + excluded.{column}"));
    let set: Vec<String> = set.collect();
    format!(" ON CONFLICT (owner_id, currency, year, buyer) DO UPDATE SET {}", set.join(", "))
}

fn update_statement() -> Sql {
    let set = columns().zip(5..).map(|(column, place)| format!("{column} = {column} + ?{place}"));
    let set: Vec<String> = set.collect();
    Sql::dynamic(format!("UPDATE sale_buyer_years SET {} WHERE {ROW}", set.join(", ")))
}

fn delete_empty_statement() -> Sql {
    Sql::dynamic(format!("DELETE FROM sale_buyer_years WHERE {ROW} AND count_12 = 0"))
}

const ROW: &str = "owner_id = ?1 AND currency = ?2 AND year = ?3 AND buyer = ?4";

/// A statement for the purchases in these spans, by `key`: in one currency, or in all currencies without
/// amounts. A buyer may occur several times. The owner is its first parameter.
pub(crate) fn bought_rows(
    spans: &[Span],
    values: &mut Vec<Value<'_>>,
    currency: Option<Currency>,
) -> Result<String, DbError> {
    let mut parts = Vec::new();
    for span in spans {
        match span.grain {
            Grain::Month => months(span, values, currency, &mut parts)?,
            Grain::All | Grain::Day => parts.push(days(span, values, currency)),
        }
    }
    Ok(parts.join(" UNION ALL "))
}

fn place(values: &mut Vec<Value<'_>>, value: &str) -> String {
    values.push(value.to_owned().into());
    format!("?{}", values.len())
}

fn days(span: &Span, values: &mut Vec<Value<'_>>, currency: Option<Currency>) -> String {
    let (first, last) = (place(values, &span.first), place(values, &span.last));
    let paid = currency.map(|currency| place(values, currency.as_str()));
    let paid = paid.map(|place| format!(" AND currency = {place}")).unwrap_or_default();
    format!(
        "SELECT buyer AS key, count, amount FROM sale_buyer_totals
         WHERE owner_id = ?1 AND grain = '{}' AND period >= {first} AND period <= {last}{paid}",
        span.grain.as_str()
    )
}

/// Some months of the first and the last year, and all months of the years between.
fn months(
    span: &Span,
    values: &mut Vec<Value<'_>>,
    currency: Option<Currency>,
    parts: &mut Vec<String>,
) -> Result<(), DbError> {
    let (first, from) = year_and_month(&span.first)?;
    let (last, to) = year_and_month(&span.last)?;
    let paid = place(values, currency.map_or(ALL, |currency| currency.as_str()));
    let mut part = |condition: String, from: usize, to: usize| {
        let of = |what: &str| match from {
            1 => format!("{what}_{to}"),
            from => format!("{what}_{to} - {what}_{}", from - 1),
        };
        let (count, amount) = (of("count"), of("amount"));
        parts.push(format!(
            "SELECT buyer AS key, {count} AS count, {amount} AS amount FROM sale_buyer_years
             WHERE owner_id = ?1 AND currency = {paid} AND {condition} AND {count} > 0"
        ));
    };
    let (first, last, is_one) = (place(values, &first), place(values, &last), first == last);
    if is_one {
        part(format!("year = {first} AND year = {last}"), from, to);
    } else {
        part(format!("year = {first}"), from, MONTHS);
        part(format!("year > {first} AND year < {last}"), 1, MONTHS);
        part(format!("year = {last}"), 1, to);
    }
    Ok(())
}
