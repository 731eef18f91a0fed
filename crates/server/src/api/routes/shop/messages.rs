//! Messages that people without an account wrote to the producer, on the public page and on links of shares.

use std::sync::Arc;

use app::App;
use app::shop::messages::{self, MessageView};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ShopMessageId;
use domain::shop::Answer;
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, Params, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::offers::bodies::OfferAnswer;
use crate::api::routes::shapes::{Done, Paging};

const TAG: &str = "Shop";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_messages))
        .routes(routes!(answer_message))
        .routes(routes!(make_offer))
        .routes(routes!(delete_message))
}

#[derive(Serialize, ToSchema)]
struct MessageAnswerBody {
    id: String,
    text: String,
    created_at: String,
}

/// A message with the answers to it.
#[derive(Serialize, ToSchema)]
#[schema(as = Message)]
struct MessageBody {
    id: String,
    /// shop: from the public page. share: from a share's link.
    source: &'static str,
    /// message: from the public page. note: on a shared beat. ask: a question for a license.
    kind: String,
    /// The beat it is about; null if it is about none, or the beat is gone.
    #[schema(required)]
    document_id: Option<String>,
    /// The beat's title; empty if it is about none.
    title: String,
    /// The license that was asked for; empty if none was.
    license_kind: String,
    /// The writer's name; empty if it was not given.
    name: String,
    /// The writer's email address; empty if it was not given.
    email: String,
    text: String,
    created_at: String,
    /// Whether the message can be answered by email: the writer gave an address.
    can_answer: bool,
    /// Whether an offer can be made from it: somebody asked for a license, and the beat is there.
    can_offer: bool,
    /// The offer that was made from it; null if none was.
    #[schema(required)]
    offer_id: Option<String>,
    answers: Vec<MessageAnswerBody>,
}

impl From<MessageView> for MessageBody {
    fn from(shown: MessageView) -> Self {
        let MessageView { thread, answers } = shown;
        let answer = |answer: Answer| MessageAnswerBody {
            id: answer.id.to_string(),
            text: answer.text,
            created_at: answer.created_at.to_string(),
        };
        let is_asked = !thread.license_kind.is_empty() && thread.beat.is_some();
        Self {
            id: thread.id.to_string(),
            source: thread.source.as_str(),
            kind: thread.kind,
            document_id: thread.beat.map(|id| id.to_string()),
            title: thread.title,
            license_kind: thread.license_kind,
            name: thread.name,
            can_answer: !thread.email.is_empty(),
            can_offer: is_asked && thread.offer.is_none(),
            offer_id: thread.offer.map(|id| id.to_string()),
            email: thread.email,
            text: thread.text,
            created_at: thread.created_at.to_string(),
            answers: answers.into_iter().map(answer).collect(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MessagesQuery {
    /// The `next_cursor` of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
    /// Maximum number of messages to return. Default 50, maximum 200.
    #[param(nullable = false)]
    limit: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct MessagesAnswer {
    success: bool,
    messages: Vec<MessageBody>,
    total: i64,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// List what people wrote at the public page and at links of shares, the newest first.
#[utoipa::path(get, path = "/api/messages", tag = TAG, params(MessagesQuery),
    responses((status = 200, body = MessagesAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_messages(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<MessagesQuery>,
) -> Result<Json<MessagesAnswer>> {
    let (limit, _) = Paging { limit: query.limit, offset: None }.bounds()?;
    let list = messages::list(&app, &actor, query.cursor, limit).await?;
    Ok(Json(MessagesAnswer {
        success: true,
        messages: list.rows.into_iter().map(MessageBody::from).collect(),
        total: list.total,
        next_cursor: list.next_cursor,
    }))
}

#[derive(Deserialize, ToSchema)]
struct AnswerRequest {
    /// At most 2,000 characters, plain text.
    text: String,
}

#[derive(Serialize, ToSchema)]
struct AnsweredMessage {
    success: bool,
    message: MessageBody,
}

/// Answer a message by mail. Replies go to the account's email address.
#[utoipa::path(post, path = "/api/messages/{id}/answer", tag = TAG, params(("id" = String, Path)),
    request_body = AnswerRequest,
    responses(
        (status = 201, body = AnsweredMessage), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "No email address was left, or none can be sent"),
        (status = 429, body = ErrorBody, description = "No more mail today"),
    ))]
async fn answer_message(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShopMessageId>,
    Body(sent): Body<AnswerRequest>,
) -> Result<(StatusCode, Json<AnsweredMessage>)> {
    let shown = messages::answer(&app, &actor, id, &sent.text).await?;
    Ok((StatusCode::CREATED, Json(AnsweredMessage { success: true, message: shown.into() })))
}

/// Make a draft offer from a question for a license. Asked again, it returns the offer that was made.
#[utoipa::path(post, path = "/api/messages/{id}/offer", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = OfferAnswer, description = "The offer was made before"),
        (status = 201, body = OfferAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Nobody asked for a license, or it is not offered anymore"),
    ))]
async fn make_offer(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShopMessageId>,
) -> Result<(StatusCode, Json<OfferAnswer>)> {
    let (shown, is_new) = messages::make_offer(&app, &actor, id).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(OfferAnswer::new(&shown))))
}

/// Delete a message with its answers.
#[utoipa::path(delete, path = "/api/messages/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_message(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<ShopMessageId>,
) -> Result<Json<Done>> {
    messages::remove(&app, &actor, id).await?;
    Ok(Done::json())
}
