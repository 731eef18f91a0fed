//! Checks that the media store belongs to this database. The store carries the id of its installation in a small file,
//! and the database holds the same id. A server on the store of another database would treat all its files as orphans,
//! so it does not start.

use blobs::{Blobs, Entry, Key};
use bytes::Bytes;
use domain::ids::InstallationId;
use storage::operations::facts;

use crate::files::blob_keys::{CONTRACTS, MEDIA, THUMBNAILS};
use crate::{App, Result, crypto, library};

/// The key of the file with the installation's id.
pub const MARKER: &str = "installation.id";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belonging {
    Ours,
    /// The store carries another id than the database, or it carries one and the database has none.
    AnotherInstallations,
    /// The store carries no id and holds files that the database does not know.
    UnknownFiles,
}

/// Compares the two ids. If neither has one, both get a new id, provided that they belong together: the store is
/// empty, or the database knows a file in it.
pub async fn check(app: &App) -> Result<Belonging> {
    let known = app.read(|conn| Ok(facts::get(conn, facts::INSTALLATION_ID)?)).await?;
    let marked = read(&app.blobs).await?;
    if let (Some(known), Some(marked)) = (&known, &marked) {
        let is_ours = known == marked;
        return Ok(if is_ours { Belonging::Ours } else { Belonging::AnotherInstallations });
    }
    let contents = contents(app).await?;
    match (&marked, contents) {
        (Some(_), Contents::Known) | (None, Contents::Known | Contents::Nothing) => {}
        (Some(_), _) => return Ok(Belonging::AnotherInstallations),
        (None, Contents::Unknown) => return Ok(Belonging::UnknownFiles),
    }
    let new = || InstallationId::new(app.now(), crypto::random()).to_string();
    let id = known.or(marked).unwrap_or_else(new);
    // Another instance may have stored an id first; then that id counts.
    let id =
        app.write(move |tx| Ok(facts::get_or_insert(tx, facts::INSTALLATION_ID, &id)?)).await?;
    write(&app.blobs, &id).await
}

/// Writes the id into a store that has none.
pub async fn write(blobs: &Blobs, id: &str) -> Result<Belonging> {
    blobs.put_new(&marker(), Bytes::from(format!("{id}\n"))).await?;
    let is_ours = read(blobs).await?.as_deref() == Some(id);
    Ok(if is_ours { Belonging::Ours } else { Belonging::AnotherInstallations })
}

/// Reads the id that a store carries.
pub async fn read(blobs: &Blobs) -> Result<Option<String>> {
    match blobs.get(&marker()).await {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
        Err(blobs::BlobError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

enum Contents {
    Nothing,
    /// At least one file belongs to a row.
    Known,
    Unknown,
}

/// Whether the store holds files, and whether the database knows any of them.
async fn contents(app: &App) -> Result<Contents> {
    let mut contents = Contents::Nothing;
    for first in [MEDIA, THUMBNAILS, CONTRACTS, library::trash::FOLDER] {
        let mut listing = app.blobs.list(first);
        while let Some(entry) = listing.next().await {
            let Entry { key, .. } = entry?;
            contents = Contents::Unknown;
            let key = library::trash::original_of(&key).unwrap_or(key);
            let named = app.read(move |conn| library::sweep::has_row(conn, &key)).await?;
            if named {
                return Ok(Contents::Known);
            }
        }
    }
    Ok(contents)
}

#[expect(clippy::expect_used, reason = "the name is made of plain letters")]
pub fn marker() -> Key {
    Key::parse(MARKER).expect("a key")
}
