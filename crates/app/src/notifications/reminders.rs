//! Reminders of due dates: goals that are not reached, pending payments, and licenses that expire. A daily job goes through the accounts,
//! also for the weekly withdrawals; a sent reminder is recorded with its notification.

use std::time::Duration;

use domain::calendar::Day;
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::licenses::issued::License;
use domain::money::goals::Goal;
use domain::money::transactions::Transaction;
use domain::notifications::reminders::{Stage, horizon};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::{settings, users};
use storage::licenses::issued;
use storage::money::{goals, transactions};
use storage::operations::jobs::Job;
use storage::reminders;

use crate::jobs::{Work, extend};
use crate::money::weekly_withdrawals;
use crate::{App, Result, licenses, notifications, offers};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// 06:00 UTC: morning in Europe and Africa. The time zones of the users are not known.
const HOUR: Duration = Duration::from_secs(6 * 60 * 60);
const ACCOUNTS_AT_A_TIME: i64 = 200;
/// The most reminders of each kind for one account and day.
const MOST: i64 = 50;

/// Queues the next run, unless one waits already.
pub(crate) fn queue(tx: &mut Tx, now: Timestamp, run_at: Timestamp) -> Result<()> {
    let kind = Kind::Reminders;
    Ok(Work::of_nobody(kind, "").once(kind.as_str()).at(run_at).queue(tx, now)?)
}

/// The next morning.
pub(crate) fn next_run(now: Timestamp) -> Timestamp {
    let day = i64::try_from(DAY.as_millis()).unwrap_or(i64::MAX);
    let midnight = now.as_millis() - now.as_millis().rem_euclid(day);
    Timestamp::from_millis(midnight) + DAY + HOUR
}

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let today = Day::of(app.now());
    offers::reminding::run(app).await?;
    let mut after = UserId::NOBODY;
    loop {
        let owners = app
            .read(move |conn| Ok(users::list_ids_after(conn, after, ACCOUNTS_AT_A_TIME)?))
            .await?;
        let Some(last) = owners.last().copied() else {
            return Ok(());
        };
        for owner in owners {
            remind(app, owner, today).await?;
            weekly_withdrawals::run(app, owner, today).await?;
            licenses::ending::note_expired(app, owner, today).await?;
        }
        extend(app, job).await?;
        after = last;
    }
}

#[derive(Default)]
struct Due {
    goals: Vec<Goal>,
    payments: Vec<Transaction>,
    /// The licenses that get a reminder, each with the beginning of its subject.
    licenses: Vec<(&'static str, License)>,
}

/// The reminders of a license: from how many days before its last day, to how many, and the beginning of the subject.
const LICENSE_STAGES: [(u16, u16, &str); 3] =
    [(0, 0, "license-0:"), (30, 1, "license-30:"), (60, 31, "license-60:")];

fn due(conn: &mut Conn, owner: UserId, today: Day) -> Result<Due> {
    if !settings::load(conn, owner)?.payment_reminders {
        return Ok(Due::default());
    }
    let last = horizon(today);
    let mut licenses = Vec::new();
    for (most, least, subject) in LICENSE_STAGES {
        let Some(span) = today.days_after(least).zip(today.days_after(most)) else { continue };
        let found = issued::list_unreminded(conn, owner, span, subject, MOST)?;
        licenses.extend(found.into_iter().map(|license| (subject, license)));
    }
    Ok(Due {
        licenses,
        goals: goals::list_due(conn, owner, today, last, MOST)?,
        payments: transactions::list_pending_payments(conn, owner, today, last, MOST)?,
    })
}

async fn remind(app: &App, owner: UserId, today: Day) -> Result<()> {
    let found = app.read(move |conn| due(conn, owner, today)).await?;
    if found.goals.is_empty() && found.payments.is_empty() && found.licenses.is_empty() {
        return Ok(());
    }
    let now = app.now();
    app.write(move |tx| {
        let goals = found.goals.iter().map(|goal| {
            (
                format!("goal:{}", goal.id),
                goal.target_date,
                notifications::wording::goal_due(goal, today),
            )
        });
        let payments = found.payments.iter().map(|payment| {
            let subject = format!("transaction:{}", payment.id);
            (subject, payment.content.day, notifications::wording::payment_due(payment, today))
        });
        for (subject, day, notice) in goals.chain(payments) {
            if let Some(stage) = Stage::of(day, today)
                && reminders::note(tx, owner, &subject, day, stage)?
            {
                notifications::notify(tx, owner, now, &notice)?;
            }
        }
        for (subject, license) in &found.licenses {
            let Some(last) = license.grant.expires_on else { continue };
            let stage = if last == today { Stage::Today } else { Stage::Soon };
            if reminders::note(tx, owner, &format!("{subject}{}", license.id), last, stage)? {
                let notice = notifications::wording::license_expiring(license, last, today);
                notifications::notify(tx, owner, now, &notice)?;
            }
        }
        Ok(())
    })
    .await
}
