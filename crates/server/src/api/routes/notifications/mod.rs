//! Notifications.

pub(crate) mod events;

use std::{collections::BTreeMap, sync::Arc};

use app::{
    App,
    notifications::{self, ListForm},
};
use axum::{Json, extract::State};
use domain::ids::NotificationId;
use domain::notifications::{KindCount, Notification};
use http::error::{ErrorBody, Result};
use http::extract::{Id, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Notifications";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_notifications))
        .routes(routes!(read_all_notifications, delete_read_notifications))
        .routes(routes!(summarize_notifications))
        .routes(routes!(show_notification, delete_notification))
        .routes(routes!(mark_notification_read))
        .routes(routes!(mark_notification_unread))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Notification)]
pub(crate) struct NotificationBody {
    id: String,
    /// One of sale, message, system, payment, download, review.
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(example = "Beat sold")]
    title: String,
    message: String,
    created_at: String,
    read: bool,
    /// Path of the app page for this notification.
    #[schema(required, example = "/payment-history?sale=0199c1f0-0000-7000-8000-000000000000")]
    link: Option<String>,
}

impl From<&Notification> for NotificationBody {
    fn from(row: &Notification) -> Self {
        Self {
            id: row.id.to_string(),
            kind: row.kind.as_str(),
            title: row.title.clone(),
            message: row.message.clone(),
            created_at: row.created_at.to_string(),
            read: row.is_read,
            link: row.link.clone(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct NotificationAnswer {
    success: bool,
    notification: NotificationBody,
}

impl NotificationAnswer {
    fn json(row: &Notification) -> Json<Self> {
        Json(Self { success: true, notification: row.into() })
    }
}

#[derive(Serialize, ToSchema)]
struct NotificationsAnswer {
    success: bool,
    notifications: Vec<NotificationBody>,
    /// Number of notifications that match the filter.
    total: i64,
    /// Number of unread notifications, whatever the filter.
    unread: i64,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NotificationsQuery {
    /// Comma-separated list of sale, message, system, payment, download, review.
    #[serde(rename = "type")]
    #[param(rename = "type", nullable = false)]
    kind: Option<String>,
    /// true for read notifications only, false for unread ones only.
    #[param(nullable = false)]
    read: Option<bool>,
    /// The `next_cursor` of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct ReadAllAnswer {
    success: bool,
    /// Number of notifications that were unread.
    updated: u64,
}

#[derive(Serialize, ToSchema)]
struct DeletedReadAnswer {
    success: bool,
    deleted: u64,
}

#[derive(Serialize, ToSchema)]
#[schema(as = NotificationCount)]
struct CountBody {
    total: i64,
    unread: i64,
}

#[derive(Serialize, ToSchema)]
#[schema(as = NotificationSummary)]
struct SummaryBody {
    total: i64,
    unread: i64,
    /// Counts for each of the six types.
    by_type: BTreeMap<&'static str, CountBody>,
}

impl From<&[KindCount]> for SummaryBody {
    fn from(counts: &[KindCount]) -> Self {
        let by_type = counts
            .iter()
            .map(|one| (one.kind.as_str(), CountBody { total: one.total, unread: one.unread }))
            .collect();
        Self {
            total: counts.iter().map(|one| one.total).sum(),
            unread: counts.iter().map(|one| one.unread).sum(),
            by_type,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct NotificationSummaryAnswer {
    success: bool,
    summary: SummaryBody,
}

/// List notifications, newest first.
#[utoipa::path(get, path = "/api/notifications", tag = TAG, params(NotificationsQuery, Paging),
    responses((status = 200, body = NotificationsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_notifications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<NotificationsQuery>,
) -> Result<Json<NotificationsAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form =
        ListForm { kinds: query.kind, is_read: query.read, cursor: query.cursor, limit, offset };
    let list = notifications::list(&app, &actor, form).await?;
    Ok(Json(NotificationsAnswer {
        success: true,
        notifications: list.page.notifications.iter().map(NotificationBody::from).collect(),
        total: list.page.total,
        unread: list.page.unread,
        next_cursor: list.next_cursor,
    }))
}

/// Show the number of notifications: total, unread and per type.
#[utoipa::path(get, path = "/api/notifications/stats/summary", tag = TAG,
    responses((status = 200, body = NotificationSummaryAnswer), (status = 401, body = ErrorBody)))]
async fn summarize_notifications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<NotificationSummaryAnswer>> {
    let counts = notifications::summary(&app, &actor).await?;
    Ok(Json(NotificationSummaryAnswer { success: true, summary: counts.as_slice().into() }))
}

/// Show a notification.
#[utoipa::path(get, path = "/api/notifications/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = NotificationAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_notification(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<NotificationId>,
) -> Result<Json<NotificationAnswer>> {
    Ok(NotificationAnswer::json(&notifications::find(&app, &actor, id).await?))
}

/// Mark a notification as read.
#[utoipa::path(put, path = "/api/notifications/{id}/read", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = NotificationAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn mark_notification_read(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<NotificationId>,
) -> Result<Json<NotificationAnswer>> {
    Ok(NotificationAnswer::json(&notifications::mark(&app, &actor, id, true).await?))
}

/// Mark a notification as unread.
#[utoipa::path(put, path = "/api/notifications/{id}/unread", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = NotificationAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn mark_notification_unread(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<NotificationId>,
) -> Result<Json<NotificationAnswer>> {
    Ok(NotificationAnswer::json(&notifications::mark(&app, &actor, id, false).await?))
}

/// Mark all notifications as read.
#[utoipa::path(put, path = "/api/notifications/read-all", tag = TAG,
    responses((status = 200, body = ReadAllAnswer), (status = 401, body = ErrorBody)))]
async fn read_all_notifications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<ReadAllAnswer>> {
    let updated = notifications::mark_all_read(&app, &actor).await?;
    Ok(Json(ReadAllAnswer { success: true, updated }))
}

/// Delete all read notifications.
#[utoipa::path(delete, path = "/api/notifications/read-all", tag = TAG,
    responses((status = 200, body = DeletedReadAnswer), (status = 401, body = ErrorBody)))]
async fn delete_read_notifications(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<DeletedReadAnswer>> {
    let deleted = notifications::remove_read(&app, &actor).await?;
    Ok(Json(DeletedReadAnswer { success: true, deleted }))
}

/// Delete a notification.
#[utoipa::path(delete, path = "/api/notifications/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_notification(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<NotificationId>,
) -> Result<Json<Done>> {
    notifications::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
