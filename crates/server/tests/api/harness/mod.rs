//! Starts a server on a free port with a database of its own, talks to it over HTTP, and ends it when the test is over.
//! Every test gets its own server, so none can disturb another. Most servers run inside the test's own process, since
//! starting a process takes longer than most tests do. Where the process itself is the point (signals, kills, memory,
//! the environment, the terminal), `Server::start_process` runs the program.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ledgerline::embedded;
use rustix::fs::Mode;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;
use testbed::budget;
use ureq::http::Request;

mod answer;
mod copies;
mod database;
pub(crate) mod library;
mod media;
pub(crate) mod outbox;
pub(crate) mod people;
mod stream;

pub use answer::{Answer, read_answer};
use media::MediaLocation;
pub use media::Store;
pub(crate) use media::on_every_store;
pub use stream::EventStream;

/// How long a request and its answer may take on a quiet machine.
const ANSWER_TIME: Duration = Duration::from_secs(40);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Makes each named function a test on SQLite and again on PostgreSQL: `sqlite::name`, `postgres::name`. Used once per
/// file. A name behind `pg` is tested on PostgreSQL by `make test` too, the others by `make test-all` only: mark those
/// whose statements or transactions differ most between the engines, and those that lock rows or move money.
macro_rules! on_both_engines {
    ($($names:tt)+) => {
        $crate::harness::tested_on!([] {
            mod sqlite { Server::start(Engine::Sqlite, &[]) }
            mod postgres { Server::start(Engine::Postgres, &[]) }
        } $($names)+);
    };
}
pub(crate) use on_both_engines;

/// Like `on_both_engines`, but every server is a process of its own, for tests about signals, memory or the whole log.
macro_rules! on_both_engines_as_process {
    ($($names:tt)+) => {
        $crate::harness::tested_on!([] {
            mod sqlite_process { Server::start_process(Engine::Sqlite, &[]) }
            mod postgres_process { Server::start_process(Engine::Postgres, &[]) }
        } $($names)+);
    };
}
pub(crate) use on_both_engines_as_process;

/// Makes each named function two tests, with a server of the first and of the second kind. The second test is left to
/// `make test-all` unless `pg` stands before the name. The names are moved one by one into the brackets, each with the
/// attribute of its second test, because a macro pattern cannot tell `pg` from a name otherwise.
macro_rules! tested_on {
    ([$($done:tt)*] $servers:tt pg $name:ident $(, $($rest:tt)*)?) => {
        $crate::harness::tested_on!([$($done)* $name ()] $servers $($($rest)*)?);
    };
    ([$($done:tt)*] $servers:tt $name:ident $(, $($rest:tt)*)?) => {
        $crate::harness::tested_on!(
            [$($done)* $name (#[ignore = "runs in make test-all"])] $servers $($($rest)*)?
        );
    };
    ([$($name:ident ($($ignored:tt)*))+] {
        mod $first:ident { $first_server:expr }
        mod $second:ident { $second_server:expr }
    }) => {
        $crate::harness::tested_on!(@ $first $first_server; $($name ())+);
        $crate::harness::tested_on!(@ $second $second_server; $($name ($($ignored)*))+);
    };
    (@ $module:ident $server:expr; $($name:ident ($($ignored:tt)*))+) => {
        mod $module {
            use $crate::harness::*;
            $(#[test] $($ignored)* fn $name() { super::$name(&$server); })+
        }
    };
}
pub(crate) use tested_on;

/// A server that runs until it is dropped.
pub struct Server {
    host: Host,
    address: SocketAddr,
    output: Output,
    data: Data,
    database_url: Option<String>,
    store: MediaLocation,
    agent: ureq::Agent,
}

/// Whether a server is a process of its own or runs inside the test's process.
enum Host {
    Process(Mutex<Child>),
    ThisProcess(Mutex<embedded::Server>),
}

/// A server's data folder: a temporary one, deleted with the last server that uses it, or one that the test made.
#[derive(Clone)]
enum Data {
    Own(Arc<TempDir>),
    Given(PathBuf),
}

impl Data {
    fn temporary() -> Self {
        Self::Own(Arc::new(tempfile::tempdir().expect("a folder")))
    }

    fn path(&self) -> &Path {
        match self {
            Self::Own(folder) => folder.path(),
            Self::Given(folder) => folder,
        }
    }
}

/// The server's log so far, and everything its process has printed.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn follow(&self, stream: impl Read + Send + 'static) {
        let written = self.0.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let mut written = written.lock().unwrap();
                written.extend_from_slice(line.as_bytes());
                written.push(b'\n');
            }
        });
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// The text after `marker` in the first line that contains it.
    fn after(&self, marker: &str) -> Option<String> {
        let text = self.text();
        let found = text.lines().find_map(|line| line.split_once(marker));
        found.map(|(_, rest)| rest.trim().to_owned())
    }
}

/// A command that runs the program without the `LEDGERLINE_*` settings of the developer's environment.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledgerline"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("LEDGERLINE_") {
            command.env_remove(name);
        }
    }
    // Without the settings file of this machine, too.
    command.env("LEDGERLINE_CONFIG", "/dev/null").args(arguments).stdin(Stdio::null());
    command
}

impl Server {
    /// Starts `ledgerline serve` on a new, empty database; `flags` are added to the command line.
    pub fn start(engine: Engine, flags: &[&str]) -> Self {
        Self::start_with(engine, Store::Folder, flags)
    }

    /// Starts `ledgerline serve` as a process of its own, on a new database without rows.
    pub fn start_process(engine: Engine, flags: &[&str]) -> Self {
        Self::start_as("serve", engine, flags)
    }

    /// Starts `ledgerline serve` as a process of its own, with media in the given store.
    pub fn start_process_with(engine: Engine, store: Store, flags: &[&str]) -> Self {
        let (data, url, store) = new_installation(engine, store);
        Self::launch("serve", data, url, store, flags)
    }

    /// Starts `ledgerline serve` as a process on the PostgreSQL database at `database_url`.
    pub fn start_on(database_url: &str, flags: &[&str]) -> Self {
        let data = Data::temporary();
        let store = MediaLocation::for_store(Store::Folder, &data);
        Self::launch("serve", data, Some(database_url.to_owned()), store, flags)
    }

    /// Starts `ledgerline serve` on a new database, with media in the given store.
    pub fn start_with(engine: Engine, store: Store, flags: &[&str]) -> Self {
        let (data, url, store) = new_installation(engine, store);
        Self::begin(data, url, store, flags)
    }

    /// Starts `ledgerline serve` as a process with media in an S3 server that only this test uses and may stop.
    pub fn start_on_s3(s3: &testbed::S3) -> Self {
        let data = Data::temporary();
        Self::launch("serve", data, None, MediaLocation::in_s3(s3), &[])
    }

    /// Starts `ledgerline serve` as a process with media in S3 behind a TCP line that the test can interrupt.
    pub fn start_on_line(s3: &testbed::S3, line: &testbed::FaultyProxy) -> Self {
        let data = Data::temporary();
        Self::launch("serve", data, None, MediaLocation::through_line(s3, line), &[])
    }

    /// Starts `ledgerline serve` as a process with media in a bucket that does not exist.
    pub fn start_without_bucket(s3: &testbed::S3) -> Self {
        let data = Data::temporary();
        Self::launch("serve", data, None, MediaLocation::in_no_bucket(s3), &[])
    }

    /// Starts `ledgerline serve` as a process with media in S3 and one of the `AWS_*` variables set to `value`.
    pub fn start_with_variable(s3: &testbed::S3, name: &str, value: &str) -> Self {
        let data = Data::temporary();
        let store = MediaLocation::in_s3(s3).with_variable(name, value);
        Self::launch("serve", data, None, store, &[])
    }

    /// Starts another command that serves, such as `ledgerline demo`.
    pub fn start_as(command: &str, engine: Engine, flags: &[&str]) -> Self {
        let (data, url, store) = new_installation(engine, Store::Folder);
        Self::launch(command, data, url, store, flags)
    }

    /// Starts several servers on one SQLite data folder at the same moment.
    pub fn start_together(data: &Path, count: usize) -> Vec<Self> {
        let data = Data::Given(data.to_owned());
        let store = MediaLocation::for_store(Store::Folder, &data);
        let launch = || Self::launch("serve", data.clone(), None, store.clone(), &[]);
        std::thread::scope(|scope| {
            let starts: Vec<_> = (0..count).map(|_| scope.spawn(launch)).collect();
            starts.into_iter().map(|start| start.join().expect("it starts")).collect()
        })
    }

    /// Stops this server in order and starts it again on the same data.
    pub fn restart(self, flags: &[&str]) -> Self {
        self.restart_as("serve", flags, |_| ())
    }

    /// Stops this server in order, calls `meanwhile` while no server runs, and starts `command` on the same data.
    pub fn restart_as(self, command: &str, flags: &[&str], meanwhile: impl FnOnce(&Self)) -> Self {
        let (data, url, store) = (self.data.clone(), self.database_url.clone(), self.store.clone());
        if let Host::ThisProcess(server) = &self.host {
            server.lock().unwrap().stop().expect("an orderly end");
            meanwhile(&self);
            if command == "serve" {
                return Self::begin(data, url, store, flags);
            }
        } else {
            self.signal(Signal::TERM);
            assert!(self.wait().success(), "{}", self.output());
            meanwhile(&self);
        }
        Self::launch(command, data, url, store, flags)
    }

    /// Waits for the end of a killed server, calls `meanwhile`, and starts a new server on the same data.
    pub fn restart_after_kill(self, meanwhile: impl FnOnce(&Self)) -> Self {
        self.wait();
        meanwhile(&self);
        let (data, url, store) = (self.data.clone(), self.database_url.clone(), self.store.clone());
        Self::launch("serve", data, url, store, &[])
    }

    /// Starts `ledgerline serve` on SQLite in the folder `data`, by way of the program `starter`, which gets the
    /// command line as its arguments.
    pub fn start_through(starter: &mut Command, data: &Path) -> Self {
        let data = Data::Given(data.to_owned());
        let store = MediaLocation::for_store(Store::Folder, &data);
        let folder = data.path().to_str().expect("a plain path");
        let line =
            ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder, "--sample-data", "off"];
        starter.arg(env!("CARGO_BIN_EXE_ledgerline")).args(line);
        Self::spawn(starter, data, None, store)
    }

    /// Starts the server inside the test's process. It becomes a process of its own if it needs the recorder of
    /// metrics, or if `LEDGERLINE_*` settings are in the environment.
    fn begin(data: Data, url: Option<String>, store: MediaLocation, flags: &[&str]) -> Self {
        let is_setting =
            |(name, _): (OsString, OsString)| name.to_string_lossy().starts_with("LEDGERLINE_");
        if flags.contains(&"--metrics-listen") || std::env::vars_os().any(is_setting) {
            return Self::launch("serve", data, url, store, flags);
        }
        // The same umask that the program sets at its start.
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
        let line = command_line("serve", &data, url.as_deref(), &store, flags);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = Output::default();
        let binary = Path::new(env!("CARGO_BIN_EXE_ledgerline"));
        let of_s3 = store.variables.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let server = embedded::Server::start(&line, of_s3.collect(), binary, output.0.clone());
        let server = server.unwrap_or_else(|error| panic!("no server: {error}\n{}", output.text()));
        let address = server.address();
        let (host, agent) = (Host::ThisProcess(server.into()), agent());
        Self { host, address, output, data, database_url: url, store, agent }
    }

    fn launch(
        command: &str,
        data: Data,
        url: Option<String>,
        store: MediaLocation,
        flags: &[&str],
    ) -> Self {
        let line = command_line(command, &data, url.as_deref(), &store, flags);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        Self::spawn(&mut program(&line), data, url, store)
    }

    fn spawn(command: &mut Command, data: Data, url: Option<String>, store: MediaLocation) -> Self {
        let mut child = command
            .envs(store.variables.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = Output::default();
        output.follow(child.stdout.take().expect("piped"));
        output.follow(child.stderr.take().expect("piped"));
        let address = Self::address_of(&mut child, &output);
        let (host, agent) = (Host::Process(child.into()), agent());
        Self { host, address, output, data, database_url: url, store, agent }
    }

    /// Waits until the program prints the address it listens on, and returns the address.
    fn address_of(child: &mut Child, output: &Output) -> SocketAddr {
        let address = budget::poll(budget::PATIENCE, || {
            if let Some(address) = output.after("listens on http://") {
                return Ok(address);
            }
            let ended = child.try_wait().expect("a child of ours");
            assert!(ended.is_none(), "the server ended: {}", output.text());
            Err(())
        });
        let address = address.unwrap_or_else(|()| panic!("no server: {}", output.text()));
        address.parse().expect("an address")
    }

    /// Sends all later requests to the address of a proxy in front of the server.
    pub fn behind_proxy(mut self, proxy: SocketAddr) -> Self {
        self.address = proxy;
        self
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn data_dir(&self) -> &Path {
        self.data.path()
    }

    /// The `--data-dir` and `--database-url` flags that make another command work on this server's data.
    pub fn data_flags(&self) -> Vec<String> {
        let mut flags = vec!["--data-dir".to_owned(), self.data.path().display().to_string()];
        if let Some(url) = &self.database_url {
            flags.extend(["--database-url".to_owned(), url.clone()]);
        }
        flags
    }

    /// Everything the server has printed and logged so far. Inside the test's process the lines of the database's
    /// threads are missing; a test that is about the log starts a process.
    pub fn output(&self) -> String {
        self.output.text()
    }

    /// Waits until `marker` is printed or logged; returns the text after it on its line.
    pub fn wait_for_output(&self, marker: &str) -> String {
        self.wait_for(marker, || self.output.after(marker))
    }

    /// Calls `look` until it returns a value. A test that waits in vain fails with `what` and the server's log.
    #[track_caller]
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let found = budget::poll(budget::PATIENCE, || look().ok_or(()));
        match found {
            Ok(found) => found,
            Err(()) => panic!("never: {what}\n{}", self.output()),
        }
    }

    /// Waits until the condition holds. A test that waits in vain fails with `what` and the server's log.
    #[track_caller]
    pub fn wait_until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        self.wait_for(what, || is_so().then_some(()));
    }

    fn child(&self) -> &Mutex<Child> {
        match &self.host {
            Host::Process(child) => child,
            Host::ThisProcess(_) => panic!("this needs a process: start it with `start_process`"),
        }
    }

    /// The peak memory of the process, in MiB.
    pub fn peak_memory_mib(&self) -> u64 {
        let pid = self.child().lock().unwrap().id();
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
        let kib = line.split_whitespace().nth(1).expect("a number");
        kib.parse::<u64>().expect("a number") / 1024
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child().lock().unwrap());
        kill_process(pid, signal).expect("the server runs");
    }

    /// Waits for the end of the process.
    pub fn wait(&self) -> ExitStatus {
        let look = || self.child().lock().unwrap().try_wait().expect("a child of ours");
        self.wait_for("the end of the process", look)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.call("GET", path).send()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path).json(body).send()
    }

    /// A client that sends its requests with a session token.
    pub fn with_token<'a>(&'a self, token: &'a str) -> ApiClient<'a> {
        ApiClient { server: self, token }
    }

    /// A request that is built step by step.
    pub fn call(&self, method: &str, path: &str) -> Call<'_> {
        let request =
            Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        Call { server: self, request, body: Vec::new() }
    }

    /// Opens a TCP connection, for bytes that no HTTP client would send.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("connected");
        stream.set_read_timeout(Some(budget::wall_limit(ANSWER_TIME))).expect("set");
        stream
    }

    /// Sends bytes over a new connection and reads the answer until the server closes the connection.
    pub fn send_raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("sent");
        read_answer(&mut stream)
    }
}

/// A new data folder, a migrated database without rows, and a media store.
fn new_installation(engine: Engine, store: Store) -> (Data, Option<String>, MediaLocation) {
    let data = Data::temporary();
    let store = MediaLocation::for_store(store, &data);
    let url = database::migrated_database(engine, &data);
    (data, url, store)
}

fn command_line(
    command: &str,
    data: &Data,
    url: Option<&str>,
    store: &MediaLocation,
    flags: &[&str],
) -> Vec<String> {
    let folder = data.path().to_str().expect("a plain path");
    let mut line = vec![command, "--data-dir", folder];
    // A free port is used unless the test names one.
    if !flags.contains(&"--listen") {
        line.extend(["--listen", "127.0.0.1:0"]);
    }
    if let Some(url) = url {
        // Every connection is a process of PostgreSQL; a test rarely needs more.
        line.extend(["--database-url", url, "--database-connections", "3"]);
    }
    line.extend(store.flags.iter().map(String::as_str));
    // New accounts have no sample data unless the test asks for it.
    if !flags.contains(&"--sample-data") {
        line.extend(["--sample-data", "off"]);
    }
    line.extend(flags);
    line.into_iter().map(str::to_owned).collect()
}

impl Drop for Server {
    fn drop(&mut self) {
        let Host::Process(child) = &self.host else { return };
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .allow_non_standard_methods(true)
        .max_redirects(0)
        .proxy(None)
        .build()
        .into()
}

/// A client that sends its requests with one person's session token.
#[derive(Clone, Copy)]
pub struct ApiClient<'a> {
    server: &'a Server,
    token: &'a str,
}

impl<'a> ApiClient<'a> {
    pub fn call(&self, method: &str, path: &str) -> Call<'a> {
        self.server.call(method, path).header("authorization", &format!("Bearer {}", self.token))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.call("GET", path).send()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path).json(body).send()
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.call("PUT", path).json(body).send()
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.call("DELETE", path).send()
    }
}

pub struct Call<'a> {
    server: &'a Server,
    request: ureq::http::request::Builder,
    body: Vec<u8>,
}

impl Call<'_> {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn body(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("content-type", kind)
    }

    pub fn send(self) -> Answer {
        self.try_send().expect("the server answers")
    }

    /// Sends the request to a server that may stop at any moment; the result is an error if no complete answer came.
    pub fn try_send(self) -> Result<Answer, ureq::Error> {
        let agent = &self.server.agent;
        let request = agent.configure_request(self.request.body(self.body).expect("a request"));
        let limit = budget::wall_limit(ANSWER_TIME);
        let mut response = agent.run(request.timeout_global(Some(limit)).build())?;
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec()?;
        Ok(Answer::new(response.status().as_u16(), response.headers().clone(), bytes))
    }
}
