//! The relying party, which requests passkeys: its id, which is a host name, and the page's origin.

use url::{Host, Url};

/// The host name under which passkeys of a local installation are made: browsers treat it as a
/// secure context without https, and they refuse IP addresses as relying party ids.
const LOCALHOST: &str = "localhost";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    id: String,
    origin: String,
}

impl RelyingParty {
    /// The relying party of an installation that people reach at `public_url`; `None` where a browser
    /// would not allow passkeys at that address.
    ///
    /// - `https` with a host name: that host, and exactly that origin.
    /// - `http` with `localhost` or a name below it: the same, since browsers trust these names.
    /// - `http` with a loopback or unspecified IP address, which is what an installation without a
    ///   configured public URL has: `http://localhost` with the same port.
    /// - Any other IP address, and plain `http` at any other host: none.
    pub fn at(public_url: &str) -> Option<Self> {
        let mut url = Url::parse(public_url).ok()?;
        let is_https = url.scheme() == "https";
        if !is_https && url.scheme() != "http" {
            return None;
        }
        let is_local_address = match url.host()? {
            Host::Domain(name) => {
                let is_localhost = name == LOCALHOST || name.ends_with(".localhost");
                if !is_https && !is_localhost {
                    return None;
                }
                false
            }
            Host::Ipv4(address) => address.is_loopback() || address.is_unspecified(),
            Host::Ipv6(address) => address.is_loopback() || address.is_unspecified(),
        };
        if is_local_address && !is_https {
            url.set_host(Some(LOCALHOST)).ok()?;
        }
        let id = url.domain()?.to_owned();
        Some(Self { id, origin: url.origin().ascii_serialization() })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(public_url: &str) -> Option<(String, String)> {
        RelyingParty::at(public_url).map(|party| (party.id, party.origin))
    }

    #[test]
    fn a_host_name_over_https_is_taken_as_it_is() {
        for (url, id, origin) in [
            ("https://studio.example", "studio.example", "https://studio.example"),
            ("https://Studio.Example:443/", "studio.example", "https://studio.example"),
            ("https://studio.example:8443", "studio.example", "https://studio.example:8443"),
            ("https://localhost:8443", "localhost", "https://localhost:8443"),
            ("https://bücher.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ] {
            assert_eq!(at(url), Some((id.to_owned(), origin.to_owned())), "{url}");
        }
    }

    #[test]
    fn an_installation_on_this_machine_is_reached_as_localhost() {
        for url in [
            "http://127.0.0.1:8080",
            "http://localhost:8080",
            "http://[::1]:8080",
            "http://0.0.0.0:8080",
        ] {
            let expected = ("localhost".to_owned(), "http://localhost:8080".to_owned());
            assert_eq!(at(url), Some(expected), "{url}");
        }
    }

    #[test]
    fn no_passkeys_where_a_browser_allows_none() {
        for url in [
            "http://studio.example",
            "http://192.0.2.7:8080",
            "https://192.0.2.7",
            "https://127.0.0.1:8443",
            "https://[2001:db8::1]",
            "http://localhost.example",
            "ftp://localhost",
            "nonsense",
        ] {
            assert_eq!(at(url), None, "{url}");
        }
    }
}
