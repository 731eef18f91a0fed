//! The outermost layer around every route. It gives the request an id, writes one log line and one metric about it,
//! turns a panic or an unexpected error into a plain 500 with the request's id, and adds the security headers to the
//! response. One layer and not six, because each would cost every request a box and a clone.
//!
//! A request that may change something runs in a task of its own: hyper drops the handler of a client that has gone,
//! between any two effects of the change. So the client only loses the response.
//!
//! A log line names the matched route and never the path, the query or a body: those may hold
//! tokens.

use std::any::Any;
use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use app::error::message_of;
use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tokio_util::task::TaskTracker;
use tower::{Layer, Service};
use tracing::Instrument;

use crate::client_address::{NOWHERE, Networks, client_address};
use crate::error::{ApiError, Cause, chain};
use crate::exchange::{ClientAddress, Connection, RequestId};
use crate::metrics;
use crate::security_headers::SecurityHeaders;

/// The settings of the layer, shared by all routes.
pub struct Policy {
    pub trusted_proxies: Networks,
    pub headers: SecurityHeaders,
    /// The requests that may change something and are not finished yet.
    pub changes: TaskTracker,
}

#[derive(Clone)]
pub struct ObserveLayer(Arc<Policy>);

impl ObserveLayer {
    pub fn new(policy: Policy) -> Self {
        Self(Arc::new(policy))
    }
}

impl<S> Layer<S> for ObserveLayer {
    type Service = Observe<S>;

    fn layer(&self, inner: S) -> Observe<S> {
        Observe { inner, policy: self.0.clone() }
    }
}

#[derive(Clone)]
pub struct Observe<S> {
    inner: S,
    policy: Arc<Policy>,
}

impl<S> Service<Request> for Observe<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let started = Instant::now();
        let id = RequestId::next();
        let client = client_of(&request, &self.policy.trusted_proxies);
        let method = request.method().clone();
        let route = Route::of(&request);
        let span = tracing::info_span!("request", %id, method = method_name(&method), route = route.name());
        request.extensions_mut().insert(ClientAddress(client));
        // Without its client a change still counts as a request of its address.
        let change = (!method.is_safe()).then(|| {
            let connection = request.extensions().get::<Connection>();
            (self.policy.changes.clone(), connection.map(|connection| connection.place.clone()))
        });

        let answer = span.in_scope(|| catch_unwind(AssertUnwindSafe(|| self.inner.call(request))));
        let policy = self.policy.clone();
        let observed = async move {
            let outcome = match answer {
                Ok(future) => {
                    AssertUnwindSafe(future).catch_unwind().instrument(span.clone()).await
                }
                Err(panic) => Err(panic),
            };
            let mut response = match outcome {
                Ok(Ok(response)) => hide_cause(response, id, &span),
                Err(panic) => panic_answer(panic.as_ref(), id, &span),
            };
            let headers = response.headers_mut();
            headers.insert("x-request-id", id.header());
            policy.headers.put_on(headers);
            if route.is_api() {
                headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
            }
            finish(&method, &route, response.status(), id, client, started);
            response
        };
        let Some((changes, place)) = change else { return Box::pin(observed.map(Ok)) };
        let task = changes.spawn(async move {
            let _place = place;
            observed.await
        });
        Box::pin(async move {
            match task.await {
                Ok(response) => Ok(response),
                // The runtime is ending, and this connection with it.
                Err(_) => std::future::pending().await,
            }
        })
    }
}

const NO_STORE: axum::http::HeaderValue = axum::http::HeaderValue::from_static("no-store");

fn client_of(request: &Request, trusted: &Networks) -> std::net::IpAddr {
    let connection = request.extensions().get::<Connection>();
    let peer = connection.map_or(NOWHERE, |connection| connection.peer.ip());
    if trusted.is_empty() {
        return peer.to_canonical();
    }
    let forwarded: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        // A header line that is not text ends the search, like any invalid hop.
        .map(|line| line.to_str().unwrap_or("?"))
        .collect();
    client_address(peer, trusted, forwarded.into_iter())
}

/// How the routes of public pages begin.
const PUBLIC: [&str; 8] =
    ["/s/", "/o/", "/d/", "/@", "/embed/", "/hooks/", "/public/", "/unsubscribe/"];

/// The pattern of the matched route: a limited set of names without personal data.
enum Route {
    Matched(MatchedPath),
    /// A public page, for people without an account.
    Public(MatchedPath),
    UnknownApi,
    Web,
}

impl Route {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        let is_api = path == "/api" || path.starts_with("/api/");
        match request.extensions().get::<MatchedPath>() {
            Some(matched) if is_api && !matched.as_str().contains("{*") => {
                Self::Matched(matched.clone())
            }
            Some(matched) if PUBLIC.iter().any(|first| matched.as_str().starts_with(first)) => {
                Self::Public(matched.clone())
            }
            _ if is_api => Self::UnknownApi,
            _ => Self::Web,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Matched(matched) | Self::Public(matched) => matched.as_str(),
            Self::UnknownApi => "/api/{unknown}",
            Self::Web => "web",
        }
    }

    fn is_api(&self) -> bool {
        matches!(self, Self::Matched(_) | Self::UnknownApi)
    }
}

/// Clients can send any method name; only known ones appear in logs and metrics.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

fn hide_cause(mut response: Response, id: RequestId, span: &tracing::Span) -> Response {
    let Some(Cause(cause)) = response.extensions_mut().remove::<Cause>() else {
        return response;
    };
    let cause = chain(cause.as_ref());
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        span.in_scope(|| tracing::warn!(cause, "a request could not be served for now"));
        return response;
    }
    span.in_scope(|| tracing::error!(cause, "a request failed unexpectedly"));
    plain_500(id)
}

fn panic_answer(panic: &(dyn Any + Send), id: RequestId, span: &tracing::Span) -> Response {
    let cause = message_of(panic);
    span.in_scope(|| tracing::error!(cause, "a request's handler panicked"));
    plain_500(id)
}

fn plain_500(id: RequestId) -> Response {
    let sentence = format!(
        "Something went wrong on our side. If it happens again, tell us the request id {id}."
    );
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, sentence).into_response()
}

fn finish(
    method: &Method,
    route: &Route,
    status: StatusCode,
    id: RequestId,
    client: std::net::IpAddr,
    started: Instant,
) {
    let took = started.elapsed();
    let method = method_name(method);
    metrics::count_request(method, route.name(), status, took);
    tracing::info!(
        target: "ledgerline::access",
        request_id = %id,
        method,
        route = route.name(),
        status = status.as_u16(),
        client = %client,
        ms = took.as_micros() as f64 / 1000.0,
        "answered"
    );
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use serde_json::Value;
    use tokio::sync::Semaphore;
    use tower::ServiceExt;

    use super::*;

    fn router() -> Router {
        async fn panics() -> StatusCode {
            tokio::task::yield_now().await;
            panic!("the studio caught fire")
        }
        async fn fails() -> Response {
            ApiError::from(app::error::Error::unexpected("disk full")).into_response()
        }
        Router::new()
            .route("/api/panics", get(panics))
            .route("/api/fails", get(fails))
            .layer(ObserveLayer::new(policy()))
    }

    fn policy() -> Policy {
        Policy {
            trusted_proxies: Networks::default(),
            headers: SecurityHeaders::new(false),
            changes: TaskTracker::new(),
        }
    }

    async fn ask(path: &str) -> (StatusCode, String, Value) {
        let request = Request::get(path).body(Body::empty()).expect("a request");
        let response = router().oneshot(request).await.expect("infallible");
        let status = response.status();
        let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert_eq!(response.headers()["cache-control"], "no-store");
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a body");
        (status, id, serde_json::from_slice(&body).expect("the error model"))
    }

    #[tokio::test]
    async fn a_panic_and_a_failure_are_a_500_that_names_only_the_request() {
        for path in ["/api/panics", "/api/fails"] {
            let (status, id, body) = ask(path).await;
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(body["success"], false);
            let sentence = body["error"].as_str().expect("a sentence");
            assert!(sentence.contains(&id), "{sentence}");
            assert!(!sentence.contains("fire") && !sentence.contains("disk"), "{sentence}");
        }
    }

    /// HOLD-01
    #[tokio::test]
    async fn a_change_goes_on_without_its_client_and_a_read_does_not() {
        let (begun, done) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let go_on = Arc::new(Semaphore::new(0));
        let handler = {
            let (begun, done, go_on) = (begun.clone(), done.clone(), go_on.clone());
            move || async move {
                begun.add_permits(1);
                go_on.acquire().await.expect("open").forget();
                done.add_permits(1);
            }
        };
        let policy = policy();
        let changes = policy.changes.clone();
        let router = Router::new()
            .route("/api/changes", get(handler.clone()).post(handler.clone()).delete(handler))
            .layer(ObserveLayer::new(policy));
        for (method, goes_on) in [("GET", false), ("POST", true), ("HEAD", false), ("DELETE", true)]
        {
            let request = Request::builder().method(method).uri("/api/changes");
            let request = request.body(Body::empty()).expect("a request");
            let answer = tokio::spawn(router.clone().oneshot(request));
            begun.acquire().await.expect("open").forget();
            answer.abort();
            assert!(answer.await.is_err_and(|error| error.is_cancelled()));
            assert_eq!(changes.len(), usize::from(goes_on), "{method}");
            if goes_on {
                go_on.add_permits(1);
                done.acquire().await.expect("open").forget();
            }
        }
        changes.close();
        changes.wait().await;
    }
}
