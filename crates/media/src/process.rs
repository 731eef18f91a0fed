//! A child process with a deadline and limits on memory and processor time, which is killed when its handle is
//! dropped.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// More than decoding a video takes, but not enough to harm the machine.
const MEMORY: u64 = 2 * 1024 * 1024 * 1024;

pub struct Process {
    child: Arc<Mutex<Child>>,
    deadline: Instant,
    /// Dropping this sender tells the watcher thread that nobody waits any more.
    watched: Option<Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a command with all its streams piped.
    pub fn start(command: &mut Command, deadline: Instant) -> io::Result<(Self, Pipes)> {
        let mut child = command
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let left = deadline.saturating_duration_since(Instant::now());
        restrain(&child, left);
        let pipes = Pipes {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
        };
        let child = Arc::new(Mutex::new(child));
        let (watched, signal) = mpsc::channel();
        let watcher = {
            let child = Arc::clone(&child);
            thread::Builder::new()
                .name("process-watch".into())
                .spawn(move || watch(&child, &signal, left))
        };
        let watcher = match watcher {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                end(&child);
                return Err(error);
            }
        };
        Ok((Self { child, deadline, watched: Some(watched), watcher }, pipes))
    }

    /// The exit status; `None` if the process had to be killed.
    pub fn wait(&self) -> Option<ExitStatus> {
        loop {
            match lock(&self.child).try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < self.deadline => {}
                Ok(None) | Err(_) => return None,
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watched = None;
        if let Some(watcher) = self.watcher.take() {
            // The watcher thread kills and reaps the child; a panic in it needs no handling.
            let _ = watcher.join();
        }
    }
}

pub struct Pipes {
    pub input: Option<ChildStdin>,
    pub output: Option<ChildStdout>,
    pub errors: Option<ChildStderr>,
}

/// Waits for the deadline or until nobody waits any more, then kills the child.
fn watch(child: &Mutex<Child>, signal: &Receiver<()>, left: Duration) {
    match signal.recv_timeout(left) {
        Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => end(child),
    }
}

fn end(child: &Mutex<Child>) {
    let mut child = lock(child);
    // Both calls fail only if the child has already ended and been reaped.
    let _ = child.kill();
    let _ = child.wait();
}

fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the limits from the parent, because no code of this program may run between fork and exec. If the
/// system refuses them, the deadline still applies.
fn restrain(child: &Child, left: Duration) {
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
    let limit = |value| Rlimit { current: Some(value), maximum: Some(value) };
    let _ = prlimit(Some(pid), Resource::As, limit(MEMORY));
    let _ = prlimit(Some(pid), Resource::Cpu, limit(left.as_secs() + 1));
    let _ = prlimit(Some(pid), Resource::Core, limit(0));
}
