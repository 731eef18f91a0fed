//! How licenses end: by hand, with their sale, and by their date. A license that has ended delivers nothing, and a beat
//! whose exclusive license has ended can be sold again.

use domain::calendar::Day;
use domain::error::Invalid;
use domain::identity::sessions::device;
use domain::identity::users::profile_text;
use domain::ids::{DocumentId, LicenseId, SaleId, UserId};
use domain::licenses::events::{Kind, NewEvent};
use domain::licenses::issued::{LONGEST_REASON, License, State};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;
use storage::licenses::{events, issued};
use storage::money::ledger;

use crate::licenses::details::{LicenseDetails, read_details};
use crate::sales::sold_beats;
use crate::{Actor, App, Caller, Error, Result};

/// How many licenses a daily run ends in one write.
const AT_A_TIME: i64 = 500;

pub(crate) fn not_active(license: &License, state: State) -> Error {
    let reference = license.reference();
    Error::Conflict(match state {
        State::Active => format!("{reference} is active."),
        State::Expired => format!("{reference} has expired."),
        State::Superseded => format!("{reference} was replaced by another license."),
        State::Terminated => format!("{reference} was terminated."),
        State::Refunded => format!("{reference} was refunded."),
    })
}

/// Ends a license that is in force by hand.
pub async fn terminate(
    app: &App,
    actor: &Actor,
    id: LicenseId,
    reason: Option<String>,
) -> Result<LicenseDetails> {
    let (owner, now) = (actor.user, app.now());
    let reason = profile_text("reason", &reason.unwrap_or_default(), LONGEST_REASON)?
        .ok_or_else(|| Invalid::new("reason", "Enter a reason"))?;
    let caller = actor.caller.clone();
    app.write(move |tx| {
        ledger::lock(tx, owner)?;
        let before = issued::find(tx, owner, id)?.ok_or_else(|| Error::missing("license"))?;
        let after = terminate_in(tx, owner, &before, &reason, &caller, now)?;
        let today = zones::day_of(tx, owner, now)?;
        read_details(tx, owner, after, today)
    })
    .await
}

/// Like `terminate`, in the caller's transaction, which holds the ledger's lock.
pub(crate) fn terminate_in(
    tx: &mut Tx,
    owner: UserId,
    before: &License,
    reason: &str,
    caller: &Caller,
    now: Timestamp,
) -> Result<License> {
    let after = before.terminate(reason, zones::day_of(tx, owner, now)?, now);
    let after = after.map_err(|refused| not_active(before, refused.0))?;
    let detail = format!("Terminated: {reason}");
    let after = record(tx, owner, before, after, detail, Some(caller), now)?;
    free_beat(tx, owner, &after, now)?;
    Ok(after)
}

/// Ends the license of a sale that is refunded. The caller holds the ledger's lock, and frees the beat.
pub(crate) fn refund_of_sale(
    tx: &mut Tx,
    owner: UserId,
    sale: SaleId,
    caller: &Caller,
    now: Timestamp,
) -> Result<()> {
    let today = zones::day_of(tx, owner, now)?;
    for before in issued::of_sale(tx, owner, sale)? {
        // A license that has ended in another way stays as it is.
        if let Ok(after) = before.refund(today, now) {
            let detail = "Refunded with its sale".to_owned();
            record(tx, owner, &before, after, detail, Some(caller), now)?;
        }
    }
    Ok(())
}

/// Stores that licenses of an account have expired.
pub(crate) async fn note_expired(app: &App, owner: UserId, today: Day) -> Result<()> {
    loop {
        let late = app.read(move |conn| Ok(issued::list_late(conn, owner, today, 1)?)).await?;
        if late.is_empty() {
            return Ok(());
        }
        let now = app.now();
        app.write(move |tx| {
            ledger::lock(tx, owner)?;
            for before in issued::list_late(tx, owner, today, AT_A_TIME)? {
                let after = note(tx, owner, &before, today)?;
                free_beat(tx, owner, &after, now)?;
            }
            Ok(())
        })
        .await?;
    }
}

/// Stores that licenses of one beat have expired, before another license of the beat is issued.
pub(crate) fn note_expired_of_beat(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    today: Day,
) -> Result<()> {
    for before in issued::late_exclusives_of_beat(tx, owner, beat, today)? {
        note(tx, owner, &before, today)?;
    }
    Ok(())
}

fn note(tx: &mut Tx, owner: UserId, before: &License, today: Day) -> Result<License> {
    let after = before
        .expire(today, &zones::find(tx, owner)?)
        .map_err(|refused| not_active(before, refused.0))?;
    let at = after.ended.as_ref().map_or(before.grant.issued_at, |ended| ended.at);
    record(tx, owner, before, after, "Expired".to_owned(), None, at)
}

fn record(
    tx: &mut Tx,
    owner: UserId,
    before: &License,
    after: License,
    detail: String,
    caller: Option<&Caller>,
    at: Timestamp,
) -> Result<License> {
    let agent = caller.and_then(|caller| caller.user_agent.as_deref());
    let happened = NewEvent {
        kind: Kind::Ended,
        at,
        detail,
        facts: None,
        address: caller.map(|caller| caller.address.to_string()),
        browser: agent.map(|agent| device(Some(agent))),
    };
    let after = events::add(tx, owner, after, happened)?;
    issued::update(tx, owner, before, &after)?;
    Ok(after)
}

/// Makes the beat of an exclusive license available again, unless something else gives it away.
fn free_beat(tx: &mut Tx, owner: UserId, ended: &License, now: Timestamp) -> Result<()> {
    match ended.grant.beat.filter(|_| ended.is_exclusive()) {
        Some(beat) => Ok(sold_beats::free(tx, owner, beat, now)?),
        None => Ok(()),
    }
}
