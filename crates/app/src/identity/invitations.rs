//! Invitations to sign up, created by the operator. A link works once, for a week, and only for the e-mail address it
//! was created for.

use std::time::Duration;

use domain::{identity::users::Email, ids::UserId};
use storage::identity::{invitations, users};

use crate::crypto::Token;
use crate::identity::email_confirmations;
use crate::notifications::mail;
use crate::{App, Error, Result};

const LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const SPENT: &str =
    "This invitation has expired or has already been used. Please ask for a new one.";

/// The path of an invitation's link. The token is in the fragment, which browsers do not send to any server.
pub fn path(token: &Token) -> String {
    format!("/login#invite={}", token.expose())
}

/// Creates an invitation, replacing an earlier one for the same address, and queues a letter with its link. The server
/// sends the letter.
pub async fn invite(app: &App, email: &str) -> Result<Token> {
    let email = Email::parse(email)?;
    let token = Token::generate(UserId::NOBODY);
    let (hash, link) = (token.hash(), path(&token));
    let (keys, now) = (app.keys.clone(), app.now());
    app.write(move |tx| {
        if users::find_credentials(tx, &email)?.is_some() {
            return Err(email_confirmations::email_taken());
        }
        invitations::put(tx, &email, &hash, now, now + LIFE)?;
        let letter = mail::invitation(&link, LIFE, now);
        mail::queue_to(tx, &keys, UserId::NOBODY, email.as_str(), None, now, &letter)
    })
    .await?;
    Ok(token)
}

/// Returns the e-mail address of an invitation, for the sign-up form.
pub async fn check(app: &App, token: &str) -> Result<String> {
    let hash = Token::parse(token).ok_or_else(invitation_expired)?.hash();
    let now = app.now();
    let found = app.read(move |conn| Ok(invitations::find(conn, &hash, now)?)).await?;
    found.ok_or_else(invitation_expired)
}

pub(crate) fn invitation_expired() -> Error {
    Error::invalid("invitation", SPENT)
}
