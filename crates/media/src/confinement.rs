//! Confines the current process before it executes ffmpeg. ffmpeg decodes untrusted files; if one of them took
//! ffmpeg over, it must not reach the installation's key or the network. Landlock allows reading only the
//! system's libraries and the one input, and no writing; a seccomp filter refuses sockets and access to other
//! processes. Files opened before, such as the pipes to the server, stay open.
//!
//! No code of this program may run between fork and exec, so the server starts its own program with a hidden
//! command, which calls `enter` and then executes ffmpeg.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

/// The newest Landlock version to ask for; an older kernel enforces the rules it knows.
const NEWEST: ABI = ABI::V6;

/// The folders of shared libraries, with the dynamic loader that the kernel runs to start a program.
const LIBRARIES: [&str; 6] =
    ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/nix/store"];
/// Files that are read to find libraries and to count processors.
const READ: [&str; 5] = [
    "/usr/share",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/dev/urandom",
    "/sys/devices/system/cpu",
];
const READ_AND_WRITTEN: [&str; 1] = ["/dev/null"];

/// Sockets, and io_uring, which can open sockets without those calls; access to other processes; loading code
/// into the kernel.
const REFUSED_CALLS: [libc::c_long; 11] = [
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_userfaultfd,
];

/// Which parts of the confinement this system enforces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enforced {
    /// Whether Landlock restricts files, fully or as far as an older kernel can.
    pub files: bool,
    /// Whether the seccomp filter refuses sockets and access to other processes.
    pub calls: bool,
}

impl Enforced {
    pub fn is_all(self) -> bool {
        self.files && self.calls
    }
}

/// Confines this thread, and every program it executes, for good. `program` may be executed, `inputs` may be
/// read. The result says what the system could not enforce; an error means that the rules themselves are wrong.
pub fn enter(program: &Path, inputs: &[PathBuf]) -> io::Result<Enforced> {
    // Landlock first: the seccomp filter refuses nothing that Landlock needs, but this order is safer.
    let files = confine_files(program, inputs).map_err(io::Error::other)?;
    Ok(Enforced { files, calls: refuse_calls().is_ok() })
}

fn confine_files(program: &Path, inputs: &[PathBuf]) -> Result<bool, landlock::RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let run = AccessFs::ReadFile | AccessFs::Execute;
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        // The kernel ignores access rights that a file (not a folder) cannot have.
        .set_compatibility(landlock::CompatLevel::BestEffort);
    for folder in LIBRARIES {
        rules = allow(rules, Path::new(folder), read | AccessFs::Execute)?;
    }
    for path in READ {
        rules = allow(rules, Path::new(path), read)?;
    }
    for path in READ_AND_WRITTEN {
        rules = allow(rules, Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    for input in inputs {
        rules = allow(rules, input, AccessFs::ReadFile.into())?;
    }
    rules = allow(rules, program, run)?;
    // A program that was unpacked into its own folder has its libraries beside it.
    if let Some(prefix) = program.parent().and_then(Path::parent) {
        rules = allow(rules, &prefix.join("lib"), read)?;
    }
    Ok(rules.restrict_self()?.ruleset != RulesetStatus::NotEnforced)
}

/// Adds a rule for a path; a missing path needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(opened) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(opened, access))
}

fn refuse_calls() -> Result<(), seccompiler::Error> {
    let rules: BTreeMap<_, _> = REFUSED_CALLS.iter().map(|call| (*call, Vec::new())).collect();
    let refusal = SeccompAction::Errno(libc::EPERM as u32);
    let arch = std::env::consts::ARCH.try_into().map_err(seccompiler::Error::Backend)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refusal, arch)
        .map_err(seccompiler::Error::Backend)?;
    let filter: BpfProgram = filter.try_into().map_err(seccompiler::Error::Backend)?;
    seccompiler::apply_filter(&filter)
}
