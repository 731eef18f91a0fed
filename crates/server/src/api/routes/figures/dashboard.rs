//! The dashboard: the most important figures of an account, read at one moment and sent in one answer.

use std::sync::Arc;

use app::figures::dashboard::{self, Dashboard, Library};
use app::{Actor, App};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::{Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::figures::bodies::{AmountChange, CountChange, TopClientBody};
use crate::api::routes::library::bodies::DocumentBody;
use crate::api::routes::money::goals::GoalBody;
use crate::api::routes::money::wallet::{AccountBody, WalletBody};
use crate::api::routes::sales::bodies::SaleBody;

const TAG: &str = "Figures";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_dashboard))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DashboardQuery {
    /// One of USD, EUR, GBP. Default: the currency in the account's settings.
    #[param(nullable = false)]
    currency: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct MonthFigures {
    #[schema(example = "2026-01")]
    month: String,
    revenue: Amount,
    /// Number of completed sales in the chosen currency.
    sales: i64,
    /// Revenue of the same month one year earlier, up to the same day for the current month.
    previous_revenue: Amount,
}

#[derive(Serialize, ToSchema)]
struct GenreCount {
    /// Null for items without a genre.
    #[schema(required)]
    genre: Option<String>,
    count: i64,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Library)]
struct LibraryBody {
    /// Number of beats and videos.
    total: i64,
    beats: i64,
    videos: i64,
    /// Number of items with status Available; `available` plus `sold` is `total`.
    available: i64,
    sold: i64,
    /// Total size in bytes.
    bytes: i64,
    /// Most frequent first, up to twelve.
    genres: Vec<GenreCount>,
    /// The five newest items.
    latest: Vec<DocumentBody>,
}

impl LibraryBody {
    fn new(app: &App, actor: &Actor, library: Library) -> Self {
        let counted = |(genre, count)| GenreCount { genre, count };
        let shown = |row| DocumentBody::new(app, actor, row);
        Self {
            total: library.beats + library.videos,
            beats: library.beats,
            videos: library.videos,
            available: library.available,
            sold: library.sold,
            bytes: library.bytes,
            genres: library.genres.into_iter().map(counted).collect(),
            latest: library.latest.into_iter().map(shown).collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = Dashboard)]
struct DashboardBody {
    /// Currency of the revenue figures.
    #[schema(example = "USD")]
    currency: &'static str,
    /// This currency and all others that sales are in.
    currencies: Vec<&'static str>,
    /// Number of completed sales this month in all currencies, compared with the previous month up to the same day.
    beats_sold: CountChange,
    /// Revenue of completed sales this month, compared with the previous month up to the same day.
    revenue: AmountChange,
    /// Number of beats for sale today, compared with the same day of the previous month.
    available_beats: CountChange,
    /// The last twelve months including this one, also months without a sale.
    revenue_by_month: Vec<MonthFigures>,
    /// The five clients with the highest revenue of all time.
    top_clients: Vec<TopClientBody>,
    /// The five newest sales, in any status and currency.
    recent_sales: Vec<SaleBody>,
    wallet: WalletBody,
    /// The accounts in USD, EUR and GBP.
    balances: Vec<AccountBody>,
    library: LibraryBody,
    /// Three goals: overdue ones first, then by nearest target date, then completed ones.
    goals: Vec<GoalBody>,
}

#[derive(Serialize, ToSchema)]
struct DashboardAnswer {
    success: bool,
    dashboard: DashboardBody,
}

/// Show the dashboard. Amounts of different currencies are never added; refunded sales do not count.
#[utoipa::path(get, path = "/api/dashboard", tag = TAG, params(DashboardQuery),
    responses((status = 200, body = DashboardAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn show_dashboard(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<DashboardQuery>,
) -> Result<Json<DashboardAnswer>> {
    let found = dashboard::load(&app, &actor, query.currency).await?;
    Ok(Json(DashboardAnswer { success: true, dashboard: to_body(&app, &actor, found) }))
}

fn to_body(app: &App, actor: &Actor, found: Dashboard) -> DashboardBody {
    let months = found.months.into_iter().map(|month| MonthFigures {
        month: month.month,
        revenue: Amount::of_minor(month.revenue),
        sales: month.sales,
        previous_revenue: Amount::of_minor(month.previous_revenue),
    });
    DashboardBody {
        currency: found.currency.as_str(),
        currencies: found.currencies.into_iter().map(|currency| currency.as_str()).collect(),
        beats_sold: found.beats_sold.into(),
        revenue: found.revenue.into(),
        available_beats: found.available_beats.into(),
        revenue_by_month: months.collect(),
        top_clients: found.top_clients.into_iter().map(TopClientBody::from).collect(),
        recent_sales: found.recent_sales.iter().map(SaleBody::from).collect(),
        wallet: (&found.wallet).into(),
        balances: found.balances.iter().map(AccountBody::from).collect(),
        library: LibraryBody::new(app, actor, found.library),
        goals: found.goals.iter().map(GoalBody::from).collect(),
    }
}
