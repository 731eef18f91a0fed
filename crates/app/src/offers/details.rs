//! An offer as its producer sees it.

use std::collections::BTreeMap;

use domain::ids::{LicenseId, LicenseKindId, OfferId, UserId};
use domain::licenses::Role;
use domain::licenses::fields::Field;
use domain::licenses::terms::Terms;
use domain::offers::{Acceptance, Event, Line, MOST_MAILS, Offer, State};
use domain::payment_reports::{Report, State as ReportState};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::library::documents;
use storage::licenses::issued;
use storage::offers::{acceptances, events, lines, reports};

use super::{contracts, record, tokens};
use crate::crypto::Keys;
use crate::library::roles::for_roles;
use crate::licenses::kinds::{self, LicenseKind};
use crate::licenses::terms;
use crate::{Actor, App, Result};

pub struct OfferView {
    pub offer: Offer,
    pub lines: Vec<(Line, Terms)>,
    pub acceptance: Option<Acceptance>,
    /// The link for the buyer; `None` if the offer was never sent.
    pub address: Option<String>,
    pub licenses: Vec<IssuedLicense>,
    /// Fields of its contracts that need a value before it can be sent.
    pub missing: Vec<Field>,
    /// The files that it promises and that are not uploaded yet: the beat's title, and the role.
    pub missing_files: Vec<(String, Role)>,
    pub events: Vec<Event>,
    /// Reported payments that the producer has to look at.
    pub reports: Vec<Report>,
    pub state: State,
    /// When it can be mailed again; `None` if it cannot.
    pub can_resend_at: Option<Timestamp>,
}

pub struct IssuedLicense {
    pub id: LicenseId,
    pub reference: String,
    pub title: String,
    pub kind: String,
}

/// Context for reading the offers of one account.
#[derive(Clone)]
pub(crate) struct OfferContext {
    pub keys: Keys,
    pub links_url: String,
    pub owner: UserId,
    pub now: Timestamp,
}

impl OfferContext {
    pub fn of(app: &App, owner: UserId) -> Self {
        let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
        Self { keys, links_url, owner, now: app.now() }
    }

    /// Reads what a list shows of an offer. The caller has read the kinds already.
    pub fn list_view(
        &self,
        conn: &mut Conn,
        offer: Offer,
        kinds: &BTreeMap<LicenseKindId, LicenseKind>,
    ) -> Result<OfferView> {
        let lines = lines::list(conn, self.owner, offer.id)?;
        let state = offer.state(self.now);
        let is_open = matches!(state, State::Draft | State::Sent | State::Viewed);
        let mut missing: Vec<Field> = Vec::new();
        for line in lines.iter().filter(|_| is_open) {
            let kind = line.kind.and_then(|id| kinds.get(&id));
            for field in kind.iter().flat_map(|kind| &kind.missing) {
                if !missing.contains(field) {
                    missing.push(*field);
                }
            }
        }
        self.complete(conn, offer, lines, missing)
    }

    /// Reads an offer with its events.
    pub fn read_view(&self, conn: &mut Conn, id: OfferId) -> Result<OfferView> {
        let (offer, lines) = record::load(conn, self.owner, id)?;
        let mut missing: Vec<Field> = Vec::new();
        let is_open = matches!(offer.state(self.now), State::Draft | State::Sent | State::Viewed);
        let has_all = lines.iter().all(|line| line.kind.is_some() && line.beat.is_some());
        if is_open && has_all {
            let contracts = contracts::read(conn, self.owner, &offer, &lines, None, self.now);
            for field in contracts.into_iter().flatten().flat_map(|contract| contract.missing) {
                if !missing.contains(&field) {
                    missing.push(field);
                }
            }
        }
        let shown = self.complete(conn, offer, lines, missing)?;
        let events = events::list(conn, self.owner, id)?;
        Ok(OfferView { events, ..shown })
    }

    fn complete(
        &self,
        conn: &mut Conn,
        offer: Offer,
        lines: Vec<Line>,
        missing: Vec<Field>,
    ) -> Result<OfferView> {
        let (owner, state) = (self.owner, offer.state(self.now));
        let path = tokens::path(conn, &self.keys, owner, &offer)?;
        let acceptance = match offer.accepted_at {
            Some(_) => acceptances::find(conn, owner, offer.id)?,
            None => None,
        };
        let is_promised = matches!(
            state,
            State::Draft | State::Sent | State::Viewed | State::Accepted | State::Paid
        );
        let (mut licenses, mut missing_files) = (Vec::new(), Vec::new());
        let mut with_terms = Vec::new();
        for line in lines {
            let terms = terms::read(&line.terms)?;
            if let (Some(beat), true) = (line.beat, is_promised)
                && let Some(beat) = documents::find(conn, owner, beat)?
            {
                let roles: Vec<Role> = terms.delivers.iter().copied().collect();
                let there = for_roles(conn, owner, &beat, &roles)?;
                let is_there = |role: &Role| there.iter().any(|file| file.role == *role);
                let lacking = roles.into_iter().filter(|role| !is_there(role));
                missing_files.extend(lacking.map(|role| (line.title.clone(), role)));
            }
            if let Some(id) = line.license
                && let Some(license) = issued::find(conn, owner, id)?
            {
                licenses.push(IssuedLicense {
                    id,
                    reference: license.reference(),
                    title: license.grant.title,
                    kind: license.grant.kind_name,
                });
            }
            with_terms.push((line, terms));
        }
        let reports = reports::of_offer(conn, owner, offer.id)?;
        let is_open = |report: &Report| report.state == ReportState::Attention;
        let is_mailed = matches!(state, State::Sent | State::Viewed | State::Expired)
            && offer.mails_sent < MOST_MAILS;
        Ok(OfferView {
            can_resend_at: offer.next_mail_at().filter(|_| is_mailed),
            address: path.map(|path| format!("{}{path}", self.links_url)),
            lines: with_terms,
            acceptance,
            licenses,
            missing,
            missing_files,
            events: Vec::new(),
            reports: reports.into_iter().filter(is_open).collect(),
            state,
            offer,
        })
    }
}

pub async fn find(app: &App, actor: &Actor, id: OfferId) -> Result<OfferView> {
    let context = OfferContext::of(app, actor.user);
    kinds::ensure(app, actor.user).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        context.read_view(conn, id)
    })
    .await
}
