//! The sender of mail: the configured address, or one at the host of the public URL.

use std::fmt;

use lettre::{Address, Message, message::Mailbox};
use url::{Host, Url};

const NAME: &str = "Ledgerline";

/// `studio@example.com`, or `Northline Studio <studio@example.com>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender(pub(super) Mailbox);

impl Sender {
    pub fn parse(text: &str) -> Option<Self> {
        if text.chars().any(char::is_control) {
            return None;
        }
        let mailbox: Mailbox = text.parse().ok()?;
        let email = address(mailbox.email.as_ref())?;
        let name = mailbox.name.filter(|name| !name.trim().is_empty());
        let mailbox = Mailbox::new(Some(name.unwrap_or_else(|| NAME.to_owned())), email);
        // Builds a test message, so that a name that no header can hold is refused at the start and not with every
        // letter.
        let trial =
            Message::builder().from(mailbox.clone()).to(mailbox.clone()).body(String::new());
        trial.is_ok().then_some(Self(mailbox))
    }

    /// A sender address at the host of the public URL, or at `localhost` if that host is an IP address, since mail to
    /// an IP address is not delivered.
    pub fn at(public_url: &str) -> Self {
        let host = Url::parse(public_url).ok();
        let host = host.as_ref().and_then(Url::host).and_then(|host| match host {
            Host::Domain(name) => Some(name.to_owned()),
            Host::Ipv4(_) | Host::Ipv6(_) => None,
        });
        let host = host.unwrap_or_else(|| "localhost".to_owned());
        let email = Address::new("ledgerline", &host);
        let email = email.unwrap_or_else(|_| Address::new_dangerous("ledgerline", "localhost"));
        Self(Mailbox::new(Some(NAME.to_owned()), email))
    }

    pub(super) fn host(&self) -> &str {
        self.0.email.domain()
    }
}

impl fmt::Display for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Converts an address to the form that mail servers understand: the host of `maya@münchen.example` in ASCII.
pub(super) fn address(text: &str) -> Option<Address> {
    let (local, host) = text.rsplit_once('@')?;
    let Host::Domain(host) = Host::parse(host).ok()? else {
        return None;
    };
    Address::new(local, host).ok()
}
