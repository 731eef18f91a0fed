//! Tests of the temporary cluster: it works, can be stopped and started again, and leaves nothing behind.

use std::process::{Command, Stdio};
use std::time::Duration;

use ledgerline_testbed::{Postgres, budget};
use postgres::{Client, NoTls};

#[test]
fn a_fresh_database_is_empty_and_survives_a_restart_and_the_folder_goes_with_the_cluster() {
    let cluster = Postgres::start();
    let folder = cluster.folder().to_owned();
    let (one, other) = (cluster.fresh_database(), cluster.fresh_database());
    assert_ne!(one, other);
    Client::connect(&one, NoTls).unwrap().batch_execute("CREATE TABLE kept (n BIGINT)").unwrap();
    assert!(Client::connect(&other, NoTls).unwrap().batch_execute("SELECT n FROM kept").is_err());

    cluster.stop();
    assert!(Client::connect(&one, NoTls).is_err());
    cluster.start_again();
    Client::connect(&one, NoTls).unwrap().batch_execute("SELECT n FROM kept").unwrap();

    assert!(folder.exists());
    drop(cluster);
    assert!(!folder.exists());
    assert!(Client::connect(&one, NoTls).is_err());
}

/// The variable that makes the test process the child of the next test.
const CHILD: &str = "CHILD_THAT_IS_KILLED";

/// Not a test by itself: the next test runs it in a process and kills that process.
#[test]
fn child_that_is_killed() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let cluster = ledgerline_testbed::postgres();
    println!("folder {}", cluster.folder().display());
    std::thread::sleep(Duration::from_secs(60));
}

#[test]
fn a_killed_test_process_leaves_nothing_behind() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_that_is_killed", "--nocapture"])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let folder = lines
        .map_while(Result::ok)
        .find_map(|line| line.split_once("folder ").map(|(_, path)| std::path::PathBuf::from(path)))
        .unwrap();
    assert!(folder.join("data/postmaster.pid").exists());

    child.kill().unwrap();
    child.wait().unwrap();
    budget::wait_until("the folder is gone", || !folder.exists());
}
