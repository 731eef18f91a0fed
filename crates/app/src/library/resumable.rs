//! Uploads that can be interrupted and resumed, on this instance or on another. Bytes are acknowledged after they are
//! durably stored and counted in the upload's row, so that no acknowledged byte is lost when a process is killed. After
//! the last byte, the file is checked and gets its row like any other upload.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use blobs::{BlobError, GrowingBlob, Key, StoredBlob};
use bytes::Bytes;
use domain::ids::{DocumentId, FileId, UserId};
use domain::library::documents::{Category, damaged, unsupported};
use domain::licenses::Role;
use domain::text::file_names;
use media::{Kind, Sniffer};
use sha2::{Digest, Sha256};
use storage::library::uploads as rows;
pub use storage::library::uploads::Upload;

use crate::files::blob_keys::{self, GROWING, content_key};
use crate::library::analysis::category;
use crate::library::upload_turns::UploadTurn;
use crate::library::{contents, files, uploads};
use crate::{Actor, App, Error, Result, crypto, ids, quotas};

/// The most uploads of an account that may be unfinished at once.
pub const MOST_UNFINISHED: i64 = 10;
/// How long an unfinished upload is kept after its last byte.
pub const LIFE: Duration = Duration::from_secs(24 * 60 * 60);
/// A complete upload that waits longer than this for its check was left by a killed process.
const ABANDONED: Duration = Duration::from_secs(60 * 60);
/// After how many bytes of one request the received bytes are acknowledged in the upload's row.
const CHECKPOINT: u64 = 64 * 1024 * 1024;
const LONGEST_METADATA: usize = 4 * 1024;
const SWEPT_AT_ONCE: i64 = 1_000;

/// Why the bytes of a request were refused.
#[derive(Debug)]
pub enum Refusal {
    /// The request has another offset than the upload: the upload has this many bytes.
    Offset(u64),
    /// The bytes do not match the checksum; none of them is counted.
    Checksum,
    /// Another request still writes to the upload.
    Locked,
    Other(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl From<BlobError> for Refusal {
    fn from(error: BlobError) -> Self {
        Self::Other(error.into())
    }
}

/// Stored counts of bytes are never negative.
fn count(bytes: i64) -> u64 {
    u64::try_from(bytes).unwrap_or(0)
}

fn key(owner: UserId, id: FileId) -> Key {
    blob_keys::key(&format!("{GROWING}/{owner}/{id}"))
}

/// Reads `sha256` and the hash in base64.
pub fn checksum(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text.strip_prefix("sha256 ")?.trim()).ok()
}

/// The metadata that the client sends about a file.
#[derive(Debug, Default)]
pub struct Metadata {
    pub document: Option<String>,
    pub role: Option<String>,
    pub name: String,
    pub content_type: String,
}

impl Metadata {
    /// Reads `name base64, name base64`.
    pub fn parse(text: &str) -> Result<Self> {
        let malformed = || Error::invalid("Upload-Metadata", "Upload-Metadata is malformed.");
        if text.len() > LONGEST_METADATA {
            return Err(malformed());
        }
        let mut metadata = Self::default();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once(' ').unwrap_or((pair, ""));
            let value = STANDARD.decode(value.trim()).map_err(|_| malformed())?;
            let value = String::from_utf8(value).map_err(|_| malformed())?;
            if value.contains('\0') {
                return Err(malformed());
            }
            match name {
                "document" if !value.is_empty() => metadata.document = Some(value),
                "role" if !value.is_empty() => metadata.role = Some(value),
                "filename" | "name" if !value.is_empty() => metadata.name = value,
                "filetype" | "type" => metadata.content_type = value,
                _ => {}
            }
        }
        metadata.name = file_names::clean(&metadata.name);
        Ok(metadata)
    }
}

/// Begins an upload of `length` bytes.
pub async fn create(app: &App, actor: &Actor, length: u64, metadata: &str) -> Result<Upload> {
    let Metadata { document, role, name, content_type } = Metadata::parse(metadata)?;
    let document = document.map(|id| ids::parse(&id)).transpose()?;
    let role = role.as_deref().map(Role::parse).transpose()?;
    if length == 0 {
        return Err(Error::invalid("Upload-Length", "The file is empty."));
    }
    match (document, role) {
        (Some(_), None) => return Err(Error::invalid("role", "Please say what the file is for.")),
        (Some(_), Some(role)) if length > app.upload_limits.files.bytes(role) => {
            return Err(Error::TooLarge(app.upload_limits.files.too_large(role)));
        }
        (Some(_), Some(_)) => {}
        (None, _) => check_item_size(app, None, length)?,
    }
    let (owner, now, policy) = (actor.user, app.now(), app.policy);
    let new = Upload {
        id: FileId::new(now, crypto::random()),
        document,
        role: role.filter(|_| document.is_some()),
        name,
        content_type,
        metadata: metadata.to_owned(),
        length: i64::try_from(length).map_err(Error::unexpected)?,
        received: 0,
        is_done: false,
        created_at: now,
        expires_at: now + LIFE,
    };
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let (unfinished, reserved) = rows::count_unfinished(tx, owner, now)?;
        if unfinished >= MOST_UNFINISHED {
            return Err(Error::Conflict(format!(
                "{unfinished} of your uploads are unfinished. Finish or cancel one of them first."
            )));
        }
        let bytes = length.saturating_add(u64::try_from(reserved).unwrap_or(0));
        match new.document {
            Some(document) => files::check_room(tx, owner, &policy, document, role, bytes)?,
            None => quotas::check_upload(tx, owner, &policy, 1, bytes)?,
        }
        rows::insert(tx, owner, &new)?;
        Ok(new)
    })
    .await
}

/// Refuses a file that plays and is too large; its kind may not be known yet.
fn check_item_size(app: &App, kind: Option<Kind>, size: u64) -> Result<()> {
    let limits = app.upload_limits;
    let larger = |one: Category, other: Category| limits.bytes(one) >= limits.bytes(other);
    let of = match kind {
        Some(kind) => category(kind),
        None if larger(Category::Video, Category::Beat) => Category::Video,
        None => Category::Beat,
    };
    if size > limits.bytes(of) { Err(Error::TooLarge(limits.too_large(of))) } else { Ok(()) }
}

/// Finds an upload. One whose last byte has arrived is finished first, in case a process was killed before it could do
/// that.
pub async fn find(app: &App, actor: &Actor, id: FileId) -> Result<Upload> {
    let owner = actor.user;
    let upload = find_live(app, owner, id).await?;
    if !upload.is_complete() || upload.is_done {
        return Ok(upload);
    }
    if let Some(turn) = app.upload_turns.take(id).await {
        finish(app, owner, id, None).await?;
        drop(turn);
    }
    find_live(app, owner, id).await
}

async fn find_live(app: &App, owner: UserId, id: FileId) -> Result<Upload> {
    let now = app.now();
    let upload = app.read(move |conn| Ok(rows::find(conn, owner, id)?)).await?;
    let upload = upload.filter(|upload| upload.expires_at > now);
    upload.ok_or_else(|| Error::missing("upload"))
}

/// All uploads of the account that have not expired, those that are done included.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Upload>> {
    let (owner, now) = (actor.user, app.now());
    app.read(move |conn| Ok(rows::list(conn, owner, now)?)).await
}

/// Cancels an upload and removes its bytes. Of a finished upload only the upload's row is removed; the file stays.
pub async fn cancel(app: &App, actor: &Actor, id: FileId) -> Result<(), Refusal> {
    let owner = actor.user;
    find_live(app, owner, id).await?;
    let _turn = app.upload_turns.take(id).await.ok_or(Refusal::Locked)?;
    let upload = find_live(app, owner, id).await?;
    Ok(discard(app, owner, &upload).await?)
}

async fn discard(app: &App, owner: UserId, upload: &Upload) -> Result<()> {
    let id = upload.id;
    app.write(move |tx| Ok(rows::remove(tx, owner, id)?)).await?;
    if !upload.is_done {
        // If this fails, the sweep removes the bytes.
        app.blobs.forget_growing(&key(owner, id)).await?;
        app.blobs.delete(&content_key(owner, id)).await?;
    }
    Ok(())
}

/// A request that adds bytes to an upload.
pub struct Receiving<'a> {
    app: &'a App,
    owner: UserId,
    upload: Upload,
    growing: GrowingBlob,
    turn: UploadTurn,
    /// The number of bytes that the upload's row acknowledges.
    acknowledged: u64,
    checksum: Option<(Sha256, Vec<u8>)>,
}

impl<'a> Receiving<'a> {
    /// Resumes an upload at `offset`, which must be the number of bytes it has; `None` if all its bytes have arrived
    /// already. With a checksum, the bytes of this request count all together or not at all.
    pub async fn begin(
        app: &'a App,
        actor: &Actor,
        id: FileId,
        offset: u64,
        checksum: Option<Vec<u8>>,
    ) -> Result<Option<Self>, Refusal> {
        let owner = actor.user;
        // The upload is looked up before its turn is requested, so that nobody can stop another account's upload.
        find_live(app, owner, id).await?;
        let turn = app.upload_turns.take(id).await.ok_or(Refusal::Locked)?;
        let upload = find_live(app, owner, id).await?;
        let received = count(upload.received);
        if offset != received {
            return Err(Refusal::Offset(received));
        }
        if upload.is_complete() {
            finish(app, owner, id, None).await?;
            return Ok(None);
        }
        let growing = app.blobs.grow(&key(owner, id)).await?.ok_or(Refusal::Locked)?;
        // Another instance may have written more bytes before it released the file.
        let upload = find_live(app, owner, id).await?;
        if count(upload.received) != received {
            return Err(Refusal::Offset(count(upload.received)));
        }
        let checksum = checksum.map(|expected| (Sha256::new(), expected));
        let mut this = Self { app, owner, upload, growing, turn, acknowledged: received, checksum };
        this.growing.cut_to(received).await?;
        Ok(Some(this))
    }

    /// How many bytes are still missing.
    pub fn missing(&self) -> u64 {
        count(self.upload.length).saturating_sub(self.growing.size())
    }

    /// Returns when a newer request wants to resume this upload.
    pub async fn newer_request(&mut self) {
        self.turn.newer_request().await;
    }

    pub async fn take(&mut self, bytes: Bytes) -> Result<(), Refusal> {
        if bytes.len() as u64 > self.missing() {
            let sentence = "More bytes were sent than Upload-Length says.";
            return Err(Error::invalid("Upload-Length", sentence).into());
        }
        if let Some((digest, _)) = &mut self.checksum {
            digest.update(&bytes);
        }
        self.growing.write(bytes).await?;
        if self.checksum.is_none() && self.growing.size() - self.acknowledged >= CHECKPOINT {
            self.acknowledge().await?;
        }
        Ok(())
    }

    /// Syncs the received bytes to the media store and stores their number in the row.
    async fn acknowledge(&mut self) -> Result<()> {
        let received = self.growing.settle().await?;
        let (owner, id) = (self.owner, self.upload.id);
        let expires_at = self.app.now() + LIFE;
        let stored = i64::try_from(received).map_err(Error::unexpected)?;
        let is_there = self
            .app
            .write(move |tx| Ok(rows::set_received(tx, owner, id, stored, expires_at)?))
            .await?;
        if !is_there {
            return Err(Error::missing("upload"));
        }
        (self.acknowledged, self.upload.received) = (received, stored);
        self.upload.expires_at = expires_at;
        Ok(())
    }

    /// Ends the request. The bytes of an interrupted request count too, unless it has a checksum. If the last byte has
    /// arrived, the file gets its row.
    pub async fn end(mut self, is_whole: bool) -> Result<Upload, Refusal> {
        if let Some((digest, expected)) = self.checksum.take() {
            if !is_whole {
                return Ok(self.upload);
            }
            if digest.finalize().as_slice() != expected {
                self.growing.cut_to(self.acknowledged).await?;
                return Err(Refusal::Checksum);
            }
        }
        if self.growing.size() > self.acknowledged {
            self.acknowledge().await?;
        }
        if self.upload.is_complete() {
            finish(self.app, self.owner, self.upload.id, Some(self.growing)).await?;
            self.upload.is_done = true;
        }
        Ok(self.upload)
    }
}

/// Checks a file whose last byte has arrived, and writes its row. Only the holder of the upload's turn may call it. A
/// refused file is removed with its upload; a file that exceeds the account's storage stays until the upload expires.
async fn finish(app: &App, owner: UserId, id: FileId, growing: Option<GrowingBlob>) -> Result<()> {
    let upload = find_live(app, owner, id).await?;
    if upload.is_done || !upload.is_complete() {
        return Ok(());
    }
    let finished = match place(app, owner, &upload, growing).await {
        Ok(stored) => store(app, owner, &upload, stored).await,
        Err(error) => Err(error),
    };
    if let Err(
        Error::Unsupported(_) | Error::TooLarge(_) | Error::NotFound(_) | Error::Invalid { .. },
    ) = &finished
    {
        discard(app, owner, &upload).await?;
    }
    app.wake_workers();
    finished
}

/// Moves the bytes to the key of the file. They may be there already, if a process was killed after it had moved them.
async fn place(
    app: &App,
    owner: UserId,
    upload: &Upload,
    growing: Option<GrowingBlob>,
) -> Result<StoredBlob> {
    let to = content_key(owner, upload.id);
    if let Some(facts) = app.blobs.head(&to).await? {
        let mut hasher = blake3::Hasher::new();
        let mut reader = app.blobs.read(&to, 0..facts.size);
        while let Some(piece) = reader.next().await? {
            hasher.update(&piece);
        }
        return Ok(StoredBlob { size: facts.size, hash: hasher.finalize().to_hex().to_string() });
    }
    let growing = match growing {
        Some(growing) => growing,
        None => {
            let from = key(owner, upload.id);
            let mut growing = app.blobs.grow(&from).await?.ok_or(Error::Busy)?;
            growing.cut_to(count(upload.length)).await?;
            growing
        }
    };
    Ok(app.blobs.finish_growing(growing, &to).await?)
}

async fn store(app: &App, owner: UserId, upload: &Upload, stored: StoredBlob) -> Result<()> {
    let (id, now, policy) = (upload.id, app.now(), app.policy);
    let key = content_key(owner, id);
    let name = upload.name.clone();
    if let Some((document, role)) = upload.document.zip(upload.role) {
        let examined = contents::examine(app, owner, &key, stored, role).await?;
        let new = files::new_file(id, document, role, name, examined, now)?;
        return app
            .write(move |tx| {
                files::insert(tx, owner, &policy, new)?;
                Ok(rows::set_done(tx, owner, id)?)
            })
            .await;
    }
    let kind = sniff(app, &key, stored.size).await?;
    let claimed = &upload.content_type;
    let kind = kind.ok_or_else(|| match Kind::from_claim(claimed) {
        Some(kind) => Error::Unsupported(damaged(kind.noun())),
        None => Error::Unsupported(unsupported(claimed)),
    })?;
    check_item_size(app, Some(kind), stored.size)?;
    let row = uploads::row(DocumentId::from_bytes(*id.as_bytes()), name, kind, &stored, now)?;
    app.write(move |tx| {
        uploads::insert(tx, owner, &policy, vec![row])?;
        Ok(rows::set_done(tx, owner, id)?)
    })
    .await
}

async fn sniff(app: &App, key: &Key, size: u64) -> Result<Option<Kind>> {
    let mut sniffer = Sniffer::new();
    let mut reader = app.blobs.read(key, 0..size);
    while sniffer.verdict().is_none() {
        let Some(piece) = reader.next().await? else { break };
        sniffer.push(&piece);
    }
    Ok(sniffer.finish())
}

/// Finishes complete uploads that a killed process left, and removes expired ones. Returns how many it removed.
pub(crate) async fn sweep(app: &App) -> Result<usize> {
    let now = app.now();
    let complete_until = now + LIFE.saturating_sub(ABANDONED);
    let left =
        app.read(move |conn| Ok(rows::list_abandoned(conn, now, complete_until, SWEPT_AT_ONCE)?));
    let mut removed = 0;
    for (owner, upload) in left.await? {
        let Some(_turn) = app.upload_turns.take(upload.id).await else { continue };
        if upload.expires_at > now {
            if let Err(error) = finish(app, owner, upload.id, None).await {
                tracing::warn!(%error, "could not finish an upload that had arrived completely");
            }
            continue;
        }
        discard(app, owner, &upload).await?;
        removed += 1;
    }
    Ok(removed)
}

/// Removes bytes of uploads that no row names and that nobody has added to since then. Returns how many files.
pub(crate) async fn remove_strays(app: &App, before: std::time::SystemTime) -> Result<u64> {
    let mut removed = 0;
    let mut listing = app.blobs.list(GROWING);
    while let Some(entry) = listing.next().await {
        let entry = entry?;
        let mut parts = entry.key.as_str().split('/').skip(1);
        let owner = parts.next().and_then(UserId::parse);
        let id = parts.next().and_then(FileId::parse);
        let is_named = match owner.zip(id) {
            Some((owner, id)) => app
                .read(move |conn| Ok(rows::find(conn, owner, id)?))
                .await?
                .is_some_and(|upload| !upload.is_done),
            None => false,
        };
        if !is_named && entry.facts.modified < before {
            app.blobs.delete(&entry.key).await?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Whether an upload that is not done yet will have this id.
pub(crate) fn is_expected(conn: &mut storage::db::Conn, owner: UserId, id: FileId) -> Result<bool> {
    Ok(rows::find(conn, owner, id)?.is_some_and(|upload| !upload.is_done))
}
