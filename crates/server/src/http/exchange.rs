//! One request and its answer: the name it goes by in headers and logs, and who is asking.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::HeaderValue;

use crate::sending::sendfile_queue::SendfileQueue;

/// Ours alone: an id from outside is never taken over, so that a log line can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestId {
    process: u64,
    number: u64,
}

impl RequestId {
    /// A random part drawn once tells instances and restarts apart; a counter does the rest, and
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

/// What a request came over, put beside it by the accept loop.
#[derive(Clone)]
pub struct Connection {
    /// The other end of it.
    pub peer: SocketAddr,
    /// Takes file ranges to send with `sendfile`; HTTP/1 only.
    pub sendfile_queue: Option<SendfileQueue>,
}

/// The caller's own address, worked out once by the outermost layer; extractors read it.
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
