//! The accept loop. axum's own has no limit on the number of open connections, on the time for a request's head or on
//! pauses in its body, and its shutdown waits for open requests without a limit.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Version, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::Watcher;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::Service;

use crate::address_shares::AddressShares;
use crate::client_address::Networks;
use crate::connection_io::{ConnectionIo, Patience};
use crate::exchange::{Connection, ConnectionPlace};
use crate::metrics::OpenConnection;
use crate::sending::sendfile_queue::SendfileQueue;
use crate::stalls::{BodyPatience, GuardedBody};

mod draining;

use draining::Connections;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Time limit for the head of a request, and for an idle keep-alive connection.
    pub head: Duration,
    /// How slowly a request's body may arrive.
    pub body: BodyPatience,
    /// A connection without any traffic is closed after this time.
    pub idle: Duration,
    /// How long open requests may still take when the server is stopping.
    pub drain: Duration,
    /// How long idle connections of a trusted proxy stay open when the server is stopping; longer than the proxy keeps them.
    pub proxy_idle: Duration,
    pub connections: usize,
    /// Maximum number of connections of one client address.
    pub connections_of_address: usize,
}

impl Limits {
    pub fn standard() -> Self {
        let connections = connections();
        Self {
            head: Duration::from_secs(15),
            body: BodyPatience {
                pause: Duration::from_secs(30),
                window: Duration::from_secs(30),
                bytes_in_window: 30 * 1024,
            },
            idle: Duration::from_secs(120),
            drain: Duration::from_secs(25),
            proxy_idle: Duration::from_secs(12),
            connections,
            connections_of_address: share_of(connections),
        }
    }
}

const MOST_CONNECTIONS: u64 = 10_000;
/// File descriptors of one connection: the socket, and the file that is sent over it.
const FILES_OF_EACH: u64 = 2;
/// File descriptors reserved for the database and the logs.
const FILES_KEPT_BACK: u64 = 128;

/// As many connections as the limit on open files allows; raises that limit first.
fn connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = MOST_CONNECTIONS * FILES_OF_EACH + FILES_KEPT_BACK;
    let wanted = limit.maximum.unwrap_or(u64::MAX).min(most);
    let raised = Rlimit { current: Some(wanted), maximum: limit.maximum };
    let files = match limit.current {
        Some(current) if current < wanted => {
            // If the limit cannot be raised, the old one applies.
            setrlimit(Resource::Nofile, raised).map_or(current, |()| wanted)
        }
        _ => wanted,
    };
    connections_for(files)
}

fn connections_for(files: u64) -> usize {
    let connections = files.saturating_sub(FILES_KEPT_BACK) / FILES_OF_EACH;
    usize::try_from(connections.clamp(16, MOST_CONNECTIONS)).unwrap_or(16)
}

/// A quarter of all connections, but not fewer than a browser with two open pages needs.
fn share_of(connections: usize) -> usize {
    (connections / 4).max(8)
}

/// Serves until `stop` resolves; then takes no new connection, lets open requests finish and
/// returns, after `limits.drain` at the latest. Connections of `proxies` are ended with more care.
pub async fn run(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    proxies: Networks,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let connections = Connections::new(proxies.clone());
    let server = Server {
        router,
        limits,
        shares: AddressShares::new(limits.connections_of_address, proxies),
        protocol: Arc::new(protocol(limits)),
        is_stopping: connections.is_stopping(),
    };
    tokio::pin!(stop);
    loop {
        // Takes a permit before it accepts: clients beyond the limit wait in the kernel's queue.
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                server.serve(stream, peer, place.ok(), connections.watcher(peer.ip()));
            }
            Err(error) => pause_after(&error).await,
        }
    }
    connections.stop();
    for (stream, peer) in draining::close(listener) {
        let place = places.clone().try_acquire_owned().ok();
        server.serve(stream, peer, place, connections.watcher(peer.ip()));
    }
    connections.finish(limits.drain, limits.proxy_idle).await;
}

/// State shared by all connections.
struct Server {
    router: Router,
    limits: Limits,
    shares: Arc<AddressShares>,
    protocol: Arc<auto::Builder<TokioExecutor>>,
    is_stopping: Arc<AtomicBool>,
}

impl Server {
    fn serve(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        permit: Option<OwnedSemaphorePermit>,
        watcher: Watcher,
    ) {
        let Some(share) = self.shares.take(peer.ip()) else {
            return self.shares.refuse(stream);
        };
        let (router, limits, protocol) = (self.router.clone(), self.limits, self.protocol.clone());
        let is_stopping = self.is_stopping.clone();
        let place = ConnectionPlace::new(permit, share);
        tokio::spawn(async move {
            let _counted = OpenConnection::count();
            let left_unread = Arc::new(AtomicBool::new(false));
            let sendfile_queue = SendfileQueue::default();
            let io = prepare(stream, limits, left_unread.clone(), sendfile_queue.clone());
            let service = service_fn(move |request: hyper::Request<Incoming>| {
                let request = request.map(|body| {
                    if http_body::Body::is_end_stream(&body) {
                        return Body::empty();
                    }
                    Body::new(GuardedBody::new(body, limits.body, left_unread.clone()))
                });
                let is_last = [left_unread.clone(), is_stopping.clone()];
                let sendfile_queue =
                    Some(sendfile_queue.clone()).filter(|_| request.version() <= Version::HTTP_11);
                let connection = Connection { peer, sendfile_queue, place: place.clone() };
                answer(router.clone(), request, connection, is_last)
            });
            let connection = protocol.serve_connection(io, service);
            // Clients may reset, time out or send invalid data at any time; that is not an error of the server.
            if let Err(error) = watcher.watch(connection.into_owned()).await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

fn protocol(limits: Limits) -> auto::Builder<TokioExecutor> {
    let mut protocol = auto::Builder::new(TokioExecutor::new());
    protocol
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(64 * 1024)
        // Body chunks must reach the socket uncopied: a copied placeholder would send zeros instead of the file.
        .writev(true);
    protocol
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(128)
        .max_header_list_size(16 * 1024)
        .keep_alive_interval(None);
    protocol
}

fn prepare(
    stream: TcpStream,
    limits: Limits,
    left_unread: Arc<AtomicBool>,
    sendfile_queue: SendfileQueue,
) -> TokioIo<ConnectionIo> {
    // Answers are written in one go, so delaying small packets (Nagle) would only add latency.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set on a connection");
    }
    let patience = Patience { greeting: limits.head, idle: limits.idle };
    TokioIo::new(ConnectionIo::new(stream, patience, left_unread, sendfile_queue))
}

async fn answer(
    mut router: Router,
    mut request: axum::extract::Request,
    connection: Connection,
    is_last: [Arc<AtomicBool>; 2],
) -> Result<axum::response::Response, std::convert::Infallible> {
    let is_http_1 = request.version() <= Version::HTTP_11;
    request.extensions_mut().insert(connection);
    let mut response = router.call(request).await?;
    // Tells the client not to send its next request on a connection that is about to close.
    if is_http_1 && is_last.iter().any(|reason| reason.load(Ordering::Relaxed)) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// Waits after an error such as "too many open files", which would repeat at once; not after a client that vanished.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return;
    }
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[cfg(test)]
mod tests;
