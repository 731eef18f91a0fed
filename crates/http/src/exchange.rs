//! Data about one request: its id for headers and logs, its connection and the client's address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::http::HeaderValue;
use tokio::sync::OwnedSemaphorePermit;

use crate::address_shares::Share;
use crate::sending::sendfile_queue::SendfileQueue;

/// Always created here: an id sent by a client is never used, so that log lines can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestId {
    process: u64,
    number: u64,
}

impl RequestId {
    /// A random number per process distinguishes instances and restarts; a counter numbers their requests, which
    /// costs next to nothing.
    pub fn next() -> Self {
        static PROCESS: OnceLock<u64> = OnceLock::new();
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let process = *PROCESS.get_or_init(|| u64::from_ne_bytes(app::crypto::random()) >> 24);
        Self { process, number: NUMBER.fetch_add(1, Ordering::Relaxed) }
    }

    pub fn header(self) -> HeaderValue {
        // Hexadecimal digits and a dash are always a valid header value.
        HeaderValue::try_from(self.to_string()).unwrap_or(HeaderValue::from_static("unknown"))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:010x}-{:x}", self.process, self.number)
    }
}

/// The connection of a request; the accept loop adds it to the request's extensions.
#[derive(Clone)]
pub struct Connection {
    /// The address of the other end.
    pub peer: SocketAddr,
    /// Takes file ranges to send with `sendfile`; HTTP/1 only.
    pub sendfile_queue: Option<SendfileQueue>,
    pub place: Arc<ConnectionPlace>,
}

/// The place that a connection takes among those of its address and of the server. It is free again when the connection
/// and all its requests have ended.
pub struct ConnectionPlace {
    _permit: Option<OwnedSemaphorePermit>,
    _share: Share,
}

impl ConnectionPlace {
    pub fn new(permit: Option<OwnedSemaphorePermit>, share: Share) -> Arc<Self> {
        Arc::new(Self { _permit: permit, _share: share })
    }
}

/// The client's address, behind trusted proxies too. The outermost layer sets it; extractors read it.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_requests_share_a_name() {
        let (first, second) = (RequestId::next(), RequestId::next());
        assert_ne!(first.to_string(), second.to_string());
        assert_eq!(first.header().to_str().expect("text"), first.to_string());
    }
}
