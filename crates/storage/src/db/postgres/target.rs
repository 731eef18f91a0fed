//! The PostgreSQL server to connect to, and the encryption of the connection, from the database URL.
//!
//! `sslmode` and `sslrootcert` mean what they mean in libpq. The driver supports only a part of them, so they
//! are removed from the URL here, and the driver parses the rest.

use std::time::Duration;

use percent_encoding::percent_decode_str;
use postgres::Client;
use postgres::config::{Host, SslMode};

use super::super::{DbError, DbOptions};
use super::tls::{Roots, Tls, Verification};

const TAKES: &str = "disable, prefer, require, verify-ca or verify-full";

/// Everything needed to open a connection. Cheap to clone.
#[derive(Clone)]
pub(in crate::db) struct Target {
    config: postgres::Config,
    tls: Tls,
}

impl Target {
    /// The URL may contain a password, so no message repeats it.
    pub(in crate::db) fn parse(url: &str, options: &DbOptions) -> Result<Target, DbError> {
        let (url, encryption) = Encryption::take_from(url)?;
        let mut config: postgres::Config = url.parse().map_err(|error| {
            DbError::Config(format!("the PostgreSQL URL cannot be read: {}", reason(&error)))
        })?;
        let is_local = |host: &Host| matches!(host, Host::Unix(_));
        let is_socket = !config.get_hosts().is_empty() && config.get_hosts().iter().all(is_local);
        // PostgreSQL has no TLS on Unix sockets; libpq ignores sslmode there, too.
        config.ssl_mode(if is_socket { SslMode::Disable } else { encryption.driver_mode });
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(options.connect_timeout);
        }
        if config.get_application_name().is_none() {
            config.application_name("ledgerline");
        }
        // Detects a server that vanished silently within seconds, not hours.
        config.keepalives_idle(Duration::from_secs(15)).keepalives_interval(Duration::from_secs(5));
        config.keepalives_retries(3).tcp_user_timeout(Duration::from_secs(15));
        let tls = Tls::new(&encryption.verification).map_err(DbError::Config)?;
        Ok(Target { config, tls })
    }

    /// Blocks; only for threads outside the async runtime.
    pub(in crate::db) fn connect(&self) -> Result<Client, postgres::Error> {
        self.config.connect(self.tls.clone())
    }
}

/// The meaning of `sslmode` and `sslrootcert` of a URL.
#[derive(Debug, PartialEq, Eq)]
pub struct Encryption {
    pub driver_mode: SslMode,
    pub verification: Verification,
}

impl Encryption {
    /// Splits the URL into one without these two settings, and their meaning.
    pub fn take_from(url: &str) -> Result<(String, Encryption), DbError> {
        // Like the driver: credentials end at the first @, settings begin at the first ? after it.
        let after_login = url.find('@').unwrap_or(0);
        let Some(query_at) = url[after_login..].find('?').map(|at| after_login + at) else {
            return Ok((url.to_owned(), Encryption::choose("prefer", None)?));
        };
        let (mut mode, mut roots, mut others) = ("prefer".to_owned(), None, Vec::new());
        for pair in url[query_at + 1..].split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let text = || percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => mode = text(),
                "sslrootcert" => roots = Some(text()),
                _ => others.push(pair),
            }
        }
        let encryption = Encryption::choose(&mode, roots.as_deref())?;
        let mut rest = url[..query_at].to_owned();
        if others.iter().any(|pair| !pair.is_empty()) {
            rest = format!("{rest}?{}", others.join("&"));
        }
        Ok((rest, encryption))
    }

    fn choose(mode: &str, roots: Option<&str>) -> Result<Encryption, DbError> {
        let config = |sentence: String| Err(DbError::Config(sentence));
        let file = match roots {
            None | Some("system") => Roots::Platform,
            Some("") => return config("sslrootcert is empty, but it takes a PEM file".to_owned()),
            Some(path) => Roots::File(path.into()),
        };
        let has_file = matches!(file, Roots::File(_));
        let (driver_mode, verification) = match mode {
            "disable" => (SslMode::Disable, Verification::None),
            "prefer" => (SslMode::Prefer, Verification::None),
            // libpq verifies the server if there is a root certificate.
            "require" if has_file => (SslMode::Require, Verification::Chain(file)),
            "require" => (SslMode::Require, Verification::None),
            // Anybody can get a certificate of a public authority, so this would prove nothing.
            "verify-ca" if !has_file => {
                let sentence =
                    "sslmode=verify-ca needs sslrootcert=FILE; without one use verify-full";
                return config(sentence.to_owned());
            }
            "verify-ca" => (SslMode::Require, Verification::Chain(file)),
            "verify-full" => (SslMode::Require, Verification::ChainAndHost(file)),
            other => return config(format!("sslmode is `{other}`, but it takes {TAKES}")),
        };
        Ok(Encryption { driver_mode, verification })
    }
}

fn reason(error: &postgres::Error) -> String {
    use std::error::Error;
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}
