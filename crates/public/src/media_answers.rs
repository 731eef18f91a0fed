//! Responses with the sounds and pictures of beats and producers. The handler of every kind of public page calls these
//! functions after its own gate.

use app::files::signed_links::Ticket;
use app::guests::budget::Carried;
use app::guests::media;
use app::library::thumbnails;
use app::{App, Caller, Error};
use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use blobs::Key;
use domain::identity::rate_limits::network;
use domain::ids::UserId;
use domain::library::documents::MediaFile;
use http::sending::media_answer::{self, Media, MediaRequest, REVALIDATED};
use http::sending::pace::Pace;
use serde_json::json;

use super::answers::{Failure, Outcome};
use super::streams;

/// The address of a sound below the page at `path`, and for how many seconds it works.
pub fn ticket(app: &App, path: &str, ticket: &Ticket) -> Response {
    let url = format!("{path}/media/{}", ticket.text);
    let seconds = ticket.expires_at.since(app.now()).as_secs();
    Json(json!({"success": true, "url": url, "expires_in": seconds})).into_response()
}

/// Sends a visitor a sound within the guests' limits on streams and bandwidth. A download is sent at full speed, a stream at its
/// pace.
pub async fn sound(
    app: &App,
    (owner, visitor): (UserId, &Caller),
    file: &MediaFile,
    key: Key,
    is_download: bool,
    request: MediaRequest,
) -> Outcome {
    let sent = Media { key, ..Media::of_file(owner, file, is_download) };
    let pace = if is_download { None } else { Pace::of(sent.size, file.length()) };
    let stream = match request.is_head() {
        true => None,
        false => Some(app.guests.stream(network(visitor.address), Carried::Sound)?),
    };
    let response = media_answer::answer(app, &Media { pace, ..sent }, request).await?;
    Ok(match stream {
        Some(stream) => streams::throttle(response, stream),
        None => response,
    })
}

/// The query of a cover's address that asks for a small one.
pub const SMALL: &str = "size=320";

/// Sends the picture of a beat, given its key in the store and its hash.
pub async fn cover(
    app: &App,
    (key, hash): (Key, String),
    is_small: bool,
    request: MediaRequest,
) -> Outcome {
    if is_small && let Ok((content_type, bytes)) = media::small_cover(app, &key).await {
        let cache = "private, max-age=3600";
        let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, cache)];
        return Ok((headers, bytes).into_response());
    }
    let facts = app.blobs.head(&key).await.map_err(Error::from)?;
    let picture = Media {
        size: facts.ok_or(Failure::Unknown)?.size,
        content_type: HeaderValue::from_static(thumbnails::content_type(&hash)),
        disposition: None,
        etag: media_answer::etag(&hash),
        cache: REVALIDATED,
        pace: None,
        key,
    };
    Ok(media_answer::answer(app, &picture, request).await?)
}

/// Sends the picture of a producer, which a browser may cache for `seconds`.
pub async fn face(app: &App, owner: UserId, seconds: u32) -> Outcome {
    let face = media::owner_picture(app, owner).await?;
    let kind = HeaderValue::try_from(face.content_type).map_err(|_| Failure::Unknown)?;
    let cache = format!("private, max-age={seconds}");
    let cache = HeaderValue::try_from(cache).map_err(Error::unexpected)?;
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)];
    Ok((headers, face.bytes).into_response())
}
