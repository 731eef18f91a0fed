//! Mail to people without an account, always as a deed of an account's owner. All of it goes through here: its limits
//! are counted, and every letter says whose it is and where an answer goes.

use std::time::Duration;

use domain::identity::rate_limits::{
    GUEST_MAIL_BY_ACCOUNT, GUEST_MAIL_BY_INSTALLATION, GUEST_MAIL_BY_YOUNG_ACCOUNT,
};
use domain::ids::UserId;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::{settings, users};

use crate::crypto::Keys;
use crate::identity::attempts;
use crate::notifications::mail::{self, Letter};
use crate::{App, Caller, Error, Result};

/// An account is young for a day.
const YOUNG: Duration = Duration::from_secs(24 * 60 * 60);
/// Whose letter it is, once it may be sent.
#[derive(Clone)]
pub(crate) struct Sender {
    owner: UserId,
    pub name: String,
    email: String,
    to: String,
}

/// Checks that an account may write to somebody now, and counts it.
pub(crate) async fn allow(app: &App, owner: UserId, caller: &Caller, to: &str) -> Result<Sender> {
    if !app.confirms_emails {
        let message = "This server can't send email. Copy the link and send it yourself.";
        return Err(Error::Conflict(message.to_owned()));
    }
    if to.is_empty() {
        let message = "The buyer has no email address. Add one, or copy the link.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let (user, studio) = app
        .read(move |conn| {
            let user = users::find(conn, owner)?.ok_or_else(|| Error::missing("account"))?;
            Ok((user, settings::load(conn, owner)?.studio_name))
        })
        .await?;
    if user.email_confirmed_at.is_none() {
        let message = "Confirm your own email address first, then you can email buyers.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let is_young = app.now().since(user.created_at) < YOUNG;
    let by_account = if is_young { GUEST_MAIL_BY_YOUNG_ACCOUNT } else { GUEST_MAIL_BY_ACCOUNT };
    let limits =
        vec![(by_account, owner.to_string()), (GUEST_MAIL_BY_INSTALLATION, "all".to_owned())];
    attempts::take(app, caller, limits).await.map_err(|error| match error {
        Error::TooManyAttempts { retry_after, .. } => {
            let most = if is_young { 5 } else { by_account.tries };
            let message =
                format!("No more email today: {most} a day can be sent. Copy the link instead.");
            Error::TooManyAttempts { retry_after, message }
        }
        other => other,
    })?;
    Ok(Sender {
        owner,
        name: if studio.is_empty() { user.name } else { studio },
        email: user.email,
        to: to.to_owned(),
    })
}

/// Queues a letter in the transaction of the deed; returns the first part of its message id. Call `App::wake_workers` afterwards.
pub(crate) fn queue(
    tx: &mut Tx,
    keys: &Keys,
    sender: &Sender,
    letter: Letter,
    now: Timestamp,
) -> Result<String> {
    let Sender { owner, name, email, to, .. } = sender;
    let letter = letter
        .from_name(name)
        .reply_to(email)
        .closing(format!("Sent for {name}. Reply to this email to reach them."));
    mail::queue_letter(tx, keys, *owner, to, None, now, &letter)
}
