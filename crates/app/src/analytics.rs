//! The analytics: how sales went in a period beside the period before, read in one snapshot from what is
//! kept ahead.

use domain::{
    calendar::Day,
    figures::{Bucket, Period, Window},
    money::Currency,
};

use crate::{
    Actor, App, Error, Result,
    activity::Activity,
    figures::{Change, Rate, TopClient},
};

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
    _app: &App,
    _actor: &Actor,
    _period: Option<String>,
    _currency: Option<String>,
) -> Result<Analytics> {
    Err(Error::unexpected("not read yet"))
}
