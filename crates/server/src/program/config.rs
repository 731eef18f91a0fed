//! The values of settings: what each accepts, and where an installation keeps its data.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use app::policy::{PublicPages, Signups};
use axum::http::Uri;
use blobs::Blobs;
use tracing_subscriber::filter::Targets;

use crate::program::setting::without_password;

/// Where an installation keeps its data: folder, database, media store and key file. The operator's commands need no
/// other settings.
#[derive(Debug)]
pub struct InstallationPlace {
    pub data_dir: PathBuf,
    /// A PostgreSQL URL; none means SQLite in the data folder.
    pub database_url: Option<String>,
    /// The size of the pool of connections to PostgreSQL.
    pub database_connections: usize,
    pub media: blobs::StoreLocation,
    /// The `AWS_*` variables for a media store in S3; none takes those of the process.
    pub aws_variables: Option<Vec<(String, String)>>,
    pub secret_key_file: PathBuf,
}

impl InstallationPlace {
    /// The SQLite file, unless the database is PostgreSQL.
    pub fn database_file(&self) -> PathBuf {
        self.data_dir.join("ledgerline.db")
    }

    /// The database's name in messages, without a password.
    pub fn database_name(&self) -> String {
        match &self.database_url {
            Some(url) => format!("the database {}", without_password(url)),
            None => format!("the database {}", self.database_file().display()),
        }
    }

    pub fn open_store(&self) -> blobs::Result<Blobs> {
        match &self.aws_variables {
            Some(variables) => Blobs::open_with(&self.media, variables.clone()),
            None => Blobs::open(&self.media),
        }
    }

    /// The media store's name in messages.
    pub fn media_name(&self) -> String {
        match &self.media {
            blobs::StoreLocation::Folder(folder) => folder.display().to_string(),
            blobs::StoreLocation::S3 { bucket, prefix } if prefix.is_empty() => {
                format!("s3://{bucket}")
            }
            blobs::StoreLocation::S3 { bucket, prefix } => format!("s3://{bucket}/{prefix}"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

impl LogFormat {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// Scheme and authority, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    pub fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme))?;
        let authority =
            uri.authority().filter(|a| !a.host().is_empty() && !a.as_str().contains('@'))?;
        let port_is_a_port = authority.port().is_none_or(|port| port.as_u16() != 0)
            && !authority.as_str().ends_with(':');
        let is_bare = uri.path_and_query().is_none_or(|rest| rest.as_str() == "/");
        (port_is_a_port && is_bare && !text.contains('#'))
            .then(|| Self(format!("{scheme}://{authority}")))
    }

    pub fn of(address: SocketAddr) -> Self {
        Self(format!("http://{}", http::client_address::reachable(address)))
    }

    /// Whether the host is a loopback address, which only this machine can reach.
    pub fn is_loopback(&self) -> bool {
        let uri: Option<Uri> = self.0.parse().ok();
        let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub fn signups(text: &str) -> Option<Signups> {
    match text {
        "on" => Some(Signups::On),
        "off" => Some(Signups::Off),
        "invite" => Some(Signups::Invite),
        _ => None,
    }
}

pub fn public_pages(text: &str) -> Option<PublicPages> {
    match text {
        "off" => Some(PublicPages::Off),
        "links" => Some(PublicPages::Links),
        "all" => Some(PublicPages::All),
        _ => None,
    }
}

pub fn on_or_off(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Parses the log filter. A single word that is no level, such as `--log verbose`, is refused: `Targets` would take it
/// for the name of a module, and silently log nothing.
pub fn log_filter(text: &str) -> Option<Targets> {
    let is_level = |word: &str| {
        ["off", "error", "warn", "info", "debug", "trace"]
            .iter()
            .any(|level| level.eq_ignore_ascii_case(word))
    };
    let is_module = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_:-".contains(c))
    };
    let makes_sense = text.split(',').all(|directive| match directive.trim().split_once('=') {
        Some((module, level)) => is_module(module) && is_level(level),
        None => is_level(directive.trim()),
    });
    if !makes_sense {
        return None;
    }
    let directives: Vec<&str> = text.split(',').map(str::trim).collect();
    directives.join(",").parse().ok()
}

pub fn postgres_url(url: &str) -> Option<String> {
    let is_postgres = ["postgres://", "postgresql://"]
        .iter()
        .filter_map(|scheme| url.strip_prefix(scheme))
        .any(|rest| !rest.is_empty() && !rest.chars().any(|c| c.is_whitespace() || c.is_control()));
    is_postgres.then(|| url.to_owned())
}
