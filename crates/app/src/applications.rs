//! Applications: listing, creating, changing and deleting them, with a notification when an answer arrives.

use domain::applications::{Application, Kind, MOST, Status, Tally, organization, title};
use domain::error::{Faults, Invalid, required};
use domain::identity::users::profile_text;
use domain::ids::{ApplicationId, UserId};
use domain::money::{Currency, Minor};
use domain::time::Timestamp;
use storage::applications::{self, Filter};
use storage::db::Tx;

use crate::lists::search_term;
use crate::{Actor, App, Error, Result, crypto, notifications};

const LONGEST_NOTES: usize = 2000;
const TOO_MANY: &str = "An account can keep 10,000 applications. Please delete some first.";

pub struct Page {
    pub applications: Vec<Application>,
    pub total: i64,
}

/// The filters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    /// Comma-separated values; so is `statuses`.
    pub kinds: Option<String>,
    pub statuses: Option<String>,
    pub search: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

impl ListForm {
    fn check(self) -> Result<Filter, Vec<Invalid>> {
        let mut faults = Faults::default();
        let kinds = faults.take(Kind::parse_list(&self.kinds.unwrap_or_default()));
        let statuses = faults.take(Status::parse_list(&self.statuses.unwrap_or_default()));
        let search = search_term(&mut faults, self.search);
        faults.finish()?;
        Ok(Filter {
            kinds: kinds.unwrap_or_default(),
            statuses: statuses.unwrap_or_default(),
            search,
        })
    }
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<Page> {
    let (owner, limit, offset) = (actor.user, form.limit, form.offset);
    let filter = form.check()?;
    let (applications, total) =
        app.read(move |conn| Ok(applications::list(conn, owner, &filter, limit, offset)?)).await?;
    Ok(Page { applications, total })
}

pub async fn find(app: &App, actor: &Actor, id: ApplicationId) -> Result<Application> {
    let owner = actor.user;
    app.read(move |conn| Ok(applications::find(conn, owner, id)?))
        .await?
        .ok_or_else(|| Error::missing("application"))
}

/// Count and sum of the applications, grouped by type, status and currency. Empty groups are left out.
pub async fn tallies(app: &App, actor: &Actor) -> Result<Vec<Tally>> {
    let owner = actor.user;
    app.read(move |conn| Ok(applications::tallies(conn, owner)?)).await
}

/// The fields of a new or a changed application. An omitted field keeps its value; an empty amount or empty notes
/// clear it.
#[derive(Debug, Default)]
pub struct ApplicationForm {
    pub kind: Option<String>,
    pub title: Option<String>,
    pub organization: Option<String>,
    /// The text of a JSON number, or `null`.
    pub amount: Option<String>,
    pub currency: Option<String>,
    pub status: Option<String>,
    pub notes: Option<String>,
}

/// The form with every field parsed.
struct Patch {
    kind: Option<Kind>,
    title: Option<String>,
    organization: Option<String>,
    amount: Option<Option<Minor>>,
    currency: Option<Currency>,
    status: Option<Status>,
    notes: Option<Option<String>>,
}

impl ApplicationForm {
    fn check(self, is_new: bool) -> Result<Patch, Vec<Invalid>> {
        let mut faults = Faults::default();
        let missing = [
            ("type", "Type is required", self.kind.is_none()),
            ("title", "Title is required", self.title.is_none()),
            ("organization", "Organization is required", self.organization.is_none()),
        ];
        for (field, message, _) in missing.into_iter().filter(|(.., missing)| is_new && *missing) {
            faults.note(Invalid::new(field, message));
        }
        let patch = Patch {
            kind: self.kind.and_then(|text| faults.take(Kind::parse(&text))),
            title: self.title.and_then(|text| faults.take(title(&text))),
            organization: self.organization.and_then(|text| faults.take(organization(&text))),
            amount: self.amount.and_then(|text| match text.as_str() {
                "null" | "" => Some(None),
                digits => faults.take(Minor::parse_positive("amount", digits)).map(Some),
            }),
            currency: self
                .currency
                .and_then(|text| faults.take(Currency::parse("currency", &text))),
            status: self.status.and_then(|text| faults.take(Status::parse(&text))),
            notes: self
                .notes
                .and_then(|text| faults.take(profile_text("notes", &text, LONGEST_NOTES))),
        };
        faults.finish()?;
        Ok(patch)
    }
}

/// The status of a new application is draft unless the form has another one.
pub async fn create(app: &App, actor: &Actor, form: ApplicationForm) -> Result<Application> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check(true)?;
    let (kind, title, organization) = required((patch.kind, patch.title, patch.organization))?;
    let status = patch.status.unwrap_or(Status::Draft);
    let new = Application {
        id: ApplicationId::new(now, crypto::random()),
        kind,
        title,
        organization,
        amount: patch.amount.flatten(),
        currency: patch.currency.unwrap_or(Currency::Usd),
        status,
        submitted_at: status.sent_at(None, now),
        notes: patch.notes.flatten(),
        created_at: now,
        updated_at: now,
    };
    app.write(move |tx| {
        applications::lock(tx, owner)?;
        if applications::count(tx, owner)? >= MOST {
            return Err(Error::Conflict(TOO_MANY.to_owned()));
        }
        applications::put(tx, owner, &new)?;
        Ok(new)
    })
    .await
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: ApplicationId,
    form: ApplicationForm,
) -> Result<Application> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check(false)?;
    app.write(move |tx| {
        applications::lock(tx, owner)?;
        let old =
            applications::find(tx, owner, id)?.ok_or_else(|| Error::missing("application"))?;
        let status = patch.status.unwrap_or(old.status);
        let row = Application {
            kind: patch.kind.unwrap_or(old.kind),
            title: patch.title.unwrap_or(old.title),
            organization: patch.organization.unwrap_or(old.organization),
            amount: patch.amount.unwrap_or(old.amount),
            currency: patch.currency.unwrap_or(old.currency),
            status,
            submitted_at: status.sent_at(old.submitted_at, now),
            notes: patch.notes.unwrap_or(old.notes),
            updated_at: now,
            ..old
        };
        applications::put(tx, owner, &row)?;
        notify_if_changed(tx, owner, old.status, &row, now)?;
        Ok(row)
    })
    .await
}

fn notify_if_changed(
    tx: &mut Tx,
    owner: UserId,
    before: Status,
    row: &Application,
    now: Timestamp,
) -> Result<()> {
    match notifications::wording::application_moved(row).filter(|_| before != row.status) {
        Some(notice) => notifications::notify(tx, owner, now, &notice),
        None => Ok(()),
    }
}

pub async fn remove(app: &App, actor: &Actor, id: ApplicationId) -> Result<()> {
    let owner = actor.user;
    let gone = app
        .write(move |tx| {
            // The lock keeps a concurrent edit from writing the deleted row back.
            applications::lock(tx, owner)?;
            Ok(applications::remove(tx, owner, id)?)
        })
        .await?;
    if gone { Ok(()) } else { Err(Error::missing("application")) }
}
