//! Savings goals: listing, creating, changing and deleting them, and adding progress.

use domain::calendar::Day;
use domain::error::{Faults, Invalid, required};
use domain::identity::users::profile_text;
use domain::ids::{GoalId, UserId};
use domain::money::Minor;
use domain::money::goals::{
    Category, Goal, Status, check_date, current_amount, target_amount, title,
};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::money::goals;

use crate::idempotency::{self, Answer, Reply};
use crate::{Actor, App, Error, Result, crypto, notifications};

const LONGEST_DESCRIPTION: usize = 2000;
const TOO_MUCH: &str = "A goal can hold at most 1,000,000,000,000.00";

/// A goal and its status as of today.
pub struct GoalWithStatus {
    pub goal: Goal,
    pub status: Status,
}

impl GoalWithStatus {
    pub(crate) fn new(goal: Goal, today: Day) -> Self {
        let status = goal.status(today);
        Self { goal, status }
    }
}

pub struct Page {
    pub goals: Vec<GoalWithStatus>,
    pub total: i64,
}

pub async fn list(
    app: &App,
    actor: &Actor,
    status: Option<String>,
    limit: i64,
    offset: i64,
) -> Result<Page> {
    let status = status.filter(|text| !text.is_empty());
    let status = status.map(|text| Status::parse(&text)).transpose()?;
    let (owner, today) = (actor.user, actor.day_of(app.now()));
    app.read(move |conn| {
        let (rows, total) = goals::list(conn, owner, status, today, limit, offset)?;
        let goals = rows.into_iter().map(|goal| GoalWithStatus::new(goal, today)).collect();
        Ok(Page { goals, total })
    })
    .await
}

pub async fn find(app: &App, actor: &Actor, id: GoalId) -> Result<GoalWithStatus> {
    let (owner, id, today) = (actor.user, id, actor.day_of(app.now()));
    let goal = app.read(move |conn| Ok(goals::find(conn, owner, id)?)).await?;
    goal.map(|goal| GoalWithStatus::new(goal, today)).ok_or_else(|| Error::missing("goal"))
}

/// The fields of a new or a changed goal. An omitted field keeps its value.
#[derive(Debug, Default)]
pub struct GoalForm {
    pub title: Option<String>,
    pub description: Option<String>,
    /// The text of a JSON number.
    pub target_amount: Option<String>,
    /// The text of a JSON number: the saved amount, to correct it.
    pub current_amount: Option<String>,
    pub target_date: Option<String>,
    pub category: Option<String>,
}

/// The form with every field parsed.
struct Patch {
    title: Option<String>,
    description: Option<Option<String>>,
    target_amount: Option<Minor>,
    current_amount: Option<Minor>,
    target_date: Option<Day>,
    category: Option<Category>,
}

impl GoalForm {
    fn check(self) -> Result<Patch, Vec<Invalid>> {
        let mut faults = Faults::default();
        let patch = Patch {
            title: self.title.and_then(|text| faults.take(title(&text))),
            description: self.description.and_then(|text| {
                faults.take(profile_text("description", &text, LONGEST_DESCRIPTION))
            }),
            target_amount: self.target_amount.and_then(|text| faults.take(target_amount(&text))),
            current_amount: self.current_amount.and_then(|text| faults.take(current_amount(&text))),
            target_date: self
                .target_date
                .and_then(|text| faults.take(Day::parse("target_date", &text))),
            category: self
                .category
                .filter(|text| !text.is_empty())
                .and_then(|text| faults.take(Category::parse(&text))),
        };
        faults.finish()?;
        Ok(patch)
    }

    /// Checks the form of a new goal: missing fields are reported together with all other faults.
    fn check_new(self, today: Day) -> Result<Patch, Vec<Invalid>> {
        let missing = [
            ("title", "Title is required", self.title.is_none()),
            ("target_amount", "Target amount is required", self.target_amount.is_none()),
            ("target_date", "Target date is required", self.target_date.is_none()),
        ];
        let mut all: Vec<_> = missing
            .into_iter()
            .filter(|(.., is_missing)| *is_missing)
            .map(|(field, message, _)| Invalid::new(field, message))
            .collect();
        let patch = match self.check() {
            Ok(patch) => Some(patch),
            Err(faults) => {
                all.extend(faults);
                None
            }
        };
        if let Some(date) = patch.as_ref().and_then(|patch| patch.target_date) {
            all.extend(check_date(date, today).err());
        }
        match patch {
            Some(patch) if all.is_empty() => Ok(patch),
            _ => Err(all),
        }
    }
}

pub async fn create(app: &App, actor: &Actor, form: GoalForm) -> Result<GoalWithStatus> {
    let (owner, now) = (actor.user, app.now());
    let today = actor.day_of(now);
    let goal = new_goal(form, today, now)?;
    let standing = GoalWithStatus::new(goal.clone(), today);
    app.write(move |tx| Ok(goals::put(tx, owner, &goal)?)).await?;
    Ok(standing)
}

/// The goal that a form describes, ready to be stored.
pub(crate) fn new_goal(form: GoalForm, today: Day, now: Timestamp) -> Result<Goal> {
    let patch = form.check_new(today)?;
    let (title, target_amount, target_date) =
        required((patch.title, patch.target_amount, patch.target_date))?;
    Ok(Goal {
        id: GoalId::new(now, crypto::random()),
        title,
        description: patch.description.flatten(),
        target_amount,
        current_amount: patch.current_amount.unwrap_or_default(),
        target_date,
        category: patch.category.unwrap_or(Category::General),
        created_at: now,
        updated_at: now,
    })
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: GoalId,
    form: GoalForm,
) -> Result<GoalWithStatus> {
    let (owner, now) = (actor.user, app.now());
    let today = actor.day_of(now);
    let patch = form.check()?;
    app.write(move |tx| {
        goals::lock(tx, owner)?;
        let old = goals::find(tx, owner, id)?.ok_or_else(|| Error::missing("goal"))?;
        let was_reached = is_reached(&old);
        let target_date = match patch.target_date {
            // A form may send the old date, even if it is past: the goal can still be renamed.
            Some(date) if date != old.target_date => check_date(date, today)?,
            _ => old.target_date,
        };
        let goal = Goal {
            title: patch.title.unwrap_or(old.title),
            description: patch.description.unwrap_or(old.description),
            target_amount: patch.target_amount.unwrap_or(old.target_amount),
            current_amount: patch.current_amount.unwrap_or(old.current_amount),
            target_date,
            category: patch.category.unwrap_or(old.category),
            updated_at: now,
            ..old
        };
        goals::put(tx, owner, &goal)?;
        notify_if_reached(tx, owner, was_reached, &goal, now)?;
        Ok(GoalWithStatus::new(goal, today))
    })
    .await
}

/// Adds an amount to the savings of a goal. They may exceed the target.
pub async fn add_progress(
    app: &App,
    actor: &Actor,
    id: GoalId,
    amount: Option<String>,
    reply: Reply<GoalWithStatus>,
) -> Result<Answer> {
    let (owner, now) = (actor.user, app.now());
    let today = actor.day_of(now);
    let amount = amount.ok_or_else(|| Error::invalid("amount", "amount is required"))?;
    let amount = Minor::parse_positive("amount", &amount)?;
    idempotency::once(app, owner, reply, move |tx| {
        goals::lock(tx, owner)?;
        let old = goals::find(tx, owner, id)?.ok_or_else(|| Error::missing("goal"))?;
        let sum = old.current_amount.checked_add(amount);
        let current_amount = sum.ok_or_else(|| Error::invalid("amount", TOO_MUCH))?;
        let was_reached = is_reached(&old);
        let goal = Goal { current_amount, updated_at: now, ..old };
        goals::put(tx, owner, &goal)?;
        notify_if_reached(tx, owner, was_reached, &goal, now)?;
        Ok(GoalWithStatus::new(goal, today))
    })
    .await
}

pub async fn remove(app: &App, actor: &Actor, id: GoalId) -> Result<()> {
    let owner = actor.user;
    let gone = app
        .write(move |tx| {
            // The lock keeps a concurrent edit from writing the deleted row back.
            goals::lock(tx, owner)?;
            Ok(goals::remove(tx, owner, id)?)
        })
        .await?;
    if gone { Ok(()) } else { Err(Error::missing("goal")) }
}

fn is_reached(goal: &Goal) -> bool {
    goal.current_amount >= goal.target_amount
}

/// Notifies the owner if the change made the goal reached.
fn notify_if_reached(
    tx: &mut Tx,
    owner: UserId,
    was_reached: bool,
    goal: &Goal,
    now: Timestamp,
) -> Result<()> {
    if was_reached || !is_reached(goal) {
        return Ok(());
    }
    notifications::notify(tx, owner, now, &notifications::wording::goal_reached(goal))
}
