//! The first step of a purchase at a public page: it creates an offer, whose page opens after the buyer has proved the
//! email address with a code. Only then the producer sees it.

use std::net::IpAddr;

use domain::error::Faults;
use domain::identity::rate_limits::{CHECKOUT_BY_ADDRESS, CHECKOUT_BY_PRODUCER, Limit, network};
use domain::ids::{DocumentId, LicenseKindId, UserId};
use domain::offers::{Acceptance, Offer, Source};
use storage::db::Tx;
use storage::identity::attempts;
use storage::library::documents;

use super::gate::Host;
use super::media::find_beat;
use super::messages::name_and_email;
use crate::guests::mail;
use crate::guests::media::parse_beat;
use crate::licenses::{kinds, prices};
use crate::offers::asking::{self, LicenseRequest};
use crate::offers::details::OfferContext;
use crate::offers::{codes, sending, tokens};
use crate::{App, Error, Result, guests};

/// The form of a purchase, as sent: the buyer, the beat and the license.
#[derive(Debug, Clone, Default)]
pub struct GetForm {
    pub beat: String,
    pub kind: String,
    pub name: String,
    pub email: String,
}

/// Makes the offer, sends the code, and returns the path of the offer's page.
pub async fn get(app: &App, host: &Host, form: &GetForm) -> Result<String> {
    guests::check_person(&host.caller)?;
    let beat = parse_beat(&form.beat)?;
    let kind = LicenseKindId::parse(&form.kind).ok_or_else(|| Error::missing("license"))?;
    let mut faults = Faults::default();
    let (name, email) = name_and_email(app, &mut faults, &form.name, &form.email);
    faults.finish()?;
    let limits = limits(host.caller.address, host.owner);
    guests::take_quota(app, &host.caller, limits.clone()).await?;
    let begun = begin(app, host, beat, kind, name, email).await;
    if begun.is_err() && app.rate_limit {
        app.write(move |tx| {
            for (limit, subject) in &limits {
                attempts::give_back(tx, limit, subject)?;
            }
            Ok(())
        })
        .await?;
    }
    begun
}

fn limits(address: IpAddr, owner: UserId) -> Vec<(Limit, String)> {
    vec![(CHECKOUT_BY_ADDRESS, network(address)), (CHECKOUT_BY_PRODUCER, owner.to_string())]
}

/// Gives the count of a purchase back to the address of its buyer, because it was paid.
pub(crate) fn give_back(tx: &mut Tx, offer: &Offer, accepted: &Acceptance) -> Result<()> {
    if let (Source::Shop, Ok(address)) = (offer.source, accepted.ip.parse()) {
        attempts::give_back(tx, &CHECKOUT_BY_ADDRESS, &network(address))?;
    }
    Ok(())
}

/// Makes the offer, without a number, and sends the code.
async fn begin(
    app: &App,
    host: &Host,
    beat: DocumentId,
    kind: LicenseKindId,
    name: String,
    email: String,
) -> Result<String> {
    kinds::ensure(app, host.owner).await?;
    let sender = mail::allow_for_recipient(app, host.owner, &host.caller, &email).await?;
    let (host, context, now) = (host.clone(), OfferContext::of(app, host.owner), app.now());
    let path = app.write(move |tx| {
        let owner = host.owner;
        documents::lock(tx, owner)?;
        let beat = find_beat(tx, &host, beat)?;
        let all = prices::read(tx, owner, beat.id)?.into_iter();
        let mut offered = all.filter(|priced| priced.asking.reason.is_none());
        let priced = offered.find(|priced| priced.kind.id == kind);
        let priced = priced.ok_or_else(|| Error::missing("license"))?;
        let request = LicenseRequest {
            name: &name,
            email: &email,
            words: "",
            source: Source::Shop,
            share_link: None,
        };
        let draft = asking::draft(tx, owner, &beat, &priced, &request, now)?;
        let offer = sending::open(tx, &context, draft.id)?;
        codes::send(tx, &context.keys, owner, &sender, &offer, now)?;
        let path = tokens::path(tx, &context.keys, owner, &offer)?;
        path.ok_or_else(|| Error::unexpected("an offer that was sent has no address"))
    });
    let path = path.await?;
    app.wake_workers();
    Ok(path)
}
