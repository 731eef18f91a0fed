//! The gate of an offer: checks the link of a request. The offer is looked up for every request.

use domain::ids::{OfferId, OfferLinkId, UserId};
use domain::shares::is_bot;
use storage::db::Conn;
use storage::identity::sessions;
use storage::offers::links;
use storage::shares::links::owner_of;

use crate::policy::PublicPages;
use crate::shares::gate::{Counted, count, count_media};
use crate::shares::tokens::LinkToken;
use crate::{App, Caller, Result, guests};

/// A visitor with the link of an offer.
#[derive(Clone)]
pub struct Guest {
    pub owner: UserId,
    pub offer: OfferId,
    pub link: OfferLinkId,
    /// The revision of the offer that the link is for.
    pub revision: i64,
    pub(crate) buyer: String,
    pub token: LinkToken,
    pub caller: Caller,
}

impl Guest {
    /// Whether the visit counts: visits of the owner and of programs do not.
    pub(super) fn is_counted(&self, conn: &mut Conn) -> Result<bool> {
        let agent = self.caller.user_agent.as_deref();
        let Some(agent) = agent.filter(|agent| !is_bot(Some(agent))) else { return Ok(false) };
        let address = self.caller.address.to_string();
        Ok(!sessions::has_session_from(conn, self.owner, &address, agent)?)
    }
}

pub enum Gate {
    Open(Guest),
    /// The account of the offer is disabled.
    Over,
    Unknown,
}

pub async fn enter(app: &App, caller: &Caller, token: &str, counted: Counted) -> Result<Gate> {
    let is_on = app.policy.public_pages != PublicPages::Off;
    let Some(token) = LinkToken::parse(token).filter(|_| is_on) else {
        return Ok(Gate::Unknown);
    };
    count_media(app, caller, counted)?;
    let (public_id, hash) = (token.public_id.clone(), token.hash());
    let found = guests::read(app, move |conn| {
        let Some((owner, is_disabled)) = owner_of(conn, &public_id)? else { return Ok(None) };
        let link = links::find_by_token(conn, owner, &hash)?;
        Ok(link.map(|link| (owner, is_disabled, link)))
    });
    let found = found.await?;
    let offer = found.as_ref().map(|(_, _, link)| link.offer.to_string());
    count(app, caller, counted, offer.as_deref()).await?;
    Ok(match found {
        None => Gate::Unknown,
        Some((_, true, _)) => Gate::Over,
        Some((owner, false, link)) => Gate::Open(Guest {
            owner,
            offer: link.offer,
            link: link.id,
            revision: link.revision,
            buyer: link.buyer,
            token,
            caller: caller.clone(),
        }),
    })
}
