//! Uploads: one file with its title, or several at once.

use std::{sync::Arc, time::Duration};

use app::library::uploads::{self, Claim, Incoming, MOST_FILES, Received, Uploaded};
use app::library::waiting_uploads;
use app::{Actor, App};
use axum::{Json, extract::State, http::StatusCode};
use domain::{library::documents::Category, time::Timestamp};
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Multipart, SignedIn, too_slow};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::routes::library::bodies::DocumentBody;

const TAG: &str = "Documents";
/// Time limit for the form fields after the file. The file is stored by then; the sweep of the media store
/// removes it if no row names it within an hour.
const FIELDS_AFTER_FILE: Duration = Duration::from_secs(10 * 60);
const NO_FILE: &str = "Please choose a file to upload.";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(upload_document)).routes(routes!(upload_documents))
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct UploadForm {
    /// The file to upload.
    #[schema(value_type = String, format = Binary)]
    document: Vec<u8>,
    /// Default: the file name without its extension.
    #[schema(nullable = false)]
    title: Option<String>,
    /// beat or video. Ignored: the content of the file decides.
    #[schema(nullable = false)]
    category: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct UploadsForm {
    /// Up to 20 files.
    #[schema(value_type = Vec<String>, format = Binary)]
    documents: Vec<Vec<u8>>,
}

/// An item with the same content.
#[derive(Serialize, ToSchema)]
struct SameDocument {
    id: String,
    title: String,
}

#[derive(Serialize, ToSchema)]
struct UploadAnswer {
    success: bool,
    /// One sentence: the upload succeeded, or the same file existed already.
    message: String,
    document: DocumentBody,
    /// An existing item with the same content, or null.
    #[schema(required)]
    duplicate_of: Option<SameDocument>,
}

#[derive(Serialize, ToSchema)]
struct UploadsAnswer {
    success: bool,
    message: String,
    documents: Vec<DocumentBody>,
    /// For each document: an existing item with the same content, or null.
    duplicates_of: Vec<Option<SameDocument>>,
}

/// Upload a beat or a video
///
/// The type is detected from the content. Maximum 50 MB for audio and 200 MB for video unless the operator set other
/// limits. A file that is in the library already is stored again and reported as a duplicate.
#[utoipa::path(post, path = "/api/documents/upload", tag = TAG,
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = UploadAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
    ))]
async fn upload_document(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    mut form: Multipart,
) -> Result<(StatusCode, Json<UploadAnswer>)> {
    let mut file = None;
    let mut title = None;
    let mut file_since = app.now();
    while let Some(part) = form.next_part().await? {
        if file.is_some() && app.now().since(file_since) > FIELDS_AFTER_FILE {
            return Err(too_slow());
        }
        match (part.name.as_str(), part.file_name) {
            (_, Some(name)) if file.is_some() => {
                let sentence = format!("Send one file here; \"{name}\" is a second one.");
                return Err(ApiError::bad_field("document", sentence));
            }
            (_, Some(name)) => {
                let announced = form.announced();
                let content_type = part.content_type;
                let claim = Claim { file_name: name, content_type, announced, waits: false };
                file = Some(receive(&app, &actor, &mut form, claim, app.now()).await?);
                file_since = app.now();
            }
            ("title", None) => title = Some(form.text("title").await?),
            // The content decides the category, but an unknown category is refused all the same.
            ("category", None) => {
                Category::parse(&form.text("category").await?).map_err(app::Error::from)?;
            }
            _ => {}
        }
    }
    let file = file.ok_or_else(|| ApiError::bad_field("document", NO_FILE))?;
    let uploaded = uploads::store(&app, &actor, vec![file], title.as_deref()).await?;
    let Some(Uploaded { document, duplicate_of }) = uploaded.into_iter().next() else {
        return Err(ApiError::bad_field("document", NO_FILE));
    };
    let message = match &duplicate_of {
        None => document.category.upload_message().to_owned(),
        Some((_, title)) => format!("This file is already in your library as \"{title}\"."),
    };
    let answer = UploadAnswer {
        success: true,
        message,
        document: DocumentBody::new(&app, &actor, document),
        duplicate_of: duplicate_of.map(to_same_document),
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Upload several files at once
///
/// All files are stored, or none: an error names the file at fault. Each file has the size limit of a single
/// upload. The whole request may take up to one day.
#[utoipa::path(post, path = "/api/documents/upload-multiple", tag = TAG,
    request_body(content = UploadsForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = UploadsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 408, body = ErrorBody, description = "The files arrived too slowly"),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
    ))]
async fn upload_documents(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    mut form: Multipart,
) -> Result<(StatusCode, Json<UploadsAnswer>)> {
    let (mut files, begun) = (Vec::new(), app.now());
    while let Some(part) = form.next_part().await? {
        let Some(name) = part.file_name else { continue };
        if files.len() == MOST_FILES {
            let sentence = format!("Please send at most {MOST_FILES} files at a time.");
            return Err(ApiError::bad_field("documents", sentence));
        }
        let label = domain::text::file_names::clean(&name);
        // The remaining length of the request is not the length of this file: other files may follow.
        let content_type = part.content_type;
        let claim = Claim { file_name: name, content_type, announced: None, waits: true };
        let file = receive(&app, &actor, &mut form, claim, begun).await;
        files.push(file.map_err(|error| error.about(&label))?);
    }
    if files.is_empty() {
        return Err(ApiError::bad_field("documents", NO_FILE));
    }
    let uploaded = uploads::store(&app, &actor, files, None).await?;
    let message = match uploaded.len() {
        1 => "1 file uploaded successfully!".to_owned(),
        count => format!("{count} files uploaded successfully!"),
    };
    let mut answer =
        UploadsAnswer { success: true, message, documents: Vec::new(), duplicates_of: Vec::new() };
    for Uploaded { document, duplicate_of } in uploaded {
        answer.documents.push(DocumentBody::new(&app, &actor, document));
        answer.duplicates_of.push(duplicate_of.map(to_same_document));
    }
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Stores one file; fails if the request, which began at `begun`, takes too long.
async fn receive(
    app: &App,
    actor: &Actor,
    form: &mut Multipart,
    claim: Claim,
    begun: Timestamp,
) -> Result<Received> {
    let mut incoming = Incoming::begin(app, actor, claim).await?;
    while let Some(bytes) = form.chunk().await? {
        if app.now().since(begun) > waiting_uploads::LONGEST {
            return Err(too_slow());
        }
        incoming.take(bytes).await?;
    }
    Ok(incoming.end().await?)
}

fn to_same_document((id, title): (domain::ids::DocumentId, String)) -> SameDocument {
    SameDocument { id: id.to_string(), title }
}
