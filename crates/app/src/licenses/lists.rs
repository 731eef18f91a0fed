//! Lists of issued licenses with filters and pages, one license, and the counts above a list.

use std::collections::BTreeSet;

use domain::calendar::{Day, Zone};
use domain::error::{Faults, Invalid};
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId};
use domain::licenses::issued::{License, State};
use domain::licenses::terms::Terms;
use storage::licenses::list::{Figures, Filter, Page};
use storage::licenses::{issued, kinds, list as stored};

use super::details::{LicenseDetails, read_details};
use super::terms;
use crate::lists::search_term;
use crate::{Actor, App, Error, Result};

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub state: Option<String>,
    pub kind: Option<String>,
    pub beat: Option<String>,
    pub client: Option<String>,
    pub expires_before: Option<String>,
    pub near_cap: bool,
    pub search: Option<String>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

pub struct List {
    pub rows: Vec<(License, Terms)>,
    /// The kinds of the listed licenses that still exist.
    pub kinds: BTreeSet<LicenseKindId>,
    pub total: i64,
    pub total_is_exact: bool,
    pub figures: Figures,
    pub today: Day,
    pub zone: Zone,
    pub next_cursor: Option<String>,
}

impl ListForm {
    pub(crate) fn check(self, today: Day) -> Result<(Filter, Page), Vec<Invalid>> {
        fn id<T>(
            faults: &mut Faults,
            field: &'static str,
            text: Option<String>,
            parse: fn(&str) -> Option<T>,
        ) -> Option<T> {
            let text = text.filter(|text| !text.is_empty())?;
            let message = format!("{field} must be an id");
            faults.take(parse(&text).ok_or_else(|| Invalid::new(field, message)))
        }
        let mut faults = Faults::default();
        let states = faults.take(State::parse_list(&self.state.unwrap_or_default()));
        let mut kinds = Vec::new();
        for text in self.kind.unwrap_or_default().split(',').filter(|text| !text.is_empty()) {
            let kind = id(&mut faults, "kind", Some(text.to_owned()), LicenseKindId::parse);
            kinds.extend(kind.filter(|kind| !kinds.contains(kind)));
        }
        let beat = id(&mut faults, "beat", self.beat, DocumentId::parse);
        let client = id(&mut faults, "client", self.client, BeneficiaryId::parse);
        let before = self.expires_before.filter(|text| !text.is_empty());
        let expires_before =
            before.and_then(|text| faults.take(Day::parse("expires_before", &text)));
        let search = search_term(&mut faults, self.search);
        let cursor = self.cursor.filter(|text| !text.is_empty());
        let before = cursor.and_then(|text| {
            let is_number = text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| is_number);
            let refused = || Invalid::new("cursor", "cursor must be the next_cursor of this list");
            faults.take(number.ok_or_else(refused))
        });
        if before.is_some() && self.offset > 0 {
            faults.note(Invalid::new("offset", "Send cursor or offset, not both"));
        }
        faults.finish()?;
        let filter = Filter {
            today,
            states: states.unwrap_or_default(),
            kinds,
            beat,
            client,
            expires_before,
            is_near_cap: self.near_cap,
            search,
        };
        Ok((filter, Page { limit: self.limit, offset: self.offset, before }))
    }
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    let (filter, page) = form.check(today)?;
    let zone = actor.zone.clone();
    app.read(move |conn| {
        let listing = stored::list(conn, owner, &filter, page)?;
        let last = listing.rows.last().filter(|_| listing.has_more);
        let next_cursor = last.map(|last| last.number.to_string());
        let with_terms = |license: License| {
            let terms = terms::read(&license.grant.terms)?;
            Ok::<_, Error>((license, terms))
        };
        Ok(List {
            next_cursor,
            rows: listing.rows.into_iter().map(with_terms).collect::<Result<_>>()?,
            kinds: kinds::list(conn, owner)?.into_iter().map(|(kind, _)| kind.id).collect(),
            total: listing.total,
            total_is_exact: listing.total_is_exact,
            figures: stored::figures(conn, owner, today)?,
            today,
            zone: zone.clone(),
        })
    })
    .await
}

pub async fn find(app: &App, actor: &Actor, id: LicenseId) -> Result<LicenseDetails> {
    let owner = actor.user;
    let today = actor.day_of(app.now());
    app.read(move |conn| {
        conn.snapshot()?;
        let license = issued::find(conn, owner, id)?.ok_or_else(|| Error::missing("license"))?;
        read_details(conn, owner, license, today)
    })
    .await
}
