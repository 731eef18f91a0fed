//! Which host serves the app and which one serves public pages. If public pages have a host of their own, they answer
//! only there and the app does not, so that a script in a public page would not run on the origin of the app's session.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::error::ApiError;

/// Makes the app's routes answer 404 on the host of public pages, and public pages answer 404 on every other host.
pub fn separate(app: Router, public: Router, links_url: &str) -> (Router, Router) {
    let Some(host) = links_url.parse::<Uri>().ok().and_then(|uri| uri.authority().cloned()) else {
        return (app, public);
    };
    let host: Arc<str> = host.as_str().to_ascii_lowercase().into();
    let elsewhere = host.clone();
    let app = app.layer(middleware::from_fn(move |request: Request, next: Next| {
        guard(!is_at(&request, &elsewhere), request, next)
    }));
    let public = public.layer(middleware::from_fn(move |request: Request, next: Next| {
        guard(is_at(&request, &host), request, next)
    }));
    (app, public)
}

async fn guard(is_here: bool, request: Request, next: Next) -> Response {
    if is_here {
        return next.run(request).await;
    }
    ApiError::new(StatusCode::NOT_FOUND, "There is nothing at this address.").into_response()
}

fn is_at(request: &Request, host: &str) -> bool {
    host_of(request).is_some_and(|sent| sent.eq_ignore_ascii_case(host))
}

/// The host and port of the request: the authority of its URL, or its `Host` header.
pub fn host_of(request: &Request) -> Option<&str> {
    let host_header = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    request.uri().authority().map(|authority| authority.as_str()).or(host_header)
}
