//! Issuing a license: the contract is filled from the kind's newest text, made into a PDF and stored once; terms,
//! parties, price and files are frozen with it. The sale, if there is one, is recorded in the same transaction.
//!
//! Making the PDF takes too long for a transaction, so a draft is made first. The transaction makes the draft anew under
//! the account's lock and begins again if anything has changed meanwhile, the number included.

mod contracts;
mod drafts;
mod offered;
mod orders;
mod paper;
mod writing;

use std::sync::Arc;

use domain::calendar::Day;
use domain::ids::LicenseId;
use domain::licenses::contract::Block;
use domain::licenses::fields::{Field, Producer};
use domain::licenses::issued::File;
use domain::money::{Currency, Minor};
use domain::time::Timestamp;

use self::drafts::draft;
pub(crate) use self::drafts::{earlier_licenses, facts_of};
pub(crate) use self::offered::{Prepared, prepare};
pub(crate) use self::orders::AcceptedLicense;
use self::orders::Order;
pub use self::orders::{BuyerForm, IssueForm, NewSaleForm};
pub(crate) use self::paper::Paper;
use self::writing::write;
use crate::idempotency::{self, Answer, Reply, Tried};
use crate::library::removal;
use crate::licenses::details::LicenseDetails;
use crate::licenses::kinds;
use crate::{Actor, App, Error, Result, ids};

/// A contract is drafted again at most this often because something has changed meanwhile.
const MOST_DRAFTS: usize = 100;

pub async fn issue(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    reply: Reply<LicenseDetails>,
) -> Result<Answer> {
    carry_out(app, actor, form, (None, None), app.now(), reply).await
}

/// Issues a license as a part of the sample data, in the past.
pub(crate) async fn issue_sample(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    upgrades: Option<LicenseId>,
    producer: Producer,
    at: Timestamp,
) -> Result<LicenseId> {
    let to_body = Box::new(|whole: &LicenseDetails| whole.license.id.to_string());
    let reply = Reply { retry: None, status: 201, to_body };
    let answer = carry_out(app, actor, form, (upgrades, Some(producer)), at, reply).await?;
    LicenseId::parse(&answer.body).ok_or_else(|| Error::unexpected("a license has no id"))
}

/// Issues a license of a higher kind in place of one that is in force, which becomes superseded.
pub async fn upgrade(
    app: &App,
    actor: &Actor,
    id: LicenseId,
    form: IssueForm,
    reply: Reply<LicenseDetails>,
) -> Result<Answer> {
    carry_out(app, actor, form, (Some(id), None), app.now(), reply).await
}

#[derive(Debug)]
pub struct Preview {
    pub blocks: Vec<Block>,
    pub missing: Vec<Field>,
    pub price: Minor,
    pub currency: Currency,
    pub expires_on: Option<Day>,
    pub files: Vec<File>,
}

/// Fills the contract of a license that is not issued yet.
pub async fn preview(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    upgrades: Option<&str>,
) -> Result<Preview> {
    let (owner, now) = (actor.user, app.now());
    let upgrades = upgrades.map(ids::parse).transpose()?;
    let order = form.check(upgrades, actor.day_of(now))?;
    kinds::ensure(app, owner).await?;
    let draft = app
        .read(move |conn| {
            conn.snapshot()?;
            draft(conn, owner, &order, now)
        })
        .await?;
    Ok(Preview {
        blocks: draft.blocks,
        missing: draft.missing,
        price: draft.grant.price,
        currency: draft.grant.currency,
        expires_on: draft.grant.expires_on,
        files: draft.files,
    })
}

async fn carry_out(
    app: &App,
    actor: &Actor,
    form: IssueForm,
    (upgrades, sample): (Option<LicenseId>, Option<Producer>),
    now: Timestamp,
    mut reply: Reply<LicenseDetails>,
) -> Result<Answer> {
    let owner = actor.user;
    if let Some(answer) = idempotency::replayed(app, owner, reply.retry.clone()).await? {
        return Ok(answer);
    }
    let order = Arc::new(Order { sample, ..form.check(upgrades, actor.day_of(now))? });
    kinds::ensure(app, owner).await?;
    for _ in 0..MOST_DRAFTS {
        let drafted = drafts::without_gaps(app, owner, order.clone(), now).await;
        let drafted = match drafted {
            Ok(draft) => draft,
            // The error may be the effect of this same request, which was carried out a moment ago; then its stored
            // answer is returned.
            Err(error) => {
                return match idempotency::replayed(app, owner, reply.retry.clone()).await? {
                    Some(answer) => Ok(answer),
                    None => Err(error),
                };
            }
        };
        let stored = contracts::store(app, owner, drafted, &actor.caller, now).await?;
        let (id, made, blob) = stored;
        let (order, caller) = (order.clone(), actor.caller.clone());
        let tried = idempotency::try_once(app, owner, reply, move |tx| {
            write(tx, owner, &order, id, &made, &caller, now)
        });
        match removal::commit_with(vec![blob], tried, Tried::is_carried_out).await? {
            Tried::Answered(answer) => return Ok(answer),
            Tried::Again(unused) => reply = unused,
        }
    }
    Err(Error::Busy)
}
