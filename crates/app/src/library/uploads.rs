//! Uploads. The bytes are counted, sniffed and hashed while they stream to the media store; a file is refused at the
//! first byte that shows it is too large or has another type. The row is written after the whole file is stored, so
//! that nobody sees half a beat.

use blobs::{Key, StoredBlob, Upload};
use bytes::Bytes;
use domain::ids::{DocumentId, UserId};
use domain::library::documents::{
    Analysis, Category, Document, Status, damaged, title, unsupported,
};
use domain::text::file_names;
use domain::time::Timestamp;
use media::{Kind, Sniffer};
use storage::db::Tx;
use storage::library::documents;

use crate::files::blob_keys::content_key;
use crate::library::analysis::{self, category};
use crate::library::removal::{self, UncommittedBlob};
use crate::library::waiting_uploads;
use crate::policy::Policy;
use crate::{Actor, App, Error, Result, crypto, notifications, quotas};

pub const MOST_FILES: usize = 20;

/// Bytes held in memory until the file type is known; a type is nearly always known sooner.
const HELD: usize = 256 * 1024;

/// What the sender claims about a file. None of it is trusted.
#[derive(Debug)]
pub struct Claim {
    pub file_name: String,
    pub content_type: String,
    /// The size that the request announces, for the file and the form around it.
    pub announced: Option<u64>,
    /// Whether more files of the same request follow, so that its row is written later.
    pub waits: bool,
}

/// A file that is being received. Dropping it removes what was stored.
pub struct Incoming<'a> {
    app: &'a App,
    claim: Claim,
    id: DocumentId,
    key: Key,
    sniffer: Sniffer,
    kind: Option<Kind>,
    size: u64,
    held: Vec<Bytes>,
    held_bytes: usize,
    upload: Option<Upload>,
}

/// A file that is stored completely and has no row yet. Dropping it removes the file.
pub struct Received {
    id: DocumentId,
    file_name: String,
    kind: Kind,
    stored: StoredBlob,
    blob: UncommittedBlob,
}

/// An item that was just created.
#[derive(Debug)]
pub struct Uploaded {
    pub document: Document,
    /// The id and title of an item with the same bytes.
    pub duplicate_of: Option<(DocumentId, String)>,
}

impl<'a> Incoming<'a> {
    pub async fn begin(app: &'a App, actor: &Actor, claim: Claim) -> Result<Self> {
        let claim = Claim { file_name: file_names::clean(&claim.file_name), ..claim };
        // A content type that is neither audio nor video is refused before the bytes are read.
        let (class, _) = claim.content_type.split_once('/').unwrap_or(("", ""));
        let says_nothing = ["", "application/octet-stream", "application/ogg", "application/mp4"];
        if !["audio", "video"].contains(&class) && !says_nothing.contains(&&*claim.content_type) {
            return Err(Error::Unsupported(unsupported(&claim.content_type)));
        }
        // The announced size includes the form around the file, so an allowance for the form is subtracted here. The
        // exact size is checked at the end.
        let announced = claim.announced.unwrap_or(0).saturating_sub(quotas::FORM_BYTES);
        let (owner, policy) = (actor.user, app.policy);
        app.read(move |conn| quotas::check_upload(conn, owner, &policy, 1, announced)).await?;
        let id = DocumentId::new(app.now(), crypto::random());
        Ok(Self {
            app,
            id,
            key: if claim.waits {
                waiting_uploads::key(actor.user, id)
            } else {
                content_key(actor.user, id)
            },
            claim,
            sniffer: Sniffer::new(),
            kind: None,
            size: 0,
            held: Vec::new(),
            held_bytes: 0,
            upload: None,
        })
    }

    pub async fn take(&mut self, bytes: Bytes) -> Result<()> {
        self.size += bytes.len() as u64;
        if self.kind.is_none() {
            self.sniffer.push(&bytes);
            if let Some(verdict) = self.sniffer.verdict() {
                self.decide(verdict)?;
            }
        }
        self.check_size(self.size)?;
        match &mut self.upload {
            Some(upload) => upload.write(bytes).await?,
            None => {
                self.held_bytes += bytes.len();
                self.held.push(bytes);
                if self.kind.is_some() || self.held_bytes > HELD {
                    self.open().await?;
                }
            }
        }
        Ok(())
    }

    /// Ends the file: checks it and moves it to its key.
    pub async fn end(mut self) -> Result<Received> {
        if self.size == 0 {
            return Err(Error::invalid("document", "The file is empty."));
        }
        if self.kind.is_none() {
            let verdict = std::mem::take(&mut self.sniffer).finish();
            self.decide(verdict)?;
            self.check_size(self.size)?;
        }
        if self.upload.is_none() {
            self.open().await?;
        }
        let kind = self.kind.ok_or_else(|| unsupported_type(&self.claim.content_type))?;
        let upload = self.upload.ok_or_else(|| Error::unexpected("an upload was not opened"))?;
        // Created before the move, so that its drop removes the file if anything fails.
        let blob = UncommittedBlob::new(self.app, self.key);
        let stored = upload.finish().await?;
        Ok(Received { id: self.id, file_name: self.claim.file_name, kind, stored, blob })
    }

    fn decide(&mut self, verdict: Option<Kind>) -> Result<()> {
        let claimed = self.claim.content_type.as_str();
        let kind = verdict.ok_or_else(|| unsupported_type(claimed))?;
        self.kind = Some(kind);
        if let Some(announced) = self.claim.announced {
            // The form around the file takes some bytes too; a file that is really too large exceeds this allowance.
            self.check_size(announced.saturating_sub(quotas::FORM_BYTES))?;
        }
        if contradicts(claimed, kind) {
            let sentence = format!(
                "The content of this file is {}, not {claimed}. Please check the file and try again.",
                kind.mime()
            );
            return Err(Error::Unsupported(sentence));
        }
        Ok(())
    }

    fn check_size(&self, size: u64) -> Result<()> {
        let limits = self.app.upload_limits;
        let (audio, video) = (limits.bytes(Category::Beat), limits.bytes(Category::Video));
        let category = match self.kind {
            Some(kind) => category(kind),
            // The type is not known yet, so the larger of both limits applies.
            None if audio > video => Category::Beat,
            None => Category::Video,
        };
        if size > limits.bytes(category) {
            return Err(Error::TooLarge(limits.too_large(category)));
        }
        Ok(())
    }

    async fn open(&mut self) -> Result<()> {
        let mut upload = self.app.blobs.create(&self.key).await?;
        for bytes in self.held.drain(..) {
            upload.write(bytes).await?;
        }
        self.upload = Some(upload);
        Ok(())
    }
}

/// The content has no supported type, though the claimed type may be one.
fn unsupported_type(claimed: &str) -> Error {
    Error::Unsupported(match Kind::from_claim(claimed) {
        Some(kind) => damaged(kind.noun()),
        None => unsupported(claimed),
    })
}

/// Whether the claimed content type contradicts the sniffed one: audio claimed as video, or the reverse. Containers
/// for both may be claimed as either.
fn contradicts(claimed: &str, kind: Kind) -> bool {
    if matches!(kind, Kind::M4a | Kind::Mp4 | Kind::Mov | Kind::WebM | Kind::WebMAudio | Kind::Ogg)
    {
        return false;
    }
    match claimed.split_once('/') {
        Some(("audio", _)) => kind.is_video(),
        Some(("video", _)) => !kind.is_video(),
        _ => false,
    }
}

/// Writes the rows of complete files: all rows or none. A title is for a single file; without one the title is the
/// file name.
pub async fn store(
    app: &App,
    actor: &Actor,
    files: Vec<Received>,
    sent_title: Option<&str>,
) -> Result<Vec<Uploaded>> {
    let sent_title = sent_title.filter(|text| !text.trim().is_empty()).map(title).transpose()?;
    let (owner, now) = (actor.user, app.now());
    let (mut rows, mut blobs) = (Vec::new(), Vec::new());
    for Received { id, file_name, kind, stored, mut blob } in files {
        let key = content_key(owner, id);
        if *blob.key() != key {
            waiting_uploads::move_into_place(app, blob.key(), &key).await?;
            blob.moved_to(key);
        }
        let title = sent_title.clone().unwrap_or_else(|| file_names::title_from(&file_name));
        let size = i64::try_from(stored.size).map_err(Error::unexpected)?;
        rows.push(new_row(id, title, file_name, kind, size, stored.hash, now));
        blobs.push(blob);
    }
    let policy = app.policy;
    let uploaded = app.write(move |tx| insert(tx, owner, &policy, rows));
    let uploaded = removal::commit_with(blobs, uploaded, |_| true).await;
    app.wake_workers();
    uploaded
}

pub(crate) fn insert(
    tx: &mut Tx,
    owner: UserId,
    policy: &Policy,
    rows: Vec<Document>,
) -> Result<Vec<Uploaded>> {
    documents::lock(tx, owner)?;
    let bytes = rows.iter().map(|row| u64::try_from(row.size).unwrap_or(0)).sum();
    quotas::check_upload(tx, owner, policy, i64::try_from(rows.len()).unwrap_or(0), bytes)?;
    let mut uploaded = Vec::new();
    for document in rows {
        let duplicate_of = documents::same_content(tx, owner, &document.content_hash)?;
        documents::put(tx, owner, &document)?;
        analysis::queue(tx, owner, &document)?;
        notifications::notify(
            tx,
            owner,
            document.uploaded_at,
            &notifications::wording::file_uploaded(&document),
        )?;
        uploaded.push(Uploaded { document, duplicate_of });
    }
    Ok(uploaded)
}

/// The row of a complete file that is titled by its name.
pub(crate) fn row(
    id: DocumentId,
    file_name: String,
    kind: Kind,
    stored: &StoredBlob,
    now: Timestamp,
) -> Result<Document> {
    let size = i64::try_from(stored.size).map_err(Error::unexpected)?;
    let title = file_names::title_from(&file_name);
    Ok(new_row(id, title, file_name, kind, size, stored.hash.clone(), now))
}

fn new_row(
    id: DocumentId,
    title: String,
    file_name: String,
    kind: Kind,
    size: i64,
    content_hash: String,
    now: Timestamp,
) -> Document {
    Document {
        id,
        title,
        file_name,
        mime: kind.mime().to_owned(),
        size,
        category: category(kind),
        content_hash,
        status: Status::Available,
        genre: None,
        price: None,
        tags: Vec::new(),
        bpm: None,
        bpm_confidence: None,
        musical_key: None,
        key_confidence: None,
        relative_key: None,
        duration_ms: None,
        loudness: None,
        artist: None,
        outline: None,
        analysis: Analysis::Pending,
        analysis_error: None,
        thumbnail: None,
        uploaded_at: now,
        updated_at: now,
        file_roles: Vec::new(),
        is_tagged: None,
        is_public: false,
        notes: None,
    }
}

/// The file name of a download.
pub fn download_name(title: &str, mime: &str) -> String {
    let extension = Kind::from_mime(mime).map_or("bin", Kind::extension);
    file_names::for_download(title, extension)
}
