//! Backups and restores on symbolic links, mounted volumes and read-only disks, with missing files, and after a killed
//! process. SAFE-05, GUARD-12

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;
use testbed::SmallDisk;

use crate::harness::library::{path, upload};
use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Engine, Server, Store, program};
use crate::operations::safekeeping::{expect_failure, expect_success, output_text};

fn backup(server: &Server, file: &Path) -> String {
    expect_success(&server.command(&["backup", file.to_str().unwrap()]))
}

fn restore(file: &Path, place: &Path) -> std::process::Output {
    let words = ["restore", file.to_str().unwrap(), "--data-dir", place.to_str().unwrap()];
    program(&words).output().unwrap()
}

/// An installation with an account and a beat, and a backup of it.
fn installation_with_backup(
    folder: &Path,
) -> (Server, Person, serde_json::Value, std::path::PathBuf) {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let maya = Person::join(&server);
    let made = upload(&server, &maya, "a.wav", 1);
    let file = folder.join("studio.backup");
    backup(&server, &file);
    (server, maya, made, file)
}

#[track_caller]
fn check_restored(place: &Path, maya: &Person, made: &serde_json::Value) {
    let server = Server::start_together(place, 1).remove(0);
    let token = maya.sign_in(&server);
    assert_eq!(server.with_token(&token).get(&format!("{}/stream", path(made))).status, 200);
    assert!(!place.join(".restoring").exists());
}

/// SAFE-05: the data folder is a symbolic link, as systemd's DynamicUser makes one, or a mounted volume.
#[test]
fn a_restore_works_where_installations_really_are() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, maya, made, file) = installation_with_backup(folder.path());
    let real = folder.path().join("private/ledgerline");
    fs::create_dir_all(&real).unwrap();
    let link = folder.path().join("ledgerline");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    expect_success(&restore(&file, &link));
    check_restored(&link, &maya, &made);
    assert!(link.is_symlink() && real.join("ledgerline.db").exists());

    match SmallDisk::mount(64) {
        Ok(disk) => {
            fs::create_dir(disk.path().join("lost+found")).unwrap();
            expect_success(&restore(&file, disk.path()));
            check_restored(disk.path(), &maya, &made);
        }
        Err(reason) => {
            testbed::note_skipped(&format!("no small disk can be mounted here: {reason}"))
        }
    }
}

/// SAFE-05: the next restore removes what a killed one left, and no server starts on a partial restore.
#[test]
fn a_restore_that_was_killed_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, maya, made, file) = installation_with_backup(folder.path());
    let place = folder.path().join("place");
    let journal = place.join(".restoring");
    fs::create_dir_all(&journal).unwrap();
    fs::write(journal.join("ids"), "our-id\nour-restore\n").unwrap();
    fs::write(journal.join("ledgerline.db"), b"half").unwrap();
    fs::create_dir_all(place.join("media/media/someone")).unwrap();
    fs::write(place.join("media/media/someone/half"), b"music").unwrap();
    fs::write(place.join("media/installation.id"), "our-id\n").unwrap();
    for command in [&["serve"][..], &["user", "list"], &["migrate"]] {
        let mut line = command.to_vec();
        line.extend(["--data-dir", place.to_str().unwrap()]);
        expect_failure(&program(&line).output().unwrap(), "`ledgerline restore` was interrupted");
    }
    expect_success(&restore(&file, &place));
    assert!(!place.join("media/media/someone").exists());
    check_restored(&place, &maya, &made);
    // A restore that was killed after the last row counts as complete.
    fs::create_dir(&journal).unwrap();
    let ids = format!("x\n{}\n", read_restored_by(&place));
    fs::write(journal.join("ids"), ids).unwrap();
    expect_success(&restore(&file, &place));
    check_restored(&place, &maya, &made);
    // A store that the interrupted restore did not write to is not emptied.
    fs::create_dir(&journal).unwrap();
    fs::write(journal.join("ids"), "another\nanother\n").unwrap();
    expect_failure(&restore(&file, &place), "is not empty");
    for kept in ["media/installation.id", "ledgerline.db", "secret.key"] {
        assert!(place.join(kept).exists(), "{kept}");
    }
}

fn read_restored_by(place: &Path) -> String {
    let file = rusqlite::Connection::open(place.join("ledgerline.db")).unwrap();
    file.query_row("SELECT value FROM installation_facts WHERE name = 'restored_by'", [], |row| {
        row.get(0)
    })
    .unwrap()
}

/// SAFE-05: a backup names a missing media file and holds everything else.
#[test]
fn a_backup_names_a_missing_file_and_goes_on() {
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_process_with(Engine::Sqlite, store, &[]);
        let maya = Person::join(&server);
        let lost = upload(&server, &maya, "lost.wav", 1);
        let kept = upload(&server, &maya, "kept.wav", 2);
        let lost_id = lost["id"].as_str().unwrap();
        let files = server.media_files();
        let file = files.iter().find(|file| file.to_string_lossy().contains(lost_id)).unwrap();
        fs::remove_file(file).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("studio.backup");
        let told = backup(&server, &file);
        assert!(told.contains("1 media files that rows name are not in the store"), "{told}");
        assert!(
            told.lines()
                .any(|line| line.trim_start().starts_with("media/") && line.contains(lost_id)),
            "{told}"
        );
        let checked =
            expect_success(&program(&["verify", file.to_str().unwrap()]).output().unwrap());
        assert!(
            checked.contains("Missing when it was made: media/") && checked.contains(lost_id),
            "{checked}"
        );
        let copy = server.restore_from(&file, None);
        let token = maya.sign_in(&copy);
        assert_eq!(copy.with_token(&token).get(&format!("{}/stream", path(&kept))).status, 200);
    }
}

/// SAFE-05: a backup needs a database, works after a killed backup, and can go to standard output.
#[test]
fn a_backup_is_of_something_can_be_repeated_and_piped() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("studio.backup");
    let nothing = server.command(&["backup", file.to_str().unwrap()]);
    let told = expect_failure(&nothing, "holds no account");
    assert!(told.contains("ledgerline.db") && !file.exists(), "{told}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let maya = Person::join(&server);
    let made = upload(&server, &maya, "a.wav", 1);
    // The partial file that a killed backup left does not hinder the next backup.
    let partial = folder.path().join("studio.backup.partial");
    fs::write(&partial, vec![7; 100_000]).unwrap();
    backup(&server, &file);
    assert!(!partial.exists());
    expect_success(&program(&["verify", file.to_str().unwrap()]).output().unwrap());
    // The partial file of a running backup is left alone.
    let other = folder.path().join("other.backup");
    let being_written = fs::File::create(folder.path().join("other.backup.partial")).unwrap();
    being_written.lock().unwrap();
    expect_failure(
        &server.command(&["backup", other.to_str().unwrap()]),
        "another backup is being written",
    );
    drop(being_written);

    let piped = server.command(&["backup", "-"]);
    assert!(piped.status.success(), "{}", output_text(&piped));
    let file = folder.path().join("piped.backup");
    fs::write(&file, &piped.stdout).unwrap();
    let place = folder.path().join("place");
    expect_success(&restore(&file, &place));
    check_restored(&place, &maya, &made);

    let mut bent = fs::read(&file).unwrap();
    let middle = bent.len() / 2;
    bent[middle] ^= 1;
    fs::write(&file, &bent).unwrap();
    expect_failure(&program(&["verify", file.to_str().unwrap()]).output().unwrap(), "is damaged");
}

/// SAFE-05: the database alone, restored beside the media store that stayed where it was.
#[test]
fn a_database_comes_back_beside_its_media() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let media = tempfile::tempdir().unwrap();
        let url = format!("file://{}/store", media.path().display());
        let server = Server::start_process(engine, &["--media-url", &url]);
        let maya = Person::join(&server);
        let made = upload(&server, &maya, "a.wav", 1);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.backup");
        let words = ["backup", file.to_str().unwrap(), "--database-only", "--media-url", &url];
        assert!(expect_success(&server.command(&words)).contains("no media"));
        drop(server);
        let place = folder.path().join("place");
        let words = ["restore", file.to_str().unwrap(), "--data-dir", place.to_str().unwrap()];
        // A store that belongs to another installation is refused, unless it is empty.
        let foreign = folder.path().join("foreign");
        fs::create_dir_all(foreign.join("media/x")).unwrap();
        fs::write(foreign.join("media/x/y"), b"music").unwrap();
        let foreign = format!("file://{}", foreign.display());
        let mut wrong = words.to_vec();
        wrong.extend(["--media-url", &foreign]);
        expect_failure(&program(&wrong).output().unwrap(), "is not empty");
        let mut right = words.to_vec();
        right.extend(["--media-url", &url]);
        expect_success(&program(&right).output().unwrap());
        let data = place.to_str().unwrap();
        let mut child =
            program(&["serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--media-url", &url]);
        let output = output_until_listening(&mut child);
        assert!(output.contains("listens on"), "{output}");
        let _ = made;
    }
}

/// Starts a server and kills it once it listens; returns its output.
fn output_until_listening(command: &mut Command) -> String {
    use std::io::{BufRead, BufReader};
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _ = child.kill();
    let ended = child.wait_with_output().unwrap();
    line + &String::from_utf8_lossy(&ended.stderr)
}

/// SAFE-05: a disk that Linux has remounted read-only, as it does when a disk fails.
#[test]
#[ignore = "runs in make test-all"]
fn a_read_only_disk_can_be_backed_up() {
    let disk = match SmallDisk::mount(64) {
        Ok(disk) => disk,
        Err(reason) => {
            return testbed::note_skipped(&format!("no small disk can be mounted here: {reason}"));
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let maya;
    let made;
    {
        let server = Server::start_together(disk.path(), 1).remove(0);
        maya = Person::join(&server);
        made = upload(&server, &maya, "a.wav", 1);
        // After a kill, the newest rows are only in the write-ahead log.
        server.signal(rustix::process::Signal::KILL);
        server.wait();
    }
    for name in ["killed", "closed"] {
        let mounted =
            Command::new("mount").args(["-o", "remount,ro"]).arg(disk.path()).status().unwrap();
        assert!(mounted.success());
        let file = folder.path().join(format!("{name}.backup"));
        let words = ["backup", file.to_str().unwrap(), "--data-dir", disk.path().to_str().unwrap()];
        expect_success(&program(&words).output().unwrap());
        let place = folder.path().join(name);
        expect_success(&restore(&file, &place));
        check_restored(&place, &maya, &made);
        let mounted =
            Command::new("mount").args(["-o", "remount,rw"]).arg(disk.path()).status().unwrap();
        assert!(mounted.success());
        // After an orderly end there is no write-ahead log any more.
        let server = Server::start_together(disk.path(), 1).remove(0);
        server.signal(rustix::process::Signal::TERM);
        server.wait();
    }
}

/// GUARD-12: sessions and links of a restored backup do not work.
#[test]
fn a_restored_backup_revives_nothing_that_opens_an_account() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = Server::start_process(engine, &[]);
        let maya = Person::join(&server);
        server.post("/api/auth/forgot-password", &json!({"email": maya.email})).expect(200);
        let letter =
            crate::harness::outbox::wait_for_letter(&server, &maya.email, "Reset your password", 1);
        let link = letter.reset_token();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("studio.backup");
        backup(&server, &file);
        let copy = server.restore_from(&file, None);
        copy.with_token(&maya.token).get("/api/auth/me").expect_error(401);
        copy.post("/api/auth/reset-password/check", &json!({"token": link})).expect_error(400);
        let sign_in = json!({"email": maya.email, "password": PASSWORD});
        copy.post("/api/auth/login", &sign_in).expect(200);
        assert_eq!(copy.query_number("SELECT COUNT(*) FROM jobs WHERE kind LIKE 'mail-%'"), 0);
    }
}

/// A backup to a full disk fails with one error line and leaves no file.
#[test]
fn a_backup_that_finds_no_room_says_so_in_one_line() {
    let disk = match SmallDisk::mount(2) {
        Ok(disk) => disk,
        Err(reason) => {
            return testbed::note_skipped(&format!("no small disk can be mounted here: {reason}"));
        }
    };
    let server = Server::start_process(Engine::Sqlite, &[]);
    let maya = Person::join(&server);
    crate::harness::library::upload_long(&server, &maya, 4);
    let file = disk.path().join("studio.backup");
    let output = server.command(&["backup", file.to_str().unwrap()]);
    expect_failure(&output, "studio.backup.partial cannot be written to");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr).lines().count(),
        1,
        "{}",
        output_text(&output)
    );
    assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 0);
}
