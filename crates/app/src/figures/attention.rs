//! The content of the side column: items that wait for the account's owner, and recent activity, read in one snapshot.

use domain::calendar::Day;
use domain::figures::Window;
use domain::ids::UserId;
use domain::money::goals::Goal;
use domain::money::transactions::{Status as TransactionStatus, Transaction};
use domain::money::{Currency, display};
use domain::payment_reports::State;
use domain::sales::{Sale, Status as SaleStatus};
use storage::db::Conn;
use storage::identity::zones;
use storage::lists::page::{Page, Sort, SortBy};
use storage::money::{goals, transactions};
use storage::offers::reports as rows;
use storage::sales;

use crate::figures::activity::{self, Activity};
use crate::offers::reports::{self, OpenReport};
use crate::{Actor, App, Result};

const MOST_ITEMS: i64 = 6;
const MOST_RECENT: usize = 5;
/// How far back recent activity is looked for.
const RECENT_DAYS: u16 = 90;
/// A goal asks for attention this many days before its day.
const GOAL_DAYS: usize = 14;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A reported payment, refund or dispute.
    Payment,
    Transaction,
    Sale,
    Goal,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Transaction => "transaction",
            Self::Sale => "sale",
            Self::Goal => "goal",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Item {
    pub kind: Kind,
    pub id: String,
    /// The reference, such as `TXN-001` or `SALE-001`; a goal has none.
    pub reference: Option<String>,
    pub title: String,
    pub detail: Option<String>,
    /// `None` for a payment in a currency that the account does not have.
    pub amount: Option<(i64, Currency)>,
    pub day: Day,
    pub is_overdue: bool,
    pub link: String,
}

pub struct Attention {
    /// The items: reported payments, then the others, each the oldest days first.
    pub items: Vec<Item>,
    /// The number of all items, including those beyond `items`.
    pub total: i64,
    pub recent: Vec<Activity>,
}

pub async fn load(app: &App, actor: &Actor) -> Result<Attention> {
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    app.read(move |conn| {
        conn.snapshot()?;
        read(conn, owner, today)
    })
    .await
}

fn read(conn: &mut Conn, owner: UserId, today: Day) -> Result<Attention> {
    let (mut items, pending) = pending_transactions(conn, owner, today)?;
    let (more, sales) = pending_sales(conn, owner, today)?;
    items.extend(more);
    let (more, goals) = pressing_goals(conn, owner, today)?;
    items.extend(more);
    let (more, payments) = reported_payments(conn, owner, today)?;
    items.extend(more);
    let order = |item: &Item| (item.kind != Kind::Payment, item.day, item.kind, item.id.clone());
    items.sort_by_key(order);
    items.truncate(usize::try_from(MOST_ITEMS).unwrap_or(usize::MAX));
    let window = Window { from: today.days_before(RECENT_DAYS), to: today };
    let mut recent = activity::latest_settled(conn, owner, window)?;
    recent.truncate(MOST_RECENT);
    Ok(Attention { items, total: payments + pending + sales + goals, recent })
}

const OLDEST: Sort = Sort { by: SortBy::Date, descending: false };
const PAGE: Page = Page { limit: MOST_ITEMS, offset: 0, after: None };

fn pending_transactions(conn: &mut Conn, owner: UserId, today: Day) -> Result<(Vec<Item>, i64)> {
    let statuses = vec![TransactionStatus::Pending];
    let filter = transactions::filter::Filter { statuses, ..Default::default() };
    let listing = transactions::list::list(conn, owner, &filter, OLDEST, &PAGE)?;
    let item = |row: Transaction| Item {
        kind: Kind::Transaction,
        id: row.id.to_string(),
        reference: Some(row.reference()),
        link: activity::transaction_link(&row),
        amount: Some((row.content.amount.get(), row.content.currency)),
        day: row.content.day,
        is_overdue: row.content.day < today,
        title: row.content.title,
        detail: row.content.description,
    };
    Ok((listing.rows.into_iter().map(item).collect(), listing.total))
}

/// Reported payments, refunds and disputes that wait for the owner. They wait since the day they were reported, and are
/// never early.
fn reported_payments(conn: &mut Conn, owner: UserId, today: Day) -> Result<(Vec<Item>, i64)> {
    let total = rows::count_in_state(conn, owner, State::Attention)?;
    let zone = zones::find(conn, owner)?;
    let item = |OpenReport { report, offer }: OpenReport| Item {
        kind: Kind::Payment,
        id: report.event.clone(),
        title: match &report.payer {
            Some(payer) if offer.is_none() => payer.clone(),
            _ => report.amount_in_words(),
        },
        detail: report.sentence(),
        amount: report.money().map(|(amount, currency)| (amount.get(), currency)),
        day: zone.day_of(report.received_at),
        is_overdue: zone.day_of(report.received_at) < today,
        link: report.offer.map_or("/offers".to_owned(), |id| format!("/offers/{id}")),
        reference: offer,
    };
    let open = reports::read_open(conn, owner, MOST_ITEMS)?;
    Ok((open.into_iter().map(item).collect(), total))
}

fn pending_sales(conn: &mut Conn, owner: UserId, today: Day) -> Result<(Vec<Item>, i64)> {
    let statuses = vec![SaleStatus::Pending];
    let filter = sales::filter::Filter { statuses, ..Default::default() };
    let listing = sales::list::list(conn, owner, &filter, OLDEST, &PAGE)?;
    let item = |sale: Sale| Item {
        kind: Kind::Sale,
        id: sale.id.to_string(),
        reference: Some(sale.reference()),
        link: activity::sale_link(&sale),
        amount: Some((sale.content.amount.get(), sale.content.currency)),
        day: sale.content.day,
        is_overdue: sale.content.day < today,
        title: sale.content.title,
        detail: Some(sale.content.buyer.name),
    };
    Ok((listing.rows.into_iter().map(item).collect(), listing.total))
}

/// Goals that are not reached and whose day is near or past. Their amount is what is missing.
fn pressing_goals(conn: &mut Conn, owner: UserId, today: Day) -> Result<(Vec<Item>, i64)> {
    let last = (0..GOAL_DAYS).fold(today, |day, _| day.next().unwrap_or(day));
    let total = goals::count_due(conn, owner, last)?;
    if total == 0 {
        return Ok((Vec::new(), 0));
    }
    let due = goals::list_due(conn, owner, Day::FIRST, last, MOST_ITEMS)?;
    let item = |goal: Goal| {
        let (saved, target) = (goal.current_amount.get(), goal.target_amount.get());
        let of = |minor| display(minor, Currency::Usd);
        Item {
            kind: Kind::Goal,
            id: goal.id.to_string(),
            reference: None,
            detail: Some(format!("{} of {} saved", of(saved), of(target))),
            amount: Some((target - saved, Currency::Usd)),
            day: goal.target_date,
            is_overdue: goal.target_date < today,
            title: goal.title,
            link: "/my-account".to_owned(),
        }
    };
    Ok((due.into_iter().map(item).collect(), total))
}
