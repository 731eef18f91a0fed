//! Recent activity: transactions, pending and failed sales, uploads and new clients in one list.

use domain::calendar::Zone;
use domain::clients::Beneficiary;
use domain::figures::Window;
use domain::ids::UserId;
use domain::library::documents::Document;
use domain::money::Currency;
use domain::money::transactions::{self, Transaction};
use domain::sales as sold;
use domain::sales::Sale;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::identity::zones;
use storage::library::documents;
use storage::lists::page::{Page, Sort, SortBy};
use storage::money::transactions::{filter, list};
use storage::{clients, sales};

use crate::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sale,
    Refund,
    Deposit,
    Withdrawal,
    Payment,
    Other,
    Transfer,
    Upload,
    Client,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sale => "sale",
            Self::Refund => "refund",
            Self::Deposit => "deposit",
            Self::Withdrawal => "withdrawal",
            Self::Payment => "payment",
            Self::Other => "other",
            Self::Transfer => "transfer",
            Self::Upload => "upload",
            Self::Client => "client",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    pub detail: Option<String>,
    pub amount: Option<(i64, Currency)>,
    pub at: Timestamp,
    pub link: String,
}

/// The length of the list.
const MOST: i64 = 10;

/// The newest activities in a window of days. Each kind is limited to `MOST` rows, since no more of them can be in the
/// list.
pub(crate) fn latest(conn: &mut Conn, owner: UserId, window: Window) -> Result<Vec<Activity>> {
    let unfinished = vec![sold::Status::Pending, sold::Status::Failed];
    newest(conn, owner, window, Vec::new(), unfinished)
}

/// Like `latest`, without what is still pending.
pub(crate) fn latest_settled(
    conn: &mut Conn,
    owner: UserId,
    window: Window,
) -> Result<Vec<Activity>> {
    let settled = vec![transactions::Status::Completed, transactions::Status::Failed];
    newest(conn, owner, window, settled, vec![sold::Status::Failed])
}

fn newest(
    conn: &mut Conn,
    owner: UserId,
    window: Window,
    statuses: Vec<transactions::Status>,
    without_transaction: Vec<sold::Status>,
) -> Result<Vec<Activity>> {
    let zone = zones::find(conn, owner)?;
    let mut all = of_transactions(conn, owner, &zone, window, statuses)?;
    all.extend(unfinished_sales(conn, owner, &zone, window, without_transaction)?);
    let uploads = documents::latest(conn, owner, MOST)?;
    all.extend(uploads.into_iter().map(of_upload));
    let clients = clients::list_after(conn, owner, &Default::default(), None, MOST)?;
    all.extend(clients.into_iter().map(of_client));
    all.retain(|activity| window.holds(zone.day_of(activity.at)));
    // Activities of the same time are ordered by id, so that the order is stable.
    all.sort_by(|a, b| (b.at, &b.id).cmp(&(a.at, &a.id)));
    all.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    Ok(all)
}

const NEWEST: Sort = Sort { by: SortBy::Date, descending: true };
const PAGE: Page = Page { limit: MOST, offset: 0, after: None };

/// Transactions; those of sales and refunds are shown as sales and refunds.
fn of_transactions(
    conn: &mut Conn,
    owner: UserId,
    zone: &Zone,
    window: Window,
    statuses: Vec<transactions::Status>,
) -> Result<Vec<Activity>> {
    let filter = filter::Filter {
        statuses,
        from: Some(window.from),
        to: Some(window.to),
        ..Default::default()
    };
    let rows = list::list(conn, owner, &filter, NEWEST, &PAGE)?.rows;
    let mut activities = Vec::new();
    for row in rows {
        let sale = match row.content.sale {
            Some(id) => sales::find(conn, owner, id)?.filter(|sale| sale.owns(row.id)),
            None => None,
        };
        activities.push(match sale {
            Some(sale) => of_sale(&row, &sale, zone),
            None => of_transaction(&row, zone),
        });
    }
    Ok(activities)
}

fn of_sale(row: &Transaction, sale: &Sale, zone: &Zone) -> Activity {
    let kind = if sale.transaction == Some(row.id) { Kind::Sale } else { Kind::Refund };
    Activity {
        id: row.id.to_string(),
        kind,
        title: sale.content.title.clone(),
        detail: Some(license_and_buyer(sale)),
        amount: Some((row.content.amount.get(), row.content.currency)),
        at: zone.at(row.content.day, row.content.time),
        link: sale_link(sale),
    }
}

fn of_transaction(row: &Transaction, zone: &Zone) -> Activity {
    let content = &row.content;
    let kind = match content.kind {
        transactions::Kind::Deposit => Kind::Deposit,
        transactions::Kind::Withdrawal => Kind::Withdrawal,
        transactions::Kind::Payment => Kind::Payment,
        transactions::Kind::Other => Kind::Other,
        transactions::Kind::Transfer => Kind::Transfer,
    };
    // A pending or failed transaction is labeled, so that it does not look like money that moved.
    let status = match content.status {
        transactions::Status::Completed => None,
        transactions::Status::Pending => Some("Pending".to_owned()),
        transactions::Status::Failed => Some("Failed".to_owned()),
    };
    Activity {
        id: row.id.to_string(),
        kind,
        title: content.title.clone(),
        detail: join_parts(status, content.description.clone()),
        amount: Some((content.amount.get(), content.currency)),
        at: zone.at(content.day, content.time),
        link: transaction_link(row),
    }
}

pub(crate) fn transaction_link(row: &Transaction) -> String {
    format!("/transaction-history?q={}", row.reference())
}

/// Pending and failed sales, which have no transaction. Their time of day is when they were recorded.
fn unfinished_sales(
    conn: &mut Conn,
    owner: UserId,
    zone: &Zone,
    window: Window,
    statuses: Vec<sold::Status>,
) -> Result<Vec<Activity>> {
    let filter = sales::filter::Filter {
        statuses,
        from: Some(window.from),
        to: Some(window.to),
        ..Default::default()
    };
    let rows = sales::list::list(conn, owner, &filter, NEWEST, &PAGE)?.rows;
    let activities = rows.iter().map(|sale| Activity {
        id: sale.id.to_string(),
        kind: Kind::Sale,
        title: sale.content.title.clone(),
        detail: join_parts(
            Some(sale.content.status.as_str().to_owned()),
            Some(license_and_buyer(sale)),
        ),
        amount: Some((sale.content.amount.get(), sale.content.currency)),
        at: zone.at(sale.content.day, zone.time_of(sale.created_at)),
        link: sale_link(sale),
    });
    Ok(activities.collect())
}

fn of_upload(row: Document) -> Activity {
    Activity {
        id: row.id.to_string(),
        kind: Kind::Upload,
        title: row.title,
        detail: row.genre,
        amount: None,
        at: row.uploaded_at,
        link: "/documents".to_owned(),
    }
}

fn of_client(row: Beneficiary) -> Activity {
    Activity {
        id: row.id.to_string(),
        kind: Kind::Client,
        link: format!("/beneficiaries?client={}", row.id),
        title: row.name,
        detail: None,
        amount: None,
        at: row.created_at,
    }
}

fn license_and_buyer(sale: &Sale) -> String {
    format!("{} license, {}", sale.content.license.name(), sale.content.buyer.name)
}

pub(crate) fn sale_link(sale: &Sale) -> String {
    format!("/payment-history?sale={}", sale.id)
}

fn join_parts(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} · {second}")),
        (first, second) => first.or(second),
    }
}
