//! Voice tags, the settings of previews, and the previews that people without an account hear.

use std::sync::Arc;

use app::App;
use app::library::previews::{self, PreviewStatus, Progress, Source};
use app::library::{tickets, voice_tags};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bytes::BytesMut;
use domain::ids::{DocumentId, VoiceTagId};
use domain::library::previews::{
    MOST_VOICE_TAG_BYTES, MOST_VOICE_TAGS, Settings, SettingsChange, VoiceTag,
};
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Body, Id, Multipart, Params, SignedIn};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::library::media::{TicketAnswer, TicketQuery};
use crate::api::routes::shapes::Done;

const TAG: &str = "Previews";
const LONGEST_NAME: usize = 60;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_voice_tags, add_voice_tag))
        .routes(routes!(update_voice_tag, delete_voice_tag))
        .routes(routes!(issue_voice_tag_ticket))
        .routes(routes!(show_preview_settings, update_preview_settings))
        .routes(routes!(show_preview))
        .routes(routes!(show_preview_progress))
        .routes(routes!(prepare_previews))
}

/// A short sound that is laid over previews.
#[derive(Serialize, ToSchema)]
#[schema(as = VoiceTag)]
struct VoiceTagBody {
    id: String,
    #[schema(example = "Maya on the beat")]
    name: String,
    /// Media type detected from the content.
    #[schema(example = "audio/mpeg")]
    mime: String,
    /// Size in bytes.
    size: i64,
    /// Duration in seconds.
    #[schema(example = 2.4)]
    duration: f64,
    /// BLAKE3 hash of the file, in hexadecimal.
    content_hash: String,
    /// Whether previews are made with this one.
    is_default: bool,
    created_at: String,
}

impl From<VoiceTag> for VoiceTagBody {
    fn from(tag: VoiceTag) -> Self {
        Self {
            id: tag.id.to_string(),
            name: tag.name,
            mime: tag.mime,
            size: tag.size,
            duration: tag.duration_ms as f64 / 1000.0,
            content_hash: tag.content_hash,
            is_default: tag.is_default,
            created_at: tag.created_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct VoiceTagsAnswer {
    success: bool,
    /// The newest last.
    voice_tags: Vec<VoiceTagBody>,
    /// Maximum number of voice tags.
    #[schema(example = 5)]
    most: usize,
}

#[derive(Serialize, ToSchema)]
struct VoiceTagAnswer {
    success: bool,
    voice_tag: VoiceTagBody,
}

impl VoiceTagAnswer {
    fn json(tag: VoiceTag) -> Json<Self> {
        Json(Self { success: true, voice_tag: tag.into() })
    }
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct VoiceTagForm {
    /// 1 to 60 characters. Default: the name of the file.
    name: Option<String>,
    /// The sound to upload.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Only fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"name": "Maya on the beat", "is_default": true}))]
struct VoiceTagRequest {
    /// 1 to 60 characters.
    #[schema(nullable = false)]
    name: Option<String>,
    /// true makes previews use this one.
    #[schema(nullable = false)]
    is_default: Option<bool>,
}

/// List the voice tags.
#[utoipa::path(get, path = "/api/voice-tags", tag = TAG,
    responses((status = 200, body = VoiceTagsAnswer), (status = 401, body = ErrorBody)))]
async fn list_voice_tags(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<VoiceTagsAnswer>> {
    let tags = voice_tags::list(&app, &actor).await?;
    let voice_tags = tags.into_iter().map(VoiceTagBody::from).collect();
    Ok(Json(VoiceTagsAnswer { success: true, voice_tags, most: MOST_VOICE_TAGS }))
}

/// Add a voice tag
///
/// A sound of 0.3 to 15 seconds and 5 MB at most; the content decides. There can be five. The first one becomes the one
/// that previews use.
#[utoipa::path(post, path = "/api/voice-tags", tag = TAG,
    request_body(content = VoiceTagForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = VoiceTagAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "There are five already"),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 503, body = ErrorBody),
    ))]
async fn add_voice_tag(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    mut form: Multipart,
) -> Result<(StatusCode, Json<VoiceTagAnswer>)> {
    // Waits for the account's turn before the body is read, so that an account has only one sound in memory.
    let turn = app.decoders.turn(actor.user).await?;
    let (mut name, mut file) = (None, None);
    while let Some(part) = form.next_part().await? {
        match (part.name.as_str(), part.file_name) {
            (_, Some(second)) if file.is_some() => {
                let sentence = format!("Send one file here; \"{second}\" is a second one.");
                return Err(ApiError::bad_field("file", sentence));
            }
            (_, Some(file_name)) => file = Some((file_name, receive(&mut form).await?)),
            ("name", None) => name = Some(form.text("name").await?),
            _ => {}
        }
    }
    let no_file = || ApiError::bad_field("file", "Please choose a file to upload.");
    let (file_name, bytes) = file.ok_or_else(no_file)?;
    let name = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| stem(&file_name));
    let tag = voice_tags::add(&app, &actor, turn, &name, bytes.freeze()).await?;
    Ok((StatusCode::CREATED, VoiceTagAnswer::json(tag)))
}

async fn receive(form: &mut Multipart) -> Result<BytesMut> {
    let mut bytes = BytesMut::new();
    while let Some(piece) = form.chunk().await? {
        if bytes.len() + piece.len() > MOST_VOICE_TAG_BYTES {
            return Err(voice_tags::too_large().into());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// The name of a file without its extension.
fn stem(file_name: &str) -> String {
    let name = domain::text::file_names::clean(file_name);
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).trim();
    let stem = if stem.is_empty() { "Voice tag" } else { stem };
    stem.chars().take(LONGEST_NAME).collect()
}

/// Rename a voice tag, or make it the one that previews use. Previews with another tag are then made anew.
#[utoipa::path(put, path = "/api/voice-tags/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = VoiceTagRequest,
    responses(
        (status = 200, body = VoiceTagAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_voice_tag(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<VoiceTagId>,
    Body(sent): Body<VoiceTagRequest>,
) -> Result<Json<VoiceTagAnswer>> {
    let name = sent.name.as_deref();
    let tag = voice_tags::update(&app, &actor, id, name, sent.is_default).await?;
    Ok(VoiceTagAnswer::json(tag))
}

/// Delete a voice tag
///
/// If previews use it, the newest one that is left takes its place. Previews with the deleted tag play on until they are
/// made anew.
#[utoipa::path(delete, path = "/api/voice-tags/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_voice_tag(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<VoiceTagId>,
) -> Result<Json<Done>> {
    voice_tags::remove(&app, &actor, id).await?;
    Ok(Done::json())
}

/// Create a temporary link to a voice tag, to play or download it.
#[utoipa::path(post, path = "/api/voice-tags/{id}/ticket", tag = TAG, params(("id" = String, Path), TicketQuery),
    responses(
        (status = 201, body = TicketAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn issue_voice_tag_ticket(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<VoiceTagId>,
    Params(query): Params<TicketQuery>,
) -> Result<(StatusCode, Json<TicketAnswer>)> {
    let purpose = query.purpose()?;
    let file = voice_tags::find_media(&app, &actor, id).await?;
    let ticket = tickets::issue_for_file(&app, &actor, &file, purpose)?;
    Ok((StatusCode::CREATED, Json(TicketAnswer::new(ticket))))
}

#[derive(Serialize, ToSchema)]
struct PreviewSettingsAnswer {
    success: bool,
    /// Seconds until the voice tag is heard first.
    #[schema(example = 5)]
    first_after: i64,
    /// Seconds from one voice tag to the next.
    #[schema(example = 25)]
    every: i64,
    /// Level of the voice tag in decibels.
    #[schema(example = -3)]
    tag_level: i64,
    /// By how many decibels the music is lowered under the tag.
    #[schema(example = 6)]
    duck: i64,
    /// Seconds after which a preview ends with a fade; null for the whole beat.
    #[schema(required)]
    length: Option<i64>,
    /// Whether there is no voice tag. Strangers then hear one minute with a soft tone every 20 seconds.
    is_tag_missing: bool,
}

impl PreviewSettingsAnswer {
    fn json((settings, has_tag): (Settings, bool)) -> Json<Self> {
        let Settings { first_after, every, tag_level, duck, length } = settings;
        let (success, is_tag_missing) = (true, !has_tag);
        Json(Self { success, first_after, every, tag_level, duck, length, is_tag_missing })
    }
}

/// Only fields that are sent change.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"first_after": 5, "every": 25, "tag_level": -3, "duck": 6, "length": 90}))]
struct PreviewSettingsRequest {
    /// 0 to 60 seconds.
    #[schema(nullable = false, minimum = 0, maximum = 60)]
    first_after: Option<i64>,
    /// 10 to 120 seconds.
    #[schema(nullable = false, minimum = 10, maximum = 120)]
    every: Option<i64>,
    /// -24 to 6 decibels.
    #[schema(nullable = false, minimum = -24, maximum = 6)]
    tag_level: Option<i64>,
    /// 0 to 12 decibels.
    #[schema(nullable = false, minimum = 0, maximum = 12)]
    duck: Option<i64>,
    /// 30 to 180 seconds; null for the whole beat.
    #[serde(default, deserialize_with = "sent_or_null")]
    #[schema(value_type = Option<i64>, minimum = 30, maximum = 180)]
    length: Option<Option<i64>>,
}

/// Deserializes a field so that null differs from a field that was not sent.
fn sent_or_null<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<i64>>, D::Error> {
    Option::<i64>::deserialize(deserializer).map(Some)
}

/// Show how previews are made.
#[utoipa::path(get, path = "/api/preview-settings", tag = TAG,
    responses((status = 200, body = PreviewSettingsAnswer), (status = 401, body = ErrorBody)))]
async fn show_preview_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PreviewSettingsAnswer>> {
    Ok(PreviewSettingsAnswer::json(previews::settings(&app, &actor).await?))
}

/// Change how previews are made. Existing previews are made anew, and play unchanged until then.
#[utoipa::path(put, path = "/api/preview-settings", tag = TAG, request_body = PreviewSettingsRequest,
    responses(
        (status = 200, body = PreviewSettingsAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
    ))]
async fn update_preview_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<PreviewSettingsRequest>,
) -> Result<Json<PreviewSettingsAnswer>> {
    let change = SettingsChange {
        first_after: sent.first_after,
        every: sent.every,
        tag_level: sent.tag_level,
        duck: sent.duck,
        length: sent.length,
    };
    Ok(PreviewSettingsAnswer::json(previews::change_settings(&app, &actor, change).await?))
}

#[derive(Serialize, ToSchema)]
struct PreviewAnswer {
    success: bool,
    /// pending, ready or failed.
    #[schema(example = "ready")]
    state: &'static str,
    /// Why there is no preview; null unless it failed.
    #[schema(required)]
    sentence: Option<String>,
    /// made: a preview with the voice tag. own: the file that plays is tagged already. tagged_file: the beat's tagged file.
    #[schema(example = "made")]
    source: &'static str,
    /// A link to listen to it; null if there is nothing to play. While a preview is made anew, the one before plays.
    #[schema(required, example = "/api/media/AQDs…")]
    url: Option<String>,
    #[schema(required)]
    expires_at: Option<String>,
    #[schema(required, example = "audio/mpeg")]
    mime: Option<String>,
    #[schema(required)]
    size: Option<i64>,
    /// Duration in seconds.
    #[schema(required)]
    duration: Option<f64>,
}

/// Show what strangers hear of a beat
///
/// Its preview with the voice tag, its tagged file, or its own file if that is tagged; never the clean file. A preview
/// that does not exist yet is requested and pending.
#[utoipa::path(get, path = "/api/documents/{id}/preview", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = PreviewAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_preview(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<PreviewAnswer>> {
    let PreviewStatus { source, state, sentence, playable, .. } =
        previews::find(&app, &actor, id).await?;
    let file = playable.map(|preview| preview.file);
    let ticket = match &file {
        Some(file) => {
            let stream = tickets::Purpose::Stream;
            Some(TicketAnswer::new(tickets::issue_for_file(&app, &actor, file, stream)?))
        }
        None => None,
    };
    let (url, expires_at) = ticket.map(TicketAnswer::into_parts).unzip();
    Ok(Json(PreviewAnswer {
        success: true,
        state: state.as_str(),
        sentence,
        source: match source {
            Source::Own => "own",
            Source::TaggedFile => "tagged_file",
            Source::Made => "made",
        },
        url,
        expires_at,
        mime: file.as_ref().map(|file| file.mime.clone()),
        size: file.as_ref().map(|file| file.size),
        duration: file.and_then(|file| file.duration_ms).map(|millis| millis as f64 / 1000.0),
    }))
}

#[derive(Serialize, ToSchema)]
struct PreviewProgressAnswer {
    success: bool,
    /// Number of beats that need a preview; beats that are tagged already do not.
    total: i64,
    ready: i64,
    /// Number of previews that are requested and not made yet.
    pending: i64,
    failed: i64,
    /// Whether there is no voice tag.
    is_tag_missing: bool,
}

impl PreviewProgressAnswer {
    fn json(progress: Progress) -> Json<Self> {
        let Progress { total, ready, pending, failed, has_tag } = progress;
        let (success, is_tag_missing) = (true, !has_tag);
        Json(Self { success, total, ready, pending, failed, is_tag_missing })
    }
}

/// Show how many previews are made.
#[utoipa::path(get, path = "/api/previews", tag = TAG,
    responses((status = 200, body = PreviewProgressAnswer), (status = 401, body = ErrorBody)))]
async fn show_preview_progress(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PreviewProgressAnswer>> {
    Ok(PreviewProgressAnswer::json(previews::progress(&app, &actor).await?))
}

/// Prepare the previews of all beats, including those that failed before. GET /previews shows the progress.
#[utoipa::path(post, path = "/api/previews/prepare", tag = TAG,
    responses((status = 202, body = PreviewProgressAnswer), (status = 401, body = ErrorBody)))]
async fn prepare_previews(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<(StatusCode, Json<PreviewProgressAnswer>)> {
    let progress = previews::prepare(&app, &actor).await?;
    Ok((StatusCode::ACCEPTED, PreviewProgressAnswer::json(progress)))
}
