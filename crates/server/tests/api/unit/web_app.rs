//! The rules of the embedded web app, on files made here: no web build is needed.

use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use ledgerline::internal::Assets;

fn web() -> Assets {
    let files = [
        ("index.html", "<!doctype html>page"),
        ("index.html.br", "page in brotli"),
        ("index.html.gz", "page in gzip"),
        ("boot.js", "boot()"),
        ("assets/app-3f2a.js", "app()"),
        ("assets/app-3f2a.js.br", "app in brotli"),
        ("assets/inter.woff2", "font"),
    ];
    let files = files.into_iter().enumerate();
    Assets::new(files.map(|(i, (name, data))| {
        let number = u8::try_from(i).expect("few files");
        (name.to_owned(), Bytes::from_static(data.as_bytes()), [number; 32])
    }))
}

fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let pairs = lines.iter().map(|(name, value)| {
        (name.parse::<header::HeaderName>().expect("a name"), value.parse().expect("a value"))
    });
    pairs.collect()
}

fn get(path: &str, lines: &[(&str, &str)]) -> Response {
    web().answer(&Method::GET, path, &headers(lines))
}

async fn text(response: Response) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), 4096).await.expect("a body");
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_the_page_is_not() {
    let script = get("/assets/app-3f2a.js", &[]);
    assert_eq!(script.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(text(script).await, "app()");
    for path in ["/", "/index.html", "/boot.js"] {
        assert_eq!(get(path, &[]).headers()["cache-control"], "no-cache", "{path}");
    }
}

#[tokio::test]
async fn the_encoding_asked_for_is_sent_with_an_etag_of_its_own() {
    let plain = get("/", &[]);
    let packed = get("/", &[("accept-encoding", "gzip, br")]);
    assert!(plain.headers().get("content-encoding").is_none());
    assert_eq!(packed.headers()["content-encoding"], "br");
    assert_eq!(packed.headers()["content-type"], "text/html; charset=utf-8");
    assert_eq!(packed.headers()["vary"], "accept-encoding");
    assert_ne!(plain.headers()["etag"], packed.headers()["etag"]);
    assert_eq!(packed.headers()["content-length"], "14");
    assert_eq!(text(packed).await, "page in brotli");
    // There is no gzip of this one, and no second choice was made at build time.
    let script = get("/assets/app-3f2a.js", &[("accept-encoding", "gzip")]);
    assert!(script.headers().get("content-encoding").is_none());
}

#[test]
fn a_browser_that_has_the_file_is_told_so() {
    let etag = get("/boot.js", &[]).headers()["etag"].to_str().expect("text").to_owned();
    assert!(etag.starts_with('"'), "a strong tag: {etag}");
    for tags in [etag.clone(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".to_owned()] {
        let answer = get("/boot.js", &[("if-none-match", &tags)]);
        assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{tags}");
        assert_eq!(answer.headers()["etag"], etag.as_str());
        assert!(answer.headers().get("content-length").is_none());
    }
    assert_eq!(get("/boot.js", &[("if-none-match", "\"old\"")]).status(), StatusCode::OK);
    // The tag of one encoding does not stand for another.
    let page = get("/", &[]).headers()["etag"].to_str().expect("text").to_owned();
    let packed = get("/", &[("if-none-match", &page), ("accept-encoding", "br")]);
    assert_eq!(packed.status(), StatusCode::OK);
}

#[tokio::test]
async fn deep_links_get_the_page_and_missing_files_do_not() {
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in ["/", "/cards", "/transaction-history", "/beneficiaries/", "/cards/a/b"] {
        let page = get(path, &browser);
        assert_eq!(page.status(), StatusCode::OK, "{path}");
        assert_eq!(text(page).await, "<!doctype html>page");
    }
    for path in
        ["/assets/gone", "/assets/gone.js", "/gone.png", "/.env", "/a/b.css", "/index.html.br"]
    {
        assert_eq!(get(path, &browser).status(), StatusCode::NOT_FOUND, "{path}");
    }
    let script = [("accept", "application/json")];
    assert_eq!(get("/cards", &script).status(), StatusCode::NOT_FOUND);
    for path in ["/../Cargo.toml", "//index.html/..", "/assets/../index.html"] {
        let body = text(get(path, &browser)).await;
        assert!(!body.contains("[package]"), "{path}");
    }
}

#[tokio::test]
async fn head_tells_the_length_and_sends_nothing() {
    let head = web().answer(&Method::HEAD, "/boot.js", &HeaderMap::new());
    assert_eq!(head.status(), StatusCode::OK);
    assert_eq!(head.headers()["content-length"], "6");
    assert_eq!(text(head).await, "");
}

#[test]
fn other_methods_are_refused_with_what_is_allowed() {
    let post = web().answer(&Method::POST, "/", &HeaderMap::new());
    assert_eq!(post.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(post.headers()["allow"], "GET,HEAD");
}

#[tokio::test]
async fn without_a_web_app_a_page_says_what_to_do() {
    let empty = Assets::new(std::iter::empty());
    let page = empty.answer(&Method::GET, "/", &HeaderMap::new());
    assert_eq!(page.status(), StatusCode::OK);
    assert!(text(page).await.contains("make build"));
    let gone = empty.answer(&Method::GET, "/assets/x.js", &HeaderMap::new());
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
}
