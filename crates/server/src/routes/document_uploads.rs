//! Uploads: one file with its title, or several at once.

use std::sync::Arc;

use app::{
    Actor, App,
    uploads::{self, Claim, Incoming, MOST_FILES, Received, Uploaded},
};
use axum::{Json, extract::State, http::StatusCode};
use domain::documents::Category;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::document_bodies::DocumentBody;
use crate::{
    error::{ApiError, ErrorBody, Result},
    extract::{Multipart, SignedIn},
};

const TAG: &str = "Documents";
const NO_FILE: &str = "Please choose a file to upload.";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(upload_document)).routes(routes!(upload_documents))
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct UploadForm {
    /// The file.
    #[schema(value_type = String, format = Binary)]
    document: Vec<u8>,
    /// The name of the file without its extension where nothing is said.
    #[schema(nullable = false)]
    title: Option<String>,
    /// beat or video; the content decides.
    #[schema(nullable = false)]
    category: Option<String>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only the document reads it; a form is read as it arrives")]
struct UploadsForm {
    /// At most 20 files.
    #[schema(value_type = Vec<String>, format = Binary)]
    documents: Vec<Vec<u8>>,
}

/// An item that has the same content.
#[derive(Serialize, ToSchema)]
struct SameDocument {
    id: String,
    title: String,
}

#[derive(Serialize, ToSchema)]
struct UploadAnswer {
    success: bool,
    /// One sentence: that it worked, or that the same file was there already.
    message: String,
    document: DocumentBody,
    /// The item that has the same content already.
    #[schema(required)]
    duplicate_of: Option<SameDocument>,
}

#[derive(Serialize, ToSchema)]
struct UploadsAnswer {
    success: bool,
    message: String,
    documents: Vec<DocumentBody>,
    /// One for each document: the item that has the same content already, or null.
    duplicates_of: Vec<Option<SameDocument>>,
}

/// Upload a beat or a video
///
/// The type is decided by the content. Audio may have 50 MB and video 200 MB unless the operator set other
/// limits. A file whose content is in the library already is kept and told.
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
    while let Some(part) = form.next_part().await? {
        match (part.name.as_str(), part.file_name) {
            (_, Some(name)) if file.is_some() => {
                let sentence = format!("Send one file here; \"{name}\" is a second one.");
                return Err(ApiError::bad_field("document", sentence));
            }
            (_, Some(name)) => {
                file = Some(receive(&app, &actor, &mut form, name, part.content_type).await?);
            }
            ("title", None) => title = Some(form.text("title").await?),
            // The content decides, but nonsense is still nonsense.
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
        None => document.category.uploaded().to_owned(),
        Some((_, title)) => format!("This file is already in your library as \"{title}\"."),
    };
    let answer = UploadAnswer {
        success: true,
        message,
        document: DocumentBody::new(&app, &actor, document),
        duplicate_of: duplicate_of.map(same),
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Upload several files at once
///
/// All of them are kept, or none: the refusal names the file that is at fault.
#[utoipa::path(post, path = "/api/documents/upload-multiple", tag = TAG,
    request_body(content = UploadsForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = UploadsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
    ))]
async fn upload_documents(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    mut form: Multipart,
) -> Result<(StatusCode, Json<UploadsAnswer>)> {
    let mut files = Vec::new();
    while let Some(part) = form.next_part().await? {
        let Some(name) = part.file_name else { continue };
        if files.len() == MOST_FILES {
            let sentence = format!("Please send at most {MOST_FILES} files at once.");
            return Err(ApiError::bad_field("documents", sentence));
        }
        let label = domain::file_names::clean(&name);
        let file = receive(&app, &actor, &mut form, name, part.content_type).await;
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
        answer.duplicates_of.push(duplicate_of.map(same));
    }
    Ok((StatusCode::CREATED, Json(answer)))
}

async fn receive(
    app: &App,
    actor: &Actor,
    form: &mut Multipart,
    file_name: String,
    content_type: String,
) -> Result<Received> {
    let claim = Claim { file_name, content_type, announced: form.announced() };
    let mut incoming = Incoming::begin(app, actor, claim).await?;
    while let Some(bytes) = form.chunk().await? {
        incoming.take(bytes).await?;
    }
    Ok(incoming.end().await?)
}

fn same((id, title): (domain::ids::DocumentId, String)) -> SameDocument {
    SameDocument { id: id.to_string(), title }
}
