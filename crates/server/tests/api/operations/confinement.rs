//! `ledgerline confine`, through which the server runs ffmpeg: the confined program can read its input and the system's
//! libraries, and do nothing else.

use std::{
    net::TcpListener,
    path::Path,
    process::{Command, Output},
};

use crate::harness::people::Person;
use crate::harness::{Engine, Server, library, program};

/// Whether this kernel can enforce the whole confinement. If it cannot, the test prints that and checks nothing.
fn is_enforced() -> bool {
    let is_enforced = program(&["confine", "--check"]).status().unwrap().success();
    if !is_enforced {
        testbed::note_skipped(
            "this kernel has no Landlock or no seccomp, so nothing can be confined",
        );
    }
    is_enforced
}

fn run_confined(read: &[&Path], command: &[&str]) -> Output {
    let mut confine = program(&["confine"]);
    for path in read {
        confine.arg("--read").arg(path);
    }
    confine.arg("--").args(command).output().unwrap()
}

fn bash(script: &str) -> [&str; 3] {
    ["/bin/bash", "-c", script]
}

#[test]
fn a_confined_program_reads_its_input_and_not_the_key() {
    if !is_enforced() {
        return;
    }
    let server = Server::start_process(Engine::Sqlite, &[]);
    let key = server.data_dir().join("secret.key");
    let text = key.to_str().unwrap();
    let whole = std::fs::read(&key).unwrap();
    // The same program reads the file if it may, and fails if it may not.
    assert_eq!(run_confined(&[&key], &["/bin/cat", text]).stdout, whole);
    for secret in [text, "/etc/passwd", "/proc/self/environ"] {
        let denied = run_confined(&[], &["/bin/cat", secret]);
        assert!(!denied.status.success() && denied.stdout.is_empty(), "{secret}: {denied:?}");
        assert!(String::from_utf8_lossy(&denied.stderr).contains("ermission denied"), "{denied:?}");
    }
}

#[test]
fn a_confined_program_opens_no_socket() {
    if !is_enforced() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let script = format!("exec 3<>/dev/tcp/127.0.0.1/{}", listener.local_addr().unwrap().port());
    assert!(Command::new("/bin/bash").args(["-c", &script]).status().unwrap().success());
    let denied = run_confined(&[], &bash(&script));
    assert!(!denied.status.success(), "{denied:?}");
    assert!(String::from_utf8_lossy(&denied.stderr).contains("not permitted"), "{denied:?}");
}

#[test]
fn a_confined_program_writes_nothing_and_runs_no_other_program() {
    if !is_enforced() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("left-behind");
    let written = run_confined(&[], &bash(&format!("echo x > {}", file.display())));
    assert!(!written.status.success() && !file.exists(), "{written:?}");
    let run = run_confined(&[], &bash("/bin/cat /dev/null"));
    assert!(!run.status.success(), "{run:?}");
    assert!(run_confined(&[], &bash("echo x > /dev/null")).status.success());
}

#[test]
fn what_cannot_be_run_is_told() {
    let refused = run_confined(&[], &["/nonexistent/ffmpeg"]);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(words.starts_with("ledgerline: /nonexistent/ffmpeg cannot be run"), "{words}");
    let help = program(&["--help"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&help.stdout).contains("confine"));
}

/// The server runs ffmpeg confined, and it still decodes sound and draws posters.
#[test]
fn a_server_confines_ffmpeg_and_says_nothing_of_it() {
    if !is_enforced() {
        return;
    }
    let server = Server::start_process(Engine::Sqlite, &[]);
    let person = Person::join(&server);
    let film = testbed::fixtures::Sample::Avi.bytes();
    let file = library::File { name: "film.avi", kind: "video/x-msvideo", bytes: film };
    let sent = library::send_file(&server, &person, &file, &[]).expect(201);
    let heard = library::wait_for_analysis(&server, &person, &sent.body["document"]);
    assert!(heard["thumbnail"].is_string(), "{heard}");
    assert!(!server.output().contains("confine"), "{}", server.output());
}

/// A malicious ffmpeg that writes a file cannot do so when it is confined.
#[test]
fn an_ffmpeg_that_misbehaves_reaches_nothing() {
    use std::os::unix::fs::PermissionsExt;
    if !is_enforced() {
        return;
    }
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (tool, traces) = (folder.path().join("ffmpeg"), folder.path().join("traces"));
    std::fs::write(&tool, format!("#!/bin/sh\necho taken > {}\n", traces.display())).unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    // Without confinement the malicious ffmpeg writes its file.
    assert!(Command::new(&tool).status().unwrap().success() && traces.exists());
    std::fs::remove_file(&traces).unwrap();
    let mut starter = Command::new("/usr/bin/env");
    starter.arg(format!("PATH={}", folder.path().display()));
    let server = Server::start_through(&mut starter, data.path());
    let person = Person::join(&server);
    let film = testbed::fixtures::Sample::Avi.bytes();
    let file = library::File { name: "film.avi", kind: "video/x-msvideo", bytes: film };
    let sent = library::send_file(&server, &person, &file, &[]).expect(201);
    let heard = library::wait_for_analysis(&server, &person, &sent.body["document"]);
    assert!(heard["thumbnail"].is_null(), "{heard}");
    assert!(!traces.exists(), "ffmpeg wrote a file");
}
