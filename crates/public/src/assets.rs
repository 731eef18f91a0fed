//! `/public/{name}`: the style sheet, the script and the images of public pages, compressed once per process.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::answers::{Failure, failure_response};
use super::compression::Compressed;

static COMPRESSED: LazyLock<HashMap<&str, Compressed>> = LazyLock::new(|| {
    let all = pages::assets().iter();
    all.filter_map(|asset| Some((asset.name.as_str(), Compressed::of(&asset.bytes)?))).collect()
});

pub async fn serve(Path(name): Path<String>) -> Response {
    let Some(asset) = pages::asset(&name) else { return failure_response(Failure::Unknown, false) };
    let headers = [
        (header::CONTENT_TYPE, asset.content_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    let mut response = (headers, asset.bytes.as_ref()).into_response();
    if let Some(compressed) = COMPRESSED.get(name.as_str()) {
        response.extensions_mut().insert(compressed.clone());
    }
    response
}
