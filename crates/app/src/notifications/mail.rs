//! Mail. A letter is queued as a job in the transaction of the deed that causes it, so it goes out exactly
//! when the deed is kept; a lane of its own carries it, so that a slow mail server holds up nothing but
//! mail. What a letter says is sealed while it waits: it may hold a link that opens an account.

mod digests;
mod letter;
mod letters;
mod post;
mod rendering;
mod sender;
mod smtp;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::users;
use storage::operations::jobs::Job;

pub(crate) use digests::{announce, gather};
pub use letter::{Button, Item, Letter};
pub(crate) use letters::*;
pub use post::Post;
pub use sender::Sender;
pub use smtp::SmtpServer;

use crate::jobs::Work;
use crate::{App, Error, Result, crypto::Keys};

pub(crate) const SEALED: &str = "letter";

/// Queues a letter to an account's owner, at the address the account has now. Where the account is gone
/// there is nobody to write to, and to an address that nobody has confirmed nothing is sent. Ring (`App::wake_workers`) after the transaction, so that it leaves at once.
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

/// The same to an address of its own, confirmed or not. Without a name the greeting has none: before the address is
/// confirmed, a name is a stranger's text in a letter of ours.
pub(crate) fn queue_to(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    address: &str,
    name: Option<&str>,
    now: Timestamp,
    letter: &Letter,
) -> Result<()> {
    let addressed = letter::Addressed {
        address: address.to_owned(),
        name: name.unwrap_or_default().to_owned(),
        letter: letter.clone(),
    };
    let text = serde_json::to_vec(&addressed).map_err(Error::unexpected)?;
    let payload = URL_SAFE_NO_PAD.encode(keys.seal(SEALED, owner, &text));
    Ok(Work::of(Kind::SendLetter, owner, &payload).queue(tx, now)?)
}

/// Carries one letter out. An error is worth another try; a letter that can never arrive, or whose time is
/// over, is let go with a line in the log.
pub(crate) async fn deliver(app: &App, post: &Post, job: &Job) -> Result<()> {
    let addressed = open(&app.keys, job)?;
    let now = app.now();
    if addressed.letter.good_until.is_some_and(|millis| Timestamp::from_millis(millis) <= now) {
        tracing::warn!(job = job.id, "a letter was not sent: its time is over");
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
    metrics::counter!("ledgerline_mail_total", "result" => result).increment(1);
}

fn open(keys: &Keys, job: &Job) -> Result<letter::Addressed> {
    // A letter to somebody without an account, such as an invitation, belongs to nobody.
    let owner = match job.owner_id.as_deref() {
        Some(text) => UserId::parse(text),
        None => Some(UserId::NOBODY),
    };
    let owner = owner.ok_or_else(|| Error::unexpected("a letter names no owner"))?;
    let sealed = URL_SAFE_NO_PAD.decode(&job.payload).map_err(Error::unexpected)?;
    let text = keys.open(SEALED, owner, &sealed).map_err(Error::unexpected)?;
    serde_json::from_slice(&text).map_err(Error::unexpected)
}
