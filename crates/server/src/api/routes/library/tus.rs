//! Resumable uploads by the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation,
//! creation-with-upload, expiration, termination and checksum.

use std::sync::Arc;

use app::library::resumable::{self, Receiving, Refusal, Upload};
use app::{Actor, App};
use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::ids::FileId;
use http::dates::http_date;
use http::error::{ApiError, ErrorBody, Result};
use http::extract::{Id, SignedIn};
use http_body::Body as _;
use http_body_util::BodyExt;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

const TAG: &str = "Resumable uploads";
const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const EXTENSIONS: HeaderValue =
    HeaderValue::from_static("creation,creation-with-upload,expiration,termination,checksum");
const ALGORITHMS: HeaderValue = HeaderValue::from_static("sha256");
/// The content type of a request that carries bytes of an upload.
const BYTES: &str = "application/offset+octet-stream";

const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
const TUS_EXTENSION: HeaderName = HeaderName::from_static("tus-extension");
const TUS_MAX_SIZE: HeaderName = HeaderName::from_static("tus-max-size");
const TUS_ALGORITHMS: HeaderName = HeaderName::from_static("tus-checksum-algorithm");
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
const UPLOAD_CHECKSUM: HeaderName = HeaderName::from_static("upload-checksum");
/// Headers that are not part of tus: the item that a finished upload belongs to, and the file of that item.
const UPLOAD_DOCUMENT: HeaderName = HeaderName::from_static("upload-document");
const UPLOAD_FILE: HeaderName = HeaderName::from_static("upload-file");
const METHOD_OVERRIDE: &str = "x-http-method-override";

/// The status of the protocol for bytes that do not have their checksum.
const CHECKSUM_MISMATCH: u16 = 460;

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_uploads, create_upload, describe_uploads))
        .routes(routes!(show_upload, head_upload, continue_upload, override_method, cancel_upload))
}

#[derive(Serialize, ToSchema)]
#[schema(as = ResumableUpload)]
struct UploadBody {
    id: String,
    #[schema(example = "Night Drive stems.zip")]
    name: String,
    /// The beat that the file is for; null if it becomes a new item.
    #[schema(required)]
    document_id: Option<String>,
    #[schema(required)]
    role: Option<&'static str>,
    /// Size in bytes.
    size: i64,
    /// Number of bytes that have arrived and are stored.
    received: i64,
    /// Whether the file is in the library.
    is_done: bool,
    created_at: String,
    expires_at: String,
}

impl From<Upload> for UploadBody {
    fn from(row: Upload) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            document_id: row.document.map(|id| id.to_string()),
            role: row.role.map(|role| role.as_str()),
            size: row.length,
            received: row.received,
            is_done: row.is_done,
            created_at: row.created_at.to_string(),
            expires_at: row.expires_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ResumableUploadsAnswer {
    success: bool,
    uploads: Vec<UploadBody>,
}

#[derive(Serialize, ToSchema)]
struct ResumableUploadAnswer {
    success: bool,
    upload: UploadBody,
}

/// Describe the protocol version and extensions of resumable uploads.
#[utoipa::path(options, path = "/api/uploads", tag = TAG, security(()),
    responses((status = 204, description = "Tus-Version, Tus-Extension, Tus-Max-Size and Tus-Checksum-Algorithm")))]
async fn describe_uploads(State(app): State<Arc<App>>) -> Response {
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(TUS_RESUMABLE, VERSION);
    headers.insert(TUS_VERSION, VERSION);
    headers.insert(TUS_EXTENSION, EXTENSIONS);
    headers.insert(TUS_ALGORITHMS, ALGORITHMS);
    headers.insert(TUS_MAX_SIZE, app.upload_limits.files.most_bytes().into());
    answer
}

/// List the resumable uploads of the last day, those that are done included.
#[utoipa::path(get, path = "/api/uploads", tag = TAG,
    responses((status = 200, body = ResumableUploadsAnswer), (status = 401, body = ErrorBody)))]
async fn list_uploads(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<ResumableUploadsAnswer>> {
    let uploads = resumable::list(&app, &actor).await?;
    let uploads = uploads.into_iter().map(UploadBody::from).collect();
    Ok(Json(ResumableUploadsAnswer { success: true, uploads }))
}

/// Show a resumable upload.
#[utoipa::path(get, path = "/api/uploads/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = ResumableUploadAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_upload(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<FileId>,
) -> Result<Json<ResumableUploadAnswer>> {
    let upload = resumable::find(&app, &actor, id).await?.into();
    Ok(Json(ResumableUploadAnswer { success: true, upload }))
}

/// Begin a resumable upload
///
/// By the tus protocol, version 1.0.0. `Upload-Length` is the size; `Upload-Metadata` names `filename`, and `document` and
/// `role` for a file of a beat. Without `document` the file becomes a new item of the library. The body may hold the first
/// bytes. An account can have 10 unfinished uploads; each is kept for 24 hours after its last byte.
#[utoipa::path(post, path = "/api/uploads", tag = TAG,
    params(
        ("Tus-Resumable" = String, Header, description = "1.0.0"),
        ("Upload-Length" = u64, Header, description = "Size in bytes"),
        ("Upload-Metadata" = Option<String>, Header,
            description = "filename, document and role, each followed by a space and its value in base64"),
    ),
    request_body(content = Option<Vec<u8>>, content_type = "application/offset+octet-stream"),
    responses(
        (status = 201, description = "`Location` is where to send the bytes"), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Too many unfinished uploads, or the beat has too many files"),
        (status = 412, body = ErrorBody, description = "Another version of the protocol"),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 507, body = ErrorBody),
    ))]
async fn create_upload(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    request: Request,
) -> Response {
    with_version(create(app, actor, request).await)
}

async fn create(app: Arc<App>, actor: Actor, request: Request) -> Result<Response> {
    let headers = request.headers();
    check_version(headers)?;
    let length = number(headers, UPLOAD_LENGTH)?.ok_or_else(|| {
        ApiError::bad_field("Upload-Length", "Upload-Length must be the size in bytes.")
    })?;
    let metadata = headers.get(UPLOAD_METADATA).map_or(Ok(""), HeaderValue::to_str);
    let malformed = |_| ApiError::bad_field("Upload-Metadata", "Upload-Metadata is malformed.");
    let upload = resumable::create(&app, &actor, length, metadata.map_err(malformed)?).await?;
    let place = format!("/api/uploads/{}", upload.id);
    let mut answer = if has_bytes(headers) {
        receive(app, actor, upload.id, 0, request).await?
    } else {
        progress(&upload)
    };
    *answer.status_mut() = StatusCode::CREATED;
    if let Ok(place) = HeaderValue::try_from(place) {
        answer.headers_mut().insert(header::LOCATION, place);
    }
    Ok(answer)
}

/// Show how many bytes of a resumable upload have arrived, in `Upload-Offset`.
#[utoipa::path(head, path = "/api/uploads/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, description = "Upload-Offset, Upload-Length, Upload-Metadata and Upload-Expires"),
        (status = 401), (status = 404)))]
async fn head_upload(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<FileId>,
    headers: HeaderMap,
) -> Response {
    with_version(head(&app, &actor, id, &headers).await)
}

async fn head(app: &App, actor: &Actor, id: FileId, headers: &HeaderMap) -> Result<Response> {
    check_version(headers)?;
    let upload = resumable::find(app, actor, id).await?;
    let mut answer = progress(&upload);
    *answer.status_mut() = StatusCode::OK;
    let headers_out = answer.headers_mut();
    headers_out.insert(UPLOAD_LENGTH, upload.length.into());
    if let Ok(metadata) = HeaderValue::try_from(&upload.metadata) {
        headers_out.insert(UPLOAD_METADATA, metadata);
    }
    Ok(answer)
}

/// Continue a resumable upload at `Upload-Offset`
///
/// Bytes of a request that breaks off count too, unless `Upload-Checksum` is sent. After the last byte the file is checked
/// and is in the library: `Upload-Document` is its item, `Upload-File` its id there.
#[utoipa::path(patch, path = "/api/uploads/{id}", tag = TAG,
    params(
        ("id" = String, Path), ("Tus-Resumable" = String, Header, description = "1.0.0"),
        ("Upload-Offset" = u64, Header, description = "How many bytes have arrived"),
        ("Upload-Checksum" = Option<String>, Header, description = "sha256 and the hash of this body in base64"),
    ),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses(
        (status = 204, description = "`Upload-Offset` is how many bytes have arrived"), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The upload stands elsewhere; see `Upload-Offset`"),
        (status = 412, body = ErrorBody, description = "Another version of the protocol"),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 423, body = ErrorBody, description = "Another request is still writing"),
        (status = 460, body = ErrorBody, description = "The bytes do not have the checksum; none of them counts"),
        (status = 507, body = ErrorBody),
    ))]
async fn continue_upload(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<FileId>,
    request: Request,
) -> Response {
    with_version(patch(app, actor, id, request).await)
}

async fn patch(app: Arc<App>, actor: Actor, id: FileId, request: Request) -> Result<Response> {
    let headers = request.headers();
    check_version(headers)?;
    if !has_bytes(headers) {
        let sentence = format!("Send the bytes with the content type {BYTES}.");
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    let offset = number(headers, UPLOAD_OFFSET)?.ok_or_else(|| {
        ApiError::bad_field("Upload-Offset", "Upload-Offset must be a number of bytes.")
    })?;
    receive(app, actor, id, offset, request).await
}

/// Carries out the method in `X-HTTP-Method-Override`, for clients that can send only POST.
#[utoipa::path(post, path = "/api/uploads/{id}", tag = TAG,
    params(("id" = String, Path), ("X-HTTP-Method-Override" = String, Header, description = "HEAD, PATCH or DELETE")),
    request_body(content = Option<Vec<u8>>, content_type = "application/offset+octet-stream"),
    responses((status = 200), (status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody)))]
async fn override_method(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<FileId>,
    request: Request,
) -> Response {
    let named = request.headers().get(METHOD_OVERRIDE).map(HeaderValue::as_bytes);
    let method = named.and_then(|name| Method::from_bytes(name).ok());
    with_version(match method {
        Some(Method::PATCH) => patch(app, actor, id, request).await,
        Some(Method::DELETE) => cancel(&app, &actor, id, request.headers()).await,
        Some(Method::HEAD) => head(&app, &actor, id, request.headers()).await,
        _ => Err(ApiError::bad_request("X-HTTP-Method-Override must be HEAD, PATCH or DELETE.")),
    })
}

/// Cancel a resumable upload and remove what has arrived.
#[utoipa::path(delete, path = "/api/uploads/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 423, body = ErrorBody, description = "Another request is still writing")))]
async fn cancel_upload(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<FileId>,
    headers: HeaderMap,
) -> Response {
    with_version(cancel(&app, &actor, id, &headers).await)
}

async fn cancel(app: &App, actor: &Actor, id: FileId, headers: &HeaderMap) -> Result<Response> {
    check_version(headers)?;
    resumable::cancel(app, actor, id).await.map_err(refusal_error)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Receives the body. The bytes that have arrived are stored when the connection breaks.
async fn receive(
    app: Arc<App>,
    actor: Actor,
    id: FileId,
    offset: u64,
    request: Request,
) -> Result<Response> {
    let checksum = checksum(request.headers())?;
    let upload = receive_body(&app, &actor, id, offset, checksum, request.into_body()).await;
    let upload = upload.map_err(|refusal| match refusal {
        ReceiveError::Upload(refusal) => refusal_error(refusal),
        ReceiveError::Body(error) => error,
    })?;
    Ok(progress(&upload))
}

enum ReceiveError {
    Upload(Refusal),
    Body(ApiError),
}

impl From<Refusal> for ReceiveError {
    fn from(refusal: Refusal) -> Self {
        Self::Upload(refusal)
    }
}

async fn receive_body(
    app: &App,
    actor: &Actor,
    id: FileId,
    offset: u64,
    checksum: Option<Vec<u8>>,
    mut body: Body,
) -> Result<Upload, ReceiveError> {
    let Some(mut receiving) = Receiving::begin(app, actor, id, offset, checksum).await? else {
        return resumable::find(app, actor, id).await.map_err(|error| Refusal::Other(error).into());
    };
    if body.size_hint().lower() > receiving.missing() {
        let sentence = "More bytes were sent than Upload-Length says.";
        return Err(ReceiveError::Body(ApiError::bad_field("Upload-Length", sentence)));
    }
    loop {
        let frame = tokio::select! {
            frame = body.frame() => frame,
            () = receiving.newer_request() => {
                receiving.end(false).await?;
                return Err(Refusal::Locked.into());
            }
        };
        let data = match frame {
            None => return Ok(receiving.end(true).await?),
            Some(Ok(frame)) => frame.into_data(),
            Some(Err(error)) => {
                receiving.end(false).await?;
                return Err(ReceiveError::Body(http::extract::broken(&error)));
            }
        };
        if let Ok(data) = data {
            receiving.take(data).await?;
        }
    }
}

fn refusal_error(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::Offset(offset) => {
            let sentence = format!("{offset} bytes of this upload have arrived.");
            ApiError::new(StatusCode::CONFLICT, sentence)
                .with_header(UPLOAD_OFFSET, HeaderValue::from(offset))
        }
        Refusal::Checksum => {
            let status = StatusCode::from_u16(CHECKSUM_MISMATCH);
            let sentence = "The bytes do not have the checksum that was sent with them.";
            ApiError::new(status.unwrap_or(StatusCode::BAD_REQUEST), sentence)
        }
        Refusal::Locked => {
            let sentence = "Another request is still sending this upload.";
            ApiError::new(StatusCode::LOCKED, sentence)
        }
        Refusal::Other(error) => error.into(),
    }
}

/// The response with the upload's offset and expiry, and with its ids once it is done.
fn progress(upload: &Upload) -> Response {
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(UPLOAD_OFFSET, upload.received.into());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(expires) = HeaderValue::try_from(http_date(upload.expires_at)) {
        headers.insert(UPLOAD_EXPIRES, expires);
    }
    if upload.is_done {
        let id = upload.id.to_string();
        let document = upload.document.map_or_else(|| id.clone(), |document| document.to_string());
        let file = upload.document.map(|_| id);
        for (name, id) in [(UPLOAD_DOCUMENT, Some(document)), (UPLOAD_FILE, file)] {
            if let Some(Ok(id)) = id.map(HeaderValue::try_from) {
                headers.insert(name, id);
            }
        }
    }
    answer
}

/// Turns a result into a response with the header `Tus-Resumable`, which every response of the protocol needs.
fn with_version(result: Result<Response>) -> Response {
    let mut answer = result.unwrap_or_else(IntoResponse::into_response);
    answer.headers_mut().insert(TUS_RESUMABLE, VERSION);
    answer
}

fn check_version(headers: &HeaderMap) -> Result<()> {
    if headers.get(TUS_RESUMABLE).is_some_and(|version| version == "1.0.0") {
        return Ok(());
    }
    let sentence = "Tus-Resumable must be 1.0.0.";
    Err(ApiError::new(StatusCode::PRECONDITION_FAILED, sentence).with_header(TUS_VERSION, VERSION))
}

fn has_bytes(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes() == BYTES.as_bytes())
}

fn number(headers: &HeaderMap, name: HeaderName) -> Result<Option<u64>> {
    let Some(value) = headers.get(&name) else { return Ok(None) };
    let number = value.to_str().ok().filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
    let number = number.and_then(|text| text.parse().ok());
    let number = number.filter(|number| i64::try_from(*number).is_ok());
    let sentence = format!("{name} must be a number of bytes.");
    number.map(Some).ok_or_else(|| ApiError::bad_field(name.as_str(), sentence))
}

fn checksum(headers: &HeaderMap) -> Result<Option<Vec<u8>>> {
    let Some(value) = headers.get(UPLOAD_CHECKSUM) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let sentence = "Upload-Checksum must be sha256 and the hash in base64.";
    resumable::checksum(text)
        .map(Some)
        .ok_or_else(|| ApiError::bad_field("Upload-Checksum", sentence))
}
