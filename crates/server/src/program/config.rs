//! Settings that have been checked. What arrives is text; what leaves makes sense, or the start
//! ends with one line that names the setting, what it got and what it takes.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use app::notifications::mail::{Sender, SmtpServer};
use app::policy::{Policy, Signups};
use axum::http::Uri;
use domain::documents::UploadLimits;
use domain::identity::users::Email;
use tracing_subscriber::filter::Targets;

use crate::http::client_address::Networks;
use crate::program::cli::{
    LogArgs, MailArgs, MediaArgs, NetworkArgs, PeopleArgs, PlaceArgs, ServeArgs,
};
use crate::program::setting::{
    DATA_DIR, DATABASE_URL, LISTEN, LOG, LOG_FORMAT, MAIL_FROM, MAX_ACCOUNT_GB, MAX_AUDIO_MB,
    MAX_VIDEO_MB, MEDIA_URL, METRICS_LISTEN, PUBLIC_URL, RATE_LIMIT, SAMPLE_DATA, SECRET_KEY_FILE,
    SIGNUPS, SMTP_URL, SUPPORT_EMAIL, Setting, SettingError, TRUSTED_PROXIES, without_password,
};

/// Everything `serve` and `demo` go by.
#[derive(Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// None until the real port is known: then it is `http://` and the listen address.
    pub public_url: Option<PublicUrl>,
    pub trusted_proxies: Networks,
    pub place: Place,
    pub upload_limits: UploadLimits,
    pub policy: Policy,
    pub rate_limit: bool,
    pub sample_data: bool,
    pub support_email: Option<Email>,
    pub mail: Mail,
    pub logs: Logs,
    pub metrics_listen: Option<SocketAddr>,
}

/// Where an installation keeps its data; the operator's commands need no more than this.
#[derive(Debug)]
pub struct Place {
    pub data_dir: PathBuf,
    /// A PostgreSQL URL; none means SQLite in the data folder.
    pub database_url: Option<String>,
    pub media: blobs::Place,
    pub secret_key_file: PathBuf,
}

impl Place {
    /// The SQLite file, where the rows are in one.
    pub fn database_file(&self) -> PathBuf {
        self.data_dir.join("ledgerline.db")
    }

    /// The database as a message names it.
    pub fn database_name(&self) -> String {
        match &self.database_url {
            Some(url) => format!("the database {}", without_password(url)),
            None => format!("the database {}", self.database_file().display()),
        }
    }

    /// The media store as a message names it.
    pub fn media_name(&self) -> String {
        match &self.media {
            blobs::Place::Folder(folder) => folder.display().to_string(),
            blobs::Place::S3 { bucket, prefix } if prefix.is_empty() => format!("s3://{bucket}"),
            blobs::Place::S3 { bucket, prefix } => format!("s3://{bucket}/{prefix}"),
        }
    }
}

/// How people are written to.
#[derive(Debug)]
pub struct Mail {
    /// None means files in the data folder.
    pub server: Option<SmtpServer>,
    /// None means an address at the public URL's host.
    pub sender: Option<Sender>,
}

#[derive(Debug)]
pub struct Logs {
    pub filter: Targets,
    pub format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// Scheme and authority, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    pub fn of(address: SocketAddr) -> Self {
        Self(format!("http://{}", crate::http::client_address::reachable(address)))
    }

    /// Whether only this machine reaches it.
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

const ADDRESS: &str = "an address with a port, such as 127.0.0.1:8080";

impl TryFrom<&ServeArgs> for Config {
    type Error = SettingError;

    fn try_from(args: &ServeArgs) -> Result<Self, SettingError> {
        let NetworkArgs { listen, public_url, trusted_proxies } = &args.network;
        let PeopleArgs { signups, rate_limit, sample_data, support_email } = &args.people;
        let listen = self::listen(listen.as_deref())?;
        let metrics_listen: Option<SocketAddr> =
            METRICS_LISTEN
                .parse(args.metrics_listen.as_deref(), ADDRESS, |text| text.parse().ok())?;
        if let Some(metrics) = metrics_listen
            && metrics == listen
            && metrics.port() != 0
        {
            return Err(METRICS_LISTEN.refuse(
                &metrics.to_string(),
                "an address other than --listen: metrics are not for everyone",
            ));
        }
        Ok(Self {
            listen,
            public_url: PUBLIC_URL.parse(
                public_url.as_deref(),
                PUBLIC_URL_TAKES,
                public_url_from,
            )?,
            trusted_proxies: TRUSTED_PROXIES
                .parse(
                    trusted_proxies.as_deref(),
                    "addresses or networks with commas between, such as 10.0.0.7,192.168.0.0/16",
                    |text| text.parse().ok(),
                )?
                .unwrap_or_default(),
            place: Place::try_from(&args.place)?,
            upload_limits: upload_limits(&args.media)?,
            policy: policy(signups.as_deref(), &args.media)?,
            rate_limit: RATE_LIMIT
                .parse(rate_limit.as_deref(), "on or off", switch)?
                .unwrap_or(true),
            sample_data: self::sample_data(sample_data.as_deref())?,
            support_email: SUPPORT_EMAIL.parse(
                support_email.as_deref(),
                "one e-mail address, such as help@studio.example",
                |text| Email::parse(text).ok(),
            )?,
            mail: Mail::try_from(&args.mail)?,
            logs: Logs::try_from(&args.logs)?,
            metrics_listen,
        })
    }
}

impl TryFrom<&PlaceArgs> for Place {
    type Error = SettingError;

    fn try_from(args: &PlaceArgs) -> Result<Self, SettingError> {
        let data_dir = DATA_DIR
            .path(args.data_dir.as_deref(), "a folder")?
            .unwrap_or_else(|| PathBuf::from("data"));
        let secret_key_file = SECRET_KEY_FILE
            .path(args.secret_key_file.as_deref(), "a file")?
            .unwrap_or_else(|| data_dir.join("secret.key"));
        let takes = "postgres://user:password@host/name; without it a SQLite file in the data \
                     folder is used";
        let database_url = match DATABASE_URL.text(args.database_url.as_deref(), takes)? {
            Some(url) if is_postgres(url) => Some(url.to_owned()),
            Some(url) => return Err(DATABASE_URL.refuse(&without_password(url), takes)),
            None => None,
        };
        let media = MEDIA_URL
            .parse(
                args.media_url.as_deref(),
                "s3://bucket, s3://bucket/prefix or file:///folder; without it a folder in the data \
                 folder is used",
                blobs::Place::parse,
            )?
            .unwrap_or_else(|| blobs::Place::Folder(data_dir.join("media")));
        Ok(Self { data_dir, database_url, media, secret_key_file })
    }
}

impl TryFrom<&MailArgs> for Mail {
    type Error = SettingError;

    fn try_from(args: &MailArgs) -> Result<Self, SettingError> {
        let takes = SmtpServer::TAKES;
        let server = match SMTP_URL.text(args.smtp_url.as_deref(), takes)? {
            Some(url) => Some(
                SmtpServer::parse(url)
                    .ok_or_else(|| SMTP_URL.refuse(&without_password(url), takes))?,
            ),
            None => None,
        };
        let sender = MAIL_FROM.parse(
            args.mail_from.as_deref(),
            "one e-mail address, such as studio@example.com or Studio <studio@example.com>",
            Sender::parse,
        )?;
        Ok(Self { server, sender })
    }
}

impl TryFrom<&LogArgs> for Logs {
    type Error = SettingError;

    fn try_from(args: &LogArgs) -> Result<Self, SettingError> {
        let filter = LOG
            .parse(
                args.log.as_deref(),
                "off, error, warn, info, debug or trace, also per part, such as \
                 info,ledgerline=debug",
                log_filter,
            )?
            .unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
        let format = LOG_FORMAT
            .parse(args.log_format.as_deref(), "text or json", |text| match text {
                "text" => Some(LogFormat::Text),
                "json" => Some(LogFormat::Json),
                _ => None,
            })?
            .unwrap_or(LogFormat::Text);
        Ok(Self { filter, format })
    }
}

/// Where the server listens, given what was set.
pub fn listen(setting: Option<&OsStr>) -> Result<SocketAddr, SettingError> {
    let address = LISTEN.parse(setting, ADDRESS, |text| text.parse().ok())?;
    Ok(address.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))))
}

fn upload_limits(args: &MediaArgs) -> Result<UploadLimits, SettingError> {
    let UploadLimits { audio_mb, video_mb } = UploadLimits::default();
    let megabytes = |setting: Setting, value: &Option<OsString>, otherwise: u32| {
        let takes = "a whole number of megabytes from 1 to 100000";
        let limit = setting.parse(value.as_deref(), takes, |text| {
            text.parse().ok().filter(|mb| (1..=100_000).contains(mb))
        })?;
        Ok(limit.unwrap_or(otherwise))
    };
    Ok(UploadLimits {
        audio_mb: megabytes(MAX_AUDIO_MB, &args.max_audio_mb, audio_mb)?,
        video_mb: megabytes(MAX_VIDEO_MB, &args.max_video_mb, video_mb)?,
    })
}

const DEFAULT_ACCOUNT_GB: u64 = 20;

fn policy(signups: Option<&OsStr>, media: &MediaArgs) -> Result<Policy, SettingError> {
    let signups = SIGNUPS.parse(signups, "on, off or invite", |text| match text {
        "on" => Some(Signups::On),
        "off" => Some(Signups::Off),
        "invite" => Some(Signups::Invite),
        _ => None,
    })?;
    let takes = "a whole number of gigabytes up to 1000000, or 0 for no limit";
    let gigabytes = MAX_ACCOUNT_GB.parse(media.max_account_gb.as_deref(), takes, |text| {
        text.parse().ok().filter(|gigabytes: &u64| *gigabytes <= 1_000_000)
    })?;
    let gigabytes = gigabytes.unwrap_or(DEFAULT_ACCOUNT_GB);
    Ok(Policy {
        signups: signups.unwrap_or_default(),
        max_account_bytes: (gigabytes > 0).then_some(gigabytes << 30),
        refuses_demo_password: false,
    })
}

pub fn sample_data(value: Option<&OsStr>) -> Result<bool, SettingError> {
    Ok(SAMPLE_DATA.parse(value, "on or off", switch)?.unwrap_or(true))
}

/// The address that links lead to, for a command that does not listen itself.
pub fn link_base(value: Option<&OsStr>) -> Result<PublicUrl, SettingError> {
    let url = PUBLIC_URL.parse(value, PUBLIC_URL_TAKES, public_url_from)?;
    Ok(url.unwrap_or_else(|| PublicUrl::of(SocketAddr::from(([127, 0, 0, 1], 8080)))))
}

const PUBLIC_URL_TAKES: &str =
    "http:// or https:// with a host and no path, such as https://studio.example";

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn public_url_from(text: &str) -> Option<PublicUrl> {
    let uri: Uri = text.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme))?;
    let authority =
        uri.authority().filter(|a| !a.host().is_empty() && !a.as_str().contains('@'))?;
    let port_is_a_port = authority.port().is_none_or(|port| port.as_u16() != 0)
        && !authority.as_str().ends_with(':');
    let is_bare = uri.path_and_query().is_none_or(|rest| rest.as_str() == "/");
    (port_is_a_port && is_bare && !text.contains('#'))
        .then(|| PublicUrl(format!("{scheme}://{authority}")))
}

/// A lone word would otherwise be taken for the name of a part, and `--log verbose` would log
/// nothing at all without a word about it.
fn log_filter(text: &str) -> Option<Targets> {
    let is_level = |word: &str| {
        ["off", "error", "warn", "info", "debug", "trace"]
            .iter()
            .any(|level| level.eq_ignore_ascii_case(word))
    };
    let is_part = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_:-".contains(c))
    };
    let makes_sense = text.split(',').all(|directive| match directive.trim().split_once('=') {
        Some((part, level)) => is_part(part) && is_level(level),
        None => is_level(directive.trim()),
    });
    if !makes_sense {
        return None;
    }
    let directives: Vec<&str> = text.split(',').map(str::trim).collect();
    directives.join(",").parse().ok()
}

fn is_postgres(url: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .filter_map(|scheme| url.strip_prefix(scheme))
        .any(|rest| !rest.is_empty() && !rest.chars().any(|c| c.is_whitespace() || c.is_control()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::program::cli::{Cli, Command};

    fn config(flags: &[&str]) -> Result<Config, String> {
        let line = ["ledgerline", "serve"].into_iter().chain(flags.iter().copied());
        let Command::Serve(args) = Cli::try_parse_from(line).expect("known flags").command else {
            panic!("serve was asked for");
        };
        Config::try_from(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn nothing_set_gives_the_documented_defaults() {
        let config = config(&[]).expect("defaults make sense");
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.place.data_dir, PathBuf::from("data"));
        assert_eq!(config.place.secret_key_file, PathBuf::from("data/secret.key"));
        assert_eq!(config.place.database_url, None);
        assert_eq!(config.place.media, blobs::Place::Folder(PathBuf::from("data/media")));
        let limits = config.upload_limits;
        assert_eq!((limits.audio_mb, limits.video_mb), (50, 200));
        assert_eq!(config.policy.signups, Signups::On);
        assert_eq!(config.policy.max_account_bytes, Some(20 << 30));
        assert!(config.rate_limit && config.sample_data && config.support_email.is_none());
        assert!(config.mail.server.is_none() && config.mail.sender.is_none());
        assert!(config.metrics_listen.is_none() && config.trusted_proxies.is_empty());
        assert_eq!(config.logs.format, LogFormat::Text);
    }

    /// OPS-07: a senseless setting is named together with what it got and what it takes.
    #[test]
    fn every_setting_refuses_nonsense_in_one_line() {
        let nonsense: &[(&str, &[&str])] = &[
            ("--listen", &["", "8080", "localhost", "127.0.0.1:99999", "127.0.0.1"]),
            (
                "--public-url",
                &[
                    "",
                    "studio.example",
                    "ftp://x",
                    "https://x/app",
                    "https://a@x",
                    "http://x:0",
                    "http://x?q",
                    "http://x#a",
                ],
            ),
            ("--trusted-proxies", &["", "all", "10.0.0.0/40", "10.0.0.1,"]),
            ("--data-dir", &[""]),
            ("--secret-key-file", &[""]),
            (
                "--database-url",
                &["", "mysql://root:hunter2@db/x", "postgres://", "data.db", "postgres://a b"],
            ),
            (
                "--media-url",
                &["", "media", "gs://beats", "s3://", "s3://beats/../x", "file://media"],
            ),
            ("--max-audio-mb", &["", "0", "1.5", "50MB", "100001"]),
            ("--max-video-mb", &["", "0", "many", "99999999999"]),
            ("--max-account-gb", &["", "1.5", "20GB", "1000001"]),
            ("--signups", &["", "yes", "ON", "invited"]),
            ("--rate-limit", &["", "yes", "ON", "0"]),
            ("--sample-data", &["", "true", "Off"]),
            ("--support-email", &["", "help", "a@b@c", "help@"]),
            (
                "--smtp-url",
                &["", "mail.example", "http://mail.example", "imap://root:hunter2@mail.example"],
            ),
            ("--mail-from", &["", "studio", "Studio <studio>", "a@b.example, c@d.example"]),
            ("--log", &["", "verbose", "info,", "x=loud", "=info"]),
            ("--log-format", &["", "xml"]),
            ("--metrics-listen", &["", "9090", "127.0.0.1:8080"]),
        ];
        for (flag, values) in nonsense {
            for value in *values {
                let error = config(&[flag, value]).expect_err(&format!("{flag} {value}"));
                assert!(error.starts_with(&format!("{flag} (LEDGERLINE_")), "{error}");
                assert!(error.contains("but it takes"), "{error}");
                assert!(!error.contains('\n') && !error.contains("hunter2"), "{error}");
            }
        }
    }

    #[test]
    fn sensible_settings_are_taken() {
        let sense: &[(&str, &[&str])] = &[
            ("--listen", &["0.0.0.0:80", "[::1]:0", "127.0.0.1:0"]),
            (
                "--public-url",
                &["https://studio.example", "http://127.0.0.1:8080/", "https://x:8443"],
            ),
            ("--trusted-proxies", &["10.0.0.7", "10.0.0.0/8, ::1"]),
            ("--database-url", &["postgres://u:p@h/d", "postgresql://h/d?sslmode=disable"]),
            ("--media-url", &["s3://beats", "s3://beats/studio", "file:///srv/media"]),
            ("--max-audio-mb", &["1", "150", "100000"]),
            ("--max-account-gb", &["0", "1", "1000000"]),
            ("--signups", &["on", "off", "invite"]),
            ("--sample-data", &["on", "off"]),
            ("--smtp-url", &["smtp://mail.example", "smtps://u:p%40@mail.example:465"]),
            ("--mail-from", &["studio@example.com", "Studio <studio@example.com>"]),
            ("--log", &["off", "DEBUG", "info, ledgerline=trace", "warn,hyper=off"]),
        ];
        for (flag, values) in sense {
            for value in *values {
                config(&[flag, value]).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }

    #[test]
    fn a_public_url_loses_its_last_slash_and_tells_its_scheme() {
        let url = config(&["--public-url", "https://studio.example/"]).expect("valid").public_url;
        let url = url.expect("set");
        assert_eq!(url.to_string(), "https://studio.example");
        assert!(url.is_https() && !url.is_loopback());
        for own in ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:90"] {
            let url = config(&["--public-url", own]).expect("valid").public_url.expect("set");
            assert!(url.is_loopback(), "{own}");
        }
        let wildcard = PublicUrl::of("0.0.0.0:8080".parse().expect("an address"));
        assert_eq!(wildcard.to_string(), "http://127.0.0.1:8080");
    }
}
