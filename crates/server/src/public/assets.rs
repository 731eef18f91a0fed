//! The style sheet, the script and the drawings of public pages.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::answers::{Failure, failed};

pub async fn serve(Path(name): Path<String>) -> Response {
    match pages::asset(&name) {
        Some(asset) => {
            let headers = [
                (header::CONTENT_TYPE, asset.content_type),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (headers, asset.bytes.as_ref()).into_response()
        }
        None => failed(Failure::Unknown, false),
    }
}
