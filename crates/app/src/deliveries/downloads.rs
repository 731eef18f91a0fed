//! Downloads of buyers. A form of the page requests a ticket, which is counted and recorded. For twelve hours the
//! ticket opens its file, at the link it was issued for. The bytes that were sent are recorded too.

use std::time::Duration;

use blobs::{BlobError, Key};
use bytes::Bytes;
use domain::deliveries::{ALL, DeliveryFile, Event, EventKind, Part, SentRanges};
use domain::identity::rate_limits::{NEW_LINK_BY_ADDRESS, NEW_LINK_BY_DELIVERY, network};
use domain::identity::sessions::device;
use domain::ids::{DeliveryId, EventId, LicenseId, SaleId, UserId};
use domain::licenses::events::Kind as LicenseEventKind;
use domain::time::Timestamp;
use storage::deliveries::{self as rows, events, files};
use storage::library::documents;
use storage::sales;

use super::changes::mail_link;
use super::details::{self, DeliveryDetails};
use super::gate::{Gate, Guest};
use super::opening::{self, DeliveryContext};
use crate::files::blob_keys::{content_key, contract_key};
use crate::files::signed_links::{self, Ticket};
use crate::guests::mail;
use crate::guests::sent_parts::SentParts;
pub use crate::guests::sent_parts::SentRange;
use crate::notifications::{self, wording};
use crate::sales::receipts;
use crate::shares::gate::page_of;
use crate::{App, Error, Result, guests};

/// How long a ticket opens its file.
pub const LIFE: Duration = Duration::from_secs(12 * 60 * 60);
const VERSION: u8 = 1;
/// The file id in a ticket for all files of a delivery.
const EVERYTHING: [u8; 16] = [0; 16];

/// A ticket that was opened, with its files.
pub struct Granted {
    pub ticket: EventId,
    pub what: TicketFiles,
}

pub enum TicketFiles {
    One(DownloadFile),
    /// All files, as one ZIP file of this name.
    All {
        name: String,
        items: Vec<DownloadFile>,
    },
}

/// A file of a delivery with its bytes.
#[derive(Debug, Clone)]
pub struct DownloadFile {
    pub file: DeliveryFile,
    pub bytes: FileBytes,
}

#[derive(Debug, Clone)]
pub enum FileBytes {
    Stored(Key),
    Made(Bytes),
}

/// What a ticket says.
pub struct Claims {
    pub owner: UserId,
    pub delivery: DeliveryId,
    pub ticket: EventId,
    pub file: [u8; 16],
    /// The hash of the link that the ticket was issued for.
    pub page: [u8; 16],
    pub expires_at: Timestamp,
}

fn no_file() -> Error {
    Error::missing("file")
}

/// Issues a ticket for a file, or for all files that have downloads left.
pub async fn ticket(app: &App, guest: &Guest, wanted: &str) -> Result<Ticket> {
    let (to, now) = (guest.clone(), app.now());
    let wanted = wanted.to_owned();
    let (id, file) = app
        .write(move |tx| {
            let delivery = to.whole.delivery.id;
            let whole = details::find(tx, to.owner, delivery, now)?;
            let asked: Vec<&DeliveryFile> = match wanted.as_str() {
                ALL => whole.files.iter().filter(|file| !whole.is_spent(file)).collect(),
                id => vec![whole.file(id).ok_or_else(no_file)?],
            };
            let allowed = whole.delivery.tickets_allowed;
            let mut given = Vec::new();
            for file in &asked {
                if files::take_ticket(tx, to.owner, delivery, file.id, allowed)? {
                    given.push(file.id.to_string());
                }
            }
            if given.is_empty() {
                let sentence = "This was downloaded as often as it may be. Ask for a new link.";
                return Err(Error::Conflict(sentence.to_owned()));
            }
            let is_all = wanted == ALL;
            let id = opening::next_id(tx, to.owner, delivery, now)?;
            let name = asked.first().map(|file| file.name.clone()).unwrap_or_default();
            let entry = Event {
                id,
                kind: EventKind::Ticket,
                at: now,
                detail: given.join(" "),
                ticket: Some(id),
                file_id: Some(wanted.clone()),
                file: Some(if is_all { ALL.to_owned() } else { name }),
                address: Some(to.caller.address.to_string()),
                browser: Some(device(to.caller.user_agent.as_deref())),
                bytes: None,
                covered: SentRanges::default(),
                is_whole: false,
            };
            events::put(tx, to.owner, delivery, &entry)?;
            Ok((id, asked.first().filter(|_| !is_all).map(|file| *file.id.as_bytes())))
        })
        .await?;
    let claims = Claims {
        owner: guest.owner,
        delivery: guest.whole.delivery.id,
        ticket: id,
        file: file.unwrap_or(EVERYTHING),
        page: page_of(&guest.token),
        expires_at: now + LIFE,
    };
    Ok(signed_links::sign(&app.keys, &claims))
}

/// Returns the files that a ticket opens at this link. A ticket of another delivery, or of a link that was replaced,
/// opens nothing.
pub async fn open(app: &App, guest: &Guest, text: &str) -> Result<Granted> {
    let claims: Claims = signed_links::open(&app.keys, text, app.now())?;
    let is_ours = claims.owner == guest.owner
        && claims.delivery == guest.whole.delivery.id
        && claims.page == page_of(&guest.token);
    if !is_ours {
        return Err(signed_links::expired());
    }
    let (owner, delivery, ticket) = (claims.owner, claims.delivery, claims.ticket);
    if claims.file != EVERYTHING {
        let file = guest.whole.files.iter().find(|file| *file.id.as_bytes() == claims.file);
        let item = item(app, owner, &guest.whole, file.ok_or_else(no_file)?).await?;
        return Ok(Granted { ticket, what: TicketFiles::One(item) });
    }
    let entry = guests::read(app, move |conn| Ok(events::find(conn, owner, delivery, ticket)?));
    let entry = entry.await?.ok_or_else(signed_links::expired)?;
    let given: Vec<&str> = entry.detail.split(' ').collect();
    let mut items = Vec::new();
    for file in &guest.whole.files {
        if given.contains(&file.id.to_string().as_str()) {
            items.push(item(app, owner, &guest.whole, file).await?);
        }
    }
    let reference = guest.whole.main_license().map(|license| license.reference());
    let title = domain::text::file_names::for_file_system(&guest.whole.title());
    let name = format!("{title} ({}).zip", reference.unwrap_or_default());
    Ok(Granted { ticket, what: TicketFiles::All { name, items } })
}

async fn item(
    app: &App,
    owner: UserId,
    whole: &DeliveryDetails,
    file: &DeliveryFile,
) -> Result<DownloadFile> {
    let bytes = match file.part {
        Part::File(_) => FileBytes::Stored(content_key(owner, &file.content_id)),
        Part::Contract => {
            let id = LicenseId::parse(&file.content_id).ok_or_else(no_file)?;
            FileBytes::Made(app.blobs.get(&contract_key(owner, id)).await?)
        }
        Part::Receipt => {
            let id = SaleId::parse(&file.content_id).ok_or_else(no_file)?;
            let sale = guests::read(app, move |conn| Ok(sales::find(conn, owner, id)?));
            let sale = sale.await?.ok_or_else(no_file)?;
            // A receipt with the same time has the same bytes, so that ranges of it fit together.
            let made_at = whole.delivery.created_at;
            FileBytes::Made(receipts::make(app, owner, sale, made_at).await?.bytes.into())
        }
    };
    let size = match &bytes {
        FileBytes::Made(bytes) => i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        FileBytes::Stored(key) => {
            let facts = app.blobs.head(key).await?.ok_or(BlobError::NotFound)?;
            i64::try_from(facts.size).unwrap_or(i64::MAX)
        }
    };
    Ok(DownloadFile { file: DeliveryFile { size, ..file.clone() }, bytes })
}

/// Records ranges that were sent. All ranges of one ticket are one download, which is complete when every byte was sent.
pub(super) async fn record(app: &App, parts: SentParts) -> Result<()> {
    let now = app.now();
    let SentParts { owner, delivery: id, caller, last: sent, covered, bytes } = parts;
    app.write(move |tx| {
        // The record of a license is written under the lock of the ledger.
        documents::lock(tx, owner)?;
        // The account or the delivery may be gone meanwhile.
        let Some(delivery) = rows::find(tx, owner, id)? else { return Ok(()) };
        let known = events::download_of(tx, owner, id, sent.ticket)?;
        let was_whole = known.as_ref().is_some_and(|known| known.is_whole);
        let next = opening::next_id(tx, owner, id, now)?;
        let begun = || Event {
            id: next,
            kind: EventKind::Download,
            at: now,
            detail: String::new(),
            ticket: Some(sent.ticket),
            file_id: Some(sent.file_id.clone()),
            file: Some(sent.name.clone()),
            address: None,
            browser: None,
            bytes: None,
            covered: SentRanges::default(),
            is_whole: false,
        };
        let before = known.unwrap_or_else(begun);
        let covered = before.covered.with_all(covered);
        let is_whole = was_whole || covered.is_whole(sent.size);
        let entry = Event {
            at: now,
            address: Some(caller.address.to_string()),
            browser: Some(device(caller.user_agent.as_deref())),
            bytes: Some(before.bytes.unwrap_or(0).saturating_add(bytes)),
            covered,
            is_whole,
            ..before
        };
        events::put(tx, owner, id, &entry)?;
        if was_whole || !is_whole {
            return Ok(());
        }
        for file in &sent.files {
            files::count_download(tx, owner, id, file)?;
        }
        let whole = details::read(tx, owner, delivery, now)?;
        for (license, _) in &whole.licenses {
            let mut of_license = whole.files.iter().filter(|file| file.license == license.id);
            if of_license.any(|file| sent.files.contains(&file.id.to_string())) {
                let (kind, detail) = (LicenseEventKind::Downloaded, sent.name.clone());
                let by = Some(&caller);
                opening::record(tx, owner, license.clone(), kind, detail, by, now)?;
            }
        }
        if rows::note_first_download(tx, owner, id, now)? {
            let what = if sent.file_id == ALL { "everything" } else { sent.name.as_str() };
            let notice = wording::delivery_downloaded(&whole.licenses, what);
            notifications::notify(tx, owner, now, &notice)?;
        }
        Ok(())
    })
    .await
}

/// Makes a new link for a buyer who asks for one. It is mailed to the email address of the license, and the old link
/// ends.
pub async fn ask_for_link(app: &App, gate: Gate) -> Result<()> {
    let guest = match gate {
        Gate::Open(guest) | Gate::Over(guest) => guest,
        Gate::Ended | Gate::Unknown => return Err(details::missing()),
    };
    let (owner, id, now) = (guest.owner, guest.whole.delivery.id, app.now());
    let limits = vec![
        (NEW_LINK_BY_ADDRESS, network(guest.caller.address)),
        (NEW_LINK_BY_DELIVERY, id.to_string()),
    ];
    guests::take_quota(app, &guest.caller, limits).await?;
    let license = guest.whole.main_license().ok_or_else(details::missing)?;
    let sender =
        mail::allow_for_recipient(app, owner, &guest.caller, &license.grant.buyer.email).await?;
    let context = DeliveryContext::of(app);
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let by = Some(&guest.caller);
        let whole = opening::sync(tx, owner, id, by, now)?;
        let delivery = context.renew(tx, owner, whole.delivery, now)?;
        let token = opening::new_token(tx, owner)?;
        let sealed = context.seal(owner, id, &token);
        rows::replace_token(tx, owner, id, (&token.hash(), &sealed), now)?;
        opening::note(tx, owner, id, EventKind::LinkAsked, String::new(), by, now)?;
        let whole = details::find(tx, owner, delivery.id, now)?;
        mail_link(tx, &context, &sender, owner, &whole, by)
    })
    .await?;
    app.wake_workers();
    Ok(())
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"delivery";

    fn to_bytes(&self) -> Vec<u8> {
        [
            [VERSION].as_slice(),
            self.owner.as_bytes(),
            self.delivery.as_bytes(),
            self.ticket.as_bytes(),
            &self.file,
            &self.page,
            &self.expires_at.as_millis().to_be_bytes(),
        ]
        .concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let ([version], rest) = bytes.split_first_chunk()?;
        let (owner, rest) = rest.split_first_chunk()?;
        let (delivery, rest) = rest.split_first_chunk()?;
        let (ticket, rest) = rest.split_first_chunk()?;
        let (file, rest) = rest.split_first_chunk()?;
        let (page, rest) = rest.split_first_chunk()?;
        (*version == VERSION).then_some(())?;
        Some(Self {
            owner: UserId::from_bytes(*owner),
            delivery: DeliveryId::from_bytes(*delivery),
            ticket: EventId::from_bytes(*ticket),
            file: *file,
            page: *page,
            expires_at: Timestamp::from_millis(i64::from_be_bytes(rest.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
