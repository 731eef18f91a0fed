//! The files of a beat beside the one that plays: adding, listing, changing and deleting them.

use blobs::{StoredBlob, Upload};
use bytes::Bytes;
use domain::ids::{DocumentId, FileId, UserId};
use domain::jobs::Kind;
use domain::library::documents::{Document, MediaFile};
use domain::library::files::{File, MOST_ARTWORK, MOST_FILES};
use domain::licenses::Role;
use domain::text::file_names;
use domain::time::Timestamp;
use storage::db::{Conn, DbError, Tx};
use storage::deliveries::files as delivered;
use storage::identity::zones;
use storage::library::promises::{self, Promises};
use storage::library::{documents, files, media_files, previews};

use crate::files::blob_keys::content_key;
use crate::identity::account;
use crate::jobs::Work;
use crate::library::contents::{self, Beginning, CheckedFile};
use crate::library::removal::{self, UncommittedBlob};
use crate::policy::Policy;
use crate::{Actor, App, Error, Result, crypto, deliveries, quotas};

/// The files of a beat, each with the number of live licenses that promise it.
pub async fn list(app: &App, actor: &Actor, id: DocumentId) -> Result<Vec<(File, i64)>> {
    let owner = actor.user;
    let today = actor.day_of(app.now());
    app.read(move |conn| {
        conn.snapshot()?;
        documents::title_of(conn, owner, id)?.ok_or_else(|| Error::missing("item"))?;
        let files = files::list(conn, owner, id)?;
        let ids: Vec<FileId> = files.iter().map(|file| file.id).collect();
        let promises = promises::find(conn, owner, &ids, today)?;
        Ok(files
            .into_iter()
            .map(|file| (promises.of(file.id), file))
            .map(|(n, f)| (f, n))
            .collect())
    })
    .await
}

/// A file, looked up as a part of its beat.
fn find_in(conn: &mut Conn, owner: UserId, (document, id): (DocumentId, FileId)) -> Result<File> {
    let file = files::find(conn, owner, id)?.filter(|file| file.document == document);
    file.ok_or_else(|| Error::missing("file"))
}

pub async fn find(app: &App, actor: &Actor, document: DocumentId, file: FileId) -> Result<File> {
    let (owner, place) = (actor.user, (document, file));
    app.read(move |conn| find_in(conn, owner, place)).await
}

/// Finds a file with what a download needs: type, name, size and hash.
pub async fn find_media(
    app: &App,
    actor: &Actor,
    document: DocumentId,
    file: FileId,
) -> Result<MediaFile> {
    find(app, actor, document, file).await.map(media_files::media_file)
}

/// The fields of a file that can be changed. An omitted field keeps its value.
#[derive(Debug, Default)]
pub struct FileForm {
    pub role: Option<String>,
    pub name: Option<String>,
    pub is_current: Option<bool>,
}

pub async fn update(
    app: &App,
    actor: &Actor,
    document: DocumentId,
    file: FileId,
    form: FileForm,
) -> Result<(File, i64)> {
    let (owner, place) = (actor.user, (document, file));
    let role = form.role.as_deref().map(Role::parse).transpose()?;
    let name = form.name.as_deref().map(file_names::check).transpose()?;
    let (limits, now) = (app.upload_limits.files, app.now());
    let today = actor.day_of(now);
    let changed = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let file = find_in(tx, owner, place)?;
        if let Some(role) = role.filter(|role| *role != file.role) {
            if !role.takes(&file.mime) {
                return Err(contents::type_error(role, &file.mime));
            }
            if u64::try_from(file.size).is_ok_and(|size| size > limits.bytes(role)) {
                return Err(Error::TooLarge(limits.too_large(role)));
            }
            files::set_role(tx, owner, &file, role)?;
            if file.role == Role::Artwork {
                queue_cover(tx, owner, file.document, now)?;
            }
        }
        let file = find_in(tx, owner, place)?;
        match form.is_current {
            Some(true) => {
                files::set_current(tx, owner, file.document, file.role, Some(file.id))?;
            }
            Some(false) if file.is_current => {
                let sentence = "Choose the version to use instead.";
                return Err(Error::invalid("is_current", sentence));
            }
            _ => {}
        }
        if file.role == Role::Artwork && form.is_current == Some(true) {
            queue_cover(tx, owner, file.document, now)?;
        }
        if let Some(name) = &name {
            files::rename(tx, owner, file.id, name)?;
        }
        deliveries::opening::files_changed(tx, owner, file.document, now)?;
        let file = find_in(tx, owner, place)?;
        let promised = promises::find(tx, owner, &[file.id], today)?.licenses;
        Ok((file, promised))
    });
    let changed = changed.await?;
    app.wake_workers();
    Ok(changed)
}

/// A deletion that a person confirmed although licenses promise the file.
#[derive(Debug, Default)]
pub struct DeleteConfirmation {
    pub is_confirmed: bool,
    pub password: Option<String>,
}

impl DeleteConfirmation {
    /// Checks the password of a confirmed deletion; returns whether promised files may go.
    pub(crate) async fn check(self, app: &App, actor: &Actor) -> Result<bool> {
        if self.is_confirmed {
            let password = self.password.unwrap_or_default();
            account::confirm_password(app, actor, "password", password).await?;
        }
        Ok(self.is_confirmed)
    }
}

/// Deletes a file. If a live license promises it, the deletion must be confirmed, and its bytes stay until no license
/// promises them.
pub async fn remove(
    app: &App,
    actor: &Actor,
    document: DocumentId,
    file: FileId,
    anyway: DeleteConfirmation,
) -> Result<()> {
    let (owner, place, now) = (actor.user, (document, file), app.now());
    let anyway = anyway.check(app, actor).await?;
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let file = find_in(tx, owner, place)?;
        let today = zones::day_of(tx, owner, now)?;
        let promised = promises::find(tx, owner, &[file.id], today)?;
        check_promises(&promised, anyway)?;
        files::remove(tx, owner, &file)?;
        if file.role == Role::Artwork && file.is_current {
            queue_cover(tx, owner, file.document, now)?;
        }
        if promised.licenses == 0 {
            removal::queue(tx, owner, &[content_key(owner, file.id)], now)?;
        } else {
            files::keep(tx, owner, file.id, file.size, now)?;
        }
        Ok(())
    })
    .await?;
    app.wake_workers();
    Ok(())
}

pub(crate) fn check_promises(promised: &Promises, anyway: bool) -> Result<()> {
    let count = promised.licenses;
    if count == 0 || anyway {
        return Ok(());
    }
    let message = match count {
        1 => "A license promises this to its buyer.".to_owned(),
        count => format!("{count} licenses promise this to their buyers."),
    };
    Err(Error::Promised { message, count })
}

/// Removes the rows of a beat's files together with the beat, in the caller's transaction. Returns the keys of files
/// that nothing refers to any more; files that a live license promises are kept.
pub(crate) fn remove_with(
    tx: &mut Tx,
    owner: UserId,
    document: &Document,
    now: Timestamp,
) -> Result<Vec<blobs::Key>> {
    let all = files::list(tx, owner, document.id)?;
    let own = (FileId::from_bytes(*document.id.as_bytes()), document.size);
    let promised = promised_of(tx, owner, document.id, &all, now)?;
    for file in &all {
        files::remove(tx, owner, file)?;
    }
    delivered::forget_newer(tx, owner, &own.0.to_string())?;
    let mut unneeded = Vec::new();
    for (id, size) in all.iter().map(|file| (file.id, file.size)).chain([own]) {
        if promised.of(id) > 0 {
            files::keep(tx, owner, id, size, now)?;
        } else {
            unneeded.push(content_key(owner, id));
        }
    }
    let previews = previews::list(tx, owner, document.id)?;
    unneeded.extend(previews.iter().map(|preview| content_key(owner, preview.id)));
    Ok(unneeded)
}

/// Finds the files of a beat that live licenses promise, including the file that plays.
pub(crate) fn promised_of(
    conn: &mut Conn,
    owner: UserId,
    document: DocumentId,
    all: &[File],
    now: Timestamp,
) -> Result<Promises> {
    let own = FileId::from_bytes(*document.as_bytes());
    let ids: Vec<FileId> = all.iter().map(|file| file.id).chain([own]).collect();
    let today = zones::day_of(conn, owner, now)?;
    Ok(promises::find(conn, owner, &ids, today)?)
}

/// Removes deleted files that were kept for licenses, once no live license promises them. Returns how many.
pub(crate) async fn remove_unpromised(app: &App) -> Result<usize> {
    let kept = app.read(|conn| Ok(files::list_kept(conn)?)).await?;
    let mut gone = 0;
    for (owner, id, size) in kept {
        let now = app.now();
        gone += app
            .write(move |tx| {
                documents::lock(tx, owner)?;
                let today = zones::day_of(tx, owner, now)?;
                if promises::find(tx, owner, &[id], today)?.licenses > 0 {
                    return Ok(0);
                }
                files::stop_keeping(tx, owner, id, size)?;
                removal::queue(tx, owner, &[content_key(owner, id)], now)?;
                Ok(1)
            })
            .await?;
    }
    Ok(gone)
}

/// What the client claims about a file whose upload begins.
#[derive(Debug)]
pub struct Claim {
    pub file_name: String,
    /// `None` if the role follows the file in the form.
    pub role: Option<Role>,
    /// The size that the request announces, for the file and the form around it.
    pub announced: Option<u64>,
}

/// A file that is being received. Dropping it removes what was stored.
pub struct IncomingFile<'a> {
    app: &'a App,
    owner: UserId,
    document: DocumentId,
    id: FileId,
    name: String,
    role: Option<Role>,
    beginning: Option<Beginning>,
    upload: Upload,
}

/// A file that is stored completely and has no row yet. Dropping it removes the file.
pub struct ReceivedFile {
    document: DocumentId,
    id: FileId,
    name: String,
    stored: StoredBlob,
    blob: UncommittedBlob,
}

impl<'a> IncomingFile<'a> {
    pub async fn begin(
        app: &'a App,
        actor: &Actor,
        document: DocumentId,
        claim: Claim,
    ) -> Result<Self> {
        let owner = actor.user;
        let announced = claim.announced.unwrap_or(0).saturating_sub(quotas::FORM_BYTES);
        let (policy, limits) = (app.policy, app.upload_limits.files);
        if let Some(role) = claim.role.filter(|role| announced > limits.bytes(*role)) {
            return Err(Error::TooLarge(limits.too_large(role)));
        }
        app.read(move |conn| check_room(conn, owner, &policy, document, claim.role, announced))
            .await?;
        let id = FileId::new(app.now(), crypto::random());
        let upload = app.blobs.create(&content_key(owner, id)).await?;
        let name = file_names::clean(&claim.file_name);
        let (role, beginning) = (claim.role, claim.role.map(Beginning::of));
        Ok(Self { app, owner, document, id, name, role, beginning, upload })
    }

    pub async fn take(&mut self, bytes: Bytes) -> Result<()> {
        let limits = self.app.upload_limits.files;
        let most = self.role.map_or(limits.most_bytes(), |role| limits.bytes(role));
        if self.upload.size() + bytes.len() as u64 > most {
            return Err(Error::TooLarge(limits.too_large(self.role.unwrap_or(Role::Stems))));
        }
        if let Some(beginning) = &mut self.beginning {
            beginning.push(&bytes)?;
        }
        Ok(self.upload.write(bytes).await?)
    }

    pub async fn end(self) -> Result<ReceivedFile> {
        if self.upload.size() == 0 {
            return Err(Error::invalid("file", "The file is empty."));
        }
        // Created before the move, so that its drop removes the file if anything fails.
        let blob = UncommittedBlob::new(self.app, content_key(self.owner, self.id));
        let stored = self.upload.finish().await?;
        Ok(ReceivedFile { document: self.document, id: self.id, name: self.name, stored, blob })
    }
}

/// Checks a complete file by its content and writes its row.
pub async fn store(app: &App, actor: &Actor, file: ReceivedFile, role: Role) -> Result<File> {
    let (owner, now, policy) = (actor.user, app.now(), app.policy);
    let ReceivedFile { document, id, name, stored, blob } = file;
    let limits = app.upload_limits.files;
    if stored.size > limits.bytes(role) {
        return Err(Error::TooLarge(limits.too_large(role)));
    }
    let examined = contents::examine(app, owner, blob.key(), stored, role).await?;
    let new = new_file(id, document, role, name, examined, now)?;
    let written = app.write(move |tx| insert(tx, owner, &policy, new));
    let written = removal::commit_with(vec![blob], written, |_| true).await;
    app.wake_workers();
    written
}

pub(crate) fn new_file(
    id: FileId,
    document: DocumentId,
    role: Role,
    name: String,
    CheckedFile { mime, stored }: CheckedFile,
    now: Timestamp,
) -> Result<File> {
    let size = i64::try_from(stored.size).map_err(Error::unexpected)?;
    let (version, is_current, duration_ms) = (1, true, None);
    let content_hash = stored.hash;
    let created_at = now;
    Ok(File {
        id,
        document,
        role,
        version,
        is_current,
        name,
        mime,
        size,
        content_hash,
        duration_ms,
        created_at,
    })
}

/// Writes the row of a complete file and queues the reading of its length.
pub(crate) fn insert(tx: &mut Tx, owner: UserId, policy: &Policy, new: File) -> Result<File> {
    documents::lock(tx, owner)?;
    let size = u64::try_from(new.size).unwrap_or(0);
    check_room(tx, owner, policy, new.document, Some(new.role), size)?;
    let file = files::insert(tx, owner, new)?;
    if file.role.is_audio() {
        Work::of(Kind::AnalyseMedia, owner, &file.id.to_string()).queue(tx, file.created_at)?;
    }
    if file.role == Role::Artwork {
        queue_cover(tx, owner, file.document, file.created_at)?;
    }
    deliveries::opening::files_changed(tx, owner, file.document, file.created_at)?;
    Ok(file)
}

/// Refuses a file that would exceed the limits of the beat or of the account.
pub(crate) fn check_room(
    conn: &mut Conn,
    owner: UserId,
    policy: &Policy,
    document: DocumentId,
    role: Option<Role>,
    bytes: u64,
) -> Result<()> {
    documents::title_of(conn, owner, document)?.ok_or_else(|| Error::missing("item"))?;
    let all = files::list(conn, owner, document)?;
    if all.len() >= MOST_FILES {
        return Err(Error::Conflict(format!("A beat can have {MOST_FILES} files at most.")));
    }
    let artwork = all.iter().filter(|file| file.role == Role::Artwork).count();
    if role == Some(Role::Artwork) && artwork >= MOST_ARTWORK {
        let sentence = format!("A beat can have {MOST_ARTWORK} pieces of artwork at most.");
        return Err(Error::Conflict(sentence));
    }
    quotas::check_bytes(conn, owner, policy, bytes)
}

/// Queues the making of a beat's cover, in the transaction that changes its artwork.
fn queue_cover(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    now: Timestamp,
) -> Result<(), DbError> {
    Work::of(Kind::MakeCover, owner, &beat.to_string()).queue(tx, now)
}
