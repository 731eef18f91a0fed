//! The hidden command `ledgerline confine`: confines itself and becomes the program it is given. The server runs
//! ffmpeg through it, since ffmpeg meets the files of strangers.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use media::{Launcher, confinement};

use crate::program::cli::ConfineArgs;
use crate::program::failure::Failure;

/// The running program, even if its file was replaced by a newer version.
const OURSELVES: &str = "/proc/self/exe";
const COMMAND: &str = "confine";
/// The exit code of `--check` if the system cannot enforce everything.
const NOT_ALL: u8 = 3;

/// Returns only if the program could not be started.
pub fn run(args: &ConfineArgs) -> Result<ExitCode, Failure> {
    let program = args.command.first().map_or(Path::new(OURSELVES), Path::new);
    let enforced = confinement::enter(program, &args.read)?;
    if args.check {
        return Ok(if enforced.is_all() { ExitCode::SUCCESS } else { NOT_ALL.into() });
    }
    let rest = args.command.iter().skip(1);
    let failure = Command::new(program).args(rest).exec();
    Err(Failure::Other(format!("{} cannot be run: {failure}", program.display())))
}

/// Confines ffmpeg with the help of this program's binary.
pub fn launcher_in(binary: PathBuf) -> Launcher {
    Launcher { program: binary, arguments: vec![COMMAND.into()] }
}

/// The launcher that confines ffmpeg, after a trial run on this system. If the system cannot enforce every rule, a
/// warning is logged and ffmpeg runs with those that work.
pub fn launcher() -> Option<Launcher> {
    let launcher = launcher_in(OURSELVES.into());
    let mut check = Command::new(&launcher.program);
    check.args(&launcher.arguments).arg("--check").env_clear();
    check.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match check.status().map(|status| status.code()) {
        Ok(Some(0)) => Some(launcher),
        Ok(Some(code)) if code == i32::from(NOT_ALL) => {
            tracing::warn!(
                "this kernel cannot confine ffmpeg fully (Landlock or seccomp is missing); ffmpeg may reach more \
                 than the file it reads"
            );
            Some(launcher)
        }
        outcome => {
            tracing::warn!(?outcome, "ffmpeg cannot be confined here and runs as the server does");
            None
        }
    }
}
