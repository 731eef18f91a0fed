//! The key that encrypts stored secrets, in a file of its own outside the database. It is created on the first start,
//! readable by its owner alone. Any number of servers that start at the same moment agree on one key: the file appears
//! complete or not at all, and the first one wins.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use app::crypto;

use crate::program::setting::{SECRET_KEY_FILE, SettingError};

pub type SecretKey = [u8; 32];

/// 64 hexadecimal digits and a line end, with room to tell a longer file from the right one.
const LONGEST: u64 = 256;

#[derive(Debug)]
pub struct Loaded {
    pub key: SecretKey,
    /// Whether the key was created just now.
    pub is_new: bool,
}

/// Reads the key of an installation that has been started before.
pub fn load(path: &Path) -> Result<SecretKey, SettingError> {
    check_not_replaced(path)?;
    let refuse = |takes: String| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes);
    match File::open(path) {
        Ok(file) => read(file).map_err(refuse),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(refuse("the key file of an installation that has been started before".to_owned()))
        }
        Err(error) => Err(refuse(format!("a file that can be read ({error})"))),
    }
}

fn check_not_replaced(path: &Path) -> Result<(), SettingError> {
    if !beside(path, NEXT).exists() {
        return Ok(());
    }
    let takes =
        "a key that is not being replaced; `ledgerline rotate-key` was interrupted, run it again";
    Err(SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes))
}

/// Reads the key; creates it if there is none.
pub fn load_or_create(path: &Path) -> Result<Loaded, SettingError> {
    let refuse = |takes: String| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes);
    check_not_replaced(path)?;
    match File::open(path) {
        Ok(file) => {
            let key = read(file).map_err(refuse)?;
            return Ok(Loaded { key, is_new: false });
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(refuse(format!("a file that can be read ({error})"))),
    }
    let place = |error: io::Error| refuse(format!("a place where a file can be made ({error})"));
    create(path).map_err(place)?;
    // Read back, because another server may have created the file first.
    let key = File::open(path).map_err(place).and_then(|file| read(file).map_err(refuse))?;
    Ok(Loaded { key, is_new: true })
}

/// Removes a key that nothing was encrypted with.
pub fn remove(path: &Path) -> Result<(), SettingError> {
    let takes = |error: io::Error| format!("a file that can be removed ({error})");
    let refuse = |error| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes(error));
    fs::remove_file(path).map_err(refuse)
}

/// Reads the key, and the new one that an interrupted rotation has made already.
pub fn load_pair(path: &Path) -> Result<(SecretKey, Option<SecretKey>), SettingError> {
    let old = read_at(path)?;
    let next = beside(path, NEXT);
    let new = next.exists().then(|| read_at(&next)).transpose()?;
    Ok((old, new))
}

/// Creates the new key next to the current one.
pub fn make_next(path: &Path) -> Result<SecretKey, SettingError> {
    let next = beside(path, NEXT);
    let takes = |error: io::Error| format!("a place where a file can be made ({error})");
    create(&next).map_err(|error| SECRET_KEY_FILE.refuse(&next.to_string_lossy(), takes(error)))?;
    read_at(&next)
}

fn read_at(path: &Path) -> Result<SecretKey, SettingError> {
    let refuse = |takes: String| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes);
    let unreadable = |error: io::Error| refuse(format!("a file that can be read ({error})"));
    File::open(path).map_err(unreadable).and_then(|file| read(file).map_err(refuse))
}

/// Makes the new key the current one and keeps the old one next to it; returns the path of the old key.
pub fn settle_next(path: &Path) -> Result<PathBuf, SettingError> {
    let old = beside(path, OLD);
    let settled = match fs::remove_file(&old) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        // Some file systems have no links.
        _ => fs::hard_link(path, &old).or_else(|_| fs::copy(path, &old).map(drop)),
    };
    let settled = settled
        .and_then(|()| fs::rename(beside(path, NEXT), path))
        .and_then(|()| sync_folder(path));
    let takes = |error: io::Error| format!("a file that can be replaced ({error})");
    settled.map_err(|error| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes(error)))?;
    Ok(old)
}

/// Removes a new key that nothing was encrypted with.
pub fn drop_next(path: &Path) {
    let _ = fs::remove_file(beside(path, NEXT));
}

/// The path of the new key during a rotation.
const NEXT: &str = ".next";
/// The path of the previous key after a rotation.
const OLD: &str = ".old";

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Writes a given key to a file that does not exist yet.
pub fn store(path: &Path, text: &str) -> Result<(), SettingError> {
    let refuse = |takes: String| SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes);
    if parse(text.as_bytes()).is_none() {
        return Err(refuse("a key of 64 hexadecimal digits (32 bytes)".to_owned()));
    }
    let stored = write_new(path, text.trim()).and_then(|()| sync_folder(path));
    stored.map_err(|error| refuse(format!("a place where a file can be made ({error})")))
}

fn create(path: &Path) -> io::Result<()> {
    let key: SecretKey = crypto::random();
    let text: String = key.iter().map(|byte| format!("{byte:02x}")).collect();

    let draft = draft_beside(path);
    let made = write_new(&draft, &text).and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // Some file systems have no links. There the file is written in place.
        Err(_) => match write_new(path, &text) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            written => written,
        },
        Ok(()) => Ok(()),
    });
    // A draft that stays behind would be a second copy of the key.
    let removed = fs::remove_file(&draft);
    made.and(removed)?;
    sync_folder(path)
}

fn draft_beside(path: &Path) -> PathBuf {
    let tail = u64::from_ne_bytes(crypto::random());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{tail:016x}"));
    path.with_file_name(name)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

/// The name must survive a power cut as surely as the bytes, or the secrets encrypted in the
/// meantime could never be read again.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

/// Reads the key from an open file; the error says what the file must be.
fn read(file: File) -> Result<SecretKey, String> {
    let unreadable = |error: io::Error| format!("a file that can be read ({error})");
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err("a file".to_owned());
    }
    check_mode(&metadata)?;
    let mut text = Vec::new();
    file.take(LONGEST).read_to_end(&mut text).map_err(unreadable)?;
    parse(&text).ok_or_else(|| "a file with a key of 64 hexadecimal digits (32 bytes)".to_owned())
}

/// Refuses a key file that other users can read. The group may read it if the owner is root or this program's user:
/// Kubernetes secrets with an fsGroup and systemd credentials have such modes.
fn check_mode(metadata: &fs::Metadata) -> Result<(), String> {
    let mode = metadata.permissions().mode() & 0o777;
    let user = rustix::process::geteuid().as_raw();
    let is_trusted_owner = user == 0 || [0, user].contains(&metadata.uid());
    let is_closed = mode & 0o077 == 0 || (mode & 0o037 == 0 && is_trusted_owner);
    if is_closed {
        return Ok(());
    }
    Err(format!(
        "a file that only its owner can read and change; its mode is {mode:04o}, not 0600, 0400 or 0440"
    ))
}

fn parse(text: &[u8]) -> Option<SecretKey> {
    let digits = text.trim_ascii();
    let mut key = SecretKey::default();
    if digits.len() != 2 * key.len() {
        return None;
    }
    for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
        let high = char::from(pair[0]).to_digit(16)?;
        let low = char::from(pair[1]).to_digit(16)?;
        *byte = u8::try_from(high * 16 + low).ok()?;
    }
    Some(key)
}
