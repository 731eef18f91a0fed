//! Reminders of due dates: goals that are not reached, pending payments, and licenses that expire. An hourly job goes
//! through the accounts where it is morning, also for the weekly withdrawals; a sent reminder is recorded with its
//! notification.

use std::time::Duration;

use domain::calendar::{Day, TimeOfDay, Zone};
use domain::ids::UserId;
use domain::jobs::Kind;
use domain::licenses::issued::License;
use domain::money::goals::Goal;
use domain::money::transactions::Transaction;
use domain::notifications::reminders::{Stage, horizon};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::{settings, zones};
use storage::licenses::issued;
use storage::money::{goals, transactions};
use storage::operations::jobs::Job;
use storage::reminders;

use crate::jobs::{Work, extend};
use crate::money::weekly_withdrawals;
use crate::{App, Result, licenses, notifications, offers};

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// When the morning begins.
const SIX: &str = "06:00";
/// How long before the hour it was queued for a run looks for mornings. Runs overlap, because one may take longer than
/// it waits; each reminder is sent once all the same.
const OVERLAP: Duration = Duration::from_secs(2 * 60 * 60);
const ACCOUNTS_AT_A_TIME: i64 = 200;
/// The most reminders of each kind for one account and day.
const MOST: i64 = 50;

/// Queues the first run, unless one waits already. It looks for the mornings of a whole day.
pub(crate) fn queue(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let kind = Kind::Reminders;
    Ok(Work::of_nobody(kind, "").once(kind.as_str()).at(now).queue(tx, now)?)
}

/// Queues the run after this one. Its payload is the hour it is queued for, so that a run that is late looks at all the
/// mornings since.
pub(crate) fn queue_next(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let (kind, run_at) = (Kind::Reminders, next_run(now));
    let payload = run_at.as_millis().to_string();
    Ok(Work::of_nobody(kind, &payload).once(kind.as_str()).at(run_at).queue(tx, now)?)
}

/// The next full hour.
pub(crate) fn next_run(now: Timestamp) -> Timestamp {
    let hour = i64::try_from(HOUR.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_millis(now.as_millis() - now.as_millis().rem_euclid(hour)) + HOUR
}

/// The span of time whose mornings a run looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mornings {
    since: Timestamp,
    pub now: Timestamp,
}

impl Mornings {
    fn of(job: &Job, now: Timestamp) -> Self {
        let queued_for = job.payload.parse().ok().map(Timestamp::from_millis);
        let since = queued_for.map_or(now - DAY, |hour| hour - OVERLAP);
        Self { since: since.max(now - DAY), now }
    }

    /// Whether the last 06:00 in this zone lies in the span.
    pub fn hold(&self, zone: &Zone) -> bool {
        let Some(six) = TimeOfDay::read(SIX) else { return false };
        let today = zone.day_of(self.now);
        [Some(today), today.previous()].into_iter().flatten().any(|day| {
            let morning = zone.at(day, six);
            self.since < morning && morning <= self.now
        })
    }
}

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let mornings = Mornings::of(job, app.now());
    offers::reminding::run(app, mornings).await?;
    let mut after = UserId::NOBODY;
    loop {
        let accounts =
            app.read(move |conn| Ok(zones::list_after(conn, after, ACCOUNTS_AT_A_TIME)?)).await?;
        let Some((last, _)) = accounts.last().cloned() else {
            return Ok(());
        };
        for (owner, zone) in accounts.into_iter().filter(|(_, zone)| mornings.hold(zone)) {
            let today = zone.day_of(mornings.now);
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
