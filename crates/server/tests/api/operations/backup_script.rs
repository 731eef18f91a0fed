//! The script that ledgerline-backup.service runs every night: it keeps the newest backups, and removes none of them
//! before the new one is verified.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::harness::people::Person;
use crate::harness::{Engine, Server};

/// Runs the backup script with a folder of backups and with a wrapper around the program, which damages a backup before
/// it is verified if the test wants that.
struct BackupScript {
    folder: TempDir,
    program: PathBuf,
    data: PathBuf,
}

impl BackupScript {
    fn new(server: &Server) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let real = env!("CARGO_BIN_EXE_ledgerline");
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = verify ] && [ -e \"$0.damages\" ]; then\n\
             truncate --size=500 \"$2\"\nfi\nexec {real} \"$@\"\n"
        );
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(folder.path().join("backups of ours")).unwrap();
        Self { folder, program, data: server.data_dir().to_owned() }
    }

    fn backups(&self) -> PathBuf {
        self.folder.path().join("backups of ours")
    }

    fn run(&self, keep: &str) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/ledgerline-backup");
        let mut command = Command::new(script);
        command.arg(&self.program).arg(self.backups()).arg(keep);
        command.env("LEDGERLINE_DATA_DIR", &self.data).env("LEDGERLINE_CONFIG", "/dev/null");
        command.output().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.backups()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write_backup(&self, name: &str) {
        fs::write(self.backups().join(name), "an older one").unwrap();
    }
}

#[test]
fn the_newest_backups_are_kept_and_others_files_are_left_alone() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    Person::join(&server);
    let script = BackupScript::new(&server);
    for day in 1..=4 {
        script.write_backup(&format!("ledgerline-2026010{day}T033000Z.backup"));
    }
    script.write_backup("before-upgrade.backup");
    script.write_backup("ledgerline-20260105T033000Z.backup.partial");
    let output = script.run("3");
    assert!(output.status.success(), "{output:?}");
    let names = script.names();
    assert_eq!(names.len(), 4, "{names:?}");
    assert_eq!(names[0], "before-upgrade.backup");
    assert_eq!(names[1], "ledgerline-20260103T033000Z.backup");
    assert_eq!(names[2], "ledgerline-20260104T033000Z.backup");
    let made = script.backups().join(&names[3]);
    assert!(fs::metadata(&made).unwrap().len() > 1000);
    assert_eq!(fs::metadata(&made).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn no_backup_is_removed_for_one_that_cannot_be_made_or_verified() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    Person::join(&server);
    let script = BackupScript::new(&server);
    let older = ["ledgerline-20260101T033000Z.backup", "ledgerline-20260102T033000Z.backup"];
    older.iter().for_each(|name| script.write_backup(name));
    fs::write(script.folder.path().join("program.damages"), "").unwrap();
    for _ in 0..2 {
        let output = script.run("1");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("could not be verified"));
        let names = script.names();
        assert_eq!(names[..2], older);
        assert!(names.len() == 3 && names[2].ends_with(".backup.unverified"), "{names:?}");
    }

    fs::write(&script.program, "#!/bin/sh\nexit 1\n").unwrap();
    assert!(!script.run("1").status.success());
    assert_eq!(script.names()[..2], older);
    for nonsense in ["", "0", "many", "-1"] {
        assert_eq!(script.run(nonsense).status.code(), Some(2), "{nonsense}");
    }
}
