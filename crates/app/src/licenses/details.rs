//! A license with its terms, its files and its record.

use domain::calendar::{Day, Zone};
use domain::ids::UserId;
use domain::licenses::events::Event;
use domain::licenses::issued::{File, License};
use domain::licenses::terms::Terms;
use storage::db::Conn;
use storage::identity::zones;
use storage::licenses::{events, files, kinds};

use super::terms;
use crate::Result;

#[derive(Debug, Clone)]
pub struct LicenseDetails {
    pub license: License,
    pub terms: Terms,
    pub files: Vec<File>,
    pub events: Vec<Event>,
    /// Whether the kind of the license still exists.
    pub has_kind: bool,
    /// The day that the state of the license is computed for.
    pub today: Day,
    /// The time zone of the account, where a license ends with its last day.
    pub zone: Zone,
}

pub(crate) fn read_details(
    conn: &mut Conn,
    owner: UserId,
    license: License,
    today: Day,
) -> Result<LicenseDetails> {
    Ok(LicenseDetails {
        terms: terms::read(&license.grant.terms)?,
        files: files::list(conn, owner, license.id)?,
        events: events::list(conn, owner, license.id)?,
        has_kind: kinds::find(conn, owner, license.grant.kind)?.is_some(),
        license,
        today,
        zone: zones::find(conn, owner)?,
    })
}
