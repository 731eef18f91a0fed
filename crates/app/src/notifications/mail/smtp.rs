//! The mail server, configured by one URL. A password is never sent in clear text to another machine: except on
//! loopback, `smtp://` means STARTTLS unless the operator explicitly disables it.

use std::{fmt, time::Duration};

use lettre::{
    AsyncSmtpTransport, Tokio1Executor,
    transport::smtp::{
        authentication::Credentials,
        client::{Tls, TlsParameters},
        extension::ClientId,
    },
};
use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// Timeout of the mail server.
const SILENCE: Duration = Duration::from_secs(30);

#[derive(Clone, PartialEq, Eq)]
pub struct SmtpServer {
    host: String,
    pub port: u16,
    /// User and password.
    pub login: Option<(String, String)>,
    pub encryption: Encryption,
}

/// How the connection to the server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// TLS from the start of the connection.
    Wrapped,
    StartTls,
    None,
}

impl SmtpServer {
    pub const TAKES: &str = "smtp://user:password@host:587 (STARTTLS; ?tls=off for a private network) or \
                             smtps://user:password@host:465";

    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_wrapped = match url.scheme() {
            "smtps" => true,
            "smtp" => false,
            _ => return None,
        };
        let host = url.host_str().filter(|host| !host.is_empty())?;
        // The URL library does not normalize hosts of this scheme, so they are parsed here.
        let host = Host::parse(host).ok()?;
        let is_near = match &host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        let encryption = match (is_wrapped, url.query()) {
            (true, None) => Encryption::Wrapped,
            (false, Some("tls=off")) => Encryption::None,
            (false, Some("tls=on")) => Encryption::StartTls,
            (false, None) if is_near => Encryption::None,
            (false, None) => Encryption::StartTls,
            _ => return None,
        };
        let port = url.port().unwrap_or(if is_wrapped { 465 } else { 587 });
        let is_bare = ["", "/"].contains(&url.path()) && url.fragment().is_none() && port != 0;
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().ok().map(String::from);
        let login = match (url.username(), url.password()) {
            ("", None) => None,
            (user, Some(password)) if !user.is_empty() => {
                Some((decoded(user)?, decoded(password)?))
            }
            _ => return None,
        };
        let host = match host {
            Host::Domain(name) => name,
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        is_bare.then_some(Self { host, port, login, encryption })
    }

    pub(super) fn transport(
        &self,
        hello: &str,
    ) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
        let tls = match self.encryption {
            Encryption::None => Tls::None,
            Encryption::StartTls => Tls::Required(TlsParameters::new(self.host.clone())?),
            Encryption::Wrapped => Tls::Wrapper(TlsParameters::new(self.host.clone())?),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&self.host)
            .port(self.port)
            .tls(tls)
            .hello_name(ClientId::Domain(hello.to_owned()))
            .timeout(Some(SILENCE));
        if let Some((user, password)) = &self.login {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(builder.build())
    }
}

/// Never shows the password.
impl fmt::Display for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpServer({self}, {:?})", self.encryption)
    }
}
