//! The operator's command to hide a public page, or to show it again.

use domain::shop::Handle;
use storage::identity::users;
use storage::shop as rows;

use super::settings::handles_kept_since;
use crate::{App, Error, Result};

/// Hides or shows the page of a present or former handle; returns the email address of its owner.
pub async fn set(app: &App, handle: &str, is_hidden: bool) -> Result<String> {
    let (handle, now) = (Handle::parse(handle)?, app.now());
    app.write(move |tx| {
        let unknown = || Error::NotFound("There is no public page with this handle.".to_owned());
        let owner = match rows::owner_of(tx, &handle)? {
            Some((owner, _)) => owner,
            None => rows::previous_owner_of(tx, &handle, handles_kept_since(now))?
                .ok_or_else(unknown)?,
        };
        rows::set_hidden(tx, owner, is_hidden.then_some(now))?;
        Ok(users::find(tx, owner)?.ok_or_else(unknown)?.email)
    })
    .await
}
