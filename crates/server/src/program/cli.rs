//! The command line as a person types it. Every setting arrives here as plain text, from its flag
//! or its environment variable; `config` decides whether it makes sense, so that a bad one is
//! told in one line of our own words.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

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
    /// Address and port the server listens on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "LEDGERLINE_LISTEN")]
    pub listen: Option<OsString>,
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
    List {
        #[command(flatten)]
        place: PlaceArgs,
    },
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
    /// How many transactions to make, up to 10,000,000 [default: 0]
    #[arg(long, value_name = "N")]
    pub transactions: Option<OsString>,
    /// How many sales to make, up to 1,000,000, each with its transaction [default: 0]
    #[arg(long, value_name = "N")]
    pub sales: Option<OsString>,
    /// How many beats and videos to make, up to 100,000, without a file behind them [default: 0]
    #[arg(long, value_name = "N")]
    pub documents: Option<OsString>,
    /// How many clients to make, up to 100,000 [default: 0]
    #[arg(long, value_name = "N")]
    pub clients: Option<OsString>,
    /// How many savings goals to make, up to 10,000 [default: 0]
    #[arg(long, value_name = "N")]
    pub goals: Option<OsString>,
    /// How many years back transactions, sales and uploads begin, up to 25 [default: 3]
    #[arg(long, value_name = "N")]
    pub years: Option<OsString>,
    /// A number to make the rows up from: the same one makes up the same rows [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<OsString>,
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
    pub metrics_listen: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "Where people reach it")]
pub struct NetworkArgs {
    /// Address and port to listen on; port 0 takes a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "LEDGERLINE_LISTEN")]
    pub listen: Option<OsString>,
    /// The address people type, without a path; https:// here switches on HSTS
    /// [default: http:// and the listen address]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_PUBLIC_URL")]
    pub public_url: Option<OsString>,
    /// Proxies whose X-Forwarded-For is believed: addresses or networks, with commas between
    /// [default: none]
    #[arg(long, value_name = "LIST", env = "LEDGERLINE_TRUSTED_PROXIES")]
    pub trusted_proxies: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "Where it keeps its data")]
pub struct PlaceArgs {
    /// Folder for everything it writes; made if missing [default: ./data]
    #[arg(long, value_name = "FOLDER", env = "LEDGERLINE_DATA_DIR")]
    pub data_dir: Option<OsString>,
    /// A PostgreSQL database, postgres://user:password@host/name
    /// [default: a SQLite file in the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<OsString>,
    /// Where uploaded media lie: s3://bucket/prefix, with the usual AWS_* variables, or
    /// file:///folder [default: the folder media in the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_MEDIA_URL")]
    pub media_url: Option<OsString>,
    /// File with the key that encrypts stored secrets; made on first start, readable only by its
    /// owner [default: secret.key in the data folder]
    #[arg(long, value_name = "FILE", env = "LEDGERLINE_SECRET_KEY_FILE")]
    pub secret_key_file: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "What it takes in")]
pub struct MediaArgs {
    /// The largest audio file, in MB [default: 50]
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_AUDIO_MB")]
    pub max_audio_mb: Option<OsString>,
    /// The largest video file, in MB [default: 200]
    #[arg(long, value_name = "MB", env = "LEDGERLINE_MAX_VIDEO_MB")]
    pub max_video_mb: Option<OsString>,
    /// How much the files of one account may take, in GB; 0 for no limit [default: 20]
    #[arg(long, value_name = "GB", env = "LEDGERLINE_MAX_ACCOUNT_GB")]
    pub max_account_gb: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "How it treats people")]
pub struct PeopleArgs {
    /// Who may sign up: on for everyone, invite for those with an invitation, off for nobody
    /// [default: on]
    #[arg(long, value_name = "on|off|invite", env = "LEDGERLINE_SIGNUPS")]
    pub signups: Option<OsString>,
    /// Limit how often someone may try to sign in: on, or off for benchmarks [default: on]
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_RATE_LIMIT")]
    pub rate_limit: Option<OsString>,
    /// Furnish new accounts with sample data, which their owners clear when they like: on or off
    /// [default: on]
    #[arg(long, value_name = "on|off", env = "LEDGERLINE_SAMPLE_DATA")]
    pub sample_data: Option<OsString>,
    /// Where the app's Help sends people who need a person [default: none]
    #[arg(long, value_name = "EMAIL", env = "LEDGERLINE_SUPPORT_EMAIL")]
    pub support_email: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "How it writes to people")]
pub struct MailArgs {
    /// The mail server: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465
    /// [default: none; each message is a file in the folder outbox of the data folder]
    #[arg(long, value_name = "URL", env = "LEDGERLINE_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<OsString>,
    /// Whom mail comes from, such as "Northline Studio <studio@example.com>"
    /// [default: ledgerline@ and the host of the public URL]
    #[arg(long, value_name = "SENDER", env = "LEDGERLINE_MAIL_FROM")]
    pub mail_from: Option<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub struct LogArgs {
    /// How much to log: off, error, warn, info, debug or trace, also per part, such as
    /// info,ledgerline=debug [default: info]
    #[arg(long, value_name = "LEVEL", env = "LEDGERLINE_LOG")]
    pub log: Option<OsString>,
    /// How a log line looks: text for people, json for machines [default: text]
    #[arg(long, value_name = "text|json", env = "LEDGERLINE_LOG_FORMAT")]
    pub log_format: Option<OsString>,
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// List every account
    List {
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Give an account a new random password, print it, and end the account's sessions
    ResetPassword {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Switch off two-factor sign-in for an account that lost its device
    #[command(name = "disable-2fa")]
    DisableTwoFactor {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Let an account try to sign in again after too many wrong tries
    Unlock {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Create an account and print its random password
    Create {
        /// The account's e-mail address
        email: String,
        /// The person's name
        #[arg(long)]
        name: String,
        /// What they do, such as "Music Producer"
        #[arg(long)]
        role: String,
        /// Furnish the account with sample data: on or off [default: on]
        #[arg(long, value_name = "on|off", env = "LEDGERLINE_SAMPLE_DATA")]
        sample_data: Option<OsString>,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Invite somebody to sign up: print a link that works once, for a week, and have the server mail it
    Invite {
        /// The e-mail address to invite
        email: String,
        /// The address people type, for the link [default: http://127.0.0.1:8080]
        #[arg(long, value_name = "URL", env = "LEDGERLINE_PUBLIC_URL")]
        public_url: Option<OsString>,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// End an account's sessions and let nobody sign in to it; everything in it is kept
    Disable {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Let a disabled account be used again
    Enable {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// End every session of an account
    SignOut {
        /// The account's e-mail address
        email: String,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Delete an account with all its rows and files, for good
    Delete {
        /// The account's e-mail address
        email: String,
        /// Really delete it
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        place: PlaceArgs,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_never_shows_a_password() {
        let serve = Cli::command();
        let serve = serve.find_subcommand("serve").expect("serve exists");
        for id in ["database_url", "smtp_url"] {
            let url = serve.get_arguments().find(|a| a.get_id() == id).expect("a setting");
            assert!(url.is_hide_env_values_set(), "{id}");
        }
    }
}
