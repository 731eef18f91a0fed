//! How connections end when the server stops. A client may send its next request on a kept connection at the very
//! moment at which the server closes it, and that request is lost: nobody knows whether it was carried out, so a
//! proxy does not send a POST again. For direct clients that is rare. A proxy keeps dozens of connections busy, so
//! its connections stay open until the proxy itself has closed them: each answer says `Connection: close`, and idle
//! ones are closed by the proxy after `keepalive_timeout` (10 seconds in deploy/nginx.conf).

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use crate::client_address::Networks;

const LOOK_AGAIN: Duration = Duration::from_millis(25);

pub struct Connections {
    direct: GracefulShutdown,
    proxied: GracefulShutdown,
    proxies: Networks,
    is_stopping: Arc<AtomicBool>,
}

impl Connections {
    pub fn new(proxies: Networks) -> Self {
        Self {
            direct: GracefulShutdown::new(),
            proxied: GracefulShutdown::new(),
            proxies,
            is_stopping: Arc::default(),
        }
    }

    pub fn watcher(&self, peer: IpAddr) -> Watcher {
        if self.proxies.contains(peer) { self.proxied.watcher() } else { self.direct.watcher() }
    }

    /// True once the server is stopping.
    pub fn is_stopping(&self) -> Arc<AtomicBool> {
        self.is_stopping.clone()
    }

    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Waits until open requests are answered and proxies have closed their connections: `drain` at most in all, and
    /// `proxy_idle` at most for connections of a proxy without a request.
    pub async fn finish(self, drain: Duration, proxy_idle: Duration) {
        let Self { direct, proxied, .. } = self;
        let proxied = async {
            let patience = Instant::now() + proxy_idle;
            while proxied.count() > 0 && Instant::now() < patience {
                sleep(LOOK_AGAIN).await;
            }
            proxied.shutdown().await;
        };
        let all = async { tokio::join!(direct.shutdown(), proxied) };
        if timeout(drain, all).await.is_err() {
            tracing::warn!("requests were still open after {drain:?}; they are cut off");
        }
    }
}

/// Closes the listening socket. Returns the connections that the kernel has accepted already: closing the socket would
/// reset them, and a request may be on its way.
pub fn close(listener: TcpListener) -> Vec<(TcpStream, std::net::SocketAddr)> {
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let mut waiting = Vec::new();
    // The socket is non-blocking: an error means that no more clients are waiting.
    while let Ok((stream, peer)) = listener.accept() {
        let stream = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
        waiting.extend(stream.map(|stream| (stream, peer)));
    }
    waiting
}
