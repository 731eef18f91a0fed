//! The ways to pay that a producer offers. Their details are sealed, because they contain account numbers.

use domain::error::{Faults, Invalid};
use domain::ids::{LicenseKindId, UserId, WayToPayId};
use domain::offers::{MOST_WAYS, Way, WayType, indexed};
use serde::{Deserialize, Serialize};
use storage::db::Conn;
use storage::offers::{self as offers, ways as rows, ways::WayRow};

use crate::crypto::{self, Keys};
use crate::licenses::kinds;
use crate::{Actor, App, Error, Result};

/// The purpose that the details are sealed under.
pub(crate) const SEALED: &str = "way to pay";

#[derive(Serialize, Deserialize)]
struct Details {
    rows: Vec<(String, String)>,
    address: String,
    words: String,
}

/// A way to pay, as sent.
#[derive(Debug, Default)]
pub struct WayForm {
    pub id: Option<String>,
    pub kind: Option<String>,
    pub label: Option<String>,
    pub rows: Vec<(String, String)>,
    pub address: Option<String>,
    pub words: Option<String>,
    pub license_kind: Option<String>,
    pub is_enabled: Option<bool>,
}

fn unseal_way(keys: &Keys, owner: UserId, row: WayRow) -> Result<Way> {
    let text = keys.open_row(SEALED, owner, row.id.as_bytes(), &row.details);
    let text = text.map_err(Error::unexpected)?;
    let details: Details = serde_json::from_slice(&text).map_err(Error::unexpected)?;
    Ok(Way {
        id: row.id,
        kind: row.kind,
        label: row.label,
        rows: details.rows,
        address: details.address,
        words: details.words,
        license_kind: row.license_kind,
        is_enabled: row.is_enabled,
    })
}

/// Reads all ways to pay, in their order.
pub(crate) fn read(conn: &mut Conn, keys: &Keys, owner: UserId) -> Result<Vec<Way>> {
    let rows = rows::list(conn, owner)?;
    rows.into_iter().map(|row| unseal_way(keys, owner, row)).collect()
}

pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Way>> {
    let (owner, keys) = (actor.user, app.keys.clone());
    app.read(move |conn| read(conn, &keys, owner)).await
}

/// Replaces all ways to pay. A way that keeps its id stays the same for the offers that refer to it.
pub async fn replace(app: &App, actor: &Actor, sent: Vec<WayForm>) -> Result<Vec<Way>> {
    let (owner, now, keys) = (actor.user, app.now(), app.keys.clone());
    if sent.len() > MOST_WAYS {
        return Err(Error::invalid("ways", "There can be at most 20 ways to pay"));
    }
    let mut faults = Faults::default();
    let mut wanted: Vec<Way> = Vec::new();
    for (index, form) in sent.into_iter().enumerate() {
        let at = |field: &str| indexed("ways", index, field);
        let kind = WayType::parse(&form.kind.unwrap_or_default());
        let kind = kind.map_err(|fault| Invalid { field: at("type"), ..fault });
        let Some(kind) = faults.take(kind) else { continue };
        let known = form.id.as_deref().and_then(WayToPayId::parse);
        let known = known.filter(|id| wanted.iter().all(|way| way.id != *id));
        let license_kind = form.license_kind.filter(|id| !id.is_empty());
        let license_kind = license_kind.and_then(|id| {
            let unknown = || Invalid::new(at("kind_id"), "There is no such license kind");
            faults.take(LicenseKindId::parse(&id).ok_or_else(unknown))
        });
        let way = Way {
            id: known.unwrap_or_else(|| WayToPayId::new(now, crypto::random())),
            kind,
            label: form.label.unwrap_or_default(),
            rows: form.rows,
            address: form.address.unwrap_or_default(),
            words: form.words.unwrap_or_default(),
            license_kind,
            is_enabled: form.is_enabled.unwrap_or(true),
        };
        match way.check(&app.outside.pay_hosts) {
            Ok(way) => wanted.push(way),
            Err(all) => {
                for fault in all {
                    faults.note(Invalid { field: at(fault.field), ..fault });
                }
            }
        }
    }
    faults.finish()?;
    app.write(move |tx| {
        offers::lock(tx, owner)?;
        let mut rows = Vec::new();
        for way in &wanted {
            if let Some(kind) = way.license_kind {
                kinds::read(tx, owner, kind)?;
            }
            let details = Details {
                rows: way.rows.clone(),
                address: way.address.clone(),
                words: way.words.clone(),
            };
            let text = serde_json::to_vec(&details).map_err(Error::unexpected)?;
            rows.push(WayRow {
                id: way.id,
                kind: way.kind,
                label: way.label.clone(),
                details: keys.seal_row(SEALED, owner, way.id.as_bytes(), &text),
                license_kind: way.license_kind,
                is_enabled: way.is_enabled,
            });
        }
        rows::put(tx, owner, &rows)?;
        Ok(wanted)
    })
    .await
}
