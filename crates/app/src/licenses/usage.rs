//! The buyer's use of a license, entered by hand. The owner gets a notification when a cap is nearly or fully used up.

use domain::ids::LicenseId;
use domain::licenses::issued::{State, changed_usage, crossed};
use domain::licenses::terms::Use;
use storage::identity::zones;
use storage::licenses::issued;
use storage::money::ledger;

use super::details::{LicenseDetails, read_details};
use super::{ending, terms};
use crate::notifications::{self, wording};
use crate::{Actor, App, Error, Result};

/// Stores the numbers that were sent; other uses keep their number.
pub async fn update(
    app: &App,
    actor: &Actor,
    id: LicenseId,
    changes: Vec<(Use, u64)>,
) -> Result<LicenseDetails> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        ledger::lock(tx, owner)?;
        let before = issued::find(tx, owner, id)?.ok_or_else(|| Error::missing("license"))?;
        let today = zones::day_of(tx, owner, now)?;
        let state = before.state(today);
        if !matches!(state, State::Active | State::Expired) {
            return Err(ending::not_active(&before, state));
        }
        let caps = terms::read(&before.grant.terms)?.caps;
        let usage = changed_usage(&before.usage, &changes)?;
        let after = before.with_usage(usage, &caps);
        issued::update(tx, owner, &before, &after)?;
        for (of, level) in crossed(&caps, &before.usage, &after.usage) {
            let notice = wording::cap_reached(&after, of, caps.of(of), level);
            notifications::notify(tx, owner, now, &notice)?;
        }
        read_details(tx, owner, after, today)
    })
    .await
}
