//! The content of the page of an offer, read in one snapshot. Reading it changes nothing.

use domain::identity::settings::Settings;
use domain::identity::users::User;
use domain::ids::UserId;
use domain::library::documents::Document;
use domain::licenses::fields::Buyer;
use domain::money::Minor;
use domain::offers::{Acceptance, Line, Offer, State, Way};
use domain::time::Timestamp;
use storage::db::Conn;
use storage::deliveries;
use storage::identity::zones;
use storage::identity::{settings, users};
use storage::library::documents;
use storage::licenses::{issued, reservations};
use storage::offers::acceptances;
use storage::sales::has_exclusive_sale;

use super::contracts::{self, Contract};
use super::gate::Guest;
use super::{record, reports, tokens, ways};
use crate::crypto::Keys;
use crate::deliveries::details;
use crate::library::previews::{self, PreviewStatus};
use crate::licenses::kinds;
use crate::{App, Error, Result, guests};

pub struct Page {
    pub sender: User,
    pub settings: Settings,
    pub offer: Offer,
    pub beats: Vec<PageBeat>,
    pub ways: Vec<Way>,
    pub contracts: Vec<Contract>,
    /// The hash of the text that the parties agree on, or have agreed on.
    pub hash: String,
    /// The producer's country.
    pub country: String,
    /// The lowest price that a buyer may name; `None` for any price.
    pub lowest: Option<Minor>,
    pub status: Status,
    pub acceptance: Option<Acceptance>,
    /// Whether a bank debit was begun and has not ended yet.
    pub is_on_its_way: bool,
    /// The link of the delivery, once there is one.
    pub delivery: Option<String>,
}

pub struct PageBeat {
    pub line: Line,
    /// `None` if the beat was deleted.
    pub beat: Option<(Document, PreviewStatus)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    Open,
    /// Another buyer has accepted the exclusive license.
    Reserved {
        until: Timestamp,
    },
    /// The offer was accepted, and may be paid, delivered or refunded.
    Accepted,
    Withdrawn,
    Expired,
    Declined,
    Sold,
    /// The path of the newest revision, if it is for the same buyer.
    Replaced {
        path: Option<String>,
    },
}

impl Page {
    /// Whether a contract names the buyer's address.
    pub fn asks_for_address(&self) -> bool {
        asks_for_address(&self.contracts)
    }
}

pub(super) fn asks_for_address(contracts: &[Contract]) -> bool {
    contracts.iter().any(|contract| contract.asks_for_address)
}

/// Finds why the licenses of an offer cannot be issued: a beat was sold exclusively, or is reserved for somebody else.
/// `None` if they can.
pub(super) fn find_obstacle(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<Option<Status>> {
    for line in lines {
        let Some(beat) = line.beat else { continue };
        let today = zones::day_of(conn, owner, now)?;
        let is_sold = has_exclusive_sale(conn, owner, beat)?
            || issued::exclusive_of_beat(conn, owner, beat, today)?.is_some();
        if is_sold {
            return Ok(Some(Status::Sold));
        }
        let kept = reservations::find(conn, owner, beat)?;
        let kept = kept.filter(|kept| line.is_exclusive() && kept.is_in_force(now));
        if let Some(kept) = kept
            && !kept.is_for(offer.buyer.client, &offer.buyer.name, &offer.buyer.email)
        {
            return Ok(Some(Status::Reserved { until: kept.until }));
        }
    }
    Ok(None)
}

/// The lowest total that a buyer may name. Where the offer is in another currency than the kind of a license, the lowest
/// price is the same share of the price.
pub(super) fn lowest_total(
    conn: &mut Conn,
    owner: UserId,
    offer: &Offer,
    lines: &[Line],
) -> Result<Option<Minor>> {
    let mut lowest = None;
    let all = kinds::read_all(conn, owner)?;
    for line in lines {
        let kind = all.iter().find(|kind| Some(kind.id) == line.kind);
        let Some((kind, least)) = kind.and_then(|kind| Some((&kind.kind, kind.kind.lowest_offer?)))
        else {
            continue;
        };
        let least = match kind.currency == offer.currency {
            true => least.get(),
            false => share_of(line.price, least, kind.price),
        };
        *lowest.get_or_insert(0) += least.min(line.price.get());
    }
    Ok(lowest.and_then(Minor::new))
}

/// What `least` of `whole` is in proportion of a price, rounded up.
fn share_of(price: Minor, least: Minor, whole: Minor) -> i64 {
    let [price, least, whole] = [price, least, whole].map(|amount| i128::from(amount.get()));
    let share = if whole > 0 { (price * least + whole - 1) / whole } else { price };
    i64::try_from(share).unwrap_or(i64::MAX)
}

pub async fn read(app: &App, guest: &Guest) -> Result<Page> {
    let (guest, now, keys) = (guest.clone(), app.now(), app.keys.clone());
    let links_url = app.links_url.clone();
    guests::read(app, move |conn| {
        conn.snapshot()?;
        let owner = guest.owner;
        let gone = || Error::missing("offer");
        let (offer, lines) = record::load(conn, owner, guest.offer)?;
        let sender = users::find(conn, owner)?.ok_or_else(gone)?;
        let settings = settings::load(conn, owner)?;
        let status = status(conn, &keys, &guest, &offer, &lines, now)?;
        let acceptance = match offer.accepted_at {
            Some(_) => acceptances::find(conn, owner, offer.id)?,
            None => None,
        };
        let is_read = matches!(status, Status::Open | Status::Reserved { .. } | Status::Accepted);
        let mut page = Page {
            sender,
            settings,
            beats: Vec::new(),
            ways: Vec::new(),
            contracts: Vec::new(),
            hash: String::new(),
            country: String::new(),
            lowest: None,
            status,
            acceptance,
            is_on_its_way: false,
            delivery: None,
            offer,
        };
        if !is_read {
            return Ok(page);
        }
        let contracts =
            contracts::read(conn, owner, &page.offer, &lines, page.acceptance.as_ref(), now);
        page.contracts = match contracts {
            Ok(contracts) => contracts,
            // An accepted offer is shown without contracts if its beat was deleted since.
            Err(_) if page.status == Status::Accepted => Vec::new(),
            Err(error) => return Err(error),
        };
        if let Some(id) = deliveries::of_offer(conn, owner, page.offer.id)?
            && let Some(delivery) = deliveries::find(conn, owner, id)?
        {
            page.delivery = Some(details::address(&keys, &links_url, owner, &delivery)?);
        }
        page.is_on_its_way = reports::is_on_its_way(conn, owner, page.offer.id)?;
        page.hash = match &page.acceptance {
            Some(accepted) => accepted.text_hash.clone(),
            None => contracts::hash(&contracts::agreement(
                &page.offer,
                &page.contracts,
                &Buyer::default(),
            )),
        };
        page.country = kinds::profile(conn, owner)?.country;
        page.lowest = lowest_total(conn, owner, &page.offer, &lines)?;
        let is_named = |way: &Way| {
            way.is_enabled
                && page.offer.ways.contains(&way.id)
                && way
                    .license_kind
                    .is_none_or(|kind| lines.iter().all(|line| line.kind == Some(kind)))
        };
        page.ways = ways::read(conn, &keys, owner)?.into_iter().filter(is_named).collect();
        for line in lines {
            let beat = match line.beat {
                Some(beat) => documents::find(conn, owner, beat)?,
                None => None,
            };
            let beat = match beat {
                Some(beat) => {
                    let preview = previews::status(conn, owner, &beat)?;
                    Some((beat, preview))
                }
                None => None,
            };
            page.beats.push(PageBeat { line, beat });
        }
        Ok(page)
    })
    .await
}

fn status(
    conn: &mut Conn,
    keys: &Keys,
    guest: &Guest,
    offer: &Offer,
    lines: &[Line],
    now: Timestamp,
) -> Result<Status> {
    if guest.revision < offer.revision {
        let is_same = guest.buyer == tokens::buyer_hash(offer);
        let path = tokens::path(conn, keys, guest.owner, offer)?.filter(|_| is_same);
        return Ok(Status::Replaced { path });
    }
    Ok(match offer.state(now) {
        State::Sent | State::Viewed => {
            find_obstacle(conn, guest.owner, offer, lines, now)?.unwrap_or(Status::Open)
        }
        State::Accepted | State::Paid | State::Delivered => Status::Accepted,
        State::Declined => Status::Declined,
        State::Expired => Status::Expired,
        State::Withdrawn if offer.is_sold_elsewhere => Status::Sold,
        State::Withdrawn | State::Refunded | State::Draft => Status::Withdrawn,
    })
}
