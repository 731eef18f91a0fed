//! The content of the page of a delivery, except its files, read in one snapshot.

use blobs::Key;
use domain::calendar::Day;
use domain::identity::settings::Settings;
use domain::identity::users::User;
use domain::ids::LicenseId;
use domain::library::documents::Document;
use domain::sales::Status;
use storage::identity::{settings, users};
use storage::library::documents;
use storage::sales;

use super::gate::Guest;
use crate::files::blob_keys::thumbnail_key;
use crate::{App, Error, Result, guests};

pub struct Page {
    pub sender: User,
    pub settings: Settings,
    /// The beats of the licenses in force, in their order; `None` for a beat that was deleted.
    pub beats: Vec<(LicenseId, Option<Document>)>,
    pub paid_on: Option<Day>,
}

pub async fn read(app: &App, guest: &Guest) -> Result<Page> {
    let guest = guest.clone();
    guests::read(app, move |conn| {
        conn.snapshot()?;
        let owner = guest.owner;
        let license = guest.whole.main_license();
        let sale = license.and_then(|license| license.sale).and_then(|sale| sale.id);
        let sale = match sale {
            Some(id) => sales::find(conn, owner, id)?,
            None => None,
        };
        let mut beats = Vec::new();
        for (license, _) in guest.whole.in_force() {
            let beat = match license.grant.beat {
                Some(id) => documents::find(conn, owner, id)?,
                None => None,
            };
            beats.push((license.id, beat));
        }
        let is_paid = |sale: &domain::sales::Sale| sale.content.status == Status::Completed;
        Ok(Page {
            sender: users::find(conn, owner)?.ok_or_else(super::details::missing)?,
            settings: settings::load(conn, owner)?,
            beats,
            paid_on: sale.filter(is_paid).map(|sale| sale.content.day),
        })
    })
    .await
}

/// The picture of a license's beat: its key and the hash that is part of it.
pub async fn cover(app: &App, guest: &Guest, license: &str) -> Result<(Key, String)> {
    let owner = guest.owner;
    let mut beats = read(app, guest).await?.beats.into_iter();
    let beat = beats.find(|(id, _)| id.to_string() == license).and_then(|(_, beat)| beat);
    let picture = beat.and_then(|beat| Some((beat.id, beat.thumbnail?)));
    let (id, hash) = picture.ok_or_else(|| Error::missing("picture"))?;
    Ok((thumbnail_key(owner, id, &hash), hash))
}
