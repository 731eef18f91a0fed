//! Stored counts of licenses by kind and state, so that the counts of a list take the same time however many there are.

use std::collections::BTreeMap;

use domain::ids::{LicenseKindId, UserId};
use domain::licenses::issued::{License, State};
use domain::sales::License as Tier;

use crate::db::{Conn, DbError, Tx, Value, many_rows, params, require, sql};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub kind: LicenseKindId,
    pub tier: Tier,
    pub state: State,
    pub count: i64,
}

pub(crate) fn add(tx: &mut Tx, owner: UserId, new: &[License]) -> Result<(), DbError> {
    let owner = owner.to_string();
    let mut tally: BTreeMap<(String, &str, &str), i64> = BTreeMap::new();
    for license in new {
        let grant = &license.grant;
        let lane = (grant.kind.to_string(), grant.tier.as_str(), license.stored_state.as_str());
        *tally.entry(lane).or_default() += 1;
    }
    let rows = tally.iter().map(|((kind, tier, state), count)| {
        let values: [Value<'_>; 5] =
            [(&owner).into(), kind.into(), (*tier).into(), (*state).into(), (*count).into()];
        values
    });
    many_rows::insert_or(
        tx,
        "license_totals (owner_id, kind_id, tier, state, count)",
        rows.collect(),
        " ON CONFLICT (owner_id, kind_id, tier, state) DO UPDATE SET
           count = license_totals.count + excluded.count",
    )
}

pub(crate) fn subtract(tx: &mut Tx, owner: UserId, gone: &License) -> Result<(), DbError> {
    let (owner, kind) = (owner.to_string(), gone.grant.kind.to_string());
    let (tier, state) = (gone.grant.tier.as_str(), gone.stored_state.as_str());
    tx.execute(
        sql!(
            "UPDATE license_totals SET count = count - 1
             WHERE owner_id = ?1 AND kind_id = ?2 AND tier = ?3 AND state = ?4"
        ),
        params![&owner, &kind, tier, state],
    )?;
    tx.execute(
        sql!(
            "DELETE FROM license_totals
             WHERE owner_id = ?1 AND kind_id = ?2 AND tier = ?3 AND state = ?4 AND count = 0"
        ),
        params![&owner, &kind, tier, state],
    )?;
    Ok(())
}

/// Returns the number of licenses by kind and stored state.
pub fn counts(conn: &mut Conn, owner: UserId) -> Result<Vec<Count>, DbError> {
    conn.query(
        sql!("SELECT kind_id, tier, state, count FROM license_totals WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| {
            Ok(Count {
                kind: require(0, LicenseKindId::parse(row.text(0)?))?,
                tier: require(1, Tier::find(row.text(1)?))?,
                state: require(2, State::find(row.text(2)?))?,
                count: row.int(3)?,
            })
        },
    )
}
