//! Beats and videos: the list with its filters, and one at a time.

use std::sync::Arc;

use app::App;
use app::library::documents::{self, DocumentForm};
use app::library::lists::ListForm;
use app::library::{self, thumbnails};
use axum::{Json, extract::State};
use domain::ids::DocumentId;
use domain::library::documents::Category;
use http::error::{ErrorBody, Result};
use http::extract::{BodyIfSent, Id, LongBody, Params, SentPicture, SignedIn};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::library::bodies::DocumentBody;
use crate::api::routes::library::files::DeleteRequest;
use crate::api::routes::shapes::{Done, Paging, clearable};

const TAG: &str = "Documents";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_documents))
        .routes(routes!(list_document_categories))
        .routes(routes!(show_document, update_document, delete_document))
        .routes(routes!(replace_document_thumbnail))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DocumentsQuery {
    /// Text to find in the title, file name or notes, ignoring case.
    #[param(nullable = false)]
    search: Option<String>,
    /// Comma-separated list of beat, video.
    #[param(nullable = false)]
    category: Option<String>,
    /// Comma-separated list of genres, ignoring case.
    #[param(nullable = false)]
    genre: Option<String>,
    /// Comma-separated list of Available, Sold.
    #[param(nullable = false)]
    status: Option<String>,
    /// Minimum tempo in beats per minute.
    #[param(nullable = false)]
    bpm_min: Option<f64>,
    /// Maximum tempo in beats per minute.
    #[param(nullable = false)]
    bpm_max: Option<f64>,
    /// Comma-separated list of musical keys, such as A minor.
    #[param(nullable = false)]
    key: Option<String>,
    /// Minimum size in bytes.
    #[param(nullable = false)]
    size_min: Option<i64>,
    /// Maximum size in bytes.
    #[param(nullable = false)]
    size_max: Option<i64>,
    /// Comma-separated list of files that a beat must have, the one that plays included: mp3, wav, tagged, stems,
    /// project, midi, artwork, other.
    #[param(nullable = false)]
    has: Option<String>,
    /// Whether the beat is on the public page.
    #[param(nullable = false)]
    public: Option<bool>,
    /// Sort by date, title, size, bpm or duration. Default date.
    #[param(nullable = false)]
    sort: Option<String>,
    /// asc or desc. Default asc for title, desc otherwise.
    #[param(nullable = false)]
    order: Option<String>,
    /// The `next_cursor` of the previous page. Filters and order must be the same as for that page.
    #[param(nullable = false)]
    cursor: Option<String>,
    #[param(ignore)]
    limit: Option<i64>,
    #[param(ignore)]
    offset: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct DocumentsAnswer {
    success: bool,
    documents: Vec<DocumentBody>,
    total: i64,
    /// Send it as `cursor` to get the next page; null on the last page.
    #[schema(required)]
    next_cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct DocumentAnswer {
    success: bool,
    document: DocumentBody,
}

/// An item with its waveform and its notes.
#[derive(Serialize, ToSchema)]
struct WholeDocumentAnswer {
    success: bool,
    document: DocumentBody,
    /// Waveform peaks from beginning to end, each from 0 to 255; null if not analyzed.
    #[schema(required)]
    waveform: Option<Vec<u16>>,
    #[schema(required)]
    notes: Option<String>,
}

/// Only fields that are sent change; null or an empty text clears an optional field.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "title": "Harbor", "genre": "Trap", "price": 49.99, "tags": ["dark", "808"], "bpm": 140,
    "musical_key": "A minor"
}))]
struct DocumentRequest {
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    genre: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    artist: Option<String>,
    /// One of Available, Sold.
    #[schema(nullable = false)]
    status: Option<String>,
    /// Price in US dollars.
    #[serde(default, deserialize_with = "sent_or_null")]
    #[schema(value_type = Option<Amount>)]
    price: Option<Option<Amount>>,
    /// Up to 20 tags of up to 40 characters.
    #[schema(nullable = false)]
    tags: Option<Vec<String>>,
    /// Tempo from 20 to 400.
    #[serde(default, deserialize_with = "sent_or_null")]
    #[schema(value_type = Option<f64>)]
    bpm: Option<Option<f64>>,
    /// Musical key, such as A minor or Eb major.
    #[serde(default, deserialize_with = "clearable")]
    musical_key: Option<String>,
    /// Whether a voice tag is in the file that plays; null for unknown.
    #[serde(default, deserialize_with = "sent_or_null")]
    #[schema(value_type = Option<bool>)]
    is_tagged: Option<Option<bool>>,
    /// Up to 20,000 characters, found by search.
    #[serde(default, deserialize_with = "clearable")]
    notes: Option<String>,
    /// Whether the beat is on the public page.
    #[schema(nullable = false)]
    is_public: Option<bool>,
}

/// Deserializes a field so that null differs from a field that was not sent.
fn sent_or_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

impl From<DocumentRequest> for DocumentForm {
    fn from(sent: DocumentRequest) -> Self {
        let price = sent.price.map(|price| price.map_or("null".to_owned(), Amount::into_text));
        Self {
            title: sent.title,
            genre: sent.genre,
            artist: sent.artist,
            status: sent.status,
            price,
            tags: sent.tags,
            bpm: sent.bpm,
            musical_key: sent.musical_key,
            is_tagged: sent.is_tagged,
            notes: sent.notes,
            is_public: sent.is_public,
        }
    }
}

/// List beats and videos, newest first by default.
#[utoipa::path(get, path = "/api/documents", tag = TAG, params(DocumentsQuery, Paging),
    responses((status = 200, body = DocumentsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
async fn list_documents(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Params(query): Params<DocumentsQuery>,
) -> Result<Json<DocumentsAnswer>> {
    let (limit, offset) = Paging { limit: query.limit, offset: query.offset }.bounds()?;
    let form = ListForm {
        search: query.search,
        category: query.category,
        status: query.status,
        genre: query.genre,
        key: query.key,
        bpm_min: query.bpm_min,
        bpm_max: query.bpm_max,
        size_min: query.size_min,
        size_max: query.size_max,
        has: query.has,
        is_public: query.public,
        sort: query.sort,
        order: query.order,
        cursor: query.cursor,
        limit,
        offset,
    };
    let list = library::lists::list(&app, &actor, form).await?;
    let rows = list.listing.rows.into_iter();
    Ok(Json(DocumentsAnswer {
        success: true,
        documents: rows.map(|row| DocumentBody::new(&app, &actor, row)).collect(),
        total: list.listing.total,
        next_cursor: list.next_cursor,
    }))
}

#[derive(Serialize, ToSchema)]
struct DocumentCount {
    name: String,
    count: i64,
}

#[derive(Serialize, ToSchema)]
struct DocumentCategoriesAnswer {
    success: bool,
    /// Counts for beat and video.
    categories: Vec<DocumentCount>,
    /// Genres in use, most frequent first.
    genres: Vec<DocumentCount>,
    limits: DocumentLimits,
}

/// Maximum size of an upload in bytes.
#[derive(Serialize, ToSchema)]
struct DocumentLimits {
    beat: u64,
    video: u64,
}

/// Show the number of items per category and genre, and the upload size limits.
#[utoipa::path(get, path = "/api/documents/categories/list", tag = TAG,
    responses((status = 200, body = DocumentCategoriesAnswer), (status = 401, body = ErrorBody)))]
async fn list_document_categories(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<DocumentCategoriesAnswer>> {
    let counts = documents::counts(&app, &actor).await?;
    let category = |(category, count): (Category, i64)| DocumentCount {
        name: category.as_str().to_owned(),
        count,
    };
    let genre = |(name, count): (String, i64)| DocumentCount { name, count };
    Ok(Json(DocumentCategoriesAnswer {
        success: true,
        categories: counts.categories.into_iter().map(category).collect(),
        genres: counts.genres.into_iter().map(genre).collect(),
        limits: DocumentLimits {
            beat: app.upload_limits.bytes(Category::Beat),
            video: app.upload_limits.bytes(Category::Video),
        },
    }))
}

/// Show an item with its waveform and its notes.
#[utoipa::path(get, path = "/api/documents/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = WholeDocumentAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
) -> Result<Json<WholeDocumentAnswer>> {
    let (row, peaks) = documents::find_with_waveform(&app, &actor, id).await?;
    Ok(Json(WholeDocumentAnswer {
        success: true,
        notes: row.notes.clone(),
        document: DocumentBody::new(&app, &actor, row),
        waveform: peaks.map(|peaks| peaks.into_iter().map(u16::from).collect()),
    }))
}

/// Update the details of an item.
#[utoipa::path(put, path = "/api/documents/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = DocumentRequest,
    responses(
        (status = 200, body = DocumentAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    LongBody(sent): LongBody<DocumentRequest>,
) -> Result<Json<DocumentAnswer>> {
    let row = documents::update(&app, &actor, id, sent.into()).await?;
    Ok(Json(DocumentAnswer { success: true, document: DocumentBody::new(&app, &actor, row) }))
}

/// Delete an item, its files and its picture
///
/// An item of which live licenses promise a file is refused with 409 and their number in `promised`. With `anyway` and
/// the password it is deleted, and the bytes of promised files stay until those licenses have ended.
#[utoipa::path(delete, path = "/api/documents/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = Option<DeleteRequest>,
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Live licenses promise a file; `promised` says how many"),
    ))]
async fn delete_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DocumentId>,
    BodyIfSent(sent): BodyIfSent<DeleteRequest>,
) -> Result<Json<Done>> {
    documents::remove(&app, &actor, id, sent.into()).await?;
    Ok(Done::json())
}

/// Set the picture of an item. The body is a PNG, JPEG or WebP file of at most 5 MB and 4096 pixels per side.
#[utoipa::path(put, path = "/api/documents/{id}/thumbnail", tag = TAG, params(("id" = String, Path)),
    request_body(content = Vec<u8>, content_type = "image/*"),
    responses(
        (status = 200, body = DocumentAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Too many pictures are being decoded; see `Retry-After`"),
    ))]
async fn replace_document_thumbnail(
    State(app): State<Arc<App>>,
    // Strangers are refused first, whatever the id.
    id: Result<Id<DocumentId>>,
    SentPicture { actor, turn, bytes }: SentPicture<{ thumbnails::MAX_BYTES }>,
) -> Result<Json<DocumentAnswer>> {
    let Id(id) = id?;
    let row = thumbnails::replace(&app, &actor, turn, id, bytes).await?;
    Ok(Json(DocumentAnswer { success: true, document: DocumentBody::new(&app, &actor, row) }))
}
