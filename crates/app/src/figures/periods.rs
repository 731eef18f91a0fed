//! Shared by the dashboard and the analytics: the currency, values compared with the period before, and the top
//! clients.
//!
//! Amounts are shown in one currency at a time, since different currencies are never added up. The analytics count
//! sales and people of that currency too; the dashboard counts sales of all currencies. A refunded, pending or failed
//! sale does not count as a sale.

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
use storage::sales::figures::BestBuyer;
use storage::sales::totals::PeriodSum;
use storage::sales::{figures, totals};
use storage::{clients, library};

use crate::{Error, Result};

/// How many top clients are listed.
const TOP: i64 = 5;

/// A value and the value of the period before; `None` if there is no period before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub value: i64,
    pub previous: Option<i64>,
}

/// A ratio in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(i64);

impl Rate {
    /// `None` if the whole is zero.
    pub fn of(part: i64, whole: i64) -> Option<Self> {
        // Rounds half a thousandth up.
        (whole > 0).then(|| Self((part * 2000 / whole + 1) / 2))
    }

    /// The percentage, with one decimal.
    pub fn percent(self) -> f64 {
        self.0 as f64 / 10.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopClient {
    /// `None` if the buyer is not, or no longer, a client of the account.
    pub id: Option<BeneficiaryId>,
    pub name: String,
    pub sales: i64,
    pub revenue: i64,
}

/// The requested currency; `None` if the parameter is missing or empty.
pub(crate) fn parse_currency(currency: Option<String>) -> Result<Option<Currency>> {
    let sent = currency.filter(|text| !text.is_empty());
    Ok(sent.map(|text| sales::currency(&text)).transpose()?)
}

/// The currency of the figures, and all currencies that have sales.
pub(crate) fn currencies(
    conn: &mut Conn,
    owner: UserId,
    requested: Option<Currency>,
) -> Result<(Currency, Vec<Currency>)> {
    let chosen = match requested {
        Some(currency) => currency,
        // The default currency may be one without accounts, which is for display only; then dollars are used.
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

/// Totals of the sales of some days.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SalesTotals {
    /// Revenue and number of completed sales in the chosen currency.
    pub revenue: i64,
    pub sales: i64,
    /// Sales of any status in the chosen currency.
    pub recorded: i64,
    /// Completed sales in all currencies.
    pub completed: i64,
}

impl SalesTotals {
    pub fn add(&mut self, sum: &PeriodSum, currency: Currency) {
        if sum.currency == currency {
            self.recorded += sum.count;
        }
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

/// The first day of the period of a total.
pub(crate) fn first_day(sum: &PeriodSum) -> Result<Day> {
    let text = match sum.grain {
        Grain::Month => format!("{}-01", sum.period),
        Grain::Day | Grain::All => sum.period.clone(),
    };
    Day::read(&text).ok_or_else(|| Error::unexpected("a total has no valid day"))
}

/// The daily totals of a window.
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
            BestBuyer::Client(id) => Some(*id),
            BestBuyer::Name(_) => None,
        })
        .collect();
    let mut names = clients::names(conn, owner, &ids)?;
    let clients = best.into_iter().map(|(who, sum)| {
        let (id, name) = match who {
            BestBuyer::Client(id) => (Some(id), names.remove(&id).unwrap_or_default()),
            BestBuyer::Name(name) => (None, name),
        };
        TopClient { id, name, sales: sum.count, revenue: sum.amount }
    });
    Ok(clients.collect())
}

/// The display names of genres by their keys. The key of items without a genre has no name.
pub(crate) fn genre_names(
    conn: &mut Conn,
    owner: UserId,
    keys: &[String],
) -> Result<BTreeMap<String, String>> {
    Ok(library::totals::genre_names(conn, owner, keys)?)
}
