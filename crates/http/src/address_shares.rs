//! The limit of connections for one client address. Without it a single machine could take all connections of the
//! server and keep everybody else out. An IPv6 client usually has a whole /64 to choose addresses from, so its /64
//! counts as one address. The operator's own proxies are not counted: behind them are many clients.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use crate::client_address::Networks;

/// At most this many refused connections get an answer at the same time; others are closed without one.
const REFUSALS: usize = 32;
/// How long a refused client may take to read the answer.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
const REFUSAL: &str = "{\"success\":false,\"error\":\"There are too many connections from your network. Please \
                       close some and try again.\"}";

pub struct AddressShares {
    most: usize,
    trusted_proxies: Networks,
    open: Mutex<HashMap<u128, usize>>,
    refusals: Arc<Semaphore>,
}

impl AddressShares {
    pub fn new(most: usize, trusted_proxies: Networks) -> Arc<Self> {
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        Arc::new(Self { most, trusted_proxies, open: Mutex::default(), refusals })
    }

    /// Counts a connection until the value is dropped; none if the address has used up its share.
    pub fn take(self: &Arc<Self>, peer: IpAddr) -> Option<Share> {
        let peer = peer.to_canonical();
        if self.trusted_proxies.contains(peer) {
            return Some(Share { shares: self.clone(), network: None });
        }
        let network = network(peer);
        let mut open = self.open();
        let count = open.entry(network).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Share { shares: self.clone(), network: Some(network) })
    }

    /// Answers 503 because the address has used up its share, and closes the connection.
    pub fn refuse(&self, stream: TcpStream) {
        if let Ok(permit) = self.refusals.clone().try_acquire_owned() {
            tokio::spawn(async move {
                let _permit = permit;
                // It does not matter whether the client receives the answer.
                let _ = tokio::time::timeout(REFUSAL_TIME, send_refusal(stream)).await;
            });
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u128, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn send_refusal(mut stream: TcpStream) -> std::io::Result<()> {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{REFUSAL}",
        REFUSAL.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    // Closing with unread bytes sends a reset, which may overtake the answer.
    let mut scratch = [0; 1024];
    while stream.read(&mut scratch).await? > 0 {}
    Ok(())
}

/// One connection of an address.
pub struct Share {
    shares: Arc<AddressShares>,
    /// None for a trusted proxy.
    network: Option<u128>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        let mut open = self.shares.open();
        if let Some(count) = open.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&network);
            }
        }
    }
}

/// The address itself, or the first 64 bits of an IPv6 address.
fn network(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(v4) => u128::from(v4.to_ipv6_mapped()),
        IpAddr::V6(v6) => u128::from(v6) >> 64 << 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// GUARD-02
    #[test]
    fn an_address_has_its_share_and_no_more() {
        let shares = AddressShares::new(2, "10.0.0.0/8".parse().expect("networks"));
        let held: Vec<_> =
            ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"].map(|text| shares.take(ip(text))).into();
        assert!(held.iter().all(Option::is_some));
        assert!(shares.take(ip("192.0.2.1")).is_none());
        let v6: Vec<_> =
            ["2001:db8::1", "2001:db8::ffff:2"].map(|text| shares.take(ip(text))).into();
        assert!(v6.iter().all(Option::is_some));
        assert!(shares.take(ip("2001:db8::3")).is_none(), "the same /64");
        assert!(shares.take(ip("2001:db8:0:1::3")).is_some(), "another /64");
        let proxied: Vec<_> = (0..9).map(|_| shares.take(ip("10.1.2.3"))).collect();
        assert!(proxied.iter().all(Option::is_some), "a trusted proxy is not counted");
        drop((held, v6, proxied));
        assert!(shares.take(ip("192.0.2.1")).is_some());
        assert!(shares.open().is_empty());
    }
}
