//! Idempotency keys: a request that is sent twice is carried out once. The key is stored with a fingerprint of the
//! request and with the answer, in the transaction of the change. The same request again gets the same answer and
//! changes nothing; another request with the same key is refused. A failed request is not stored, so sending it again
//! retries it.

use domain::{error::Invalid, ids::UserId};
use sha2::{Digest, Sha256};
use storage::db::{Conn, Tx};
use storage::money::idempotency::{self, StoredAnswer};

use crate::{App, Error, Result};

pub const HEADER: &str = "Idempotency-Key";
const LONGEST_KEY: usize = 200;
const OTHER_REQUEST: &str =
    "This Idempotency-Key was used for another request. Use a new key for a new request.";

/// The idempotency key of a request, with a fingerprint of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    key: String,
    fingerprint: String,
}

impl Retry {
    /// The fingerprint covers the operation and the bytes of the body.
    pub fn new(key: &str, operation: &str, body: &[u8]) -> Result<Self, Invalid> {
        let is_plain = key.bytes().all(|byte| byte.is_ascii_graphic());
        if key.is_empty() || key.len() > LONGEST_KEY || !is_plain {
            let message = "Idempotency-Key must be 1 to 200 visible ASCII characters";
            return Err(Invalid::new(HEADER, message));
        }
        let digest = Sha256::new().chain_update(operation).chain_update([0]).chain_update(body);
        let fingerprint = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { key: key.to_owned(), fingerprint })
    }
}

/// How to answer a change: the idempotency key, the status, and the function that writes the body.
pub struct Reply<T> {
    pub retry: Option<Retry>,
    pub status: u16,
    pub to_body: Box<dyn FnOnce(&T) -> String + Send + Sync>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    /// Whether this is the stored answer of an earlier request.
    pub is_replayed: bool,
}

/// Runs `work` in one transaction and stores the answer, or returns the answer that is stored already.
pub async fn once<T: Send + 'static>(
    app: &App,
    owner: UserId,
    reply: Reply<T>,
    work: impl FnOnce(&mut Tx) -> Result<T> + Send + 'static,
) -> Result<Answer> {
    match try_once(app, owner, reply, |tx| work(tx).map(Some)).await? {
        Tried::Answered(answer) => Ok(answer),
        Tried::Again(_) => Err(Error::unexpected("the work was not done")),
    }
}

pub enum Tried<T> {
    Answered(Answer),
    /// The work found that what it was prepared from has changed; it must be prepared again, with this reply.
    Again(Reply<T>),
}

impl<T> Tried<T> {
    /// Whether this request has changed something, and not an earlier one with the same key.
    pub fn is_carried_out(&self) -> bool {
        matches!(self, Self::Answered(answer) if !answer.is_replayed)
    }
}

/// Like `once`, for work that was prepared outside of the transaction: it writes nothing and returns `None` if what it
/// was prepared from has changed.
pub async fn try_once<T: Send + 'static>(
    app: &App,
    owner: UserId,
    reply: Reply<T>,
    work: impl FnOnce(&mut Tx) -> Result<Option<T>> + Send + 'static,
) -> Result<Tried<T>> {
    let Reply { retry, status, to_body } = reply;
    let now = app.now();
    let Some(retry) = retry else {
        return Ok(match app.write(work).await? {
            Some(done) => {
                Tried::Answered(Answer { status, body: to_body(&done), is_replayed: false })
            }
            None => Tried::Again(Reply { retry: None, status, to_body }),
        });
    };
    app.write(move |tx| {
        idempotency::lock(tx, owner, &retry.key)?;
        if let Some(answer) = stored_answer(tx, owner, &retry)? {
            return Ok(Tried::Answered(answer));
        }
        let Some(done) = work(tx)? else {
            return Ok(Tried::Again(Reply { retry: Some(retry), status, to_body }));
        };
        let body = to_body(&done);
        let stored = StoredAnswer {
            fingerprint: retry.fingerprint,
            status: i64::from(status),
            answer: body.clone(),
        };
        idempotency::insert(tx, owner, &retry.key, &stored, now)?;
        Ok(Tried::Answered(Answer { status, body, is_replayed: false }))
    })
    .await
}

/// The stored answer, if the request was carried out before.
pub async fn replayed(app: &App, owner: UserId, retry: Option<Retry>) -> Result<Option<Answer>> {
    let Some(retry) = retry else { return Ok(None) };
    app.read(move |conn| stored_answer(conn, owner, &retry)).await
}

fn stored_answer(conn: &mut Conn, owner: UserId, retry: &Retry) -> Result<Option<Answer>> {
    let Some(stored) = idempotency::find(conn, owner, &retry.key)? else { return Ok(None) };
    if stored.fingerprint != retry.fingerprint {
        return Err(Error::Conflict(OTHER_REQUEST.to_owned()));
    }
    let status = u16::try_from(stored.status).map_err(Error::unexpected)?;
    Ok(Some(Answer { status, body: stored.answer, is_replayed: true }))
}
