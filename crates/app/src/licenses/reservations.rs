//! Reservations of beats for buyers of exclusive licenses. A reservation ends by itself at its time.

use std::time::Duration;

use domain::calendar::Zone;
use domain::identity::users::profile_text;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::Document;
use domain::licenses::issued::Reservation;
use storage::db::Conn;
use storage::library::documents;
use storage::licenses::{issued, reservations};
use storage::money::ledger;

use crate::money::links;
use crate::{Actor, App, Error, Result, ids};

/// The longest reservation in hours, whatever the operator's setting is.
const MOST_HOURS: u32 = 168;
const LONGEST: usize = 254;

/// `“Night Drive” is reserved for Iris Vance until Nov 20, 2026, 2:05 PM New York time.`
pub(crate) fn reserved(title: &str, kept: &Reservation, zone: &Zone) -> String {
    let until = zone.moment_in_words(kept.until);
    format!("“{title}” is reserved for {} until {until}.", kept.name)
}

#[derive(Debug, Default)]
pub struct ReservationForm {
    pub client_id: Option<String>,
    pub name: Option<String>,
    pub email: Option<String>,
    pub hours: Option<i64>,
}

fn beat_of(conn: &mut Conn, owner: UserId, id: DocumentId) -> Result<Document> {
    documents::find(conn, owner, id)?.ok_or_else(|| Error::missing("beat"))
}

/// The reservation of a beat, if one is in force.
pub async fn find(app: &App, actor: &Actor, beat: DocumentId) -> Result<Option<Reservation>> {
    let owner = actor.user;
    let now = app.now();
    app.read(move |conn| {
        beat_of(conn, owner, beat)?;
        Ok(reservations::find(conn, owner, beat)?.filter(|kept| kept.is_in_force(now)))
    })
    .await
}

/// Reserves a beat, or reserves it anew for the same buyer.
pub async fn reserve(
    app: &App,
    actor: &Actor,
    beat: DocumentId,
    form: ReservationForm,
) -> Result<Reservation> {
    let (owner, zone) = (actor.user, actor.zone.clone());
    let now = app.now();
    let client = form.client_id.filter(|id| !id.is_empty());
    let client = client.map(|id| ids::parse(&id)).transpose()?;
    let name = profile_text("name", &form.name.unwrap_or_default(), 120)?.unwrap_or_default();
    let email =
        profile_text("email", &form.email.unwrap_or_default(), LONGEST)?.unwrap_or_default();
    let hours = match form.hours {
        None => app.policy.reservation_hours,
        Some(hours) => u32::try_from(hours)
            .ok()
            .filter(|hours| (1..=MOST_HOURS).contains(hours))
            .ok_or_else(|| Error::invalid("hours", "hours must be 1 to 168"))?,
    };
    if client.is_none() && name.is_empty() {
        return Err(Error::invalid("name", "Enter the buyer's name, or choose a client"));
    }
    app.write(move |tx| {
        ledger::lock(tx, owner)?;
        let document = beat_of(tx, owner, beat)?;
        let title = &document.title;
        let (name, email) = match client {
            Some(id) => {
                let client = links::client(tx, owner, id)?;
                (client.name, client.email)
            }
            None => (name, email),
        };
        let today = zone.day_of(now);
        if let Some(other) = issued::exclusive_of_beat(tx, owner, beat, today)? {
            return Err(Error::Conflict(format!(
                "“{title}” is licensed exclusively to {} ({}).",
                other.grant.buyer.name,
                other.reference()
            )));
        }
        if storage::sales::has_exclusive_sale(tx, owner, beat)? {
            return Err(Error::Conflict(format!("“{title}” was sold exclusively.")));
        }
        if let Some(kept) = reservations::find(tx, owner, beat)?
            && kept.is_in_force(now)
            && !kept.is_for(client, &name, &email)
        {
            return Err(Error::Conflict(reserved(title, &kept, &zone)));
        }
        let until = now + Duration::from_secs(u64::from(hours) * 60 * 60);
        let new = Reservation { beat, client, name, email, reserved_at: now, until };
        reservations::put(tx, owner, &new)?;
        Ok(new)
    })
    .await
}

pub async fn end(app: &App, actor: &Actor, beat: DocumentId) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| {
        ledger::lock(tx, owner)?;
        beat_of(tx, owner, beat)?;
        reservations::remove(tx, owner, beat)?;
        Ok(())
    })
    .await
}
