//! The analytics: sales figures of a period, compared with the period before it.

use std::sync::Arc;

use app::App;
use app::figures::activity::Activity;
use app::figures::analytics::{self, Analytics, GenreFigures, Point};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::{Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::figures::bodies::{AmountChange, CountChange, RateChange, TopClientBody};

const TAG: &str = "Figures";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_analytics))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AnalyticsQuery {
    /// One of 7d, 30d, 90d, 12m, all. Default 30d.
    #[param(nullable = false)]
    period: Option<String>,
    /// One of USD, EUR, GBP. Default: the currency in the account's settings.
    #[param(nullable = false)]
    currency: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PerformancePoint {
    /// First day of the interval. It ends the day before the next interval, the last one at `to`.
    #[schema(example = "2026-03-01")]
    start: String,
    revenue: Amount,
    /// Number of completed sales in the chosen currency.
    sales: i64,
    /// Revenue in the same interval of the previous period; null if there is nothing to compare with.
    #[schema(required)]
    previous_revenue: Option<Amount>,
}

impl From<Point> for PerformancePoint {
    fn from(point: Point) -> Self {
        Self {
            start: point.start.to_string(),
            revenue: Amount::of_minor(point.revenue),
            sales: point.sales,
            previous_revenue: point.previous_revenue.map(Amount::of_minor),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct GenreShare {
    /// Null for sales without a beat or of a beat without a genre.
    #[schema(required)]
    genre: Option<String>,
    /// Number of completed sales in the chosen currency.
    sales: i64,
    revenue: Amount,
    /// Share of these sales, in percent with one decimal.
    #[schema(example = 37.5)]
    share: f64,
}

impl From<GenreFigures> for GenreShare {
    fn from(genre: GenreFigures) -> Self {
        Self {
            genre: genre.genre,
            sales: genre.sales,
            revenue: Amount::of_minor(genre.revenue),
            share: genre.share.percent(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = Activity)]
pub struct ActivityBody {
    /// Id of the transaction, sale, library item or client.
    id: String,
    /// One of sale, refund, deposit, withdrawal, payment, other, transfer, upload, client.
    kind: &'static str,
    title: String,
    #[schema(required)]
    detail: Option<String>,
    /// Signed: outgoing money is negative. Null if no money is involved.
    #[schema(required)]
    amount: Option<Amount>,
    #[schema(required, example = "USD")]
    currency: Option<&'static str>,
    at: String,
    /// Path of the app page that shows it.
    #[schema(example = "/payment-history?sale=0190…")]
    link: String,
}

impl From<Activity> for ActivityBody {
    fn from(activity: Activity) -> Self {
        Self {
            id: activity.id,
            kind: activity.kind.as_str(),
            title: activity.title,
            detail: activity.detail,
            amount: activity.amount.map(|(minor, _)| Amount::of_minor(minor)),
            currency: activity.amount.map(|(_, currency)| currency.as_str()),
            at: activity.at.to_string(),
            link: activity.link,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = Analytics)]
struct AnalyticsBody {
    /// One of 7d, 30d, 90d, 12m, all.
    period: &'static str,
    #[schema(example = "2026-02-01")]
    from: String,
    to: String,
    /// Null for `all`, which has no previous period.
    #[schema(required)]
    previous_from: Option<String>,
    #[schema(required)]
    previous_to: Option<String>,
    /// Length of an interval in `performance`: day, week, month or year.
    bucket: &'static str,
    /// Currency of the revenue figures.
    #[schema(example = "USD")]
    currency: &'static str,
    /// This currency and all others that sales are in.
    currencies: Vec<&'static str>,
    /// Revenue of completed sales.
    revenue: AmountChange,
    /// Number of completed sales in all currencies.
    beats_sold: CountChange,
    /// Number of different buyers of completed sales in all currencies.
    active_clients: CountChange,
    /// Share of completed sales among all sales of the period, in all currencies.
    conversion_rate: RateChange,
    /// Every interval of the period, also those without a sale.
    performance: Vec<PerformancePoint>,
    /// Most sold first, up to twelve; other genres are left out.
    genres: Vec<GenreShare>,
    /// The five clients with the highest revenue.
    top_clients: Vec<TopClientBody>,
    /// The ten newest activities of the period, in all currencies.
    recent_activity: Vec<ActivityBody>,
}

#[derive(Serialize, ToSchema)]
struct AnalyticsAnswer {
    success: bool,
    analytics: AnalyticsBody,
}

/// Show sales figures of a period, compared with the previous period. Amounts of different currencies are never added;
/// refunded sales do not count.
#[utoipa::path(get, path = "/api/analytics", tag = TAG, params(AnalyticsQuery),
    responses((status = 200, body = AnalyticsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn show_analytics(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<AnalyticsQuery>,
) -> Result<Json<AnalyticsAnswer>> {
    let found = analytics::load(&app, &actor, query.period, query.currency).await?;
    Ok(Json(AnalyticsAnswer { success: true, analytics: found.into() }))
}

impl From<Analytics> for AnalyticsBody {
    fn from(found: Analytics) -> Self {
        Self {
            period: found.period.as_str(),
            from: found.window.from.to_string(),
            to: found.window.to.to_string(),
            previous_from: found.previous.map(|window| window.from.to_string()),
            previous_to: found.previous.map(|window| window.to.to_string()),
            bucket: found.bucket.as_str(),
            currency: found.currency.as_str(),
            currencies: found.currencies.into_iter().map(|currency| currency.as_str()).collect(),
            revenue: found.revenue.into(),
            beats_sold: found.beats_sold.into(),
            active_clients: found.active_clients.into(),
            conversion_rate: RateChange::new(found.conversion, found.previous_conversion),
            performance: found.performance.into_iter().map(PerformancePoint::from).collect(),
            genres: found.genres.into_iter().map(GenreShare::from).collect(),
            top_clients: found.top_clients.into_iter().map(TopClientBody::from).collect(),
            recent_activity: found.recent_activity.into_iter().map(ActivityBody::from).collect(),
        }
    }
}
