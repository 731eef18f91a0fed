//! Starts a process that serves HTTP, reads its address from its output, and ends it when dropped.

use std::{
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::ids::UserId;
use serde_json::{Value, json};

use crate::load::{self, Request};

pub const EMAIL: &str = "bench@northline.studio";
pub const PASSWORD: &str = "Harbour-77";

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// The time from the start until the server was ready to answer.
    pub ready_after: Duration,
}

impl Server {
    pub fn bare() -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(crate::bare::COMMAND);
        Self::start(command)
    }

    pub fn ledgerline(data: &Path, postgres: Option<&str>) -> Result<Self, Box<dyn Error>> {
        Self::ledgerline_with(data, postgres, &[])
    }

    /// Like `ledgerline`, with more flags.
    pub fn ledgerline_with(
        data: &Path,
        postgres: Option<&str>,
        flags: &[&str],
    ) -> Result<Self, Box<dyn Error>> {
        let flags = [&["--sample-data", "off"], flags].concat();
        Self::installed(data, postgres, &flags)
    }

    /// Starts Ledgerline with its default settings and these flags; new accounts get sample data.
    pub fn installed(
        data: &Path,
        postgres: Option<&str>,
        flags: &[&str],
    ) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(beside_us("ledgerline")?);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn"]);
        if !flags.contains(&"--rate-limit") {
            command.args(["--rate-limit", "off"]);
        }
        // All connections of a benchmark come from one address, which could use only a quarter of the connection limit.
        command.args(["--trusted-proxies", "127.0.0.1"]);
        command.args(flags).arg("--data-dir").arg(data);
        if let Some(url) = postgres {
            command.args(["--database-url", url]);
        }
        Self::start(command)
    }

    /// Starts the bare list of transactions over the database of an installation.
    pub fn bare_list(database: &Path) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(crate::bare_list::COMMAND).arg(database);
        Self::start(command)
    }

    fn start(mut command: Command) -> Result<Self, Box<dyn Error>> {
        let begun = Instant::now();
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut lines = BufReader::new(out).lines();
        let address = loop {
            let line = lines.next().ok_or("the server ended before it was ready")??;
            if let Some((_, address)) = line.split_once("listens on http://") {
                break address.trim().parse()?;
            }
        };
        // The server is ready when it accepts a connection.
        std::net::TcpStream::connect(address)?;
        Ok(Self { child, address, ready_after: begun.elapsed() })
    }

    /// Creates an account and returns its token.
    pub async fn join(&self, email: &str) -> Result<String, Box<dyn Error>> {
        let form = json!({"name": "Bench", "email": email, "password": PASSWORD,
            "confirmPassword": PASSWORD, "role": "Other"});
        let sign_up = Request::post(self.address, "/api/auth/signup", None, &form.to_string());
        let answer: Value = serde_json::from_slice(&load::once(&sign_up).await?.1)?;
        Ok(answer["token"].as_str().ok_or_else(|| answer.to_string())?.to_owned())
    }

    /// Resident memory in megabytes.
    pub fn memory_mb(&self) -> Result<f64, Box<dyn Error>> {
        self.memory("VmRSS:")
    }

    /// The peak of the resident memory in megabytes.
    pub fn peak_memory_mb(&self) -> Result<f64, Box<dyn Error>> {
        self.memory("VmHWM:")
    }

    fn memory(&self, what: &str) -> Result<f64, Box<dyn Error>> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(what)).ok_or("no memory value")?;
        let kib: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The account of a token, which begins with the account's id.
pub fn owner_of(token: &str) -> Result<UserId, Box<dyn Error>> {
    let bytes = URL_SAFE_NO_PAD.decode(token)?;
    Ok(UserId::from_bytes(*bytes.first_chunk().ok_or("a short token")?))
}

/// Fills an account of an installation without a running server; returns how long that took.
pub fn seed(data: &Path, email: &str, transactions: u64) -> Result<Duration, Box<dyn Error>> {
    fill(data, None, email, &[("--clients", 50), ("--transactions", transactions)])
}

/// Like `seed`, with the numbers of rows that the flags give.
pub fn fill(
    data: &Path,
    postgres: Option<&str>,
    email: &str,
    plan: &[(&str, u64)],
) -> Result<Duration, Box<dyn Error>> {
    let begun = Instant::now();
    let mut command = Command::new(beside_us("ledgerline")?);
    command.args(["seed", "--email", email]).arg("--data-dir").arg(data);
    if let Some(url) = postgres {
        command.args(["--database-url", url]);
    }
    for (flag, count) in plan {
        command.arg(flag).arg(count.to_string());
    }
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        Ok(begun.elapsed())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

fn beside_us(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let path = std::env::current_exe()?.with_file_name(name);
    if path.exists() { Ok(path) } else { Err(format!("{} is not built", path.display()).into()) }
}
