//! Mail to people without an account, always on behalf of an account's owner. Every such letter is sent through this
//! module: it counts the limits, and adds the sender's name, the address for replies and the link to unsubscribe.

use std::time::Duration;

use domain::identity::rate_limits::{
    GUEST_MAIL_BY_ACCOUNT, GUEST_MAIL_BY_INSTALLATION, GUEST_MAIL_BY_YOUNG_ACCOUNT, Limit,
};
use domain::ids::UserId;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::{settings, users};
use storage::offers::refusals;

use crate::crypto::{self, Keys};
use crate::files::signed_links;
use crate::identity::attempts;
use crate::notifications::mail::{self, Letter};
use crate::{App, Caller, Error, Result};

/// How long a new account has the lower limit of letters.
const YOUNG: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a link to unsubscribe works.
const LIFE: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// The sender and the recipient of a letter that may be sent.
#[derive(Clone)]
pub(crate) struct Sender {
    owner: UserId,
    pub name: String,
    email: String,
    to: String,
    postal_line: Option<String>,
    /// The URL where the recipient can unsubscribe.
    unsubscribe: String,
}

/// The hash of an email address, under which its refusal of further mail is stored.
fn key(email: &str) -> String {
    crypto::content_hash(email.trim().to_lowercase().as_bytes())
}

/// Why a letter cannot be sent.
enum MailRefusal {
    NoServer,
    NoAddress,
    /// The owner has not confirmed their own email address.
    NotConfirmed,
    /// The recipient has unsubscribed from the owner's mail.
    Unwanted,
    Spent {
        most: i64,
        retry_after: Duration,
    },
}

impl MailRefusal {
    fn for_owner(self) -> Error {
        Error::Conflict(match self {
            Self::NoServer => {
                "This server can't send email. Copy the link and send it yourself.".to_owned()
            }
            Self::NoAddress => {
                "The buyer has no email address. Add one, or copy the link.".to_owned()
            }
            Self::NotConfirmed => {
                "Confirm your own email address first, then you can email buyers.".to_owned()
            }
            Self::Unwanted => {
                "This person wants no more email from you. Copy the link instead.".to_owned()
            }
            Self::Spent { most, retry_after } => {
                let message = format!(
                    "No more email today: {most} a day can be sent. Copy the link instead."
                );
                return Error::TooManyAttempts { retry_after, message };
            }
        })
    }

    fn for_recipient(self) -> Error {
        Error::Conflict(match self {
            Self::NoServer | Self::NotConfirmed => {
                "No email can be sent from here. Please reach the producer in another way."
                    .to_owned()
            }
            Self::NoAddress => {
                "There is no email address to send it to. Please ask the producer.".to_owned()
            }
            Self::Unwanted => "This email address asked for no more email from this producer, so \
                               nothing is sent to it. Use another one, or write to the producer."
                .to_owned(),
            Self::Spent { retry_after, .. } => {
                let message = "No more email can be sent from here today. Try again tomorrow.";
                return Error::TooManyAttempts { retry_after, message: message.to_owned() };
            }
        })
    }
}

/// Checks that an account may send a letter to this email address now, and counts the letter. The error is a sentence
/// for the account's owner.
pub(crate) async fn allow(app: &App, owner: UserId, caller: &Caller, to: &str) -> Result<Sender> {
    check(app, owner, caller, to).await?.map_err(MailRefusal::for_owner)
}

/// Like `allow`, for a letter that its recipient has requested: the error is a sentence for the recipient.
pub(crate) async fn allow_for_recipient(
    app: &App,
    owner: UserId,
    caller: &Caller,
    to: &str,
) -> Result<Sender> {
    check(app, owner, caller, to).await?.map_err(MailRefusal::for_recipient)
}

async fn check(
    app: &App,
    owner: UserId,
    caller: &Caller,
    to: &str,
) -> Result<Result<Sender, MailRefusal>> {
    if !app.confirms_emails {
        return Ok(Err(MailRefusal::NoServer));
    }
    if to.is_empty() {
        return Ok(Err(MailRefusal::NoAddress));
    }
    let hash = key(to);
    let (user, studio, is_refused) = app
        .read(move |conn| {
            let user = users::find(conn, owner)?.ok_or_else(|| Error::missing("account"))?;
            let studio = settings::load(conn, owner)?.studio_name;
            Ok((user, studio, refusals::is_refused(conn, owner, &hash)?))
        })
        .await?;
    if user.email_confirmed_at.is_none() {
        return Ok(Err(MailRefusal::NotConfirmed));
    }
    if is_refused {
        return Ok(Err(MailRefusal::Unwanted));
    }
    let is_young = app.now().since(user.created_at) < YOUNG;
    let by_account = if is_young { GUEST_MAIL_BY_YOUNG_ACCOUNT } else { GUEST_MAIL_BY_ACCOUNT };
    let all = Limit { tries: app.outside.mails_a_day, ..GUEST_MAIL_BY_INSTALLATION };
    let limits = vec![(by_account, owner.to_string()), (all, "all".to_owned())];
    match attempts::take(app, caller, limits).await {
        Ok(_) => {}
        Err(Error::TooManyAttempts { retry_after, .. }) => {
            let most = if is_young { 5 } else { by_account.tries };
            return Ok(Err(MailRefusal::Spent { most, retry_after }));
        }
        Err(error) => return Err(error),
    }
    let refusal = UnsubscribeClaims { owner, hash: hash_bytes(to), expires_at: app.now() + LIFE };
    let signed = signed_links::sign(&app.keys, &refusal).text;
    Ok(Ok(Sender {
        owner,
        name: if studio.is_empty() { user.name } else { studio },
        email: user.email,
        to: to.to_owned(),
        postal_line: app.outside.postal_line.clone(),
        unsubscribe: format!("{}/unsubscribe/{signed}", app.links_url),
    }))
}

/// Queues a letter in the caller's transaction; returns the first part of its message id. Call `App::wake_workers`
/// afterwards.
pub(crate) fn queue(
    tx: &mut Tx,
    keys: &Keys,
    sender: &Sender,
    letter: Letter,
    now: Timestamp,
) -> Result<String> {
    let Sender { owner, name, email, to, .. } = sender;
    let mut letter = letter
        .from_name(name)
        .reply_to(email)
        .unsubscribe(&sender.unsubscribe)
        .closing(format!("Sent for {name}. Reply to this email to reach them."))
        .closing(format!("No more email from {name}: {}", sender.unsubscribe));
    if let Some(line) = &sender.postal_line {
        letter = letter.closing(line);
    }
    mail::queue_letter(tx, keys, *owner, to, None, now, &letter)
}

/// The claims of a link to unsubscribe from the mail of an account.
struct UnsubscribeClaims {
    owner: UserId,
    hash: [u8; 32],
    expires_at: Timestamp,
}

fn hash_bytes(email: &str) -> [u8; 32] {
    let mut bytes = [b' '; 32];
    for (to, from) in bytes.iter_mut().zip(key(email).bytes()) {
        *to = from;
    }
    bytes
}

/// The name of the account whose mail a link unsubscribes from; `None` if the link is not valid.
pub async fn unsubscribe_sender(app: &App, text: &str) -> Result<Option<String>> {
    let Ok(claims) = signed_links::open::<UnsubscribeClaims>(&app.keys, text, app.now()) else {
        return Ok(None);
    };
    super::read(app, move |conn| {
        let Some(user) = users::find(conn, claims.owner)? else { return Ok(None) };
        let studio = settings::load(conn, claims.owner)?.studio_name;
        Ok(Some(if studio.is_empty() { user.name } else { studio }))
    })
    .await
}

/// Stores that the recipient of a link gets no more mail from the account.
pub async fn unsubscribe(app: &App, text: &str) -> Result<()> {
    let claims = signed_links::open::<UnsubscribeClaims>(&app.keys, text, app.now())?;
    let now = app.now();
    let hash = String::from_utf8_lossy(&claims.hash).trim_end().to_owned();
    app.write(move |tx| Ok(refusals::put(tx, claims.owner, &hash, now)?)).await
}

impl signed_links::Claims for UnsubscribeClaims {
    const PURPOSE: &'static [u8] = b"no more mail";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        [self.owner.as_bytes().as_slice(), &self.hash, &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (owner, rest) = bytes.split_first_chunk()?;
        let (hash, rest) = rest.split_first_chunk()?;
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?));
        Some(Self { owner: UserId::from_bytes(*owner), hash: *hash, expires_at })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
