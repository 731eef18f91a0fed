//! The licenses of an offer, issued in one transaction as they were accepted.

use std::sync::Arc;

use domain::ids::{LicenseId, UserId};
use domain::licenses::issued::License;
use domain::sales::Sale;
use domain::time::Timestamp;
use storage::db::Tx;

use super::contracts::{self, DraftWithContract};
use super::drafts::{self, draft};
use super::orders::{AcceptedLicense, Order};
use super::writing::add;
use crate::library::removal::UncommittedBlob;
use crate::{App, Caller, Result};

/// Licenses of an offer with their contracts made and stored, before the transaction that issues them.
pub(crate) struct Prepared {
    all: Vec<(Arc<Order>, LicenseId, DraftWithContract)>,
}

/// Prepares the licenses. Their contracts are to be committed by `removal::commit_with`.
pub(crate) async fn prepare(
    app: &App,
    owner: UserId,
    accepted: Vec<AcceptedLicense>,
    caller: &Caller,
    now: Timestamp,
) -> Result<(Prepared, Vec<UncommittedBlob>)> {
    let (mut all, mut blobs) = (Vec::new(), Vec::new());
    for each in accepted {
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
