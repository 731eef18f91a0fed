//! The address of the caller, also behind trusted proxies: which networks the operator trusts, and which hop of
//! `X-Forwarded-For` is the caller's own.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use ipnet::IpNet;

/// Addresses (`10.0.0.7`) and networks (`10.0.0.0/8`), as a setting lists them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        // An IPv4 address also lies in the mapped part of IPv6 (`::ffff:0:0/96`).
        let mapped = match address {
            IpAddr::V4(v4) => IpAddr::V6(v4.to_ipv6_mapped()),
            v6 => v6,
        };
        self.0.iter().any(|network| network.contains(&address) || network.contains(&mapped))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Networks {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let networks = text.split(',').map(|item| network(item.trim()).ok_or(()));
        networks.collect::<Result<_, _>>().map(Self)
    }
}

fn network(text: &str) -> Option<IpNet> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical().into());
    }
    let network: IpNet = text.parse().ok()?;
    // 10.0.0.1/8 is more likely a typing error than intended: a network is named by its first address.
    (network == network.trunc()).then_some(network)
}

/// The caller's address: the peer itself, or, when the peer is a trusted proxy, the rightmost hop
/// of `X-Forwarded-For` that is not. Everything left of that hop is the caller's own claim.
pub fn client_address<'a>(
    peer: IpAddr,
    trusted: &Networks,
    forwarded: impl DoubleEndedIterator<Item = &'a str>,
) -> IpAddr {
    let mut client = peer.to_canonical();
    if !trusted.contains(client) {
        return client;
    }
    for hop in forwarded.rev().flat_map(|line| line.rsplit(',')) {
        let Some(address) = hop_address(hop.trim()) else {
            break;
        };
        client = address;
        if !trusted.contains(client) {
            break;
        }
    }
    client
}

/// Parses a hop of `X-Forwarded-For`: an address, with or without a port.
fn hop_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

/// Used if a request has no peer address, which happens only in tests of single routes.
pub const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The listen address as a URL that a person can open: a wildcard address becomes the loopback address.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        other => other,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(text: &str) -> Networks {
        text.parse().expect("valid networks")
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_network_holds_its_addresses_and_no_others() {
        let ours = networks("10.0.0.0/8, 192.168.1.7,fd00::/8");
        for inside in ["10.255.1.2", "192.168.1.7", "fd12::1", "::ffff:10.1.1.1"] {
            assert!(ours.contains(ip(inside)), "{inside}");
        }
        for outside in ["11.0.0.1", "192.168.1.8", "fe00::1", "::1"] {
            assert!(!ours.contains(ip(outside)), "{outside}");
        }
        assert!(networks("0.0.0.0/0").contains(ip("8.8.8.8")));
        assert!(!networks("0.0.0.0/0").contains(ip("fd00::1")));
        assert!(networks("::/0").contains(ip("8.8.8.8")));
    }

    #[test]
    fn senseless_networks_are_refused() {
        for text in [
            "",
            "10.0.0.0/33",
            "10.0.0.1/8",
            "proxy",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "::/129",
            "10.0.0.1,",
        ] {
            assert!(text.parse::<Networks>().is_err(), "{text}");
        }
    }

    #[test]
    fn forwarded_addresses_count_only_behind_a_trusted_proxy() {
        let header = ["6.6.6.6, 203.0.113.9, 10.0.0.2"];
        let from = |peer: &str, trusted: &Networks| {
            client_address(ip(peer), trusted, header.iter().copied()).to_string()
        };
        assert_eq!(from("198.51.100.1", &Networks::default()), "198.51.100.1");
        assert_eq!(from("198.51.100.1", &networks("10.0.0.0/8")), "198.51.100.1");
        assert_eq!(from("10.0.0.1", &networks("10.0.0.0/8")), "203.0.113.9");
        assert_eq!(from("::ffff:10.0.0.1", &networks("10.0.0.0/8")), "203.0.113.9");
    }

    #[test]
    fn several_header_lines_read_as_one_list() {
        let trusted = networks("10.0.0.0/8");
        let lines = ["1.1.1.1", "2.2.2.2, 10.0.0.3"];
        assert_eq!(client_address(ip("10.0.0.1"), &trusted, lines.into_iter()), ip("2.2.2.2"));
    }

    #[test]
    fn nonsense_in_the_header_ends_the_walk() {
        let trusted = networks("10.0.0.0/8");
        let walk = |line| client_address(ip("10.0.0.1"), &trusted, [line].into_iter());
        assert_eq!(walk("1.1.1.1, banana"), ip("10.0.0.1"));
        assert_eq!(walk("1.1.1.1, banana, 10.0.0.4"), ip("10.0.0.4"));
        assert_eq!(walk("[2001:db8::1]:443"), ip("2001:db8::1"));
        assert_eq!(walk("1.2.3.4:5678"), ip("1.2.3.4"));
    }
}
