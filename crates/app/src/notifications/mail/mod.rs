//! Mail. A letter is queued as a job in the transaction of the event that causes it, so it is sent exactly if the
//! transaction commits. Mail has its own job lane, so that a slow mail server only delays mail. A waiting letter is
//! sealed, because it may hold a link that opens an account.

mod digests;
mod letter;
mod letters;
mod post;
pub mod rendering;
mod sender;
pub mod smtp;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::users;
use storage::operations::jobs::Job;

pub(crate) use digests::{queue_digest, send_digest};
pub use letter::{Attachment, Button, Item, Letter};
pub(crate) use letters::*;
pub use post::Post;
pub use sender::Sender;
pub use smtp::SmtpServer;

use crate::counters::LETTERS;
use crate::jobs::Work;
use crate::{App, Error, Result, crypto::Keys};

pub(crate) const SEALED: &str = "letter";

/// Queues a letter to an account's owner. Nothing is sent if the account is gone or its address is not confirmed. Call
/// `App::wake_workers` after the transaction, so that it is sent at once.
pub(crate) fn queue(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    now: Timestamp,
    letter: &Letter,
) -> Result<()> {
    let Some(user) = users::find(tx, owner)? else {
        return Ok(());
    };
    if user.email_confirmed_at.is_none() {
        return Ok(());
    }
    queue_to(tx, keys, owner, &user.email, Some(&user.name), now, letter)
}

/// Queues a letter to the given address, confirmed or not. Without a name the greeting has none: before the address is
/// confirmed, the name is a stranger's text.
pub(crate) fn queue_to(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    address: &str,
    name: Option<&str>,
    now: Timestamp,
    letter: &Letter,
) -> Result<()> {
    queue_letter(tx, keys, owner, address, name, now, letter).map(drop)
}

/// Like `queue_to`, for a job that the caller names; returns the first part of the letter's message id.
pub(crate) fn queue_letter(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    address: &str,
    name: Option<&str>,
    now: Timestamp,
    letter: &Letter,
) -> Result<String> {
    let addressed = letter::Addressed {
        address: address.to_owned(),
        name: name.unwrap_or_default().to_owned(),
        letter: letter.clone(),
    };
    let text = serde_json::to_vec(&addressed).map_err(Error::unexpected)?;
    let payload = URL_SAFE_NO_PAD.encode(keys.seal(SEALED, owner, &text));
    Ok(Work::of(Kind::SendLetter, owner, &payload).queue_with_id(tx, now)?)
}

/// Sends one letter. An error leads to a retry; a letter that is undeliverable or expired is dropped with a log line.
pub(crate) async fn deliver(app: &App, post: &Post, job: &Job) -> Result<()> {
    let addressed = open(&app.keys, job)?;
    let now = app.now();
    if addressed.letter.good_until.is_some_and(|millis| Timestamp::from_millis(millis) <= now) {
        tracing::warn!(job = job.id, "a letter was not sent because it has expired");
        return Ok(());
    }
    match post.send(&job.id, now, &addressed).await {
        Ok(()) => {
            count("sent");
            Ok(())
        }
        Err(post::Failure::Final(reason)) => {
            count("refused");
            tracing::warn!(job = job.id, reason, "a letter cannot be delivered");
            Ok(())
        }
        Err(post::Failure::Later(reason)) => {
            count("failed");
            Err(Error::unexpected(reason))
        }
    }
}

fn count(result: &'static str) {
    LETTERS.get_or_create(&[("result", result)]).inc();
}

fn open(keys: &Keys, job: &Job) -> Result<letter::Addressed> {
    // A letter to somebody without an account, such as an invitation, has no owner.
    let owner = match job.owner_id.as_deref() {
        Some(text) => UserId::parse(text),
        None => Some(UserId::NOBODY),
    };
    let owner = owner.ok_or_else(|| Error::unexpected("a letter names no owner"))?;
    let sealed = URL_SAFE_NO_PAD.decode(&job.payload).map_err(Error::unexpected)?;
    let text = keys.open(SEALED, owner, &sealed).map_err(Error::unexpected)?;
    serde_json::from_slice(&text).map_err(Error::unexpected)
}
