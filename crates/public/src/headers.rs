//! Security headers of public pages: their content security policy allows scripts, media and requests of the page's own
//! host only.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

pub const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'",
);

/// The content security policy of an embedded page: it has no forms, and these hosts may frame it.
pub fn embedded(hosts: &[String]) -> HeaderValue {
    let hosts: Vec<String> = hosts.iter().map(|host| format!("https://{host}")).collect();
    let ancestors = if hosts.is_empty() { "'none'".to_owned() } else { hosts.join(" ") };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         media-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; \
         frame-ancestors {ancestors}; require-trusted-types-for 'script'; trusted-types 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or(POLICY)
}

const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Adds the headers that a response does not have yet: a media file keeps its own, stricter policy.
pub async fn put_on(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(value);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
