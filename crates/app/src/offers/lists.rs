//! Lists of offers, with the number of offers in each state.

use std::collections::BTreeMap;

use domain::error::{Faults, Invalid};
use domain::ids::{BeneficiaryId, DocumentId};
use domain::offers::State;
use domain::time::Timestamp;
use storage::offers::list::{self as stored, Filter, Page};
use storage::offers::reports;

use super::details::{OfferContext, OfferView};
use crate::licenses::kinds;
use crate::lists::search_term;
use crate::{Actor, App, Result};

pub struct List {
    pub rows: Vec<OfferView>,
    pub total: i64,
    pub counts: BTreeMap<State, i64>,
    /// The number of offers with a payment that the producer has to look at.
    pub attention: i64,
    pub next_cursor: Option<String>,
}

impl List {
    pub fn count(&self, state: State) -> i64 {
        self.counts.get(&state).copied().unwrap_or(0)
    }

    /// The number of offers that are not finished: the buyer has to decide or to pay, or files are missing.
    pub fn open(&self) -> i64 {
        let open = [State::Sent, State::Viewed, State::Accepted, State::Paid];
        open.into_iter().map(|state| self.count(state)).sum()
    }
}

/// The query parameters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub state: Option<String>,
    pub client: Option<String>,
    pub beat: Option<String>,
    pub search: Option<String>,
    pub cursor: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

impl ListForm {
    fn check(self, now: Timestamp) -> Result<(Filter, Page), Vec<Invalid>> {
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
        let client = id(&mut faults, "client", self.client, BeneficiaryId::parse);
        let beat = id(&mut faults, "beat", self.beat, DocumentId::parse);
        let search = search_term(&mut faults, self.search);
        let cursor = self.cursor.filter(|text| !text.is_empty());
        let before = cursor.and_then(|text| {
            let refused = || Invalid::new("cursor", "cursor must be the next_cursor of this list");
            faults.take(text.parse::<i64>().map_err(|_| refused()))
        });
        if before.is_some() && self.offset > 0 {
            faults.note(Invalid::new("offset", "Send cursor or offset, not both"));
        }
        faults.finish()?;
        let states = states.unwrap_or_default();
        let filter = Filter { now, states, client, beat, search };
        Ok((filter, Page { limit: self.limit, offset: self.offset, before }))
    }
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<List> {
    let (owner, now) = (actor.user, app.now());
    let (filter, page) = form.check(now)?;
    let context = OfferContext::of(app, owner);
    kinds::ensure(app, owner).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        let listing = stored::list(conn, owner, &filter, page)?;
        let last = listing.rows.last().filter(|_| listing.has_more);
        let next_cursor = last.map(|last| last.number.to_string());
        let kinds = kinds::read_all(conn, owner)?;
        let kinds: BTreeMap<_, _> = kinds.into_iter().map(|kind| (kind.id, kind)).collect();
        let mut rows = Vec::new();
        for offer in listing.rows {
            rows.push(context.list_view(conn, offer, &kinds)?);
        }
        let counts = stored::counts(conn, owner, now)?;
        let attention = reports::count_offers_to_look_at(conn, owner)?;
        Ok(List { rows, total: listing.total, counts, attention, next_cursor })
    })
    .await
}
