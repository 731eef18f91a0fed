//! What the dashboard and the analytics have in common: which currency is meant, values beside those of
//! the period before, and who bought most.
//!
//! Money is told in one currency at a time, since different ones are never added up. What merely counts
//! sales or people counts them in all currencies. A sale that was refunded, is pending or has failed
//! counts as no sale.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    calendar::Day,
    figures::Window,
    ids::{BeneficiaryId, UserId},
    money::Currency,
    sales::{self, Status},
    totals::{Grain, Span, spans},
};
use storage::db::Conn;
use storage::identity::settings;
use storage::sales::figures::Who;
use storage::sales::totals::PeriodSum;
use storage::sales::{figures, totals};
use storage::{clients, library};

use crate::{Error, Result};

/// How many clients are named.
const TOP: i64 = 5;

/// A value and what it was before, where there is a before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub value: i64,
    pub previous: Option<i64>,
}

/// A part of a whole, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(i64);

impl Rate {
    /// None of nothing.
    pub fn of(part: i64, whole: i64) -> Option<Self> {
        // Half a thousandth is rounded up.
        (whole > 0).then(|| Self((part * 2000 / whole + 1) / 2))
    }

    /// With one decimal.
    pub fn percent(self) -> f64 {
        self.0 as f64 / 10.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopClient {
    /// None where the buyer is no client of the account, or no longer one.
    pub id: Option<BeneficiaryId>,
    pub name: String,
    pub sales: i64,
    pub revenue: i64,
}

/// The currency that was asked for; none where nothing was said.
pub(crate) fn parse_currency(currency: Option<String>) -> Result<Option<Currency>> {
    let sent = currency.filter(|text| !text.is_empty());
    Ok(sent.map(|text| sales::currency(&text)).transpose()?)
}

/// The currency that figures are told in, and all that there is something to tell in.
pub(crate) fn currencies(
    conn: &mut Conn,
    owner: UserId,
    asked: Option<Currency>,
) -> Result<(Currency, Vec<Currency>)> {
    let chosen = match asked {
        Some(currency) => currency,
        // One that no account is kept in can be chosen for display only.
        None => {
            sales::currency(settings::load(conn, owner)?.default_currency).unwrap_or(Currency::Usd)
        }
    };
    let sold = totals::sums(conn, owner, &spans(None, None, false))?;
    let is_there = |currency: &Currency| {
        *currency == chosen || sold.iter().any(|sum| sum.lane.currency == *currency)
    };
    Ok((chosen, Currency::WITH_ACCOUNTS.into_iter().filter(is_there).collect()))
}

/// Sales of a span of days, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sold {
    /// What completed sales in the chosen currency brought in, and how many they are.
    pub revenue: i64,
    pub sales: i64,
    /// Completed sales in whatever currency, and sales of whatever status.
    pub completed: i64,
    pub recorded: i64,
}

impl Sold {
    pub fn add(&mut self, sum: &PeriodSum, currency: Currency) {
        self.recorded += sum.count;
        if sum.status != Status::Completed {
            return;
        }
        self.completed += sum.count;
        if sum.currency == currency {
            self.sales += sum.count;
            self.revenue += sum.amount;
        }
    }
}

/// The first day of a month or the day itself.
pub(crate) fn first_day(sum: &PeriodSum) -> Result<Day> {
    let text = match sum.grain {
        Grain::Month => format!("{}-01", sum.period),
        Grain::Day | Grain::All => sum.period.clone(),
    };
    Day::read(&text).ok_or_else(|| Error::unexpected("a total of no day"))
}

/// Every single day of a window.
pub(crate) fn days(window: Window) -> Vec<Span> {
    let (first, last) = (window.from.to_string(), window.to.to_string());
    vec![Span { grain: Grain::Day, first, last }]
}

pub(crate) fn top_clients(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
    currency: Currency,
) -> Result<Vec<TopClient>> {
    let best = figures::best_buyers(conn, owner, spans, currency, TOP)?;
    let ids: BTreeSet<_> = best
        .iter()
        .filter_map(|(who, _)| match who {
            Who::Client(id) => Some(*id),
            Who::Name(_) => None,
        })
        .collect();
    let mut names = clients::names(conn, owner, &ids)?;
    let clients = best.into_iter().map(|(who, sum)| {
        let (id, name) = match who {
            Who::Client(id) => (Some(id), names.remove(&id).unwrap_or_default()),
            Who::Name(name) => (None, name),
        };
        TopClient { id, name, sales: sum.count, revenue: sum.amount }
    });
    Ok(clients.collect())
}

/// Genres by their key, written as people write them; what has none has no name.
pub(crate) fn genre_names(
    conn: &mut Conn,
    owner: UserId,
    keys: &[String],
) -> Result<BTreeMap<String, String>> {
    Ok(library::totals::genre_names(conn, owner, keys)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_one_decimal_and_rounds_half_up() {
        let percent = |part, whole| Rate::of(part, whole).map(Rate::percent);
        assert_eq!(percent(0, 0), None);
        assert_eq!(percent(0, 7), Some(0.0));
        assert_eq!(percent(1, 3), Some(33.3));
        assert_eq!(percent(2, 3), Some(66.7));
        assert_eq!(percent(1, 2000), Some(0.1));
        assert_eq!(percent(1, 2001), Some(0.0));
        assert_eq!(percent(100_000, 100_000), Some(100.0));
    }
}
