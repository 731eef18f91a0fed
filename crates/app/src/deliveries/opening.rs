//! Opening a delivery, and keeping it up to date with the files of its beats: a promised file that was missing is added
//! as soon as it is uploaded, and later versions are added if the owner has chosen that.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::deliveries::{
    DAY, Delivery, DeliveryFile, Event, EventKind, Missing, Part, Source, file_name, unique_name,
};
use domain::identity::sessions::device;
use domain::ids::{DeliveryId, DocumentId, EventId, FileId, LicenseId, OfferId, UserId};
use domain::jobs::Kind;
use domain::library::files::File;
use domain::licenses::Role;
use domain::licenses::events::{Kind as LicenseEventKind, NewEvent};
use domain::licenses::issued::{File as PromisedFile, License};
use domain::sales::{Status as SaleStatus, reference as sale_reference};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::deliveries::{self as rows, events, files};
use storage::identity::users;
use storage::identity::zones;
use storage::library::{documents, files as beat_files};
use storage::licenses::{events as license_events, files as license_files, issued};
use storage::sales;
use storage::shares::links;

use super::details::{self, DeliveryDetails, SEALED};
use crate::crypto::{self, Keys};
use crate::jobs::Work;
use crate::library::roles;
use crate::licenses::kinds;
use crate::notifications::{self, wording};
use crate::offers::delivered;
use crate::shares::tokens::LinkToken;
use crate::{App, Caller, Error, Result};

const PDF: &str = "application/pdf";

/// What opening and renewing a delivery need besides the transaction: keys, the base URL of links, and the operator's
/// limits.
#[derive(Clone)]
pub struct DeliveryContext {
    pub(super) keys: Keys,
    pub(super) links_url: String,
    days: u32,
    tickets: u32,
}

/// A delivery that was opened.
#[derive(Debug)]
pub struct Opened {
    pub id: DeliveryId,
    pub url: String,
    /// Whether every promised file is there.
    pub is_complete: bool,
    pub missing: Vec<Missing>,
}

impl DeliveryContext {
    pub fn of(app: &App) -> Self {
        Self {
            keys: app.keys.clone(),
            links_url: app.links_url.clone(),
            days: app.policy.delivery_days,
            tickets: app.policy.delivery_tickets,
        }
    }

    /// Opens the delivery of licenses that have none yet. The caller holds the lock of documents, and wakes the workers
    /// after the transaction.
    pub fn open(
        &self,
        tx: &mut Tx,
        owner: UserId,
        licenses: &[LicenseId],
        offer: Option<OfferId>,
        caller: Option<&Caller>,
        now: Timestamp,
    ) -> Result<Opened> {
        let id = DeliveryId::new(now, crypto::random());
        let token = new_token(tx, owner)?;
        let new = Delivery {
            id,
            offer,
            token: self.seal(owner, id, &token),
            includes_newer: false,
            tickets_allowed: i64::from(self.tickets),
            days: i64::from(self.days),
            expires_at: self.ends(tx, owner, now)?,
            completed_at: None,
            first_downloaded_at: None,
            created_at: now,
            updated_at: now,
        };
        rows::insert(tx, owner, &new, &token.hash(), licenses)?;
        let mut list = FileList::of(tx, owner, id, now)?;
        for license in licenses {
            let license = issued::find(tx, owner, *license)?;
            let license = license.ok_or_else(|| Error::missing("license"))?;
            for file in license_files::list(tx, owner, license.id)? {
                list.add_promised(tx, &license, file)?;
            }
            list.add_papers(tx, &license)?;
        }
        note(tx, owner, id, EventKind::Opened, String::new(), caller, now)?;
        let whole = sync(tx, owner, id, caller, now)?;
        if !whole.missing.is_empty() {
            let notice = wording::delivery_waits(&whole.licenses, &whole.missing);
            notifications::notify(tx, owner, now, &notice)?;
        }
        let url = details::address(&self.keys, &self.links_url, owner, &whole.delivery)?;
        Ok(Opened { id, url, is_complete: whole.missing.is_empty(), missing: whole.missing })
    }

    /// The end of a delivery that is opened or renewed now: the end of its last day.
    fn ends(&self, tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<Timestamp> {
        let zone = zones::find(tx, owner)?;
        let last = u16::try_from(self.days).ok().and_then(|days| zone.day_of(now).days_after(days));
        Ok(last.map_or(now + DAY * self.days, |last| zone.end_of(last)))
    }

    /// Resets the days and the tickets of a delivery.
    pub(super) fn renew(
        &self,
        tx: &mut Tx,
        owner: UserId,
        delivery: Delivery,
        now: Timestamp,
    ) -> Result<Delivery> {
        let renewed = Delivery {
            tickets_allowed: i64::from(self.tickets),
            days: i64::from(self.days),
            expires_at: self.ends(tx, owner, now)?,
            updated_at: now,
            ..delivery
        };
        rows::update(tx, owner, &renewed)?;
        files::reset_tickets(tx, owner, renewed.id)?;
        Ok(renewed)
    }

    pub(super) fn seal(&self, owner: UserId, id: DeliveryId, token: &LinkToken) -> Vec<u8> {
        self.keys.seal_row(SEALED, owner, id.as_bytes(), token.expose().as_bytes())
    }
}

pub(super) fn new_token(tx: &mut Tx, owner: UserId) -> Result<LinkToken> {
    let offered = LinkToken::new_public_id();
    let public_id = links::public_id(tx, owner, &offered)?.ok_or_else(details::missing)?;
    LinkToken::generate(&public_id).ok_or_else(|| Error::unexpected("a public id is no base64"))
}

/// Returns an id for the next entry of a delivery's record that sorts after all earlier ones: ids sort by their
/// milliseconds.
pub(super) fn next_id(
    conn: &mut Conn,
    owner: UserId,
    delivery: DeliveryId,
    now: Timestamp,
) -> Result<EventId> {
    let last = events::list(conn, owner, delivery, 1)?.pop();
    let after = last.map_or(now, |last| now.max(last.id.made_at() + Duration::from_millis(1)));
    Ok(EventId::new(after, crypto::random()))
}

/// Writes an entry to the record of a delivery.
pub(super) fn note(
    tx: &mut Tx,
    owner: UserId,
    delivery: DeliveryId,
    kind: EventKind,
    detail: String,
    caller: Option<&Caller>,
    now: Timestamp,
) -> Result<()> {
    let entry = Event {
        id: next_id(tx, owner, delivery, now)?,
        kind,
        at: now,
        detail,
        ticket: None,
        file_id: None,
        file: None,
        address: caller.map(|caller| caller.address.to_string()),
        browser: caller.map(|caller| device(caller.user_agent.as_deref())),
        bytes: None,
        covered: Default::default(),
        is_whole: false,
    };
    Ok(events::put(tx, owner, delivery, &entry)?)
}

/// The files of a delivery, to which files are added.
struct FileList {
    owner: UserId,
    delivery: DeliveryId,
    artist: String,
    all: Vec<DeliveryFile>,
    now: Timestamp,
}

impl FileList {
    fn of(conn: &mut Conn, owner: UserId, delivery: DeliveryId, now: Timestamp) -> Result<Self> {
        let alias = kinds::profile(conn, owner)?.alias;
        let artist = match alias.trim() {
            "" => users::find(conn, owner)?.map(|user| user.name).unwrap_or_default(),
            alias => alias.to_owned(),
        };
        let all = files::list(conn, owner, delivery)?;
        Ok(Self { owner, delivery, artist, all, now })
    }

    /// Adds a file to the delivery, under a name that no other file of it has.
    fn add(&mut self, tx: &mut Tx, file: DeliveryFile) -> Result<()> {
        let taken: BTreeSet<String> =
            self.all.iter().map(|file| file.name.to_lowercase()).collect();
        // Ids sort by their milliseconds, so the files keep the order in which they are added.
        let place = Duration::from_millis(self.all.len() as u64);
        let id = FileId::new(self.now + place, crypto::random());
        let file = DeliveryFile { id, name: unique_name(file.name, &taken), ..file };
        files::insert(tx, self.owner, self.delivery, &file)?;
        if !file.part.is_paper() {
            let payload = format!("{}\n{}", file.content_id, file.size);
            let key = format!("digest {}", file.content_id);
            Work::of(Kind::DigestFile, self.owner, &payload).once(&key).queue(tx, self.now)?;
        }
        self.all.push(file);
        Ok(())
    }

    fn blank(&self, license: &License, part: Part, source: Source) -> DeliveryFile {
        DeliveryFile {
            id: FileId::from_bytes([0; 16]),
            license: license.id,
            content_id: String::new(),
            part,
            source,
            name: String::new(),
            mime: PDF.to_owned(),
            size: 0,
            content_hash: String::new(),
            sha256: None,
            crc32: None,
            tickets: 0,
            downloads: 0,
            added_at: self.now,
        }
    }

    /// Adds a file that was frozen with the license. Its row may be deleted; its bytes are kept.
    fn add_promised(&mut self, tx: &mut Tx, license: &License, file: PromisedFile) -> Result<()> {
        let mime = mime_of(tx, self.owner, &file)?;
        let extension = extension(&mime, &file.name);
        let name = file_name(&self.artist, &license.grant.title, file.role, None, &extension);
        let PromisedFile { id: content_id, role, size, content_hash, .. } = file;
        let blank = self.blank(license, Part::File(role), Source::Frozen);
        self.add(tx, DeliveryFile { content_id, name, mime, size, content_hash, ..blank })
    }

    fn add_papers(&mut self, tx: &mut Tx, license: &License) -> Result<()> {
        let contract = DeliveryFile {
            content_id: license.id.to_string(),
            name: format!("{} contract.pdf", license.reference()),
            size: license.contract.size,
            content_hash: license.contract.sha256.clone(),
            sha256: Some(license.contract.sha256.clone()),
            ..self.blank(license, Part::Contract, Source::Paper)
        };
        self.add(tx, contract)?;
        let Some(id) = license.sale.and_then(|sale| sale.id) else { return Ok(()) };
        let content_id = id.to_string();
        let is_there = self.all.iter().any(|file| file.content_id == content_id);
        let sale = sales::find(tx, self.owner, id)?;
        let is_paid = |sale: &domain::sales::Sale| sale.content.status == SaleStatus::Completed;
        let Some(sale) = sale.filter(is_paid).filter(|_| !is_there) else { return Ok(()) };
        let receipt = DeliveryFile {
            content_id,
            name: format!("{} receipt.pdf", sale_reference(sale.number)),
            ..self.blank(license, Part::Receipt, Source::Paper)
        };
        self.add(tx, receipt)
    }

    /// Adds the current file of a role of the beat.
    fn add_current(
        &mut self,
        tx: &mut Tx,
        license: &License,
        file: File,
        source: Source,
    ) -> Result<()> {
        let extension = extension(&file.mime, &file.name);
        let version = (source == Source::Newer).then_some(file.version);
        let name = file_name(&self.artist, &license.grant.title, file.role, version, &extension);
        let blank = self.blank(license, Part::File(file.role), source);
        let File { id, mime, size, content_hash, .. } = file;
        let content_id = id.to_string();
        self.add(tx, DeliveryFile { content_id, name, mime, size, content_hash, ..blank })
    }
}

/// The content type of a promised file; if its row is deleted, the usual type of its role.
fn mime_of(conn: &mut Conn, owner: UserId, file: &PromisedFile) -> Result<String> {
    if let Some(id) = FileId::parse(&file.id)
        && let Some(row) = beat_files::find(conn, owner, id)?
    {
        return Ok(row.mime);
    }
    if let Some(id) = DocumentId::parse(&file.id)
        && let Some(row) = documents::find(conn, owner, id)?
    {
        return Ok(row.mime);
    }
    let mime = match file.role {
        Role::Mp3 | Role::Tagged => media::Kind::Mp3.mime(),
        Role::Wav => media::Kind::Wav.mime(),
        Role::Stems | Role::Project => "application/zip",
        Role::Midi => "audio/midi",
        Role::Artwork | Role::Other => "application/octet-stream",
    };
    Ok(mime.to_owned())
}

/// The file extension for a content type; for an unknown type, the extension of `name`.
fn extension(mime: &str, name: &str) -> String {
    if let Some(kind) = media::Kind::from_mime(mime) {
        return kind.extension().to_owned();
    }
    let known = match mime {
        "application/zip" => "zip",
        "audio/midi" => "mid",
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/webp" => "webp",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let own = name.rsplit_once('.').map(|(_, own)| own).unwrap_or_default();
    let is_plain = (1..=10).contains(&own.len()) && own.bytes().all(|b| b.is_ascii_alphanumeric());
    if is_plain { own.to_ascii_lowercase() } else { String::new() }
}

/// Adds files that have been uploaded since, and marks the delivery as complete when no promised file is missing. The
/// caller holds the lock of documents.
pub(super) fn sync(
    tx: &mut Tx,
    owner: UserId,
    id: DeliveryId,
    caller: Option<&Caller>,
    now: Timestamp,
) -> Result<DeliveryDetails> {
    let before = details::find(tx, owner, id, now)?;
    let mut list = FileList::of(tx, owner, id, now)?;
    for (license, terms) in before.in_force() {
        let Some(beat) = license.grant.beat else { continue };
        let Some(beat) = documents::find(tx, owner, beat)? else { continue };
        let promised: Vec<Role> = terms.delivers.iter().copied().collect();
        for file in roles::for_roles(tx, owner, &beat, &promised)? {
            let part = Part::File(file.role);
            let content = file.id.to_string();
            let is_there =
                |known: &DeliveryFile| known.license == license.id && known.content_id == content;
            if list.all.iter().any(is_there) {
                continue;
            }
            if !details::has(&list.all, license.id, part) {
                list.add_current(tx, license, file, Source::Added)?;
            } else if before.delivery.includes_newer {
                list.add_current(tx, license, file, Source::Newer)?;
            }
        }
    }
    let after = details::find(tx, owner, id, now)?;
    if after.missing.is_empty() && after.delivery.completed_at.is_none() {
        return completed(tx, owner, after, caller, now);
    }
    Ok(after)
}

/// Marks a delivery as complete, and records that with its licenses and its offer.
fn completed(
    tx: &mut Tx,
    owner: UserId,
    whole: DeliveryDetails,
    caller: Option<&Caller>,
    now: Timestamp,
) -> Result<DeliveryDetails> {
    let delivery = Delivery { completed_at: Some(now), ..whole.delivery };
    rows::update(tx, owner, &delivery)?;
    note(tx, owner, delivery.id, EventKind::Completed, String::new(), caller, now)?;
    let mut licenses = Vec::new();
    for (license, terms) in whole.licenses {
        let detail = "All files are at the buyer's address".to_owned();
        let kind = LicenseEventKind::Delivered;
        licenses.push((record(tx, owner, license, kind, detail, caller, now)?, terms));
    }
    if let Some(offer) = delivery.offer {
        delivered::note(tx, owner, offer, now)?;
    }
    Ok(DeliveryDetails { delivery, licenses, ..whole })
}

/// Writes an entry of a license's own record. The caller holds the ledger's lock.
pub(super) fn record(
    tx: &mut Tx,
    owner: UserId,
    license: License,
    kind: LicenseEventKind,
    detail: String,
    caller: Option<&Caller>,
    now: Timestamp,
) -> Result<License> {
    let happened = NewEvent {
        kind,
        at: now,
        detail,
        facts: None,
        address: caller.map(|caller| caller.address.to_string()),
        browser: caller.map(|caller| device(caller.user_agent.as_deref())),
    };
    let after = license_events::add(tx, owner, license.clone(), happened)?;
    issued::update(tx, owner, &license, &after)?;
    Ok(after)
}

/// Updates the deliveries of a beat after its files have changed. The caller holds the lock of documents.
pub(crate) fn files_changed(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    now: Timestamp,
) -> Result<()> {
    for id in rows::of_beat(tx, owner, beat)? {
        let Some(delivery) = rows::find(tx, owner, id)? else { continue };
        let was_complete = delivery.completed_at.is_some();
        if was_complete && !delivery.includes_newer {
            continue;
        }
        let whole = sync(tx, owner, id, None, now)?;
        if !was_complete && whole.delivery.completed_at.is_some() {
            Work::of(Kind::MailDelivery, owner, &id.to_string()).queue(tx, now)?;
            let notice = wording::delivery_complete(&whole.licenses);
            notifications::notify(tx, owner, now, &notice)?;
        }
    }
    Ok(())
}
