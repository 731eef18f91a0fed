//! The operator hides a public page, or shows it again.

use domain::shop::Handle;
use storage::identity::users;
use storage::shop as rows;

use super::settings::kept_since;
use crate::{App, Error, Result};

/// Hides the page of a handle, or of one that was given up for another; returns the e-mail address of its owner.
pub async fn set(app: &App, handle: &str, is_hidden: bool) -> Result<String> {
    let (handle, now) = (Handle::parse(handle)?, app.now());
    app.write(move |tx| {
        let unknown = || Error::NotFound("There is no public page with this handle.".to_owned());
        let owner = match rows::owner_of(tx, &handle)? {
            Some((owner, _)) => owner,
            None => rows::previous_owner_of(tx, &handle, kept_since(now))?.ok_or_else(unknown)?,
        };
        rows::set_hidden(tx, owner, is_hidden.then_some(now))?;
        Ok(users::find(tx, owner)?.ok_or_else(unknown)?.email)
    })
    .await
}
