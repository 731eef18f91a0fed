//! The links of offers. Each revision has a link of its own.

use domain::ids::{OfferLinkId, UserId};
use domain::offers::Offer;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::offers::links::{self, Link};
use storage::shares::links::public_id;

use super::record::missing;
use crate::crypto::{self, Keys};
use crate::shares::tokens::LinkToken;
use crate::{Error, Result};

/// The purpose that tokens of offers are sealed under.
pub(crate) const SEALED: &str = "offer link";

/// Makes the link of the offer's present revision.
pub(crate) fn make(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    offer: &Offer,
    now: Timestamp,
) -> Result<()> {
    let public_id = public_id(tx, owner, &LinkToken::new_public_id())?.ok_or_else(missing)?;
    let token = LinkToken::generate(&public_id)
        .ok_or_else(|| Error::unexpected("a public id is no base64"))?;
    let id = OfferLinkId::new(now, crypto::random());
    let sealed = keys.seal_row(SEALED, owner, id.as_bytes(), token.expose().as_bytes());
    let link = Link {
        id,
        offer: offer.id,
        revision: offer.revision,
        token: sealed,
        created_at: now,
        buyer: buyer_hash(offer),
    };
    Ok(links::insert(tx, owner, &link, &token.hash())?)
}

/// The path of the newest link, `/o/{token}`; `None` if the offer was never sent.
pub(crate) fn path(
    conn: &mut Conn,
    keys: &Keys,
    owner: UserId,
    offer: &Offer,
) -> Result<Option<String>> {
    let Some(link) = links::newest(conn, owner, offer.id)? else { return Ok(None) };
    let text = keys.open_row(SEALED, owner, link.id.as_bytes(), &link.token);
    let text = text.map_err(Error::unexpected)?;
    Ok(Some(format!("/o/{}", String::from_utf8_lossy(&text))))
}

/// A hash of the name and email address of an offer's buyer.
pub(crate) fn buyer_hash(offer: &Offer) -> String {
    let buyer = format!("{}\n{}", offer.buyer.name.trim(), offer.buyer.email.trim());
    crypto::content_hash(buyer.to_lowercase().as_bytes())
}
