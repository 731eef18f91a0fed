//! The time zone of an account, which decides the day a moment belongs to. It is one of the settings.

use domain::calendar::{Day, TimeOfDay, Zone};
use domain::identity::settings::TIME_ZONE;
use domain::ids::UserId;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, params, require, sql};

pub fn find(conn: &mut Conn, owner: UserId) -> Result<Zone, DbError> {
    let name = conn.query_opt(
        sql!("SELECT value FROM settings WHERE owner_id = ?1 AND key = ?2"),
        params![&owner.to_string(), TIME_ZONE],
        |row| Ok(row.text(0)?.to_owned()),
    )?;
    Ok(read(name.as_deref()))
}

/// The zone of a stored name; UTC if none is stored, or if the name was dropped from the database of time zones.
pub(crate) fn read(name: Option<&str>) -> Zone {
    name.and_then(Zone::find).unwrap_or_default()
}

/// The day that a moment belongs to for the account.
pub fn day_of(conn: &mut Conn, owner: UserId, moment: Timestamp) -> Result<Day, DbError> {
    Ok(find(conn, owner)?.day_of(moment))
}

/// The day and the time of day of a moment for the account.
pub fn day_and_time(
    conn: &mut Conn,
    owner: UserId,
    moment: Timestamp,
) -> Result<(Day, TimeOfDay), DbError> {
    let zone = find(conn, owner)?;
    Ok((zone.day_of(moment), zone.time_of(moment)))
}

/// The ids of accounts that are not disabled, each with its time zone, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    after: UserId,
    limit: i64,
) -> Result<Vec<(UserId, Zone)>, DbError> {
    conn.query(
        sql!(
            "SELECT u.id, z.value FROM users u
             LEFT JOIN settings z ON z.owner_id = u.id AND z.key = ?3
             WHERE u.id > ?1 AND u.disabled_at IS NULL ORDER BY u.id LIMIT ?2"
        ),
        params![&after.to_string(), limit, TIME_ZONE],
        |row| Ok((require(0, UserId::parse(row.text(0)?))?, read(row.opt_text(1)?))),
    )
}
