//! The built web app, embedded in the binary. Files are sent from the embedded bytes without a copy; of the compressed
//! variants made at build time, the one that the browser accepts is chosen. Files with a hash in their name may be
//! cached forever, and `index.html` is revalidated each time. Any address without a file that a person could have typed
//! gets `index.html`, whose script routes by itself.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::encoding::{Encoding, best};
use http::error::ApiError;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

static WEB: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(Dist::iter().filter_map(|name| {
        let file = Dist::get(&name)?;
        let data = match file.data {
            std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
            std::borrow::Cow::Owned(data) => data.into(),
        };
        Some((name.into_owned(), data, file.metadata.sha256_hash()))
    }))
});

/// Everything outside `/api`.
pub async fn serve(request: Request) -> Response {
    WEB.answer(request.method(), request.uri().path(), request.headers())
}

/// One file in one encoding.
struct Variant {
    data: Bytes,
    etag: HeaderValue,
}

struct Asset {
    plain: Variant,
    gzip: Option<Variant>,
    brotli: Option<Variant>,
    kind: HeaderValue,
    cache: HeaderValue,
}

/// The files of the web app, each with its compressed variants.
pub struct Assets(HashMap<String, Asset>);

const PAGE: &str = "index.html";

impl Assets {
    pub fn new(files: impl Iterator<Item = (String, Bytes, [u8; 32])>) -> Self {
        let mut variants: HashMap<String, Variant> =
            files.map(|(name, data, hash)| (name, Variant { data, etag: etag(&hash) })).collect();
        let names: Vec<String> =
            variants.keys().filter(|name| !is_sibling(name, &variants)).cloned().collect();
        let assets = names.into_iter().filter_map(|name| {
            let gzip = variants.remove(&format!("{name}.gz"));
            let brotli = variants.remove(&format!("{name}.br"));
            let plain = variants.remove(&name)?;
            let (kind, cache) = (kind(&name), cache(&name));
            Some((name, Asset { plain, gzip, brotli, kind, cache }))
        });
        Self(assets.collect())
    }

    pub fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if !matches!(*method, Method::GET | Method::HEAD) {
            let mut refused = method_not_allowed();
            refused.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
            return refused;
        }
        let name = path.trim_start_matches('/');
        if let Some(asset) = self.0.get(name).filter(|_| !name.is_empty()) {
            return asset.answer(method, headers);
        }
        if !is_page_address(path, headers) {
            return nothing_here();
        }
        match self.0.get(PAGE) {
            Some(page) => page.answer(method, headers),
            None => no_web_app(),
        }
    }
}

impl Asset {
    fn answer(&self, method: &Method, headers: &HeaderMap) -> Response {
        let accepts = headers.get_all(header::ACCEPT_ENCODING).iter();
        let chosen = best(
            accepts.filter_map(|line| line.to_str().ok()),
            self.brotli.is_some(),
            self.gzip.is_some(),
        );
        let (variant, encoding) = match (chosen, &self.brotli, &self.gzip) {
            (Encoding::Brotli, Some(variant), _) => (variant, Some("br")),
            (Encoding::Gzip, _, Some(variant)) => (variant, Some("gzip")),
            _ => (&self.plain, None),
        };
        let mut response = Response::new(Body::empty());
        let out = response.headers_mut();
        out.insert(header::ETAG, variant.etag.clone());
        out.insert(header::CACHE_CONTROL, self.cache.clone());
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_known(headers, &variant.etag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        out.insert(header::CONTENT_TYPE, self.kind.clone());
        out.insert(header::CONTENT_LENGTH, HeaderValue::from(variant.data.len()));
        if let Some(encoding) = encoding {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        if method == Method::GET {
            // References the embedded bytes without a copy.
            *response.body_mut() = Body::from(variant.data.clone());
        }
        response
    }
}

fn is_sibling(name: &str, files: &HashMap<String, Variant>) -> bool {
    name.strip_suffix(".br")
        .or_else(|| name.strip_suffix(".gz"))
        .is_some_and(|original| files.contains_key(original))
}

fn etag(hash: &[u8; 32]) -> HeaderValue {
    let digits: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    // Hexadecimal digits in quotes are always a valid header value.
    HeaderValue::try_from(format!("\"{digits}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    headers.get_all(header::IF_NONE_MATCH).iter().any(|line| {
        // If-None-Match compares weakly, so a weak tag matches too.
        line.as_bytes()
            .split(|byte| *byte == b',')
            .map(<[u8]>::trim_ascii)
            .any(|tag| tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == etag.as_bytes())
    })
}

/// Vite puts a hash of the content into the name of everything under `assets`.
fn cache(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name {
        hashed if hashed.starts_with("assets/") => "public, max-age=31536000, immutable",
        _ => "no-cache",
    })
}

fn kind(name: &str) -> HeaderValue {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        _ => "application/octet-stream",
    })
}

/// Whether the address may be a page of the app: no file extension, and the browser accepts HTML.
fn is_page_address(path: &str, headers: &HeaderMap) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let accepts = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    let wants_page = |line: &str| {
        let line = line.to_ascii_lowercase();
        ["text/html", "text/*", "*/*"].iter().any(|kind| line.contains(kind))
    };
    let mut accepts = accepts.peekable();
    !path.starts_with("/assets/")
        && !last.contains('.')
        && (accepts.peek().is_none() || accepts.any(wants_page))
}

fn nothing_here() -> Response {
    ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.").into_response()
}

pub fn method_not_allowed() -> Response {
    let sentence = "This address does not take that method.";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, sentence).into_response()
}

/// The page shown if the web app was not built: it says that the API works and how to build the app.
fn no_web_app() -> Response {
    const HTML: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
        <title>Ledgerline</title><h1>The server is running</h1>\
        <p>This binary was built without the web app. <code>make build</code> builds both and puts \
        the app into the binary.</p>\
        <p>The API is at <a href=\"/api/docs\">/api/docs</a>.</p></html>";
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, HTML).into_response()
}
