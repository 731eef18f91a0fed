//! Cleans up after a test process, in whatever way it ends.
//!
//! Destructors do not run when a process is killed, and statics are never dropped at all. So a small shell waits on a
//! pipe whose other end only the test process holds: when that end closes, by a drop, an exit or a kill, the shell
//! stops the server and removes its folder. It has a process group of its own, so that an interrupt from the keyboard
//! does not take it down first.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) struct Watchdog {
    shell: Child,
}

const SCRIPT: &str = r#"
trap '' INT TERM HUP
folder=$1; shift
cat
"$@"
rm -rf -- "$folder"
"#;

impl Watchdog {
    /// Starts the shell. When the pipe closes, it runs `stop` and then removes `folder`.
    pub(crate) fn keep(folder: &Path, stop: &Command) -> io::Result<Watchdog> {
        let shell = Command::new("sh")
            .arg("-c")
            .arg(SCRIPT)
            .arg("watchdog")
            .arg(folder)
            .arg(stop.get_program())
            .args(stop.get_args())
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Watchdog { shell })
    }
}

impl Drop for Watchdog {
    /// `wait` closes the pipe and returns when the shell has cleaned up.
    fn drop(&mut self) {
        if let Err(error) = self.shell.wait() {
            eprintln!("the watchdog of a test database cannot be waited for: {error}");
        }
    }
}
