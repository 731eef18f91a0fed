//! The search over beats, clients, sales, licenses and transactions of an account.

use std::sync::Arc;

use app::App;
use app::figures::search::{self, Group, Hit};
use axum::{Json, extract::State};
use http::error::{ErrorBody, Result};
use http::extract::{Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;

const TAG: &str = "Search";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(search_everything))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// Words that must all occur, in any order, ignoring case and accents. Maximum 100
    /// characters. Without a word there are no groups.
    #[param(nullable = false)]
    q: Option<String>,
    /// Maximum number of hits per kind. Default 5, maximum 20.
    #[param(minimum = 1, maximum = 20, nullable = false)]
    limit: Option<i64>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = SearchHit)]
struct HitBody {
    /// One of beat, client, sale, license, transaction.
    kind: &'static str,
    id: String,
    title: String,
    #[schema(example = "Ade Bello · 2026-11-14 · Completed")]
    subtitle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    currency: Option<String>,
    /// Path of the app page that shows it.
    #[schema(example = "/payment-history?sale=0199c1f0-0000-7000-8000-000000000000")]
    link: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = SearchGroup)]
struct GroupBody {
    /// One of beat, client, sale, license, transaction.
    kind: &'static str,
    /// Best match first.
    hits: Vec<HitBody>,
    /// Whether there are more hits.
    has_more: bool,
}

impl From<Group> for GroupBody {
    fn from(group: Group) -> Self {
        let kind = group.kind.as_str();
        let body = |hit: Hit| {
            let (amount, currency) = hit.money.unzip();
            HitBody {
                kind,
                id: hit.id,
                title: hit.title,
                subtitle: hit.subtitle,
                amount: amount.map(Amount::of_minor),
                currency,
                link: hit.link,
            }
        };
        Self { kind, hits: group.hits.into_iter().map(body).collect(), has_more: group.has_more }
    }
}

#[derive(Serialize, ToSchema)]
struct SearchAnswer {
    success: bool,
    /// Groups of beats, clients, sales, licenses and transactions; groups without a hit are left out.
    groups: Vec<GroupBody>,
}

/// Search beats, clients, sales, licenses and transactions.
#[utoipa::path(get, path = "/api/search", tag = TAG, params(SearchQuery),
    responses((status = 200, body = SearchAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn search_everything(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<SearchQuery>,
) -> Result<Json<SearchAnswer>> {
    let text = query.q.unwrap_or_default();
    let groups = search::search(&app, &actor, &text, query.limit).await?;
    Ok(Json(SearchAnswer {
        success: true,
        groups: groups.into_iter().map(GroupBody::from).collect(),
    }))
}
