//! The prices of licenses of a beat: the kind's price, the beat's own price, or not offered.

use std::collections::BTreeMap;

use domain::error::{Faults, Invalid};
use domain::ids::{DocumentId, LicenseKindId, UserId};
use domain::library::documents::{Document, Status};
use domain::licenses::prices::{AskingPrice, BeatPrice, Offer, asking_price};
use domain::money::Minor;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::library::documents;
use storage::licenses::kinds as kind_rows;
use storage::licenses::prices as rows;

use super::kinds::{self, LicenseKind};
use crate::{Actor, App, Error, Result, ids};

/// The most beats whose prices can be set at once.
const MOST_BEATS: usize = 1_000;

/// A license kind with its price for one beat.
pub struct Priced {
    pub kind: LicenseKind,
    pub asking: AskingPrice,
}

fn missing() -> Error {
    Error::missing("item")
}

/// The price of each kind for a beat, in the order of the kinds.
pub(crate) fn read(conn: &mut Conn, owner: UserId, document: DocumentId) -> Result<Vec<Priced>> {
    let beat = documents::find(conn, owner, document)?.ok_or_else(missing)?;
    let kinds = kinds::read_all(conn, owner)?;
    of_kinds(conn, owner, &kinds, &beat)
}

/// Like `read`, for kinds that the caller has read already.
pub(crate) fn of_kinds(
    conn: &mut Conn,
    owner: UserId,
    kinds: &[LicenseKind],
    beat: &Document,
) -> Result<Vec<Priced>> {
    let own: BTreeMap<_, _> = rows::list(conn, owner, beat.id)?.into_iter().collect();
    let is_sold = beat.status == Status::Sold;
    let priced = |kind: &LicenseKind| {
        let own = own.get(&kind.id).copied();
        let asking = asking_price(&kind.kind, own, kind.missing.is_empty(), is_sold);
        Priced { kind: kind.clone(), asking }
    };
    Ok(kinds.iter().map(priced).collect())
}

pub async fn list(app: &App, actor: &Actor, id: DocumentId) -> Result<Vec<Priced>> {
    let owner = actor.user;
    kinds::ensure(app, owner).await?;
    app.read(move |conn| {
        conn.snapshot()?;
        read(conn, owner, id)
    })
    .await
}

/// The new price of a kind, as sent: the text of a JSON number.
#[derive(Debug)]
pub struct PriceForm {
    pub kind_id: String,
    pub offer: String,
    pub price: Option<String>,
}

enum Wanted {
    Default,
    /// In the currency of the kind.
    Own(Minor),
    Off,
}

impl PriceForm {
    fn check(&self) -> Result<(LicenseKindId, Wanted), Invalid> {
        let kind = LicenseKindId::parse(&self.kind_id)
            .ok_or_else(|| Invalid::new("kind_id", "There is no such license kind"))?;
        let wanted = match Offer::parse(&self.offer)? {
            Offer::Default => Wanted::Default,
            Offer::Off => Wanted::Off,
            Offer::Own => {
                let text = self.price.as_deref().filter(|text| *text != "null");
                let text = text.ok_or_else(|| Invalid::new("price", "Enter a price"))?;
                let price = Minor::parse("price", text)?;
                if price.is_negative() {
                    return Err(Invalid::new("price", "The price can't be negative"));
                }
                Wanted::Own(price)
            }
        };
        Ok((kind, wanted))
    }
}

fn check(forms: &[PriceForm]) -> Result<Vec<(LicenseKindId, Wanted)>> {
    let mut faults = Faults::default();
    let wanted = forms.iter().filter_map(|form| faults.take(form.check())).collect();
    faults.finish()?;
    Ok(wanted)
}

/// Sets the sent kinds' prices for a beat; the others stay.
pub async fn update(
    app: &App,
    actor: &Actor,
    id: DocumentId,
    forms: Vec<PriceForm>,
) -> Result<Vec<Priced>> {
    let (owner, now) = (actor.user, app.now());
    let wanted = check(&forms)?;
    app.write(move |tx| {
        lock(tx, owner, now)?;
        set(tx, owner, &[id], &wanted)?;
        read(tx, owner, id)
    })
    .await
}

/// Sets the sent kinds' prices for many beats: for all of them, or for none if one does not exist.
pub async fn update_many(
    app: &App,
    actor: &Actor,
    sent: Vec<String>,
    forms: Vec<PriceForm>,
) -> Result<usize> {
    let (owner, now) = (actor.user, app.now());
    if !(1..=MOST_BEATS).contains(&sent.len()) {
        return Err(Error::invalid("ids", "Choose 1 to 1,000 beats"));
    }
    let beats = sent.iter().map(|id| ids::parse(id));
    let mut beats = beats.collect::<Result<Vec<_>>>()?;
    beats.sort_unstable();
    beats.dedup();
    let wanted = check(&forms)?;
    app.write(move |tx| {
        lock(tx, owner, now)?;
        set(tx, owner, &beats, &wanted)?;
        Ok(beats.len())
    })
    .await
}

/// Takes the locks of the library and of the kinds, in this order, so that neither changes while the prices are
/// written.
fn lock(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<()> {
    documents::lock(tx, owner)?;
    kinds::add_defaults(tx, owner, now)
}

fn set(
    tx: &mut Tx,
    owner: UserId,
    beats: &[DocumentId],
    wanted: &[(LicenseKindId, Wanted)],
) -> Result<()> {
    for beat in beats {
        documents::title_of(tx, owner, *beat)?.ok_or_else(missing)?;
    }
    let kinds = kind_rows::list(tx, owner)?;
    let kinds: BTreeMap<_, _> = kinds.iter().map(|(row, _)| (row.id, row.currency)).collect();
    for (kind, wanted) in wanted {
        let unknown = || Error::invalid("kind_id", "There is no such license kind");
        let currency = *kinds.get(kind).ok_or_else(unknown)?;
        let price = match wanted {
            Wanted::Default => None,
            Wanted::Own(price) => Some(BeatPrice::Own(*price, currency)),
            Wanted::Off => Some(BeatPrice::Off),
        };
        for beat in beats {
            rows::set(tx, owner, *beat, *kind, price)?;
        }
    }
    Ok(())
}
