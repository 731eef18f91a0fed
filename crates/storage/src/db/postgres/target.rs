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
struct Encryption {
    driver_mode: SslMode,
    verification: Verification,
}

impl Encryption {
    /// Splits the URL into one without these two settings, and their meaning.
    fn take_from(url: &str) -> Result<(String, Encryption), DbError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn split(url: &str) -> (String, Encryption) {
        Encryption::take_from(url).expect(url)
    }

    /// GUARD-08
    #[test]
    fn the_two_settings_leave_the_url_and_the_rest_stays() {
        let (rest, none) = split("postgres://u:p?a@h/d");
        assert_eq!(rest, "postgres://u:p?a@h/d");
        assert_eq!((none.driver_mode, none.verification), (SslMode::Prefer, Verification::None));

        let url = "postgres://u:p?a@h/d?application_name=x&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&port=1";
        let (rest, full) = split(url);
        assert_eq!(rest, "postgres://u:p?a@h/d?application_name=x&port=1");
        let file = Roots::File("/etc/ca.pem".into());
        assert_eq!(full.verification, Verification::ChainAndHost(file.clone()));

        let (rest, require) = split("postgres://h/d?sslmode=require&sslrootcert=/etc/ca.pem");
        assert_eq!(rest, "postgres://h/d");
        assert_eq!(require.verification, Verification::Chain(file));
        let (_, system) = split("postgres://h/d?sslmode=verify-full&sslrootcert=system");
        assert_eq!(system.verification, Verification::ChainAndHost(Roots::Platform));
        let (_, disable) = split("postgres://h/d?sslmode=disable");
        assert_eq!(disable.driver_mode, SslMode::Disable);
    }

    /// GUARD-08
    #[test]
    fn an_unknown_or_useless_mode_is_refused_in_words() {
        for (query, word) in [
            ("sslmode=allow", "`allow`"),
            ("sslmode=", "verify-full"),
            ("sslmode=verify-ca", "needs sslrootcert"),
            ("sslmode=verify-full&sslrootcert=", "sslrootcert is empty"),
        ] {
            match Encryption::take_from(&format!("postgres://u:hush@h/d?{query}")) {
                Err(DbError::Config(text)) => assert!(text.contains(word), "{text}"),
                other => panic!("{query}: {other:?}"),
            }
        }
    }
}
