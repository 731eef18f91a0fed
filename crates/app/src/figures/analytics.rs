//! The analytics page: sales of a period compared with the period before, read in one snapshot from maintained totals.

use domain::{
    calendar::Day,
    figures::{Bucket, Period, Window},
    ids::UserId,
    money::Currency,
    totals::{Span, spans},
};
use storage::db::Conn;
use storage::sales;

use crate::figures::activity::{self, Activity};
use crate::figures::dashboard::MOST_GENRES;
use crate::figures::periods::{self, Change, Rate, SalesTotals, TopClient};
use crate::{Actor, App, Result};

/// One point of the chart.
pub struct Point {
    pub start: Day,
    pub revenue: i64,
    pub sales: i64,
    pub previous_revenue: Option<i64>,
}

pub struct GenreFigures {
    pub genre: Option<String>,
    pub sales: i64,
    pub revenue: i64,
    pub share: Rate,
}

pub struct Analytics {
    pub period: Period,
    pub window: Window,
    pub previous: Option<Window>,
    pub bucket: Bucket,
    pub currency: Currency,
    pub currencies: Vec<Currency>,
    pub revenue: Change,
    pub beats_sold: Change,
    pub active_clients: Change,
    pub conversion: Option<Rate>,
    pub previous_conversion: Option<Rate>,
    pub performance: Vec<Point>,
    pub genres: Vec<GenreFigures>,
    pub top_clients: Vec<TopClient>,
    pub recent_activity: Vec<Activity>,
}

pub async fn load(
    app: &App,
    actor: &Actor,
    period: Option<String>,
    currency: Option<String>,
) -> Result<Analytics> {
    let mut faults = domain::error::Faults::default();
    let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
    let period = sent(period).and_then(|text| faults.take(Period::parse(&text)));
    let currency = sent(currency).and_then(|text| faults.take(domain::sales::currency(&text)));
    faults.finish()?;
    let period = period.unwrap_or(Period::Month);
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    app.read(move |conn| {
        conn.snapshot()?;
        read(conn, owner, period, currency, today)
    })
    .await
}

fn read(
    conn: &mut Conn,
    owner: UserId,
    period: Period,
    requested: Option<Currency>,
    today: Day,
) -> Result<Analytics> {
    let (currency, currencies) = periods::currencies(conn, owner, requested)?;
    let sold = match period {
        Period::All => sales::totals::extent(conn, owner)?.map(|(from, to)| Window { from, to }),
        _ => None,
    };
    let window = period.window(today, sold);
    let previous = period.before(window);
    let bucket = period.bucket(window);
    let now = window_sales(conn, owner, currency, window, bucket)?;
    let then =
        previous.map(|window| window_sales(conn, owner, currency, window, bucket)).transpose()?;
    let whole = match period {
        Period::All => spans(None, None, false),
        _ => days_of(window),
    };
    let active = sales::figures::count_buyers(conn, owner, &whole, currency)?;
    let active_before = previous
        .map(|window| sales::figures::count_buyers(conn, owner, &days_of(window), currency))
        .transpose()?;
    let change = |of: fn(&SalesTotals) -> i64| Change {
        value: of(&now.total),
        previous: then.as_ref().map(|then| of(&then.total)),
    };
    let rate = |sold: &SalesTotals| Rate::of(sold.sales, sold.recorded);
    Ok(Analytics {
        period,
        window,
        previous,
        bucket,
        currency,
        currencies,
        revenue: change(|sold| sold.revenue),
        beats_sold: change(|sold| sold.sales),
        active_clients: Change { value: active, previous: active_before },
        conversion: rate(&now.total),
        previous_conversion: then.as_ref().and_then(|then| rate(&then.total)),
        genres: genres(conn, owner, &whole, currency, now.total.sales)?,
        top_clients: periods::top_clients(conn, owner, &whole, currency)?,
        recent_activity: activity::latest(conn, owner, window)?,
        performance: performance(window.starts(bucket), now, then),
    })
}

fn days_of(window: Window) -> Vec<Span> {
    spans(Some(window.from), Some(window.to), false)
}

/// The sales of a window: by bucket, and in total.
struct WindowSales {
    parts: Vec<SalesTotals>,
    total: SalesTotals,
}

fn window_sales(
    conn: &mut Conn,
    owner: UserId,
    currency: Currency,
    window: Window,
    bucket: Bucket,
) -> Result<WindowSales> {
    let starts = window.starts(bucket);
    let read = match bucket {
        Bucket::Day | Bucket::Week => periods::days(window),
        // Monthly totals for whole months, daily totals at both ends.
        Bucket::Month | Bucket::Year => spans(Some(window.from), Some(window.to), true),
    };
    let mut course = WindowSales {
        parts: vec![SalesTotals::default(); starts.len()],
        total: SalesTotals::default(),
    };
    for sum in sales::totals::by_period(conn, owner, &read)? {
        course.total.add(&sum, currency);
        let day = periods::first_day(&sum)?;
        let after = starts.partition_point(|start| *start <= day);
        if let Some(part) = after.checked_sub(1).and_then(|at| course.parts.get_mut(at)) {
            part.add(&sum, currency);
        }
    }
    Ok(course)
}

/// Pairs the buckets with those of the period before, which has as many.
fn performance(starts: Vec<Day>, now: WindowSales, then: Option<WindowSales>) -> Vec<Point> {
    let before = |at: usize| {
        let parts = then.as_ref().map(|then| then.parts.get(at));
        parts.map(|part| part.map_or(0, |sold| sold.revenue))
    };
    let points = starts.into_iter().zip(now.parts).enumerate().map(|(at, (start, sold))| Point {
        start,
        revenue: sold.revenue,
        sales: sold.sales,
        previous_revenue: before(at),
    });
    points.collect()
}

fn genres(
    conn: &mut Conn,
    owner: UserId,
    spans: &[Span],
    currency: Currency,
    sales: i64,
) -> Result<Vec<GenreFigures>> {
    let most = i64::try_from(MOST_GENRES).unwrap_or(i64::MAX);
    let best = sales::figures::best_genres(conn, owner, spans, currency, most)?;
    let keys: Vec<String> = best.iter().map(|(key, _)| key.clone()).collect();
    let mut names = periods::genre_names(conn, owner, &keys)?;
    let genres = best.into_iter().filter_map(|(key, sum)| {
        let share = Rate::of(sum.count, sales)?;
        let genre = names.remove(&key);
        Some(GenreFigures { genre, sales: sum.count, revenue: sum.amount, share })
    });
    Ok(genres.collect())
}
