//! Deleting an account. All rows and sessions are deleted in one transaction; the files follow by a job, which is
//! retried until the media store has deleted them.

use domain::{identity::users::Email, ids::UserId, time::Timestamp};
use storage::db::Tx;
use storage::identity::{invitations, users};
use storage::operations::account_rows;

use crate::identity::account::{confirm_password, wrong_password};
use crate::identity::attempts;
use crate::notifications::mail;
use crate::{Actor, App, Result, library};

pub async fn delete(app: &App, actor: &Actor, password: String) -> Result<()> {
    let confirmed = confirm_password(app, actor, "password", password).await?;
    let (owner, now) = (actor.user, app.now());
    let (keys, caller) = (app.keys.clone(), actor.caller.clone());
    app.write(move |tx| {
        users::lock(tx, owner)?;
        // The password may have changed while it was hashed.
        let current = users::password_hash(tx, owner)?;
        let user = users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
        if current.as_ref() != Some(&confirmed) {
            return Err(wrong_password());
        }
        remove(tx, owner, &user.email, now)?;
        if user.email_confirmed_at.is_some() {
            // The letter has no owner, because everything of the account is deleted.
            let (nobody, letter) = (UserId::NOBODY, mail::account_deleted(&caller, now));
            mail::queue_to(tx, &keys, nobody, &user.email, Some(&user.name), now, &letter)?;
        }
        Ok(())
    })
    .await?;
    app.wake_workers();
    Ok(())
}

/// Deletes the account's rows and queues the removal of its files, in the caller's transaction. The caller decides
/// whether that is allowed.
pub(crate) fn remove(tx: &mut Tx, owner: UserId, address: &str, now: Timestamp) -> Result<()> {
    if let Ok(email) = Email::parse(address) {
        attempts::clear_account(tx, owner, email.key())?;
        invitations::remove(tx, &email)?;
    }
    account_rows::remove(tx, owner)?;
    Ok(library::removal::queue_all_of(tx, owner, address, now)?)
}
