//! The licenses of the sample data: one of each kind and state, issued like any other, with real contracts. Making
//! contracts takes a moment, so the job that stores the beats issues them after the sign-up.

use std::collections::BTreeMap;

use domain::ids::{
    BeneficiaryId, DocumentId, LicenseId, LicenseKindId, NotificationId, SaleId, SessionId, UserId,
};
use domain::licenses::issued::{State, Usage};
use domain::licenses::legal_profile::LegalProfile;
use domain::licenses::prices::BeatPrice;
use domain::money::Minor;
use domain::samples::Noun;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::users;
use storage::identity::zones;
use storage::library::documents;
use storage::licenses::{issued, kinds as kind_rows, prices};
use storage::money::ledger;
use storage::notifications::{self, NewNotification};
use storage::operations::jobs::Job;
use storage::operations::samples as marks;

use super::files;
use super::script::{
    BEATS, BuyerPlan, CLIENTS, DOLLAR, LICENSES, LaterEvent, LicensePlan, MONTHS, PRICES, RESERVED,
    SALES, moment,
};
use crate::licenses::issuing::{self, BuyerForm, IssueForm};
use crate::licenses::reservations::{self, ReservationForm};
use crate::licenses::{ending, kinds, terms};
use crate::notifications::wording;
use crate::{Actor, App, Caller, Error, Result, crypto, jobs};

/// The producer of the sample contracts, under the account's own name.
pub(crate) fn producer(name: &str) -> LegalProfile {
    LegalProfile {
        legal_name: name.to_owned(),
        alias: "Northline".to_owned(),
        address: "Unit 4, 12 Wharf Road\nLondon".to_owned(),
        country: "United Kingdom".to_owned(),
        governing_law: "England and Wales".to_owned(),
        pro: "PRS for Music".to_owned(),
        ..LegalProfile::default()
    }
}

/// The sample rows that licenses refer to, in the order of the script: their ids begin with their time.
struct SampleRows {
    name: String,
    since: Timestamp,
    beats: Vec<DocumentId>,
    clients: Vec<BeneficiaryId>,
    sales: Vec<SaleId>,
    kinds: BTreeMap<String, LicenseKindId>,
    /// The licenses that are there already, by the time of their issue.
    issued: BTreeMap<Timestamp, LicenseId>,
}

async fn read(app: &App, owner: UserId) -> Result<Option<SampleRows>> {
    kinds::ensure(app, owner).await?;
    let known = app.read(move |conn| {
        conn.snapshot()?;
        let Some(user) = users::find(conn, owner)? else { return Ok(None) };
        let mut ids = |noun| marks::list(conn, owner, noun);
        let (beats, clients) = (ids(Noun::Documents)?, ids(Noun::Beneficiaries)?);
        let (sales, licenses) = (ids(Noun::Sales)?, ids(Noun::Licenses)?);
        let mut issued_before = BTreeMap::new();
        for id in licenses.iter().filter_map(|id| LicenseId::parse(id)) {
            if let Some(license) = issued::find(conn, owner, id)? {
                issued_before.insert(license.grant.issued_at, id);
            }
        }
        let kinds = kind_rows::list(conn, owner)?;
        Ok(Some(SampleRows {
            name: user.name,
            since: user.created_at,
            beats: beats.iter().filter_map(|id| DocumentId::parse(id)).collect(),
            clients: clients.iter().filter_map(|id| BeneficiaryId::parse(id)).collect(),
            sales: sales.iter().filter_map(|id| SaleId::parse(id)).collect(),
            kinds: kinds.into_iter().map(|(kind, _)| (kind.name, kind.id)).collect(),
            issued: issued_before,
        }))
    });
    // The sample data may have been cleared, or be that of another version of the program.
    let is_whole = |known: &SampleRows| {
        let SampleRows { beats, clients, sales, .. } = known;
        (beats.len(), clients.len(), sales.len()) == (BEATS.len(), CLIENTS.len(), SALES.len())
    };
    Ok(known.await?.filter(is_whole))
}

/// Adds the files, prices, licenses and reservation of the sample beats; existing ones stay.
pub(super) async fn place(app: &App, owner: UserId, job: &Job) -> Result<()> {
    let Some(known) = read(app, owner).await? else { return Ok(()) };
    files::place(app, owner, &known.beats, known.since, job).await?;
    if known.issued.is_empty() {
        set_prices(app, owner, &known).await?;
    }
    let actor = Actor {
        user: owner,
        session: SessionId::new(known.since, crypto::random()),
        zone: app.read(move |conn| Ok(zones::find(conn, owner)?)).await?,
        caller: Caller::operator(),
        token_hash: String::new(),
    };
    let mut issued: Vec<Option<LicenseId>> = Vec::new();
    for plan in &LICENSES {
        // Fails if another worker has taken the job over.
        jobs::extend(app, job).await?;
        let at = moment(known.since, plan.days_ago, 720);
        let id = match known.issued.get(&at) {
            Some(id) => Some(*id),
            None => {
                let replaced = plan.replaces.and_then(|place| issued[place]);
                unless_refused(issue(app, &actor, &known, plan, replaced, at).await)?
            }
        };
        if let Some(id) = id {
            let since = known.since;
            app.write(move |tx| go_on(tx, owner, id, plan, since)).await?;
        }
        issued.push(id);
    }
    let (beat, client, hours) = RESERVED;
    let form = ReservationForm {
        client_id: Some(known.clients[client].to_string()),
        hours: Some(hours),
        ..ReservationForm::default()
    };
    let beat = known.beats[beat];
    unless_refused(reservations::reserve(app, &actor, beat, form).await)?;
    ending::note_expired(app, owner, actor.day_of(app.now())).await
}

/// Turns a refusal into `None`: the owner may have changed or deleted a row that a sample refers to.
fn unless_refused<T>(done: Result<T>) -> Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(
            Error::NotFound(_)
            | Error::Conflict(_)
            | Error::Invalid { .. }
            | Error::ContractGaps(_)
            | Error::ContractFaults(_),
        ) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn set_prices(app: &App, owner: UserId, known: &SampleRows) -> Result<()> {
    let mut wanted = Vec::new();
    for (beat, kind, cents) in PRICES {
        let cents = cents.and_then(Minor::new);
        let price = cents.map_or(BeatPrice::Off, |cents| BeatPrice::Own(cents, DOLLAR));
        wanted.extend(known.kinds.get(kind).map(|kind| (known.beats[beat], *kind, price)));
    }
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        kind_rows::lock(tx, owner)?;
        for (beat, kind, price) in wanted {
            let has_beat = documents::title_of(tx, owner, beat)?.is_some();
            if has_beat && kind_rows::find(tx, owner, kind)?.is_some() {
                prices::set(tx, owner, beat, kind, Some(price))?;
            }
        }
        Ok(())
    })
    .await
}

async fn issue(
    app: &App,
    actor: &Actor,
    known: &SampleRows,
    plan: &LicensePlan,
    replaced: Option<LicenseId>,
    at: Timestamp,
) -> Result<LicenseId> {
    let (client_id, buyer) = match plan.to {
        BuyerPlan::Client(client) => (Some(known.clients[client].to_string()), None),
        BuyerPlan::Person(name, email) => {
            let (name, email) = (Some(name.to_owned()), Some(email.to_owned()));
            (None, Some(BuyerForm { name, email, ..BuyerForm::default() }))
        }
    };
    // Sold before the books began, for a term that is counted back from its last day.
    let started =
        plan.ends_in.map(|days| actor.day_of(moment(known.since, -days, 0)).months_before(MONTHS));
    let form = IssueForm {
        document_id: Some(known.beats[plan.beat].to_string()),
        kind_id: known.kinds.get(plan.kind).map(ToString::to_string),
        client_id,
        buyer,
        starts_on: started.map(|day| day.to_string()),
        sale_id: plan.sale.map(|sale| known.sales[sale].to_string()),
        ..IssueForm::default()
    };
    let producer = producer(&known.name).producer();
    issuing::issue_sample(app, actor, form, replaced, producer, at).await
}

/// Applies to a sample license the event that follows its issue.
fn go_on(
    tx: &mut Tx,
    owner: UserId,
    id: LicenseId,
    plan: &LicensePlan,
    since: Timestamp,
) -> Result<()> {
    ledger::lock(tx, owner)?;
    let Some(before) = issued::find(tx, owner, id)? else { return Ok(()) };
    if before.stored_state != State::Active || !before.usage.is_empty() {
        return Ok(());
    }
    let caller = Caller::operator();
    match plan.then {
        LaterEvent::Nothing => Ok(()),
        LaterEvent::Ended { days_ago, reason } => {
            let at = moment(since, days_ago, 800);
            ending::terminate_in(tx, owner, &before, reason, &caller, at).map(drop)
        }
        LaterEvent::Refunded { days_ago } => {
            let at = moment(since, days_ago, 800);
            match before.sale.and_then(|sale| sale.id) {
                Some(sale) => ending::refund_of_sale(tx, owner, sale, &caller, at),
                None => Ok(()),
            }
        }
        LaterEvent::Used { days_ago, of, times } => {
            let caps = terms::read(&before.grant.terms)?.caps;
            let after = before.with_usage(Usage::from([(of, times)]), &caps);
            issued::update(tx, owner, &before, &after)?;
            let notice = wording::cap_reached(&after, of, caps.of(of), after.level);
            let at = moment(since, days_ago, 800);
            let new = NewNotification {
                id: NotificationId::new(at, crypto::random()),
                kind: notice.kind,
                title: &notice.title,
                message: &notice.message,
                link: notice.link.as_deref(),
                is_read: true,
                created_at: at,
            };
            notifications::insert(tx, owner, &new)?;
            Ok(marks::mark(tx, owner, &[(Noun::Notifications, new.id.to_string())])?)
        }
    }
}
