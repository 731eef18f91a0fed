//! The file of the secret key.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use ledgerline::internal::{SecretKey, load_or_create};

#[test]
fn the_first_start_makes_a_key_that_later_starts_find() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret.key");
    let made = load_or_create(&path).expect("made");
    let found = load_or_create(&path).expect("found");
    assert_eq!((found.key, made.is_new, found.is_new), (made.key, true, false));
    assert_ne!(made.key, SecretKey::default());
    let mode = fs::metadata(&path).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1, "no draft stays");
}

#[test]
fn twenty_first_starts_at_once_agree_on_one_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret.key");
    let keys: HashSet<SecretKey> = std::thread::scope(|scope| {
        let starts: Vec<_> =
            (0..20).map(|_| scope.spawn(|| load_or_create(&path).expect("a key").key)).collect();
        starts.into_iter().map(|start| start.join().expect("no panic")).collect()
    });
    assert_eq!(keys.len(), 1);
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

/// A Kubernetes secret with an fsGroup is 0440, a systemd credential 0400 or 0440 in a folder that cannot be
/// written.
#[test]
fn a_key_that_the_platform_hands_in_is_taken_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret.key");
    let made = load_or_create(&path).expect("made");
    for mode in [0o400, 0o440, 0o600, 0o640] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("changed");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).expect("closed");
        let found = load_or_create(&path);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("opened");
        assert_eq!(found.expect("taken").key, made.key, "{mode:o}");
    }
}

#[test]
fn a_key_others_can_read_or_of_another_length_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret.key");
    load_or_create(&path).expect("made");
    for mode in [0o644, 0o604, 0o620, 0o660, 0o450, 0o777] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("changed");
        let error = load_or_create(&path).expect_err("open to others").to_string();
        let told = format!("{mode:04o}");
        assert!(error.contains("--secret-key-file") && error.contains(&told), "{error}");
    }

    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("changed");
    for text in ["", "abc", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &"0".repeat(500)] {
        fs::write(&path, text).expect("written");
        let error = load_or_create(&path).expect_err(text).to_string();
        assert!(error.contains("64 hexadecimal digits"), "{error}");
    }
    let error = load_or_create(folder.path()).expect_err("a folder").to_string();
    assert!(!error.contains('\n'), "{error}");
}
