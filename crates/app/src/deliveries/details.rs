//! A delivery with its licenses, its files and the files that are missing.

use domain::calendar::{Day, Zone};
use domain::deliveries::{Delivery, DeliveryFile, Event, Missing, Part, Source, State};
use domain::ids::{DeliveryId, LicenseId, UserId};
use domain::licenses::issued::{License, State as LicenseState};
use domain::licenses::spelling::titles;
use domain::licenses::terms::Terms;
use domain::time::Timestamp;
use storage::db::Conn;
use storage::deliveries::{self as rows, events, files};
use storage::identity::zones;
use storage::licenses::issued;

use crate::crypto::Keys;
use crate::licenses::terms;
use crate::{Error, Result};

/// The purpose that tokens of deliveries are sealed under.
pub(crate) const SEALED: &str = "delivery";

/// The largest number of entries of a delivery's record in one answer.
const MOST_EVENTS: i64 = 500;

#[derive(Debug, Clone)]
pub struct DeliveryDetails {
    pub delivery: Delivery,
    /// All licenses of the delivery, in their order, with their terms.
    pub licenses: Vec<(License, Terms)>,
    /// The files that can be downloaded now.
    pub files: Vec<DeliveryFile>,
    pub missing: Vec<Missing>,
    /// The time at which the delivery was read.
    pub now: Timestamp,
    /// The time zone of the account.
    pub zone: Zone,
}

/// A delivery as its owner sees it.
#[derive(Debug, Clone)]
pub struct DeliveryView {
    pub whole: DeliveryDetails,
    pub url: String,
    /// The entries of the record, the newest first.
    pub events: Vec<Event>,
}

impl DeliveryDetails {
    /// The day of `now` for the account.
    pub fn today(&self) -> Day {
        self.zone.day_of(self.now)
    }

    pub fn is_in_force(&self, license: &License) -> bool {
        license.state(self.today()) == LicenseState::Active
    }

    pub fn in_force(&self) -> impl Iterator<Item = &(License, Terms)> {
        self.licenses.iter().filter(|(license, _)| self.is_in_force(license))
    }

    pub fn state(&self) -> State {
        let is_any_in_force = self.in_force().next().is_some();
        self.delivery.state(is_any_in_force, self.missing.is_empty(), self.now)
    }

    /// The license that names the buyer: the first in force, or the first of all.
    pub fn main_license(&self) -> Option<&License> {
        self.in_force().chain(&self.licenses).map(|(license, _)| license).next()
    }

    /// The titles of the beats whose licenses are in force.
    pub fn title(&self) -> String {
        titles(self.in_force().map(|(license, _)| license.grant.title.as_str()))
    }

    pub fn file(&self, id: &str) -> Option<&DeliveryFile> {
        self.files.iter().find(|file| file.id.to_string() == id)
    }

    pub fn is_spent(&self, file: &DeliveryFile) -> bool {
        file.tickets >= self.delivery.tickets_allowed
    }
}

pub(crate) fn missing() -> Error {
    Error::missing("delivery")
}

pub(crate) fn read(
    conn: &mut Conn,
    owner: UserId,
    delivery: Delivery,
    now: Timestamp,
) -> Result<DeliveryDetails> {
    let zone = zones::find(conn, owner)?;
    let mut licenses = Vec::new();
    for id in rows::licenses(conn, owner, delivery.id)? {
        let license = issued::find(conn, owner, id)?.ok_or_else(missing)?;
        let terms = terms::read(&license.grant.terms)?;
        licenses.push((license, terms));
    }
    let all = files::list(conn, owner, delivery.id)?;
    let mut whole =
        DeliveryDetails { delivery, licenses, files: Vec::new(), missing: Vec::new(), now, zone };
    let in_force: Vec<LicenseId> = whole.in_force().map(|(license, _)| license.id).collect();
    let includes_newer = whole.delivery.includes_newer;
    let is_shown = |file: &&DeliveryFile| {
        in_force.contains(&file.license) && (includes_newer || file.source != Source::Newer)
    };
    whole.files = all.iter().filter(is_shown).cloned().collect();
    let absent = whole.in_force().flat_map(|(license, terms)| {
        let roles = terms.delivers.iter().filter(|role| !has(&all, license.id, Part::File(**role)));
        roles.map(|role| Missing {
            license: license.id,
            title: license.grant.title.clone(),
            role: *role,
        })
    });
    whole.missing = absent.collect();
    Ok(whole)
}

/// Whether the files contain this part of a license.
pub(super) fn has(files: &[DeliveryFile], license: LicenseId, part: Part) -> bool {
    let mut of_license = files.iter().filter(|file| file.license == license && file.part == part);
    of_license.any(|file| file.source != Source::Newer)
}

pub(crate) fn find(
    conn: &mut Conn,
    owner: UserId,
    id: DeliveryId,
    now: Timestamp,
) -> Result<DeliveryDetails> {
    let delivery = rows::find(conn, owner, id)?.ok_or_else(missing)?;
    read(conn, owner, delivery, now)
}

pub(crate) fn read_view(
    conn: &mut Conn,
    keys: &Keys,
    links_url: &str,
    owner: UserId,
    id: DeliveryId,
    now: Timestamp,
) -> Result<DeliveryView> {
    let whole = find(conn, owner, id, now)?;
    let events = events::list(conn, owner, id, MOST_EVENTS)?;
    Ok(DeliveryView { url: address(keys, links_url, owner, &whole.delivery)?, whole, events })
}

/// The address of a delivery.
pub(crate) fn address(
    keys: &Keys,
    links_url: &str,
    owner: UserId,
    delivery: &Delivery,
) -> Result<String> {
    let text = keys.open_row(SEALED, owner, delivery.id.as_bytes(), &delivery.token);
    let text = text.map_err(Error::unexpected)?;
    Ok(format!("{links_url}/d/{}", String::from_utf8_lossy(&text)))
}
