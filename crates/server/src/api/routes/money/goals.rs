//! Savings goals.

use std::sync::Arc;

use app::App;
use app::money::goals::{self, GoalForm, GoalWithStatus};
use axum::{Json, extract::State, http::StatusCode};
use domain::ids::GoalId;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, Repeatable, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::transaction_bodies::{RepeatableAnswer, updated_reply};
use crate::api::money::Amount;
use crate::api::routes::shapes::{Done, Paging, clearable};

const TAG: &str = "Goals";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_goals, create_goal))
        .routes(routes!(show_goal, update_goal, delete_goal))
        .routes(routes!(add_goal_progress))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Goal)]
pub struct GoalBody {
    id: String,
    title: String,
    #[schema(required)]
    description: Option<String>,
    target_amount: Amount,
    /// Amount saved so far; may exceed the target.
    current_amount: Amount,
    #[schema(example = "2027-03-01")]
    target_date: String,
    /// One of general, emergency, vacation, house, car, education, retirement, health, business.
    category: &'static str,
    /// completed if the target is reached, overdue if the target date has passed, otherwise active.
    status: &'static str,
    created_at: String,
    updated_at: String,
}

impl From<&GoalWithStatus> for GoalBody {
    fn from(standing: &GoalWithStatus) -> Self {
        let goal = &standing.goal;
        Self {
            id: goal.id.to_string(),
            title: goal.title.clone(),
            description: goal.description.clone(),
            target_amount: Amount::of_minor(goal.target_amount.get()),
            current_amount: Amount::of_minor(goal.current_amount.get()),
            target_date: goal.target_date.to_string(),
            category: goal.category.as_str(),
            status: standing.status.as_str(),
            created_at: goal.created_at.to_string(),
            updated_at: goal.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct GoalAnswer {
    success: bool,
    goal: GoalBody,
}

impl GoalAnswer {
    fn new(standing: &GoalWithStatus) -> Self {
        Self { success: true, goal: standing.into() }
    }
}

#[derive(Serialize, ToSchema)]
struct GoalsAnswer {
    success: bool,
    goals: Vec<GoalBody>,
    total: i64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GoalsQuery {
    /// One of active, completed, overdue.
    #[param(nullable = false)]
    status: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

/// To create, `title`, `target_amount` and `target_date` are required. To update, only fields that are sent
/// change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "title": "New monitors", "target_amount": 1200, "target_date": "2027-03-01", "category": "business"
}))]
struct GoalRequest {
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    description: Option<String>,
    /// Must be at least 0.01.
    #[schema(nullable = false)]
    target_amount: Option<Amount>,
    /// Amount saved so far, to set or correct it; at least 0. To add to it, use PUT /goals/{id}/progress.
    #[schema(nullable = false)]
    current_amount: Option<Amount>,
    /// Date as YYYY-MM-DD, not before today.
    #[schema(nullable = false)]
    target_date: Option<String>,
    /// One of general, emergency, vacation, house, car, education, retirement, health, business. Default general.
    #[schema(nullable = false)]
    category: Option<String>,
}

impl From<GoalRequest> for GoalForm {
    fn from(sent: GoalRequest) -> Self {
        Self {
            title: sent.title,
            description: sent.description,
            target_amount: sent.target_amount.map(Amount::into_text),
            current_amount: sent.current_amount.map(Amount::into_text),
            target_date: sent.target_date,
            category: sent.category,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"amount": 100}))]
struct ProgressRequest {
    /// Amount to add. Must be greater than zero.
    #[schema(required, nullable = false)]
    amount: Option<Amount>,
}

/// List goals, newest first.
#[utoipa::path(get, path = "/api/goals", tag = TAG, params(GoalsQuery, Paging),
    responses((status = 200, body = GoalsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_goals(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<GoalsQuery>,
) -> Result<Json<GoalsAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let page = goals::list(&app, &actor, query.status, limit, offset).await?;
    let goals = page.goals.iter().map(GoalBody::from).collect();
    Ok(Json(GoalsAnswer { success: true, goals, total: page.total }))
}

/// Create a goal.
#[utoipa::path(post, path = "/api/goals", tag = TAG, request_body = GoalRequest,
    responses((status = 201, body = GoalAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn create_goal(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<GoalRequest>,
) -> Result<(StatusCode, Json<GoalAnswer>)> {
    let goal = goals::create(&app, &actor, sent.into()).await?;
    Ok((StatusCode::CREATED, Json(GoalAnswer::new(&goal))))
}

/// Show a goal.
#[utoipa::path(get, path = "/api/goals/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = GoalAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_goal(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<GoalId>,
) -> Result<Json<GoalAnswer>> {
    Ok(Json(GoalAnswer::new(&goals::find(&app, &actor, id).await?)))
}

/// Update a goal.
#[utoipa::path(put, path = "/api/goals/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = GoalRequest,
    responses(
        (status = 200, body = GoalAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_goal(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<GoalId>,
    Body(sent): Body<GoalRequest>,
) -> Result<Json<GoalAnswer>> {
    Ok(Json(GoalAnswer::new(&goals::update(&app, &actor, id, sent.into()).await?)))
}

/// Add to the saved amount of a goal.
#[utoipa::path(put, path = "/api/goals/{id}/progress", tag = TAG, request_body = ProgressRequest,
    params(
        ("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again"),
    ),
    responses(
        (status = 200, body = GoalAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The key was used for another request"),
    ))]
async fn add_goal_progress(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<GoalId>,
    Repeatable { body, retry }: Repeatable<ProgressRequest>,
) -> Result<RepeatableAnswer> {
    let amount = body.amount.map(Amount::into_text);
    let reply = updated_reply(retry, GoalAnswer::new);
    Ok(RepeatableAnswer(goals::add_progress(&app, &actor, id, amount, reply).await?))
}

/// Delete a goal.
#[utoipa::path(delete, path = "/api/goals/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_goal(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<GoalId>,
) -> Result<Json<Done>> {
    goals::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
