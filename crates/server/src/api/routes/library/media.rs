//! Routes that send the files of beats and videos, for playback or download: with the bearer token, or with a ticket in
//! the address for HTML elements, which cannot send a header.

use std::sync::Arc;

use app::App;
use app::files::signed_links::Ticket;
use app::library::tickets::{self, Granted, Purpose};
use app::library::{documents, thumbnails};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::Response;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::MediaFile;
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Id, Params, PathParam, SignedIn};
use http::sending::media_answer::{self, Media, MediaRequest};
use http::sending::pace::Pace;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::library::bodies::ticket_url;

const TAG: &str = "Documents";

/// The link of a ticket always leads to the same content, so it may be cached until it expires.
const CACHED_WHILE_VALID: HeaderValue = HeaderValue::from_static("private, max-age=900");

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(stream_document))
        .routes(routes!(download_document))
        .routes(routes!(issue_document_ticket))
        .routes(routes!(open_media))
}

/// Stream the file for playback. Supports Range, If-Range and If-None-Match.
#[utoipa::path(get, path = "/api/documents/{id}/stream", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "*/*", body = Vec<u8>),
        (status = 206, content_type = "*/*", body = Vec<u8>, description = "The requested range"),
        (status = 304, description = "The content has not changed"),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is outside the file"),
    ))]
async fn stream_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    request: MediaRequest,
) -> Result<Response> {
    let document = documents::find(&app, &actor, id).await?;
    media_answer::answer(&app, &Media::of_file(actor.user, &document.into(), false), request).await
}

/// Download the file under its title. Supports Range, If-Range and If-None-Match.
#[utoipa::path(get, path = "/api/documents/{id}/download", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "*/*", body = Vec<u8>),
        (status = 206, content_type = "*/*", body = Vec<u8>, description = "The requested range"),
        (status = 304, description = "The content has not changed"),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is outside the file"),
    ))]
async fn download_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    request: MediaRequest,
) -> Result<Response> {
    let document = documents::find(&app, &actor, id).await?;
    media_answer::answer(&app, &Media::of_file(actor.user, &document.into(), true), request).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketQuery {
    /// stream or download. Default stream.
    #[param(nullable = false)]
    purpose: Option<String>,
}

impl TicketQuery {
    pub fn purpose(&self) -> Result<Purpose> {
        match self.purpose.as_deref() {
            None | Some("stream") => Ok(Purpose::Stream),
            Some("download") => Ok(Purpose::Download),
            Some(_) => {
                let sentence = "purpose must be one of stream, download";
                Err(ApiError::bad_field("purpose", sentence))
            }
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct TicketAnswer {
    success: bool,
    /// A link on this server that works without an Authorization header.
    #[schema(example = "/api/media/AQDs…")]
    url: String,
    expires_at: String,
}

impl TicketAnswer {
    pub fn new(ticket: Ticket) -> Self {
        let expires_at = ticket.expires_at.to_string();
        Self { success: true, url: ticket_url(&ticket.text), expires_at }
    }

    /// The link, and until when it works.
    pub fn into_parts(self) -> (String, String) {
        (self.url, self.expires_at)
    }
}

/// Create a temporary link to the file
///
/// For an HTML element that cannot send a bearer token. The link is valid for 15 minutes or twice the duration of the
/// item, whichever is longer, and ends with the session.
#[utoipa::path(post, path = "/api/documents/{id}/ticket", tag = TAG,
    params(("id" = String, Path), TicketQuery),
    responses(
        (status = 201, body = TicketAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn issue_document_ticket(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    Params(query): Params<TicketQuery>,
) -> Result<(axum::http::StatusCode, Json<TicketAnswer>)> {
    let ticket = tickets::issue(&app, &actor, id, query.purpose()?).await?;
    Ok((axum::http::StatusCode::CREATED, Json(TicketAnswer::new(ticket))))
}

/// Get the file or picture of a temporary link. Supports Range, If-Range and If-None-Match.
#[utoipa::path(get, path = "/api/media/{ticket}", tag = TAG, params(("ticket" = String, Path)), security(()),
    responses(
        (status = 200, content_type = "*/*", body = Vec<u8>),
        (status = 206, content_type = "*/*", body = Vec<u8>, description = "The requested range"),
        (status = 304, description = "The content has not changed"),
        (status = 403, body = ErrorBody, description = "The link has expired, or its session has ended"),
        (status = 404, body = ErrorBody),
        (status = 416, body = ErrorBody, description = "The range is outside the file"),
    ))]
async fn open_media(
    State(app): State<Arc<App>>,
    PathParam(ticket): PathParam<String>,
    request: MediaRequest,
) -> Result<Response> {
    let Granted { owner, file, purpose } = tickets::open(&app, &ticket).await?;
    let media = match purpose {
        Purpose::Stream => {
            let media = Media::of_file(owner, &file, false);
            Media { pace: Pace::of(media.size, file.length()), ..media }
        }
        Purpose::Download => Media::of_file(owner, &file, true),
        Purpose::Thumbnail => picture(&app, owner, &file).await?,
    };
    media_answer::answer(&app, &media, request).await
}

async fn picture(app: &App, owner: UserId, file: &MediaFile) -> Result<Media> {
    let missing = || app::Error::NotFound("This item has no picture.".to_owned());
    let hash = file.thumbnail.as_deref().ok_or_else(missing)?;
    let key = app::files::blob_keys::thumbnail_key(owner, file.id, hash);
    let facts = app.blobs.head(&key).await.map_err(app::Error::from)?;
    Ok(Media {
        key,
        size: facts.ok_or_else(missing)?.size,
        content_type: HeaderValue::from_static(thumbnails::content_type(hash)),
        disposition: None,
        etag: media_answer::etag(hash),
        cache: CACHED_WHILE_VALID,
        pace: None,
    })
}
