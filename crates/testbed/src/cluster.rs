//! A PostgreSQL cluster in a temporary folder: created with `initdb`, listening on a free port of 127.0.0.1, without
//! the durability that tests do not need. PostgreSQL refuses to run as root, so there it runs as the `postgres` user
//! (or `nobody`).
//!
//! Operators' databases sort text by code points or by the rules of a language, so tests run with either: the variable
//! `COLLATION` is `c` (also when it is unset) or `icu`.

use std::env::VarError;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

use crate::authority::Identity;
use crate::watchdog::Watchdog;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const SETTINGS: &str = "
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
timezone = 'UTC'
";

/// A folder that Linux keeps in memory.
const IN_MEMORY: &str = "/dev/shm";

/// The space that the databases of the largest test process need, in bytes.
const ROOM: u64 = 6 << 30;

/// The collation of the databases of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Collation {
    /// Text is sorted by code points.
    C,
    /// Text is sorted as in American English, by the library ICU: punctuation before digits before letters.
    Icu,
}

impl Collation {
    fn from_environment() -> Collation {
        match std::env::var("COLLATION").as_deref() {
            Ok("c") | Err(VarError::NotPresent) => Collation::C,
            Ok("icu") => Collation::Icu,
            Ok(other) => panic!("the variable COLLATION must be c or icu, not {other:?}"),
            Err(error) => panic!("the variable COLLATION must be c or icu: {error}"),
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Collation::C => &["--locale=C.UTF-8"],
            Collation::Icu => &["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"],
        }
    }
}

pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    /// The user that the server runs as if the tests run as root.
    user: Option<&'static str>,
    port: u16,
    databases: AtomicU32,
    /// The name of the database that others are copies of.
    template: OnceLock<String>,
    /// The last field, so that it is dropped after all others.
    _watchdog: Watchdog,
}

impl Postgres {
    /// A cluster of the caller's own, stopped and removed when it is dropped.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start: the tests cannot go on without it.
    pub fn start() -> Postgres {
        Postgres::start_with(None)
    }

    /// Like `start`, with TLS and this certificate; connections without TLS are accepted too.
    ///
    /// # Panics
    /// As `start`.
    pub fn start_with_tls(identity: &Identity) -> Postgres {
        Postgres::start_with(Some(identity))
    }

    fn start_with(identity: Option<&Identity>) -> Postgres {
        match Postgres::make(identity) {
            Ok(cluster) => cluster,
            Err(error) => {
                panic!("no PostgreSQL for the tests (Debian: apt install postgresql): {error}")
            }
        }
    }

    fn make(identity: Option<&Identity>) -> Outcome<Postgres> {
        let programs = find_programs()?;
        let folder = tempfile::Builder::new().prefix("ledgerline-pg-").tempdir_in(place())?.keep();
        let user =
            if fs::metadata("/proc/self")?.uid() == 0 { Some(hand_over(&folder)?) } else { None };
        let stop = command(user, &programs, "pg_ctl", &folder, &["stop", "-m", "immediate", "-w"]);
        let watchdog = Watchdog::keep(&folder, &stop)?;
        let mut cluster = Postgres {
            programs,
            folder,
            user,
            port: 0,
            databases: AtomicU32::new(0),
            template: OnceLock::new(),
            _watchdog: watchdog,
        };
        cluster.initialize(Collation::from_environment())?;
        let settings = cluster.folder.join("data/postgresql.conf");
        fs::OpenOptions::new().append(true).open(settings)?.write_all(SETTINGS.as_bytes())?;
        if let Some(identity) = identity {
            cluster.install(identity)?;
        }
        cluster.start_on_a_free_port()?;
        Ok(cluster)
    }

    fn initialize(&self, collation: Collation) -> Outcome<()> {
        let mut arguments = vec!["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
        arguments.extend(collation.arguments());
        let initialized = self.run("initdb", &arguments);
        initialized.map_err(|error| match collation {
            Collation::C => error,
            Collation::Icu => {
                format!("COLLATION=icu needs PostgreSQL 15 or newer, built with ICU: {error}")
                    .into()
            }
        })
    }

    /// PostgreSQL refuses a private key that others than its own user can read.
    fn install(&self, identity: &Identity) -> Outcome<()> {
        let data = self.folder.join("data");
        let owner = fs::metadata(&data)?;
        for (name, pem) in [("server.crt", &identity.certificate), ("server.key", &identity.key)] {
            let path = data.join(name);
            let mut options = fs::OpenOptions::new();
            options
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&path)?
                .write_all(pem.as_bytes())?;
            chown(&path, Some(owner.uid()), Some(owner.gid()))?;
        }
        let settings = fs::OpenOptions::new().append(true).open(data.join("postgresql.conf"));
        settings?.write_all(b"ssl = on\n")?;
        Ok(())
    }

    /// Starts the server on a free port. Tries again if another program takes the port first.
    fn start_on_a_free_port(&mut self) -> Outcome<()> {
        let mut tries = 0;
        loop {
            self.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            match self.start_server() {
                Err(_) if tries < 5 => tries += 1,
                other => return other,
            }
        }
    }

    fn start_server(&self) -> Outcome<()> {
        let log = self.folder.join("log").display().to_string();
        let port = format!("-p {}", self.port);
        self.run("pg_ctl", &["start", "-w", "-t", "60", "-l", &log, "-o", &port])
    }

    /// The URL of a new, empty database.
    ///
    /// # Panics
    /// If the server does not create the database.
    pub fn fresh_database(&self) -> String {
        self.url(&self.create(None))
    }

    /// The URL of a new database that is a copy of a template. The first call makes the template with `prepare`, on a
    /// thread of its own, which must leave no connection to it.
    ///
    /// # Panics
    /// If the server does not create the database, or if `prepare` panics.
    pub fn copied_database(&self, prepare: impl FnOnce(&str) + Send) -> String {
        let template = self.template.get_or_init(|| {
            let name = self.create(None);
            let url = self.url(&name);
            let prepared = std::thread::scope(|scope| scope.spawn(|| prepare(&url)).join());
            assert!(prepared.is_ok(), "the template could not be prepared");
            name
        });
        self.url(&self.create(Some(template)))
    }

    fn create(&self, template: Option<&str>) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let admin = self.url("postgres");
        let make = || {
            let mut client = Client::connect(&admin, NoTls)?;
            let mut statement = format!("CREATE DATABASE {name}");
            if let Some(template) = template {
                statement += &format!(" TEMPLATE {template}");
                let version: String = client.query_one("SHOW server_version_num", &[])?.get(0);
                // Copying the files takes half the time of copying them through the log. PostgreSQL before 15 has no
                // other way.
                if version.parse::<u32>().is_ok_and(|version| version >= 150_000) {
                    statement += " STRATEGY FILE_COPY";
                }
            }
            client.batch_execute(&statement)
        };
        // The driver must not be used on an async worker, and a test may well be on one.
        match std::thread::scope(|scope| scope.spawn(make).join()) {
            Ok(Ok(())) => name,
            Ok(Err(error)) => panic!("no new database: {error:?}"),
            Err(_) => panic!("no new database: the driver panicked"),
        }
    }

    /// Stops the server, as a crash or a restart would; the databases stay.
    ///
    /// # Panics
    /// When it does not stop.
    pub fn stop(&self) {
        if let Err(error) = self.run("pg_ctl", &["stop", "-m", "fast", "-w"]) {
            panic!("PostgreSQL does not stop: {error}");
        }
    }

    /// Starts a stopped server again on the same port.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_again(&self) {
        if let Err(error) = self.start_server() {
            panic!("PostgreSQL does not start again: {error}");
        }
    }

    /// The cluster's folder, for tests that check that it is removed.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Outcome<()> {
        let mut command = command(self.user, &self.programs, program, &self.folder, arguments);
        // The server must not inherit the test's output, or whoever reads that waits for it.
        let errors = fs::File::create(self.folder.join("output"))?;
        let status =
            command.stdin(Stdio::null()).stdout(errors.try_clone()?).stderr(errors).status()?;
        if status.success() {
            return Ok(());
        }
        let mut said = fs::read_to_string(self.folder.join("output")).unwrap_or_default();
        said += &fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(format!("{program} failed ({status}): {said}").into())
    }
}

fn command(
    user: Option<&str>,
    programs: &Path,
    program: &str,
    folder: &Path,
    arguments: &[&str],
) -> Command {
    let path = programs.join(program);
    let mut command = match user {
        Some(user) => {
            let mut command = Command::new("runuser");
            command.args(["-u", user, "--"]).arg(path);
            command
        }
        None => Command::new(path),
    };
    // The user that the server runs as may not have access to the working folder of the test.
    command.current_dir(folder).args(arguments).arg("-D").arg(folder.join("data"));
    command
}

/// The parent folder for the cluster: in memory if there is enough of it, because a database has 800 files, which take
/// ten times as long to create on a disk; otherwise the folder for temporary files.
fn place() -> PathBuf {
    let is_roomy = || {
        let memory = fs::read_to_string("/proc/meminfo").ok()?;
        let available = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kib: u64 = available.trim().strip_suffix(" kB")?.parse().ok()?;
        let disk = rustix::fs::statvfs(IN_MEMORY).ok()?;
        Some(kib * 1024 >= 2 * ROOM && disk.f_bavail * disk.f_frsize >= ROOM)
    };
    if is_roomy() == Some(true) { PathBuf::from(IN_MEMORY) } else { std::env::temp_dir() }
}

fn find_programs() -> Outcome<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        let mut versions: Vec<PathBuf> = versions.flatten().map(|entry| entry.path()).collect();
        versions.sort_by_key(|path| {
            let version = path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
            std::cmp::Reverse(version)
        });
        folders.extend(versions.into_iter().map(|version| version.join("bin")));
    }
    let complete =
        |folder: &PathBuf| folder.join("initdb").exists() && folder.join("pg_ctl").exists();
    folders
        .into_iter()
        .find(complete)
        .ok_or_else(|| "initdb and pg_ctl are nowhere to be found".into())
}

/// Makes a user that is not root the owner of the folder, because PostgreSQL refuses to run as root.
fn hand_over(folder: &Path) -> Outcome<&'static str> {
    for user in ["postgres", "nobody"] {
        let id = |flag| Command::new("id").args([flag, user]).output();
        let (uid, gid) = (id("-u")?, id("-g")?);
        if uid.status.success() && gid.status.success() {
            let number = |output: Vec<u8>| -> Outcome<u32> {
                Ok(String::from_utf8(output)?.trim().parse()?)
            };
            chown(folder, Some(number(uid.stdout)?), Some(number(gid.stdout)?))?;
            return Ok(user);
        }
    }
    Err("we are root and there is neither a postgres nor a nobody user".into())
}
