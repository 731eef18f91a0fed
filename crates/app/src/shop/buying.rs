//! The first step of a purchase at a public page: it creates an offer, whose page opens after the buyer has proved the
//! email address with a code.

use domain::error::Faults;
use domain::identity::rate_limits::{MESSAGE_BY_ADDRESS, network};
use domain::ids::LicenseKindId;
use domain::offers::Source;
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
    let (name, email) = name_and_email(&mut faults, &form.name, &form.email);
    faults.finish()?;
    let limits = vec![(MESSAGE_BY_ADDRESS, network(host.caller.address))];
    guests::limit(app, &host.caller, limits).await?;
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
