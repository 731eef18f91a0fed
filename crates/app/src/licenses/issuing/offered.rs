//! The licenses of an offer: the contract that a buyer reads, and issuing all licenses in one transaction.

use std::sync::Arc;

use domain::calendar::Zone;
use domain::ids::{LicenseId, UserId};
use domain::licenses::contract::Block;
use domain::licenses::fields::{Field, Producer};
use domain::licenses::issued::License;
use domain::licenses::terms::Terms;
use domain::sales::{self as sale_rules, Sale};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};

use super::contracts::{self, DraftWithContract};
use super::drafts::{self, draft};
use super::orders::{AcceptedLicense, OfferedLicense, Order};
use super::writing::add;
use crate::library::removal::UncommittedBlob;
use crate::{App, Caller, Result};

/// The filled contract of an offer's license, as a buyer reads it.
#[derive(Debug, Clone)]
pub(crate) struct FilledContract {
    pub kind_name: String,
    pub tier: sale_rules::License,
    pub terms: Terms,
    pub text_version: i64,
    pub text_hash: String,
    pub producer: Producer,
    /// The time zone of the account, for the days of the contract.
    pub zone: Zone,
    pub blocks: Vec<Block>,
    pub missing: Vec<Field>,
}

/// Fills the contract of an offer's license. It only reads.
pub(crate) fn read_contract(
    conn: &mut Conn,
    owner: UserId,
    offered: OfferedLicense,
    now: Timestamp,
) -> Result<FilledContract> {
    read_order(conn, owner, &offered.order(), now)
}

/// Fills the contract of an accepted license: it has the buyer's values; its number and days are still open.
pub(crate) fn read_accepted(
    conn: &mut Conn,
    owner: UserId,
    offered: OfferedLicense,
    accepted: AcceptedLicense,
    now: Timestamp,
) -> Result<FilledContract> {
    let order = Order { reads_accepted: Some(accepted), ..offered.order() };
    read_order(conn, owner, &order, now)
}

fn read_order(
    conn: &mut Conn,
    owner: UserId,
    order: &Order,
    now: Timestamp,
) -> Result<FilledContract> {
    let draft = draft(conn, owner, order, now)?;
    Ok(FilledContract {
        kind_name: draft.grant.kind_name,
        tier: draft.grant.tier,
        terms: draft.terms,
        text_version: draft.grant.text_version,
        text_hash: draft.grant.text_hash,
        producer: draft.producer,
        zone: draft.zone,
        blocks: draft.blocks,
        missing: draft.missing,
    })
}

/// Licenses of an offer with their contracts made and stored, before the transaction that issues them.
pub(crate) struct Prepared {
    all: Vec<(Arc<Order>, LicenseId, DraftWithContract)>,
}

/// Prepares the licenses. Their contracts are to be committed by `removal::commit_with`.
pub(crate) async fn prepare(
    app: &App,
    owner: UserId,
    offered: Vec<OfferedLicense>,
    caller: &Caller,
    now: Timestamp,
) -> Result<(Prepared, Vec<UncommittedBlob>)> {
    let (mut all, mut blobs) = (Vec::new(), Vec::new());
    for each in offered {
        let order = Arc::new(each.order());
        let drafted = drafts::without_gaps(app, owner, order.clone(), now).await?;
        let (id, made, blob) = contracts::store(app, owner, drafted, caller, now).await?;
        blobs.push(blob);
        all.push((order, id, made));
    }
    Ok((Prepared { all }, blobs))
}

impl Prepared {
    /// Whether drafts made now are equal to the prepared ones. The caller holds the locks of the ledger and the
    /// library.
    pub fn is_current(&self, tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<bool> {
        for (order, _, made) in &self.all {
            if draft(tx, owner, order, now)? != made.draft {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Issues the prepared licenses, in the caller's transaction.
    pub fn issue(
        &self,
        tx: &mut Tx,
        owner: UserId,
        sale: Option<&Sale>,
        caller: &Caller,
        now: Timestamp,
    ) -> Result<Vec<License>> {
        let all = self.all.iter();
        all.map(|(_, id, made)| add(tx, owner, *id, made, sale, caller, now)).collect()
    }
}
