//! The command line and every setting: its flag, its environment variable, its default, its help and what it accepts.

use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use app::database::DEFAULT_POOL_SIZE;
use app::guests::budget::DEFAULT_STREAMS;
use app::notifications::mail::{Sender, SmtpServer};
use app::operations::seed::Plan;
use app::policy::{Outside, Policy, PublicPages, Signups};
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand};
use domain::deliveries::{DEFAULT_DAYS, DEFAULT_RECORD_YEARS, DEFAULT_TICKETS};
use domain::identity::users::Email;
use domain::library::documents::UploadLimits;
use domain::library::files::FileLimits;
use http::client_address::Networks;
use tracing_subscriber::filter::Targets;

use crate::program::config::{
    InstallationPlace, LogFormat, PublicUrl, log_filter, on_or_off, postgres_url, public_pages,
    signups,
};
use crate::program::setting::{METRICS_LISTEN, SettingError, number, path, refused_line, text};

#[derive(Parser)]
#[command(
    name = "ledgerline",
    version,
    about = "Ledgerline keeps a music studio's beats, clients, sales and money in one place.",
    after_help = "Start with `ledgerline demo`: it serves the app with a demo account to look around in.\n\
                  `ledgerline serve --help` lists every setting with its environment variable.",
    max_term_width = 100
)]
pub struct Cli {
    /// File of settings, a NAME=value on each line, as systemd's EnvironmentFile takes it; the environment and flags
    /// win over it [default: /etc/ledgerline.env, where it exists]
    #[arg(long, global = true, value_name = "FILE", env = "LEDGERLINE_CONFIG")]
    pub config: Option<OsString>,
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the command line and the environment. Ends the process after printing help, or after an invalid argument;
    /// an invalid setting is reported in one line.
    pub fn parse() -> Self {
        Self::try_parse().unwrap_or_else(|error| match refused_line(&error) {
            Some(line) => {
                // If standard error is closed, there is nowhere left to report it.
                let _ = writeln!(std::io::stderr(), "ledgerline: {line}");
                std::process::exit(2);
            }
            None => error.exit(),
        })
    }
}

fn address() -> impl TypedValueParser<Value = SocketAddr> {
    text("an address with a port, such as 127.0.0.1:8080", |text| text.parse().ok())
}

fn public_url() -> impl TypedValueParser<Value = PublicUrl> {
    let takes = "http:// or https:// with a host and no path, such as https://studio.example";
    text(takes, PublicUrl::parse)
}

fn switch() -> impl TypedValueParser<Value = bool> {
    text("on or off", on_or_off)
}

fn megabytes() -> impl TypedValueParser<Value = u32> {
    text("a whole number of megabytes from 1 to 100000", |text| {
        text.parse().ok().filter(|megabytes| (1..=100_000).contains(megabytes))
    })
}

fn hours() -> impl TypedValueParser<Value = u32> {
    text("a whole number of hours from 1 to 168", |text| {
        text.parse().ok().filter(|hours| (1..=168).contains(hours))
    })
}

fn days() -> impl TypedValueParser<Value = u32> {
    text("a whole number of days from 1 to 3650", |text| {
        text.parse().ok().filter(|days| (1..=3650).contains(days))
    })
}

fn tickets() -> impl TypedValueParser<Value = u32> {
    text("a whole number from 1 to 10000", |text| {
        text.parse().ok().filter(|tickets| (1..=10_000).contains(tickets))
    })
}

fn years() -> impl TypedValueParser<Value = u32> {
    text("a whole number of years from 0 to 100", |text| {
        text.parse().ok().filter(|years| *years <= 100)
    })
}

fn streams() -> impl TypedValueParser<Value = usize> {
    text("a whole number from 1 to 100000", |text| {
        text.parse().ok().filter(|streams| (1..=100_000).contains(streams))
    })
}

/// With a single connection, one slow query would stop everything.
fn connections() -> impl TypedValueParser<Value = usize> {
    text("a whole number from 2 to 1000", |text| {
        text.parse().ok().filter(|connections| (2..=1_000).contains(connections))
    })
}

fn guest_mails() -> impl TypedValueParser<Value = i64> {
    text("a whole number from 0 to 1000000", |text| {
        text.parse().ok().filter(|mails| (0..=1_000_000).contains(mails))
    })
}

/// The hosts that ways to pay may link to.
#[derive(Debug, Clone, Default)]
pub struct PayHosts(pub Vec<String>);

fn pay_hosts(text: &str) -> Option<PayHosts> {
    let hosts = text.split(',').map(str::trim).filter(|host| !host.is_empty());
    let hosts: Vec<String> = hosts.map(str::to_ascii_lowercase).collect();
    let is_host = |host: &String| {
        host.contains('.')
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
    };
    hosts.iter().all(is_host).then_some(PayHosts(hosts))
}

fn megabits() -> impl TypedValueParser<Value = u32> {
    text("a whole number of megabits a second up to 1000000, or 0 for no limit", |text| {
        text.parse().ok().filter(|megabits| *megabits <= 1_000_000)
    })
}

fn gigabytes() -> impl TypedValueParser<Value = u64> {
    text("a whole number of gigabytes up to 1000000, or 0 for no limit", |text| {
        text.parse().ok().filter(|gigabytes| *gigabytes <= 1_000_000)
    })
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the server; the database is made or brought up to date first
    Serve(ServeArgs),
    /// Run the server with a demo account, whose e-mail, password and PIN are printed at start
    Demo(DemoArgs),
    /// Ask the server on this machine whether it is well: exit code 0 if so, 1 if not
    Health(HealthArgs),
    /// Print the API's OpenAPI 3.1 document
    Openapi,
    /// Fill an account with made-up rows, plenty of them, for benchmarks and demos
    Seed(SeedArgs),
    /// Make the database, or bring it up to this program's schema; no server may be running
    Migrate(PlaceOnly),
    /// Write the whole installation to one file, while the server runs or not
    Backup(BackupArgs),
    /// Check a backup to the last byte, without restoring it
    Verify(VerifyArgs),
    /// Bring an installation back from such a file, into an empty place
    Restore(RestoreArgs),
    /// Look after the files in the media store
    #[command(subcommand)]
    Media(MediaCommand),
    /// Look after the records of issued licenses
    #[command(subcommand)]
    Licenses(LicensesCommand),
    /// Hide the public page of a producer from everybody, or show it again
    #[command(subcommand)]
    Shop(ShopCommand),
    /// Replace the key, and seal every stored secret anew under the new one; no server may be running
    RotateKey(PlaceOnly),
    /// Spread the tables over the nodes of a PostgreSQL cluster with the Citus extension
    Distribute(PlaceOnly),
    /// Create, invite, disable, delete and help the people who have an account
    #[command(subcommand)]
    User(UserCommand),
    /// Confine this process and become another program; the server runs ffmpeg this way
    #[command(hide = true)]
    Confine(ConfineArgs),
}

#[derive(Subcommand)]
pub enum LicensesCommand {
    /// Walk the record of every license and compare its contract: exit code 0 if all are whole, 1 if one is not
    Verify(PlaceOnly),
}

#[derive(Subcommand)]
pub enum ShopCommand {
    /// Hide a public page; its owner sees that the operator did so
    Hide(ShopArgs),
    /// Show a hidden page again, if its owner has it on
    Show(ShopArgs),
}

#[derive(Args)]
pub struct ShopArgs {
    /// The handle in the page's address, with or without @
    pub handle: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct ConfineArgs {
    /// Only tell by the exit code whether this system can enforce everything
    #[arg(long, conflicts_with = "command")]
    pub check: bool,
    /// A file that the program may read, besides the system's libraries
    #[arg(long, value_name = "FILE")]
    pub read: Vec<std::path::PathBuf>,
    /// The program, by its path, and its arguments
    #[arg(last = true, required_unless_present = "check")]
    pub command: Vec<OsString>,
}

#[derive(Args)]
pub struct HealthArgs {
    /// Address and port the server listens on
    #[arg(long, value_name = "ADDRESS:PORT", env = "LEDGERLINE_LISTEN")]
    #[arg(default_value = "127.0.0.1:8080", value_parser = address())]
    pub listen: SocketAddr,
}

#[derive(Args)]
pub struct BackupArgs {
    /// The backup's file, or - for standard output
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Leave the media out: only the rows and the key
    #[arg(long)]
    pub database_only: bool,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct DemoArgs {
    #[command(flatten)]
    pub serve: ServeArgs,
    /// Serve the demo to other machines too, although its password is published
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args)]
pub struct RestoreArgs {
    /// The backup's file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct VerifyArgs {
    /// The backup's file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct PlaceOnly {
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Subcommand)]
pub enum MediaCommand {
    /// Files that no row of the database names: they are kept for seven days
    #[command(subcommand)]
    Trash(TrashCommand),
    /// Move every file that no row names to the trash, also when there are many of them
    Sweep {
        /// Really do it
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        place: PlaceArgs,
    },
}

#[derive(Subcommand)]
pub enum TrashCommand {
    /// List what is in the trash
    List(PlaceOnly),
    /// Move files back to where they lay: those named, or all that rows of the database name
    Restore {
        /// Files as `media trash list` names them
        #[arg(value_name = "KEY")]
        keys: Vec<String>,
        #[command(flatten)]
        place: PlaceArgs,
    },
}

#[derive(Args)]
pub struct SeedArgs {
    /// The e-mail address of the account to fill
    #[arg(long, value_name = "EMAIL")]
    pub email: String,
    /// How many transactions to make, up to 10,000,000
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0, Plan::MOST_TRANSACTIONS))]
    pub transactions: i64,
    /// How many sales to make, up to 1,000,000, each with its transaction
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0, Plan::MOST_SALES))]
    pub sales: i64,
    /// How many beats and videos to make, up to 100,000, without a file behind them
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0, Plan::MOST_DOCUMENTS))]
    pub documents: i64,
    /// How many clients to make, up to 100,000
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0, Plan::MOST_CLIENTS))]
    pub clients: i64,
    /// How many savings goals to make, up to 10,000
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0, Plan::MOST_GOALS))]
    pub goals: i64,
    /// How many years back transactions, sales and uploads begin, up to 25
    #[arg(long, value_name = "N", default_value = "3", value_parser = number(1, Plan::MOST_YEARS))]
    pub years: i64,
    /// A number to make the rows up from: the same one makes up the same rows
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0, i64::MAX))]
    pub seed: i64,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Args)]
pub struct ServeArgs {
    #[command(flatten)]
    pub network: NetworkArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    #[command(flatten)]
    pub media: MediaArgs,
    #[command(flatten)]
    pub people: PeopleArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub logs: LogArgs,
    /// Serve Prometheus metrics at this address, path /metrics [default: none]
    #[arg(long, value_name = "ADDRESS:PORT", env = "LEDGERLINE_METRICS_LISTEN")]
    #[arg(help_heading = "Logs and metrics")]
    #[arg(value_parser = address())]
    pub metrics_listen: Option<SocketAddr>,
}

impl ServeArgs {
    /// Checks combinations of settings, which the parser of a single setting cannot check.
    pub fn check(&self) -> Result<(), SettingError> {
        match self.metrics_listen {
            Some(metrics) if metrics == self.network.listen && metrics.port() != 0 => {
                Err(METRICS_LISTEN.refuse(
                    &metrics.to_string(),
                    "an address other than --listen: metrics are not for everyone",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Whether other machines may reach the server: by its own address, or by way of a proxy.
    pub fn is_reachable(&self) -> bool {
        let NetworkArgs { listen, public_url, trusted_proxies, .. } = &self.network;
        let is_public = public_url.as_ref().is_some_and(|url| !url.is_loopback());
        !listen.ip().is_loopback() || is_public || trusted_proxies.is_some()
    }

    pub fn upload_limits(&self) -> UploadLimits {
        let MediaArgs { max_audio_mb: audio_mb, max_video_mb: video_mb, .. } = self.media;
        let files = FileLimits {
            audio_mb: self.media.max_file_audio_mb,
            stems_mb: self.media.max_stems_mb,
            project_mb: self.media.max_project_mb,
            artwork_mb: self.media.max_artwork_mb,
            other_mb: self.media.max_other_mb,
        };
        UploadLimits { audio_mb, video_mb, files }
    }

    pub fn outside(&self) -> Outside {
        Outside {
            pay_hosts: self.people.pay_hosts.clone().unwrap_or_default().0,
            postal_line: self.mail.postal_line.clone(),
            mails_a_day: self.mail.guest_mails,
        }
    }

    pub fn policy(&self, refuses_demo_password: bool) -> Policy {
        let gigabytes = self.media.max_account_gb;
        Policy {
            signups: self.people.signups,
            max_account_bytes: (gigabytes > 0).then_some(gigabytes << 30),
            refuses_demo_password,
            reservation_hours: self.people.reservation_hours,
            public_pages: self.people.public_pages,
            stripe_test: self.people.stripe_test,
            delivery_days: self.people.delivery_days,
            delivery_tickets: self.people.delivery_tickets,
            delivery_record_years: self.people.delivery_record_years,
        }
    }
}

#[derive(Args)]
#[command(next_help_heading = "Where people reach it")]
pub struct NetworkArgs {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", env = "LEDGERLINE_LISTEN")]
    #[arg(default_value = "127.0.0.1:8080", value_parser = address())]
    pub listen: SocketAddr,
    /// The address people type, without a path; https:// here switches on HSTS
    /// [default: http:// and the listen address]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_PUBLIC_URL", value_parser = public_url())]
    pub public_url: Option<PublicUrl>,
    /// An address of its own for public pages, without a path: they answer only there, and the app does not
    /// [default: the public URL]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_LINKS_URL", value_parser = public_url())]
    pub links_url: Option<PublicUrl>,
    /// Proxies whose X-Forwarded-For is believed: addresses or networks, with commas between
    /// [default: none]
    #[arg(long, value_name = "LIST", env = "LEDGERLINE_TRUSTED_PROXIES")]
    #[arg(value_parser = text(
        "addresses or networks with commas between, such as 10.0.0.7,192.168.0.0/16",
        |text| text.parse::<Networks>().ok(),
    ))]
    pub trusted_proxies: Option<Networks>,
}

#[derive(Args, Clone)]
#[command(next_help_heading = "Where it keeps its data")]
pub struct PlaceArgs {
    /// Folder for everything it writes; made if missing
    #[arg(long, value_name = "FOLDER", env = "LEDGERLINE_DATA_DIR")]
    #[arg(default_value = "./data", value_parser = path("a folder"))]
    pub data_dir: PathBuf,
    /// A PostgreSQL database, postgres://user:password@host/name
    /// [default: a SQLite file in the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_DATABASE_URL", hide_env_values = true)]
    #[arg(value_parser = text(
        "postgres://user:password@host/name; without it a SQLite file in the data folder is used",
        postgres_url,
    ))]
    pub database_url: Option<String>,
    /// How many connections to PostgreSQL requests and jobs share; three more carry messages and the
    /// server's lock
    #[arg(long, value_name = "N", env = "LEDGERLINE_DATABASE_CONNECTIONS")]
    #[arg(default_value_t = DEFAULT_POOL_SIZE, value_parser = connections())]
    pub database_connections: usize,
    /// Where uploaded media lie: s3://bucket/prefix, with the usual AWS_* variables, or
    /// file:///folder [default: the folder media in the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_MEDIA_URL")]
    #[arg(value_parser = text(
        "s3://bucket, s3://bucket/prefix or file:///folder; without it a folder in the data folder is used",
        blobs::StoreLocation::parse,
    ))]
    pub media_url: Option<blobs::StoreLocation>,
    /// Replaces the `AWS_*` variables of the process, for a server inside a test's process.
    #[arg(skip)]
    pub aws_variables: Option<Vec<(String, String)>>,
    /// File with the key that encrypts stored secrets; made on first start, readable only by its
    /// owner [default: secret.key in the data folder]
    #[arg(long, value_name = "FILE", env = "LEDGERLINE_SECRET_KEY_FILE")]
    #[arg(value_parser = path("a file"))]
    pub secret_key_file: Option<PathBuf>,
}

impl From<&PlaceArgs> for InstallationPlace {
    fn from(args: &PlaceArgs) -> Self {
        let PlaceArgs {
            data_dir,
            database_url,
            database_connections,
            media_url,
            aws_variables,
            secret_key_file,
        } = args.clone();
        let own_folder = || blobs::StoreLocation::Folder(data_dir.join("media"));
        let own_key = || data_dir.join("secret.key");
        Self {
            media: media_url.unwrap_or_else(own_folder),
            secret_key_file: secret_key_file.unwrap_or_else(own_key),
            data_dir,
            database_url,
            database_connections,
            aws_variables,
        }
    }
}

#[derive(Args)]
#[command(next_help_heading = "What it takes in")]
pub struct MediaArgs {
    /// The largest audio file, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_AUDIO_MB")]
    #[arg(default_value_t = UploadLimits::default().audio_mb, value_parser = megabytes())]
    pub max_audio_mb: u32,
    /// The largest video file, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_VIDEO_MB")]
    #[arg(default_value_t = UploadLimits::default().video_mb, value_parser = megabytes())]
    pub max_video_mb: u32,
    /// The largest MP3, WAV or tagged file beside the one that plays, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_FILE_AUDIO_MB")]
    #[arg(default_value_t = FileLimits::default().audio_mb, value_parser = megabytes())]
    pub max_file_audio_mb: u32,
    /// The largest ZIP of stems, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_STEMS_MB")]
    #[arg(default_value_t = FileLimits::default().stems_mb, value_parser = megabytes())]
    pub max_stems_mb: u32,
    /// The largest ZIP of a project, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_PROJECT_MB")]
    #[arg(default_value_t = FileLimits::default().project_mb, value_parser = megabytes())]
    pub max_project_mb: u32,
    /// The largest picture of artwork, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_ARTWORK_MB")]
    #[arg(default_value_t = FileLimits::default().artwork_mb, value_parser = megabytes())]
    pub max_artwork_mb: u32,
    /// The largest other file of a beat, in MB
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_OTHER_MB")]
    #[arg(default_value_t = FileLimits::default().other_mb, value_parser = megabytes())]
    pub max_other_mb: u32,
    /// How much the files of one account may take, in GB; 0 for no limit
    #[arg(long, value_name = "GB", env = "LEDGERLINE_MAX_ACCOUNT_GB")]
    #[arg(default_value = "100", value_parser = gigabytes())]
    pub max_account_gb: u64,
}

#[derive(Args)]
#[command(next_help_heading = "How it treats people")]
pub struct PeopleArgs {
    /// How long a beat is reserved for a buyer of an exclusive license, in hours
    #[arg(long, value_name = "HOURS", env = "LEDGERLINE_RESERVATION_HOURS")]
    #[arg(default_value = "48", value_parser = hours())]
    pub reservation_hours: u32,
    /// Hosts that ways to pay may lead to, separated by commas, besides buy.stripe.com, paypal.me and www.paypal.com
    /// [default: none]
    #[arg(long, value_name = "HOSTS", env = "LEDGERLINE_PAY_HOSTS")]
    #[arg(value_parser = text("host names separated by commas, such as pay.example.com", pay_hosts))]
    pub pay_hosts: Option<PayHosts>,
    /// Who may sign up: on for everyone, invite for those with an invitation, off for nobody
    #[arg(long, value_name = "on|off|invite", env = "LEDGERLINE_SIGNUPS")]
    #[arg(default_value = "on", value_parser = text("on, off or invite", signups))]
    pub signups: Signups,
    /// Which pages people without an account may see: links for those whose address they were given, all, or off
    #[arg(long, value_name = "off|links|all", env = "LEDGERLINE_PUBLIC_PAGES")]
    #[arg(default_value = "links", value_parser = text("off, links or all", public_pages))]
    pub public_pages: PublicPages,
    /// Book payments of Stripe's test mode as if they were money: on or off
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_STRIPE_TEST")]
    #[arg(default_value = "off", value_parser = switch(), action = clap::ArgAction::Set)]
    pub stripe_test: bool,
    /// How long the address of a delivery is good for, in days
    #[arg(long, value_name = "DAYS", env = "LEDGERLINE_DELIVERY_DAYS")]
    #[arg(default_value_t = DEFAULT_DAYS, value_parser = days())]
    pub delivery_days: u32,
    /// How often each file of a delivery can be fetched before it is renewed
    #[arg(long, value_name = "N", env = "LEDGERLINE_DELIVERY_TICKETS")]
    #[arg(default_value_t = DEFAULT_TICKETS, value_parser = tickets())]
    pub delivery_tickets: u32,
    /// How long the record of a delivery is kept after its licenses have ended, in years
    #[arg(long, value_name = "YEARS", env = "LEDGERLINE_DELIVERY_RECORD_YEARS")]
    #[arg(default_value_t = DEFAULT_RECORD_YEARS, value_parser = years())]
    pub delivery_record_years: u32,
    /// How many people without an account may listen or download at once
    #[arg(long, value_name = "N", env = "LEDGERLINE_GUEST_STREAMS")]
    #[arg(default_value_t = DEFAULT_STREAMS, value_parser = streams())]
    pub guest_streams: usize,
    /// How much of the line they have together, in Mbit/s; 0 for no limit
    #[arg(long, value_name = "MBIT", env = "LEDGERLINE_GUEST_MBIT")]
    #[arg(default_value = "0", value_parser = megabits())]
    pub guest_mbit: u32,
    /// Limit how often someone may try to sign in: on, or off for benchmarks
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_RATE_LIMIT")]
    #[arg(default_value = "on", value_parser = switch(), action = clap::ArgAction::Set)]
    pub rate_limit: bool,
    /// Give new accounts sample data, which their owners can clear at any time: on or off
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_SAMPLE_DATA")]
    #[arg(default_value = "on", value_parser = switch(), action = clap::ArgAction::Set)]
    pub sample_data: bool,
    /// Sign the contracts of licenses with a key of this installation, as PDF readers check it: on or off
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_SEAL")]
    #[arg(default_value = "off", value_parser = switch(), action = clap::ArgAction::Set)]
    pub seal: bool,
    /// Where the app's Help sends people who need a person [default: none]
    #[arg(long, value_name = "EMAIL", env = "LEDGERLINE_SUPPORT_EMAIL")]
    #[arg(value_parser = text("one email address, such as help@studio.example", |text| Email::parse(text).ok()))]
    pub support_email: Option<Email>,
}

#[derive(Args)]
#[command(next_help_heading = "How it writes to people")]
pub struct MailArgs {
    /// The mail server: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465
    /// [default: none; each message is a file in the folder outbox of the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_SMTP_URL", hide_env_values = true)]
    #[arg(value_parser = text(SmtpServer::TAKES, SmtpServer::parse))]
    pub smtp_url: Option<SmtpServer>,
    /// Whom mail comes from, such as "Northline Studio <studio@example.com>"
    /// [default: ledgerline@ and the host of the public URL]
    #[arg(long, value_name = "SENDER", env = "LEDGERLINE_MAIL_FROM")]
    #[arg(value_parser = text(
        "one email address, such as studio@example.com or Studio <studio@example.com>",
        Sender::parse,
    ))]
    pub mail_from: Option<Sender>,
    /// A postal address for the end of letters to people without an account [default: none]
    #[arg(long, value_name = "TEXT", env = "LEDGERLINE_POSTAL_LINE")]
    pub postal_line: Option<String>,
    /// How many letters a day all accounts together may send to people without an account
    #[arg(long, value_name = "N", env = "LEDGERLINE_GUEST_MAILS", default_value = "1000")]
    #[arg(value_parser = guest_mails())]
    pub guest_mails: i64,
}

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub struct LogArgs {
    /// How much to log: off, error, warn, info, debug or trace, also per part, such as
    /// info,ledgerline=debug
    #[arg(long, value_name = "LEVEL", env = "LEDGERLINE_LOG", default_value = "info")]
    #[arg(value_parser = text(
        "off, error, warn, info, debug or trace, also per part, such as info,ledgerline=debug",
        log_filter,
    ))]
    pub log: Targets,
    /// How a log line looks: text for people, json for machines
    #[arg(long, value_name = "text|json", env = "LEDGERLINE_LOG_FORMAT")]
    #[arg(default_value = "text", value_parser = text("text or json", LogFormat::parse))]
    pub log_format: LogFormat,
}

#[derive(Args)]
pub struct AccountArgs {
    /// The account's e-mail address
    pub email: String,
    #[command(flatten)]
    pub place: PlaceArgs,
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// List every account
    List(PlaceOnly),
    /// Give an account a new random password, print it, and end the account's sessions
    ResetPassword(AccountArgs),
    /// Switch off two-factor sign-in for an account that lost its device
    #[command(name = "disable-2fa")]
    DisableTwoFactor(AccountArgs),
    /// Let an account try to sign in again after too many wrong tries
    Unlock(AccountArgs),
    /// Create an account and print its random password
    Create {
        #[command(flatten)]
        account: AccountArgs,
        /// The person's name
        #[arg(long)]
        name: String,
        /// What they do, such as "Music Producer"
        #[arg(long)]
        role: String,
        /// Give the account sample data: on or off
        #[arg(long, value_name = "on|off", env = "LEDGERLINE_SAMPLE_DATA")]
        #[arg(default_value = "on", value_parser = switch(), action = clap::ArgAction::Set)]
        sample_data: bool,
    },
    /// Invite somebody to sign up: print a link that works once, for a week, and have the server mail it
    Invite {
        /// The e-mail address to invite
        email: String,
        /// The address people type, for the link
        #[arg(long, value_name = "URL", env = "LEDGERLINE_PUBLIC_URL")]
        #[arg(default_value = "http://127.0.0.1:8080", value_parser = public_url())]
        public_url: PublicUrl,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// End an account's sessions and let nobody sign in to it; everything in it is kept
    Disable(AccountArgs),
    /// Let a disabled account be used again
    Enable(AccountArgs),
    /// End every session of an account
    SignOut(AccountArgs),
    /// Delete an account with all its rows and files, for good
    Delete {
        #[command(flatten)]
        account: AccountArgs,
        /// Really delete it
        #[arg(long)]
        yes: bool,
    },
}
