//! The gate of a delivery: checks the link of a request. The delivery and its licenses are looked up for every request,
//! so that a license that ended a moment ago gives no files.

use std::sync::Arc;

use domain::deliveries::Delivery;
use domain::ids::UserId;
use storage::deliveries as rows;
use storage::shares::links;

use super::details::{self, DeliveryDetails};
use crate::policy::PublicPages;
use crate::shares::gate::{Counted, count, count_media};
use crate::shares::tokens::LinkToken;
use crate::{App, Caller, Result, guests};

/// A visitor with the link of a delivery.
#[derive(Clone)]
pub struct Guest {
    pub owner: UserId,
    pub whole: Arc<DeliveryDetails>,
    pub token: LinkToken,
    pub caller: Caller,
}

pub enum Gate {
    Open(Guest),
    /// The link has expired or was replaced; the buyer can ask for a new one.
    Over(Guest),
    /// No license of the delivery is in force.
    Ended,
    Unknown,
}

pub async fn enter(app: &App, caller: &Caller, token: &str, counted: Counted) -> Result<Gate> {
    let is_on = app.policy.public_pages != PublicPages::Off;
    let Some(token) = LinkToken::parse(token).filter(|_| is_on) else {
        return Ok(Gate::Unknown);
    };
    count_media(app, caller, counted)?;
    let found = find(app, &token).await?;
    let link = found.as_ref().map(|(_, _, delivery, _)| delivery.id.to_string());
    count(app, caller, counted, link.as_deref()).await?;
    let Some((owner, is_disabled, delivery, is_old)) = found else { return Ok(Gate::Unknown) };
    let now = app.now();
    let whole = guests::read(app, move |conn| details::read(conn, owner, delivery.clone(), now));
    let whole = Arc::new(whole.await?);
    if is_disabled || whole.in_force().next().is_none() {
        return Ok(Gate::Ended);
    }
    let is_over = is_old || whole.delivery.is_over(now);
    let guest = Guest { owner, whole, token, caller: caller.clone() };
    Ok(if is_over { Gate::Over(guest) } else { Gate::Open(guest) })
}

/// The owner, whether their account is disabled, the delivery, and whether the link was replaced.
type Found = (UserId, bool, Delivery, bool);

async fn find(app: &App, token: &LinkToken) -> Result<Option<Found>> {
    let (public_id, hash) = (token.public_id.clone(), token.hash());
    guests::read(app, move |conn| {
        let Some((owner, is_disabled)) = links::owner_of(conn, &public_id)? else {
            return Ok(None);
        };
        let found = rows::find_by_token(conn, owner, &hash)?;
        Ok(found.map(|(delivery, is_old)| (owner, is_disabled, delivery, is_old)))
    })
    .await
}

/// Whether the link still gives access to these files. Called repeatedly while they are sent.
pub async fn is_open(app: &App, guest: &Guest, files: &[String]) -> Result<bool> {
    let gate = enter(app, &guest.caller, guest.token.expose(), Counted::Nothing).await?;
    Ok(match gate {
        Gate::Open(now) => files.iter().all(|id| now.whole.file(id).is_some()),
        Gate::Over(_) | Gate::Ended | Gate::Unknown => false,
    })
}
