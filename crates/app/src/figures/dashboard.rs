//! The dashboard: all its data, read in one snapshot from maintained totals.

use std::collections::BTreeMap;

use domain::calendar::Day;
use domain::figures::{Bucket, Period, Window, last_month, this_month};
use domain::ids::UserId;
use domain::library::documents::{Category, Document, Status as DocumentStatus};
use domain::money::Currency;
use domain::money::accounts::{Account, Kind as AccountKind};
use domain::totals::spans;
use storage::db::Conn;
use storage::library::totals::ShelfTotal;
use storage::library::{self, documents};
use storage::lists::page::{Page, Sort, SortBy};
use storage::money::{accounts, goals};
use storage::sales;
use storage::sales::filter::Filter;

use crate::figures::periods::{self, Change, SalesTotals, TopClient};
use crate::money::goals::GoalWithStatus;
use crate::sales::SaleDetails;
use crate::{Actor, App, Error, Result};

const RECENT: i64 = 5;
const GOALS: i64 = 3;
pub(crate) const MOST_GENRES: usize = 12;

pub struct Month {
    /// `YYYY-MM`.
    pub month: String,
    pub revenue: i64,
    pub sales: i64,
    /// The revenue of the same month one year earlier; of the current month, up to the same day.
    pub previous_revenue: i64,
}

pub struct Library {
    pub beats: i64,
    pub videos: i64,
    pub available: i64,
    pub sold: i64,
    pub bytes: i64,
    pub genres: Vec<(Option<String>, i64)>,
    pub latest: Vec<Document>,
}

pub struct Dashboard {
    pub currency: Currency,
    pub currencies: Vec<Currency>,
    pub beats_sold: Change,
    pub revenue: Change,
    pub available_beats: Change,
    pub months: Vec<Month>,
    pub top_clients: Vec<TopClient>,
    pub recent_sales: Vec<SaleDetails>,
    pub wallet: Account,
    pub balances: Vec<Account>,
    pub library: Library,
    pub goals: Vec<GoalWithStatus>,
}

pub async fn load(app: &App, actor: &Actor, currency: Option<String>) -> Result<Dashboard> {
    let requested = periods::parse_currency(currency)?;
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    app.read(move |conn| {
        conn.snapshot()?;
        read(conn, owner, requested, today)
    })
    .await
}

fn read(
    conn: &mut Conn,
    owner: UserId,
    requested: Option<Currency>,
    today: Day,
) -> Result<Dashboard> {
    let (currency, currencies) = periods::currencies(conn, owner, requested)?;
    let this = sales_figures(conn, owner, currency, this_month(today))?;
    let last = sales_figures(conn, owner, currency, last_month(today))?;
    let shelves = library::totals::shelves(conn, owner)?;
    let is_offered = |shelf: &&ShelfTotal| {
        shelf.category == Category::Beat && shelf.status == DocumentStatus::Available
    };
    let available: i64 = shelves.iter().filter(is_offered).map(|shelf| shelf.count).sum();
    let grown = library::totals::stock_change_since(conn, owner, last_month(today).to)?;
    let (wallet, balances) = holdings(conn, owner)?;
    Ok(Dashboard {
        currency,
        currencies,
        beats_sold: Change { value: this.completed, previous: Some(last.completed) },
        revenue: Change { value: this.revenue, previous: Some(last.revenue) },
        available_beats: Change { value: available, previous: Some(available - grown) },
        months: months(conn, owner, currency, today)?,
        top_clients: periods::top_clients(conn, owner, &spans(None, None, false), currency)?,
        recent_sales: recent_sales(conn, owner)?,
        wallet,
        balances,
        library: library(conn, owner, shelves)?,
        goals: pressing_goals(conn, owner, today)?,
    })
}

fn sales_figures(
    conn: &mut Conn,
    owner: UserId,
    currency: Currency,
    window: Window,
) -> Result<SalesTotals> {
    let mut sold = SalesTotals::default();
    for sum in sales::totals::by_period(conn, owner, &periods::days(window))? {
        sold.add(&sum, currency);
    }
    Ok(sold)
}

/// The last twelve months; the current month up to today.
fn months(conn: &mut Conn, owner: UserId, currency: Currency, today: Day) -> Result<Vec<Month>> {
    let window = Period::Year.window(today, None);
    let mut by_month = BTreeMap::<String, SalesTotals>::new();
    for window in Period::Year.before(window).into_iter().chain([window]) {
        let spans = spans(Some(window.from), Some(window.to), true);
        for sum in sales::totals::by_period(conn, owner, &spans)? {
            by_month.entry(periods::first_day(&sum)?.month()).or_default().add(&sum, currency);
        }
    }
    let starts = window.starts(Bucket::Month).into_iter();
    let months = starts.map(|start| {
        let sold = by_month.remove(&start.month()).unwrap_or_default();
        let before = by_month.remove(&start.months_before(12).month()).unwrap_or_default();
        Month {
            month: start.month(),
            revenue: sold.revenue,
            sales: sold.sales,
            previous_revenue: before.revenue,
        }
    });
    Ok(months.collect())
}

fn recent_sales(conn: &mut Conn, owner: UserId) -> Result<Vec<SaleDetails>> {
    let newest = Sort { by: SortBy::Date, descending: true };
    let page = Page { limit: RECENT, offset: 0, after: None };
    let rows = sales::list::list(conn, owner, &Filter::default(), newest, &page)?.rows;
    SaleDetails::read_all(conn, owner, rows)
}

/// The wallet, and the account of each currency.
fn holdings(conn: &mut Conn, owner: UserId) -> Result<(Account, Vec<Account>)> {
    let mut all = accounts::list(conn, owner)?;
    all.retain(|account| account.kind != AccountKind::Outside);
    let (wallets, balances): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|account| account.kind == AccountKind::Wallet);
    let wallet = wallets.into_iter().next();
    let wallet = wallet.ok_or_else(|| Error::unexpected("an account holder has no wallet"))?;
    Ok((wallet, balances))
}

fn library(conn: &mut Conn, owner: UserId, shelves: Vec<ShelfTotal>) -> Result<Library> {
    let count = |is_meant: &dyn Fn(&ShelfTotal) -> bool| {
        shelves.iter().filter(|shelf| is_meant(shelf)).map(|shelf| shelf.count).sum()
    };
    let mut by_genre = BTreeMap::<&str, i64>::new();
    for shelf in &shelves {
        *by_genre.entry(&shelf.genre_key).or_default() += shelf.count;
    }
    let mut genres: Vec<(String, i64)> =
        by_genre.into_iter().map(|(key, count)| (key.to_owned(), count)).collect();
    genres.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    genres.truncate(MOST_GENRES);
    let keys: Vec<String> = genres.iter().map(|(key, _)| key.clone()).collect();
    let mut names = periods::genre_names(conn, owner, &keys)?;
    Ok(Library {
        beats: count(&|shelf| shelf.category == Category::Beat),
        videos: count(&|shelf| shelf.category == Category::Video),
        available: count(&|shelf| shelf.status == DocumentStatus::Available),
        sold: count(&|shelf| shelf.status == DocumentStatus::Sold),
        bytes: shelves.iter().map(|shelf| shelf.bytes).sum(),
        genres: genres.into_iter().map(|(key, count)| (names.remove(&key), count)).collect(),
        latest: documents::latest(conn, owner, RECENT)?,
    })
}

fn pressing_goals(conn: &mut Conn, owner: UserId, today: Day) -> Result<Vec<GoalWithStatus>> {
    let goals = goals::list_pressing(conn, owner, GOALS)?;
    Ok(goals.into_iter().map(|goal| GoalWithStatus::new(goal, today)).collect())
}
