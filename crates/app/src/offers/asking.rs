//! Draft offers that begin with a buyer's request for a license, at a shared beat or at the public page. An offer has a
//! number once a buyer has proved the mailbox, or once the producer makes it from a visitor's message.

use domain::ids::{OfferLineId, ShareLinkId, UserId};
use domain::library::documents::Document;
use domain::offers::{Buyer, EventKind, Line, Offer, Source, default_expiry};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;
use storage::offers::{self as rows, ways};

use super::changes::{add, blank, insert};
use super::record::write;
use crate::licenses::prices::Priced;
use crate::licenses::terms;
use crate::{Result, crypto};

/// A buyer's request for a license.
pub(crate) struct LicenseRequest<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub words: &'a str,
    /// `Shop` for a purchase whose mailbox nobody has proved yet.
    pub source: Source,
    pub share_link: Option<ShareLinkId>,
}

/// Makes a draft offer with one line for the requested license. The caller holds the lock of documents.
pub(crate) fn draft(
    tx: &mut Tx,
    owner: UserId,
    beat: &Document,
    priced: &Priced,
    request: &LicenseRequest<'_>,
    now: Timestamp,
) -> Result<Offer> {
    rows::lock(tx, owner)?;
    let kind = &priced.kind;
    let price = priced.asking.price.unwrap_or(kind.kind.price);
    let line = Line {
        id: OfferLineId::new(now, crypto::random()),
        beat: Some(beat.id),
        title: beat.title.clone(),
        kind: Some(kind.id),
        kind_name: kind.kind.name.clone(),
        tier: kind.kind.tier,
        price,
        terms: terms::write(&kind.kind.terms)?,
        text_version: kind.text.version.number,
        license: None,
    };
    let all = ways::list(tx, owner)?.into_iter();
    let end = default_expiry(&zones::find(tx, owner)?, now)?;
    let offer = Offer {
        buyer: Buyer {
            client: None,
            name: request.name.to_owned(),
            email: request.email.to_owned(),
        },
        currency: priced.asking.currency,
        total: price,
        expires_at: end.at,
        expires_on: end.on,
        ways: all.filter(|way| way.is_enabled).map(|way| way.id).collect(),
        share_link: request.share_link,
        ..blank(request.source, now)
    };
    let message = match request.words {
        "" => format!("{} asked for it", request.name),
        words => format!("{} asked for it: {words}", request.name),
    };
    let happened = (EventKind::Asked, message);
    match request.source {
        Source::Shop => {
            let number = rows::next_unproved_number(tx, owner)?;
            insert(tx, owner, Offer { number, ..offer }, &[line], happened, now)
        }
        Source::App | Source::Share => add(tx, owner, offer, &[line], happened, now),
    }
}

/// Gives a purchase its number, after the buyer has proved the mailbox. The caller holds the lock of offers.
pub(super) fn number(
    tx: &mut Tx,
    owner: UserId,
    offer: Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<Offer> {
    let number = rows::next_number(tx, owner)?;
    rows::renumber(tx, owner, offer.id, number)?;
    write(tx, owner, Offer { number, ..offer }, lines, &[], now)
}
