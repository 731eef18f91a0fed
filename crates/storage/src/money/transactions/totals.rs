//! Stored counts and sums of transactions for all time, each month and each day, updated in the transaction
//! that changes them. They give totals without reading the rows.

use std::collections::{BTreeMap, HashMap};

use domain::calendar::Day;
use domain::ids::{AccountId, UserId};
use domain::money::transactions::{Content, Kind, Status};
use domain::money::{Currency, Minor};
use domain::totals::{Grain, MOST, Span};

use crate::db::{Conn, DbError, Tx, Value, many_rows, params, require, sql};

/// What transactions are counted by: account, type and status. A transfer is counted in the lane of the account that
/// sends, and once more in the lane of the account that receives, so that each account can list it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lane {
    pub account: AccountId,
    pub currency: Currency,
    pub kind: Kind,
    pub status: Status,
    pub receives: bool,
}

/// The type of a lane of received transfers. It is no type of a transaction.
const RECEIVED: &str = "received";

impl Lane {
    fn all_of(content: &Content) -> impl Iterator<Item = Self> {
        let Content { account, currency, kind, status, .. } = *content;
        let receiving = content.transfer.map(|transfer| Self {
            account: transfer.to,
            currency: transfer.currency,
            kind,
            status,
            receives: true,
        });
        std::iter::once(Self { account, currency, kind, status, receives: false }).chain(receiving)
    }

    fn word(self) -> &'static str {
        if self.receives { RECEIVED } else { self.kind.as_str() }
    }
}

/// Whether two contents count alike.
pub(crate) fn are_equal(one: &Content, other: &Content) -> bool {
    let counted = |content: &Content| (content.day, content.amount);
    counted(one) == counted(other) && Lane::all_of(one).eq(Lane::all_of(other))
}

/// Adds a transaction. Returns false, and changes nothing, if the sums would exceed their limit.
pub fn add(tx: &mut Tx, owner: UserId, content: &Content) -> Result<bool, DbError> {
    let mut tally = Tally::default();
    tally.count(content);
    add_all(tx, owner, &tally)
}

/// Transactions added up in memory before the stored totals are updated.
#[derive(Debug, Default)]
pub struct Tally {
    all: HashMap<Lane, LaneSum>,
    by_day: HashMap<(Lane, Day), LaneSum>,
}

#[derive(Debug, Clone, Copy, Default)]
struct LaneSum {
    count: i64,
    income: i64,
    spending: i64,
}

impl LaneSum {
    /// Saturates instead of wrapping around; a saturated sum exceeds its limit and is refused.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.income = self.income.saturating_add(other.income);
        self.spending = self.spending.saturating_add(other.spending);
    }
}

impl Tally {
    pub fn count(&mut self, content: &Content) {
        let (income, spending) = split(content);
        let one = LaneSum { count: 1, income, spending };
        for lane in Lane::all_of(content) {
            self.all.entry(lane).or_default().add(one);
            self.by_day.entry((lane, content.day)).or_default().add(one);
        }
    }

    /// By lane and period of this grain, in the order of the table's key.
    fn by_period(&self, grain: Grain) -> BTreeMap<(String, Lane), LaneSum> {
        let mut periods = BTreeMap::<_, LaneSum>::new();
        for ((lane, day), counted) in &self.by_day {
            periods.entry((grain.period(*day), *lane)).or_default().add(*counted);
        }
        periods
    }
}

/// Adds many transactions at once. Returns false, and changes nothing, if the sums would exceed their limit.
pub fn add_all(tx: &mut Tx, owner: UserId, tally: &Tally) -> Result<bool, DbError> {
    let owner = owner.to_string();
    // A month or a day is never more than all time, so one check per lane covers all three.
    for (lane, more) in &tally.all {
        let before = tx.query_opt(
            sql!(
                "SELECT income, spending FROM transaction_totals
                 WHERE owner_id = ?1 AND grain = 'all' AND period = '' AND account_id = ?2
                   AND type = ?3 AND status = ?4"
            ),
            params![&owner, lane.account.to_string(), lane.word(), lane.status.as_str()],
            |row| Ok(LaneSum { count: 0, income: row.int(0)?, spending: row.int(1)? }),
        )?;
        let mut sum = before.unwrap_or_default();
        sum.add(*more);
        if sum.income > MOST || sum.spending > MOST {
            return Ok(false);
        }
    }
    for grain in Grain::EACH {
        let periods = tally.by_period(grain);
        let rows = periods.iter().map(|((period, lane), counted)| {
            let values: [Value<'_>; 9] = [
                (&owner).into(),
                grain.as_str().into(),
                period.into(),
                lane.account.to_string().into(),
                lane.word().into(),
                lane.status.as_str().into(),
                counted.count.into(),
                counted.income.into(),
                counted.spending.into(),
            ];
            values
        });
        many_rows::insert_or(
            tx,
            "transaction_totals
               (owner_id, grain, period, account_id, type, status, count, income, spending)",
            rows.collect(),
            " ON CONFLICT (owner_id, grain, period, account_id, type, status) DO UPDATE SET
               count = transaction_totals.count + excluded.count,
               income = transaction_totals.income + excluded.income,
               spending = transaction_totals.spending + excluded.spending",
        )?;
    }
    Ok(true)
}

/// Subtracts a transaction.
pub fn subtract(tx: &mut Tx, owner: UserId, content: &Content) -> Result<(), DbError> {
    let owner = owner.to_string();
    let (income, spending) = split(content);
    let each = Lane::all_of(content).flat_map(|lane| Grain::EACH.map(|grain| (lane, grain)));
    for (lane, grain) in each {
        let (account, period) = (lane.account.to_string(), grain.period(content.day));
        tx.execute(
            sql!(
                "UPDATE transaction_totals
                 SET count = count - 1, income = income - ?7, spending = spending - ?8
                 WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND account_id = ?4
                   AND type = ?5 AND status = ?6"
            ),
            params![
                &owner,
                grain.as_str(),
                &period,
                &account,
                lane.word(),
                lane.status.as_str(),
                income,
                spending
            ],
        )?;
        tx.execute(
            sql!(
                "DELETE FROM transaction_totals
                 WHERE owner_id = ?1 AND grain = ?2 AND period = ?3 AND account_id = ?4
                   AND type = ?5 AND status = ?6 AND count = 0"
            ),
            params![&owner, grain.as_str(), &period, &account, lane.word(), lane.status.as_str()],
        )?;
    }
    Ok(())
}

/// Income and spending. A transfer is neither.
fn split(content: &Content) -> (i64, i64) {
    let amount = if content.transfer.is_some() { Minor::ZERO } else { content.amount };
    (amount.get().max(0), (-amount.get()).max(0))
}

/// The number of transactions in these spans, in all lanes.
pub fn count(conn: &mut Conn, owner: UserId, spans: &[Span]) -> Result<i64, DbError> {
    let mut total = 0;
    for span in spans {
        total += conn.query_one(
            sql!(
                "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM transaction_totals
                 WHERE owner_id = ?1 AND grain = ?2 AND period >= ?3 AND period <= ?4
                   AND type <> 'received'"
            ),
            params![&owner.to_string(), span.grain.as_str(), &span.first, &span.last],
            |row| row.int(0),
        )?;
    }
    Ok(total)
}

/// The sum of the pending withdrawals from an account, as a positive number.
pub fn pending_withdrawals(
    conn: &mut Conn,
    owner: UserId,
    account: AccountId,
) -> Result<i64, DbError> {
    let sum = conn.query_opt(
        sql!(
            "SELECT spending FROM transaction_totals
             WHERE owner_id = ?1 AND grain = 'all' AND period = '' AND account_id = ?2
               AND type = 'withdrawal' AND status = 'pending'"
        ),
        params![&owner.to_string(), account.to_string()],
        |row| row.int(0),
    )?;
    Ok(sum.unwrap_or(0))
}

/// Every lane with transactions in these spans, with their number.
pub fn lanes(conn: &mut Conn, owner: UserId, spans: &[Span]) -> Result<Vec<(Lane, i64)>, DbError> {
    let mut lanes: Vec<(Lane, i64)> = Vec::new();
    for span in spans {
        let found = conn.query(
            sql!(
                "SELECT t.account_id, t.type, t.status, CAST(SUM(t.count) AS BIGINT), a.currency
                 FROM transaction_totals t
                 JOIN accounts a ON a.owner_id = t.owner_id AND a.id = t.account_id
                 WHERE t.owner_id = ?1 AND t.grain = ?2 AND t.period >= ?3 AND t.period <= ?4
                 GROUP BY t.account_id, t.type, t.status, a.currency"
            ),
            params![&owner.to_string(), span.grain.as_str(), &span.first, &span.last],
            |row| {
                let receives = row.text(1)? == RECEIVED;
                let kind = if receives { Some(Kind::Transfer) } else { Kind::find(row.text(1)?) };
                let lane = Lane {
                    account: require(0, AccountId::parse(row.text(0)?))?,
                    currency: require(4, Currency::find(row.text(4)?))?,
                    kind: require(1, kind)?,
                    status: require(2, Status::find(row.text(2)?))?,
                    receives,
                };
                Ok((lane, row.int(3)?))
            },
        )?;
        for (lane, count) in found {
            match lanes.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, sum)) => *sum += count,
                None => lanes.push((lane, count)),
            }
        }
    }
    Ok(lanes)
}

/// The count and sum of one month, currency, type and status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// `YYYY-MM`
    pub month: String,
    pub currency: Currency,
    pub kind: Kind,
    pub status: Status,
    pub count: i64,
    pub income: i64,
    pub spending: i64,
}

/// Returns the sums of each month in these spans, by currency, type and status. The spans must be months and days.
pub fn sums(conn: &mut Conn, owner: UserId, spans: &[Span]) -> Result<Vec<Sum>, DbError> {
    let mut sums = Vec::new();
    for span in spans {
        let found = conn.query(
            sql!(
                "SELECT substr(t.period, 1, 7), a.currency, t.type, t.status,
                        CAST(SUM(t.count) AS BIGINT), CAST(SUM(t.income) AS BIGINT),
                        CAST(SUM(t.spending) AS BIGINT)
                 FROM transaction_totals t
                 JOIN accounts a ON a.owner_id = t.owner_id AND a.id = t.account_id
                 WHERE t.owner_id = ?1 AND t.grain = ?2 AND t.period >= ?3 AND t.period <= ?4
                   AND t.type <> 'received'
                 GROUP BY substr(t.period, 1, 7), a.currency, t.type, t.status"
            ),
            params![&owner.to_string(), span.grain.as_str(), &span.first, &span.last],
            |row| {
                Ok(Sum {
                    month: row.text(0)?.to_owned(),
                    currency: require(1, Currency::find(row.text(1)?))?,
                    kind: require(2, Kind::find(row.text(2)?))?,
                    status: require(3, Status::find(row.text(3)?))?,
                    count: row.int(4)?,
                    income: row.int(5)?,
                    spending: row.int(6)?,
                })
            },
        )?;
        sums.extend(found);
    }
    Ok(sums)
}
