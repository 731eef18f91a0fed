//! Clients' links, which open a public page that only clients may see.

use domain::ids::{BeneficiaryId, UserId};
use domain::shop::Handle;
use storage::shares::links as accounts;
use storage::shop::{self as rows, links};

use crate::crypto::Keys;
use crate::money::links as references;
use crate::policy::PublicPages;
use crate::shares::tokens::LinkToken;
use crate::{Actor, App, Error, Result};

/// The purpose that tokens of clients' links are sealed under.
pub(crate) const SEALED: &str = "shop link";

fn address(
    keys: &Keys,
    links_url: &str,
    handle: &Handle,
    (owner, client): (UserId, BeneficiaryId),
    sealed: &[u8],
) -> Result<String> {
    let text =
        keys.open_row(SEALED, owner, client.as_bytes(), sealed).map_err(Error::unexpected)?;
    Ok(format!("{links_url}/@{}/for/{}", handle.as_str(), String::from_utf8_lossy(&text)))
}

/// The URL of a client's link; the link is created if there is none yet.
pub async fn make(app: &App, actor: &Actor, client: BeneficiaryId) -> Result<String> {
    if app.policy.public_pages == PublicPages::Off {
        return Err(Error::Forbidden("Public pages are turned off on this server.".to_owned()));
    }
    let (owner, now) = (actor.user, app.now());
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.write(move |tx| {
        rows::lock_handles(tx)?;
        references::client(tx, owner, client)?;
        let handle = rows::find(tx, owner)?.and_then(|shop| shop.handle);
        let no_handle =
            || Error::Conflict("Choose a handle for your public page first.".to_owned());
        let handle = handle.ok_or_else(no_handle)?;
        if let Some(sealed) = links::find(tx, owner, client)? {
            return address(&keys, &links_url, &handle, (owner, client), &sealed);
        }
        let offered = LinkToken::new_public_id();
        let no_account = || Error::missing("client");
        let public_id = accounts::public_id(tx, owner, &offered)?.ok_or_else(no_account)?;
        let token = LinkToken::generate(&public_id)
            .ok_or_else(|| Error::unexpected("a public id cannot be read"))?;
        let sealed = keys.seal_row(SEALED, owner, client.as_bytes(), token.expose().as_bytes());
        links::insert(tx, owner, client, &token.hash(), &sealed, now)?;
        address(&keys, &links_url, &handle, (owner, client), &sealed)
    })
    .await
}

/// Removes the link of a client, so that it no longer works.
pub async fn remove(app: &App, actor: &Actor, client: BeneficiaryId) -> Result<()> {
    let owner = actor.user;
    let gone = app.write(move |tx| Ok(links::remove(tx, owner, client)?)).await?;
    if gone { Ok(()) } else { Err(Error::missing("link")) }
}
