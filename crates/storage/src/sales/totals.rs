//! Stored counts and sums of sales for all time, each month and each day, updated in the transaction that
//! changes them: a list's total and the summary read a few rows, however many sales there are.

use std::collections::BTreeMap;

use domain::calendar::Day;
use domain::ids::UserId;
use domain::money::{Currency, Minor};
use domain::sales::{Content, License, Status};
use domain::totals::{Grain, MOST, Span};

use crate::db::{Conn, DbError, Row, Tx, Value, many_rows, params, require, sql};

/// What sales are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lane {
    pub status: Status,
    pub license: License,
    pub currency: Currency,
}

impl Lane {
    pub(crate) fn of(content: &Content) -> Self {
        Self { status: content.status, license: content.license, currency: content.currency }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub lane: Lane,
    pub count: i64,
    pub amount: i64,
}

/// Adds a sale. Returns false, and changes nothing, if the sums would exceed their limit.
pub fn add(
    tx: &mut Tx,
    owner: UserId,
    lane: Lane,
    day: Day,
    amount: Minor,
) -> Result<bool, DbError> {
    let mut tally = Tally::default();
    tally.count(lane, day, amount);
    add_all(tx, owner, &tally)
}

/// Sales added up in memory before the stored totals are updated: the count and the sum.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    all: BTreeMap<Lane, i64>,
    by_period: BTreeMap<(&'static str, String, Lane), (i64, i64)>,
}

impl Tally {
    pub fn count(&mut self, lane: Lane, day: Day, amount: Minor) {
        // Saturates instead of wrapping around; a saturated sum exceeds its limit and is refused.
        let all = self.all.entry(lane).or_default();
        *all = all.saturating_add(amount.get());
        for grain in Grain::EACH {
            let period = (grain.as_str(), grain.period(day), lane);
            let (count, sum) = self.by_period.entry(period).or_default();
            (*count, *sum) = (*count + 1, sum.saturating_add(amount.get()));
        }
    }
}

/// Adds many sales at once. Returns false, and changes nothing, if the sums would exceed their limit.
pub(crate) fn add_all(tx: &mut Tx, owner: UserId, tally: &Tally) -> Result<bool, DbError> {
    let owner = owner.to_string();
    // A month or a day is never more than all time, so one check per lane covers all three.
    for (Lane { status, license, currency }, more) in &tally.all {
        let before = tx.query_opt(
            sql!(
                "SELECT amount FROM sale_totals
                 WHERE owner_id = ?1 AND grain = 'all' AND period = '' AND status = ?2
                   AND license = ?3 AND currency = ?4"
            ),
            params![&owner, status.as_str(), license.as_str(), currency.as_str()],
            |row| row.int(0),
        )?;
        if before.unwrap_or(0).saturating_add(*more) > MOST {
            return Ok(false);
        }
    }
    let rows = tally.by_period.iter().map(|((grain, period, lane), (count, amount))| {
        let values: [Value<'_>; 8] = [
            (&owner).into(),
            (*grain).into(),
            period.into(),
            lane.status.as_str().into(),
            lane.license.as_str().into(),
            lane.currency.as_str().into(),
            (*count).into(),
            (*amount).into(),
        ];
        values
    });
    many_rows::insert_or(
        tx,
        "sale_totals (owner_id, grain, period, status, license, currency, count, amount)",
        rows.collect(),
        " ON CONFLICT (owner_id, grain, period, status, license, currency) DO UPDATE SET
           count = sale_totals.count + excluded.count,
           amount = sale_totals.amount + excluded.amount",
    )?;
    Ok(true)
}

/// Subtracts a sale.
pub fn subtract(
    tx: &mut Tx,
    owner: UserId,
    lane: Lane,
    day: Day,
    amount: Minor,
) -> Result<(), DbError> {
    let owner = owner.to_string();
    let Lane { status, license, currency } = lane;
    for grain in Grain::EACH {
        let period = grain.period(day);
        tx.execute(
            sql!(
                "UPDATE sale_totals SET count = count - 1, amount = amount - ?7
                 WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND status = ?4
                   AND license = ?5 AND currency = ?6"
            ),
            params![
                &owner,
                grain.as_str(),
                &period,
                status.as_str(),
                license.as_str(),
                currency.as_str(),
                amount.get()
            ],
        )?;
        tx.execute(
            sql!(
                "DELETE FROM sale_totals
                 WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND status = ?4
                   AND license = ?5 AND currency = ?6 AND count = 0"
            ),
            params![
                &owner,
                grain.as_str(),
                &period,
                status.as_str(),
                license.as_str(),
                currency.as_str()
            ],
        )?;
    }
    Ok(())
}

/// Every lane with sales in these spans. A lane occurs once for each span.
pub fn sums(conn: &mut Conn, owner: UserId, spans: &[Span]) -> Result<Vec<Sum>, DbError> {
    let mut sums = Vec::new();
    for span in spans {
        let found = conn.query(
            sql!(
                "SELECT status, license, currency, CAST(SUM(count) AS BIGINT),
                        CAST(SUM(amount) AS BIGINT)
                 FROM sale_totals
                 WHERE owner_id = ?1 AND grain = ?2 AND period >= ?3 AND period <= ?4
                 GROUP BY status, license, currency"
            ),
            params![&owner.to_string(), span.grain.as_str(), &span.first, &span.last],
            |row| {
                let lane = Lane {
                    status: require(0, Status::find(row.text(0)?))?,
                    license: require(1, License::find(row.text(1)?))?,
                    currency: require(2, Currency::find(row.text(2)?))?,
                };
                Ok(Sum { lane, count: row.int(3)?, amount: row.int(4)? })
            },
        )?;
        sums.extend(found);
    }
    Ok(sums)
}

/// The count and sum of one month or day, status and currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodSum {
    pub grain: Grain,
    /// The name of the period, in the format of its grain.
    pub period: String,
    pub status: Status,
    pub currency: Currency,
    pub count: i64,
    pub amount: i64,
}

/// Each period of these spans that has sales, over all licenses.
pub fn by_period(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
) -> Result<Vec<PeriodSum>, DbError> {
    let mut sums = Vec::new();
    for span in spans {
        let found = conn.query(
            sql!(
                "SELECT period, status, currency, CAST(SUM(count) AS BIGINT),
                        CAST(SUM(amount) AS BIGINT)
                 FROM sale_totals
                 WHERE owner_id = ?1 AND grain = ?2 AND period >= ?3 AND period <= ?4
                 GROUP BY period, status, currency"
            ),
            params![&owner.to_string(), span.grain.as_str(), &span.first, &span.last],
            |row| {
                Ok(PeriodSum {
                    grain: span.grain,
                    period: row.text(0)?.to_owned(),
                    status: require(1, Status::find(row.text(1)?))?,
                    currency: require(2, Currency::find(row.text(2)?))?,
                    count: row.int(3)?,
                    amount: row.int(4)?,
                })
            },
        )?;
        sums.extend(found);
    }
    Ok(sums)
}

/// The first and the last day with a sale of any status.
pub fn extent(conn: &mut Conn, owner: UserId) -> Result<Option<(Day, Day)>, DbError> {
    let owner = owner.to_string();
    let day = |row: &Row<'_>| require(0, Day::read(row.text(0)?));
    let first = conn.query_opt(
        sql!(
            "SELECT period FROM sale_totals WHERE owner_id = ?1 AND grain = 'day'
             ORDER BY period LIMIT 1"
        ),
        params![&owner],
        day,
    )?;
    let last = conn.query_opt(
        sql!(
            "SELECT period FROM sale_totals WHERE owner_id = ?1 AND grain = 'day'
             ORDER BY period DESC LIMIT 1"
        ),
        params![&owner],
        day,
    )?;
    Ok(first.zip(last))
}
