//! Operator mistakes that must not lose data: media with the wrong database, commands on the wrong database, a lost
//! key, misspelled settings.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, SystemTime};

use storage::db::migrate::EMBEDDED;
use storage::db::{Db, DbOptions, Presence, Schema, Share, sql};

use crate::harness::library::{path, upload};
use crate::harness::people::Person;
use crate::harness::{Engine, Server, Store, program};

pub fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Fails unless the command failed with an error line that contains `because`; returns the line.
#[track_caller]
pub fn expect_failure(output: &Output, because: &str) -> String {
    let all = output_text(output);
    assert!(!output.status.success(), "it was done: {all}");
    let last = String::from_utf8_lossy(&output.stderr).trim_end().lines().last().map(str::to_owned);
    let last = last.unwrap_or_default();
    assert!(last.starts_with("ledgerline: ") && last.contains(because), "{all}");
    last
}

#[track_caller]
pub fn expect_success(output: &Output) -> String {
    assert!(output.status.success(), "{}", output_text(output));
    output_text(output)
}

/// The arguments of `serve` at a port that is in use, so that it ends whether or not it accepts its data.
fn serve_arguments(taken: &TcpListener) -> Vec<String> {
    let address = taken.local_addr().unwrap().to_string();
    ["serve", "--listen", &address].map(str::to_owned).to_vec()
}

fn as_arguments(line: &[String]) -> Vec<&str> {
    line.iter().map(String::as_str).collect()
}

fn bind_port() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

/// Makes all media files hours old, so that the sweep spares none of them; returns them.
fn backdate_media_files(server: &Server) -> Vec<PathBuf> {
    let long_ago = SystemTime::now() - Duration::from_secs(5 * 60 * 60);
    let files = server.media_files();
    for path in &files {
        File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
    }
    files
}

/// SAFE-01: another database, or a new one beside a store that is not empty, is refused and touches nothing.
fn another_database_is_refused(engine: Engine, store: Store) {
    let server = Server::start_process_with(engine, store, &[]);
    let maya = Person::join(&server);
    let made = upload(&server, &maya, "a.wav", 1);
    upload(&server, &maya, "b.wav", 2);
    let taken = bind_port();
    let serve = serve_arguments(&taken);
    let server = server.restart_as("serve", &[], |stopped| {
        let files = backdate_media_files(stopped);
        let other = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(testbed::postgres().fresh_database()),
        };
        let (db, aside) =
            (stopped.data_dir().join("ledgerline.db"), stopped.data_dir().join("aside.db"));
        if engine == Engine::Sqlite {
            fs::rename(&db, &aside).unwrap();
        }
        let told = expect_failure(
            &stopped.command_on(&as_arguments(&serve), other.as_deref()),
            "belongs to another installation",
        );
        let folder = stopped.media_folder().to_string_lossy().into_owned();
        assert!(store == Store::S3 && told.contains("s3://") || told.contains(&folder), "{told}");
        assert!(told.contains("ledgerline.db") || told.contains("postgres://"), "{told}");
        assert_eq!(stopped.media_files(), files);
        match other {
            // No database was created.
            None => assert!(!db.exists()),
            Some(url) => {
                let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
                let tables =
                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'";
                assert_eq!(client.query_one(tables, &[]).unwrap().get::<_, i64>(0), 0);
            }
        }
        if engine == Engine::Sqlite {
            // An empty file does not count as a database.
            fs::write(&db, b"").unwrap();
            expect_failure(
                &stopped.command(&as_arguments(&serve)),
                "belongs to another installation",
            );
            assert_eq!(stopped.media_files(), files);
            fs::rename(&aside, &db).unwrap();
        }
        // The database of another installation is refused.
        let elsewhere = tempfile::tempdir().unwrap();
        drop(Server::start_together(elsewhere.path(), 1));
        if store == Store::S3 {
            expect_failure(
                &stopped.command_in(&as_arguments(&serve), elsewhere.path()),
                "belongs to another installation",
            );
        } else {
            let media = format!("file://{folder}");
            let mut line = as_arguments(&serve);
            line.extend(["--media-url", &media]);
            expect_failure(
                &stopped.command_in(&line, elsewhere.path()),
                "belongs to another installation",
            );
        }
        assert_eq!(stopped.media_files(), files);
    });
    assert_eq!(maya.at(&server).get(&format!("{}/stream", path(&made))).status, 200);
}

#[test]
fn another_database_is_refused_on_sqlite_and_a_folder() {
    another_database_is_refused(Engine::Sqlite, Store::Folder);
}

#[test]
#[ignore = "runs in make test-all"]
fn another_database_is_refused_on_sqlite_and_s3() {
    another_database_is_refused(Engine::Sqlite, Store::S3);
}

#[test]
#[ignore = "runs in make test-all"]
fn another_database_is_refused_on_postgres_and_a_folder() {
    another_database_is_refused(Engine::Postgres, Store::Folder);
}

#[test]
#[ignore = "runs in make test-all"]
fn another_database_is_refused_on_postgres_and_s3() {
    another_database_is_refused(Engine::Postgres, Store::S3);
}

/// SAFE-02: after an older database was restored, none of its files are deleted, and the files of the newer one are in
/// the trash.
#[test]
fn an_older_database_put_back_costs_no_file() {
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_process_with(Engine::Sqlite, store, &[]);
        let maya = Person::join(&server);
        upload(&server, &maya, "before.wav", 1);
        let db = server.data_dir().join("ledgerline.db");
        let (older, newer) = (db.with_file_name("older"), db.with_file_name("newer"));
        let server = server.restart_as("serve", &[], |_| {
            fs::copy(&db, &older).unwrap();
        });
        let later = upload(&server, &maya, "later.wav", 2);
        let server = server.restart_as("serve", &[], |stopped| {
            backdate_media_files(stopped);
            fs::copy(&db, &newer).unwrap();
            fs::copy(&older, &db).unwrap();
        });
        server.wait_for_output("files without a row went to the trash");
        let listed = expect_success(&server.command(&["media", "trash", "list"]));
        assert!(listed.contains(later["id"].as_str().unwrap()), "{listed}");
        let server = server.restart_as("serve", &[], |_| {
            fs::copy(&newer, &db).unwrap();
        });
        server.wait_for_output("restored=1");
        assert_eq!(maya.at(&server).get(&format!("{}/stream", path(&later))).status, 200);
        let listed = expect_success(&server.command(&["media", "trash", "list"]));
        assert!(listed.contains("The trash is empty."), "{listed}");
    }
}

/// SAFE-02: a sweep that would delete too many files stops with an ERROR line; the operator can force it, and restore
/// the files from the trash.
#[test]
fn a_sweep_that_would_take_much_stops() {
    for store in [Store::Folder, Store::S3] {
        let server = Server::start_process_with(Engine::Sqlite, store, &[]);
        let maya = Person::join(&server);
        upload(&server, &maya, "kept.wav", 1);
        let owner = server.media_files()[0].parent().unwrap().to_owned();
        let stray =
            |number: u32| owner.join(format!("019a8000-0000-7000-8000-0000000000{number:02}"));
        let server = server.restart_as("serve", &[], |stopped| {
            for number in 10..31 {
                fs::write(stray(number), b"music").unwrap();
            }
            backdate_media_files(stopped);
        });
        let line = server.wait_for_output("ERROR");
        assert!(
            line.contains("the sweep of the media store stopped") && line.contains("strays=21"),
            "{line}"
        );
        assert_eq!(server.media_files().len(), 22);

        expect_failure(&server.command(&["media", "sweep"]), "--yes");
        assert_eq!(server.media_files().len(), 22);
        assert!(
            expect_success(&server.command(&["media", "sweep", "--yes"]))
                .contains("21 files went to the trash")
        );
        assert_eq!(server.media_files().len(), 1);
        let listed = expect_success(&server.command(&["media", "trash", "list"]));
        let first =
            listed.lines().find_map(|line| line.split_once("  ").map(|(key, _)| key)).unwrap();
        assert!(
            expect_success(&server.command(&["media", "trash", "restore", first]))
                .contains("1 files are back")
        );
        assert_eq!(server.media_files().len(), 2);
        expect_failure(
            &server.command(&["media", "trash", "restore", first]),
            "is not in the trash",
        );
        // Only files that rows name are restored by default, and here no row names one.
        assert!(
            expect_success(&server.command(&["media", "trash", "restore"]))
                .contains("0 files are back")
        );
    }
}

/// SAFE-02: the files of a deleted account are not kept in the trash.
#[test]
fn a_deleted_account_has_nothing_in_the_trash() {
    let server = Server::start_process(Engine::Sqlite, &[]);
    let maya = Person::join(&server);
    upload(&server, &maya, "kept.wav", 1);
    let owner = server.media_files()[0].parent().unwrap().to_owned();
    let server = server.restart_as("serve", &[], |stopped| {
        fs::write(owner.join("019a8000-0000-7000-8000-000000000010"), b"music").unwrap();
        backdate_media_files(stopped);
    });
    server.wait_for_output("files without a row went to the trash");
    let password = serde_json::json!({"password": crate::harness::people::PASSWORD});
    maya.at(&server).call("DELETE", "/api/users/account").json(&password).send().expect(200);
    server.wait_for_media_files(0);
    server.wait_until("the trash keeps no file of a deleted account", || {
        let listed = server.command(&["media", "trash", "list"]);
        output_text(&listed).contains("The trash is empty.")
    });
}

const COMMANDS: [&[&str]; 6] = [
    &["user", "list"],
    &["media", "trash", "list"],
    &["rotate-key"],
    &["backup", "/nowhere/x.backup"],
    &["backup", "-"],
    &["seed", "--email", "a@b.example", "--clients", "1"],
];

/// SAFE-03, SAFE-04: a command never creates a database, and never overwrites the key.
#[test]
fn a_command_makes_no_database_and_replaces_no_key() {
    let server = Server::start_process(Engine::Postgres, &[]);
    Person::join(&server);
    let key = server.data_dir().join("secret.key");
    let before = fs::read(&key).unwrap();
    let server = server.restart_as("serve", &[], |stopped| {
        let empty = testbed::postgres().fresh_database();
        for command in COMMANDS {
            // The shell lacks the database URL that the service's settings have.
            let told =
                expect_failure(&stopped.command_on(command, None), "there is no database in it");
            assert!(told.contains(stopped.data_dir().to_str().unwrap()), "{told}");
            assert!(!stopped.data_dir().join("ledgerline.db").exists(), "{command:?}");
            let told =
                expect_failure(&stopped.command_on(command, Some(&empty)), "no Ledgerline schema");
            assert!(told.contains("postgres://"), "{told}");
        }
        let mut client = postgres::Client::connect(&empty, postgres::NoTls).unwrap();
        let tables = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'";
        assert_eq!(client.query_one(tables, &[]).unwrap().get::<_, i64>(0), 0);
        assert_eq!(fs::read(&key).unwrap(), before);
        assert!(!key.with_file_name("secret.key.next").exists());
        // The command's output names the database it worked on.
        let told = expect_success(&stopped.command(&["user", "list"]));
        assert!(told.contains("Working on the database postgres://"), "{told}");
    });
    server.get("/api/health").expect(200);
}

/// Creates the database of an older version with an account, and the key file beside it.
fn old_installation(folder: &Path, url: Option<&str>) -> DbOptions {
    let newest =
        url.map_or_else(|| DbOptions::sqlite(folder.join("ledgerline.db")), DbOptions::postgres);
    let older = DbOptions { migrations: &EMBEDDED[..15], ..newest.clone() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let db = Db::open(&older).unwrap();
        let account = sql!(
            "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at, created_at, updated_at)
             VALUES ('01890a5d-0000-7000-8000-000000000001', 'maya@x.fm', 'maya@x.fm', 'Maya', 'DJ', 'h', 1, 1, 1)"
        );
        db.write(|tx| tx.execute(account, &[])).await.unwrap();
        db.close().await;
    });
    let key = folder.join("secret.key");
    fs::write(&key, "ab".repeat(32)).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    newest
}

/// SAFE-03, SAFE-05: reading commands and backups do not migrate a database of an older version; only `migrate` and
/// `serve` do, and not while a server uses it.
fn an_old_database(url: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let options = old_installation(folder.path(), url);
    let run = |words: &[&str]| {
        let mut line = words.to_vec();
        line.extend(["--data-dir", folder.path().to_str().unwrap()]);
        line.extend(url.iter().flat_map(|url| ["--database-url", url]));
        program(&line).output().unwrap()
    };
    let schema = || match Db::open(&DbOptions { schema: Schema::Current, ..options.clone() }) {
        Err(storage::db::DbError::Outdated { has, .. }) => has,
        Ok(_) => EMBEDDED.last().unwrap().version,
        Err(error) => panic!("{error}"),
    };
    for command in [&["user", "list"][..], &["media", "trash", "list"], &["rotate-key"]] {
        expect_failure(&run(command), "schema 14");
    }
    assert_eq!(schema(), 14);
    let file = folder.path().join("before.backup");
    let written = expect_success(&run(&["backup", file.to_str().unwrap()]));
    assert!(written.contains("before.backup holds "), "{written}");
    assert_eq!(schema(), 14);
    let checked = expect_success(&program(&["verify", file.to_str().unwrap()]).output().unwrap());
    assert!(checked.contains("is whole") && checked.contains("with schema 14"), "{checked}");

    let living = Presence::take(&options, Share::Shared).unwrap().unwrap();
    expect_failure(&run(&["migrate"]), "another program is at work on the database");
    let taken = bind_port();
    expect_failure(
        &run(&as_arguments(&serve_arguments(&taken))),
        "another program is at work on the database",
    );
    assert_eq!(schema(), 14);
    drop(living);
    expect_success(&run(&["migrate"]));
    assert_eq!(schema(), EMBEDDED.last().unwrap().version);
    assert!(expect_success(&run(&["user", "list"])).contains("maya@x.fm"));

    // A backup of the older version can be restored with the newer version.
    let place = tempfile::tempdir().unwrap();
    let words = ["restore", file.to_str().unwrap(), "--data-dir", place.path().to_str().unwrap()];
    expect_success(&program(&words).output().unwrap());
    let there = ["user", "list", "--data-dir", place.path().to_str().unwrap()];
    assert!(expect_success(&program(&there).output().unwrap()).contains("maya@x.fm"));
}

#[test]
fn an_old_database_is_looked_at_and_not_migrated_on_sqlite() {
    an_old_database(None);
}

#[test]
#[ignore = "runs in make test-all"]
fn an_old_database_is_looked_at_and_not_migrated_on_postgres() {
    an_old_database(Some(&testbed::postgres().fresh_database()));
}

/// SAFE-04: a server's lock is in the database, so a server with another folder or on another machine is noticed too.
#[test]
fn a_key_is_not_replaced_under_a_server_in_another_folder() {
    let server = Server::start_process(Engine::Postgres, &[]);
    let elsewhere = tempfile::tempdir().unwrap();
    let (key, copy) = (server.data_dir().join("secret.key"), elsewhere.path().join("secret.key"));
    fs::copy(&key, &copy).unwrap();
    let mut line = vec!["rotate-key".to_owned()];
    line.extend(server.data_flags());
    line[2] = elsewhere.path().to_str().unwrap().to_owned();
    let rotate = || program(&as_arguments(&line)).output().unwrap();
    expect_failure(&rotate(), "a server is running on the database");
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&key).unwrap());
    let server = server.restart_as("serve", &[], |_| {
        let told = expect_success(&rotate());
        assert!(told.contains("secret.key.old"), "{told}");
        let old = copy.with_file_name("secret.key.old");
        assert_eq!(fs::read(&old).unwrap(), fs::read(&key).unwrap());
        assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o600);
        fs::copy(&copy, &key).unwrap();
    });
    server.get("/api/health").expect(200);
}

/// SAFE-07
#[test]
fn database_files_are_for_their_owner_alone_in_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mode = |name: &str| {
        let found = fs::metadata(folder.path().join(name)).unwrap();
        found.permissions().mode() & 0o777
    };
    let server = Server::start_together(folder.path(), 1).remove(0);
    let maya = Person::join(&server);
    upload(&server, &maya, "a.wav", 1);
    let names = ["ledgerline.db", "ledgerline.db-wal", "ledgerline.db-shm", "secret.key"];
    assert_eq!(names.map(mode), [0o600; 4]);
    assert_eq!(mode("media"), 0o700);
    // The permissions of a database file that an earlier version made are tightened.
    server.signal(rustix::process::Signal::TERM);
    server.wait();
    let db = folder.path().join("ledgerline.db");
    fs::set_permissions(&db, fs::Permissions::from_mode(0o644)).unwrap();
    let _server = Server::start_together(folder.path(), 1).remove(0);
    assert_eq!(mode("ledgerline.db"), 0o600);
}

/// SAFE-10: one file of settings for the server and every command; the environment and flags win over it.
#[test]
fn settings_lie_in_a_file_that_every_command_reads() {
    let server = Server::start_process(Engine::Postgres, &[]);
    let maya = Person::join(&server);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ledgerline.env");
    let place = server.data_flags();
    let text = format!(
        "# the service\nLEDGERLINE_DATA_DIR={}\nLEDGERLINE_DATABASE_URL=\"{}\"\n",
        place[1], place[3]
    );
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    for line in [&["user", "list", "--config", file][..], &["--config", file, "user", "list"]] {
        let told = expect_success(&program(line).env_remove("LEDGERLINE_CONFIG").output().unwrap());
        assert!(told.contains(&maya.email), "{told}");
    }
    let told = expect_success(
        &program(&["user", "list"]).env("LEDGERLINE_CONFIG", file).output().unwrap(),
    );
    assert!(told.contains(&maya.email), "{told}");
    let other =
        program(&["user", "list", "--config", file, "--data-dir", "/nowhere"]).output().unwrap();
    expect_failure(&other, "/nowhere");
    let gone = program(&["user", "list", "--config", "/nowhere.env"]).output().unwrap();
    assert_eq!(gone.status.code(), Some(2));
    expect_failure(&gone, "--config (LEDGERLINE_CONFIG) is `/nowhere.env`");

    let misspelt = program(&["user", "list", "--config", file])
        .env("LEDGERLINE_DATABSE_URL", "x")
        .output()
        .unwrap();
    let told = expect_success(&misspelt);
    assert!(
        told.contains(
            "LEDGERLINE_DATABSE_URL is not a setting; did you mean LEDGERLINE_DATABASE_URL?"
        ),
        "{told}"
    );
}
