//! Starts a process that serves HTTP, learns its address from its output, and ends it when dropped.

use std::{
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// From being started to being ready to answer.
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

    /// The same with more flags.
    pub fn ledgerline_with(
        data: &Path,
        postgres: Option<&str>,
        flags: &[&str],
    ) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(beside_us("ledgerline")?);
        command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--log", "warn"]);
        command.args(flags).arg("--data-dir").arg(data);
        if let Some(url) = postgres {
            command.args(["--database-url", url]);
        }
        Self::start(command)
    }

    /// A bare list of transactions over the database of an installation.
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
        // Ready means that someone gets in.
        std::net::TcpStream::connect(address)?;
        Ok(Self { child, address, ready_after: begun.elapsed() })
    }

    /// Resident memory in megabytes.
    pub fn memory_mb(&self) -> Result<f64, Box<dyn Error>> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
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

/// Fills an account of an installation that no server runs on; tells how long that took.
pub fn seed(data: &Path, email: &str, transactions: u64) -> Result<Duration, Box<dyn Error>> {
    let begun = Instant::now();
    let mut command = Command::new(beside_us("ledgerline")?);
    command.args(["seed", "--email", email, "--clients", "50"]);
    command.args(["--transactions", &transactions.to_string()]).arg("--data-dir").arg(data);
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
