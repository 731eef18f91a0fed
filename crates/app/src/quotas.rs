//! Limits of an account: bytes, rows, and uploads that wait for their analysis.

use domain::ids::UserId;
use domain::jobs::Kind;
use storage::db::Conn;
use storage::money::cards;
use storage::operations::jobs;
use storage::{clients, library};

use crate::policy::Policy;
use crate::{Actor, App, Error, Result};

/// The most rows of a kind that an account may have. Far more than a studio needs; they keep one account from filling
/// the database.
pub const MOST_DOCUMENTS: i64 = 100_000;
pub const MOST_CLIENTS: i64 = 100_000;
pub const MOST_CARDS: i64 = 500;
/// The most uploads of an account that may wait for their analysis at once.
pub const MOST_WAITING_ANALYSES: i64 = 1_000;

/// Allowance for the other parts of a form, when a request announces its size.
pub(crate) const FORM_BYTES: u64 = 64 * 1024;

/// The storage that the files of an account use, and the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageUse {
    pub used: u64,
    pub allowed: Option<u64>,
    pub documents: i64,
}

pub async fn storage_use(app: &App, actor: &Actor) -> Result<StorageUse> {
    let (owner, allowed) = (actor.user, app.policy.max_account_bytes);
    app.read(move |conn| read_storage_use(conn, owner, allowed)).await
}

fn read_storage_use(conn: &mut Conn, owner: UserId, allowed: Option<u64>) -> Result<StorageUse> {
    let (documents, bytes) = library::totals::count_and_bytes(conn, owner)?;
    let bytes = bytes + library::files::bytes(conn, owner)?;
    Ok(StorageUse { used: u64::try_from(bytes).unwrap_or(0), allowed, documents })
}

/// Refuses files that would exceed the account's limits. Called before the bytes are received, to avoid a long upload
/// in vain, and again in the transaction that writes the rows, under the lock of the account's documents, where
/// concurrent uploads are counted one after another.
pub(crate) fn check_upload(
    conn: &mut Conn,
    owner: UserId,
    policy: &Policy,
    files: i64,
    bytes: u64,
) -> Result<()> {
    check_bytes(conn, owner, policy, bytes)?;
    let (documents, _) = library::totals::count_and_bytes(conn, owner)?;
    check_count("beats and videos", documents + files, MOST_DOCUMENTS)?;
    let waiting = jobs::count_waiting(conn, owner, Kind::AnalyseMedia)?;
    if waiting + files > MOST_WAITING_ANALYSES {
        return Err(Error::Conflict(format!(
            "{waiting} of your files are still waiting for their analysis. Please upload more when some are done."
        )));
    }
    Ok(())
}

/// Refuses bytes for which the account has no storage left.
pub(crate) fn check_bytes(
    conn: &mut Conn,
    owner: UserId,
    policy: &Policy,
    bytes: u64,
) -> Result<()> {
    let StorageUse { used, allowed, .. } = read_storage_use(conn, owner, policy.max_account_bytes)?;
    if let Some(allowed) = allowed.filter(|allowed| used.saturating_add(bytes) > *allowed) {
        return Err(Error::OverQuota(format!(
            "There is not enough storage left for this: {} of {} are used, {} are left. Delete files you no longer \
             need, or ask the operator for more.",
            in_words(used),
            in_words(allowed),
            in_words(allowed.saturating_sub(used)),
        )));
    }
    Ok(())
}

/// Refuses one more client than allowed. To be called under a lock that every addition holds.
pub(crate) fn check_clients(conn: &mut Conn, owner: UserId) -> Result<()> {
    check_count("clients", clients::count(conn, owner)? + 1, MOST_CLIENTS)
}

/// Refuses one more card than allowed, as `check_clients` does for clients.
pub(crate) fn check_cards(conn: &mut Conn, owner: UserId) -> Result<()> {
    check_count("cards", cards::count(conn, owner)? + 1, MOST_CARDS)
}

/// Refuses more rows of a kind than `most`.
pub fn check_count(what: &str, count: i64, most: i64) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    Err(Error::Conflict(format!("An account can hold {most} {what} at most.")))
}

/// A size for people: `1.5 GB`, `640 MB`, `12 KB`.
pub fn in_words(bytes: u64) -> String {
    let (unit, name) = match bytes {
        bytes if bytes >= 1 << 30 => (1_u64 << 30, "GB"),
        bytes if bytes >= 1 << 20 => (1 << 20, "MB"),
        _ => (1 << 10, "KB"),
    };
    let tenths = bytes.saturating_mul(10) / unit;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} {name}"),
        (whole, tenth) => format!("{whole}.{tenth} {name}"),
    }
}
