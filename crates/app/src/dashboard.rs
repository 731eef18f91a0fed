//! The dashboard: everything it shows, read in one snapshot from what is kept ahead.

use domain::money::Currency;
use storage::{accounts::Account, documents::Document, sales::Sale};

use crate::{
    Actor, App, Error, Result,
    figures::{Change, TopClient},
    goals::Standing,
};

pub struct Month {
    /// `YYYY-MM`.
    pub month: String,
    pub revenue: i64,
    pub sales: i64,
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
    pub recent_sales: Vec<Sale>,
    pub wallet: Account,
    pub balances: Vec<Account>,
    pub library: Library,
    pub goals: Vec<Standing>,
}

pub async fn load(_app: &App, _actor: &Actor, _currency: Option<String>) -> Result<Dashboard> {
    Err(Error::unexpected("not read yet"))
}
