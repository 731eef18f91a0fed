//! What exports and archives have in common: a job makes a file on request, and the file stays in the media store for a
//! week.

use std::fmt::Display;
use std::time::Duration;

use blobs::Key;
use domain::ids::{ArchiveId, ExportId, UserId};
use domain::time::Timestamp;
use storage::db::{Conn, DbError, Tx};
use storage::exports::{self, archives};

use crate::files::blob_keys::{ARCHIVES, EXPORTS};
use crate::{App, Error, Result};

/// How long a file is kept after it was made.
pub(crate) const LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// How many expired files one sweep removes; the next sweep continues.
const MOST_SWEPT: i64 = 500;
const ABANDONED: &str = "The export couldn't be finished. Please try again.";

/// A kind of file: its folder in the media store, and its table.
pub(crate) trait MadeFile {
    const FOLDER: &'static str;
    type Id: Display + Copy + Send + Sync + 'static;

    fn parse(id: &str) -> Option<Self::Id>;
    fn fail_abandoned(tx: &mut Tx, error: &str) -> Result<u64, DbError>;
    fn expired(
        conn: &mut Conn,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<(UserId, Self::Id)>, DbError>;
    fn remove(tx: &mut Tx, owner: UserId, id: Self::Id) -> Result<(), DbError>;
    fn exists(conn: &mut Conn, owner: UserId, id: Self::Id) -> Result<bool, DbError>;
}

macro_rules! made_file {
    ($name:ident, $folder:expr, $Id:ty, $rows:path) => {
        pub(crate) struct $name;

        impl MadeFile for $name {
            const FOLDER: &'static str = $folder;
            type Id = $Id;

            fn parse(id: &str) -> Option<$Id> {
                <$Id>::parse(id)
            }

            fn fail_abandoned(tx: &mut Tx, error: &str) -> Result<u64, DbError> {
                use $rows as rows;
                rows::fail_abandoned(tx, error)
            }

            fn expired(
                conn: &mut Conn,
                now: Timestamp,
                limit: i64,
            ) -> Result<Vec<(UserId, $Id)>, DbError> {
                use $rows as rows;
                rows::list_expired(conn, now, limit)
            }

            fn remove(tx: &mut Tx, owner: UserId, id: $Id) -> Result<(), DbError> {
                use $rows as rows;
                rows::remove(tx, owner, id)
            }

            fn exists(conn: &mut Conn, owner: UserId, id: $Id) -> Result<bool, DbError> {
                use $rows as rows;
                rows::exists(conn, owner, id)
            }
        }
    };
}

made_file!(ExportFiles, EXPORTS, ExportId, exports);
made_file!(ArchiveFiles, ARCHIVES, ArchiveId, archives);

/// The key of a file in the media store.
pub(crate) fn key<F: MadeFile>(owner: UserId, id: F::Id) -> Result<Key> {
    let text = format!("{}/{owner}/{id}", F::FOLDER);
    Key::parse(&text).ok_or_else(|| Error::unexpected(format!("{text} is no key")))
}

/// The owner and the id that a key names.
fn ids_of<F: MadeFile>(key: &Key) -> Option<(UserId, F::Id)> {
    let rest = key.as_str().strip_prefix(F::FOLDER)?.strip_prefix('/')?;
    let (owner, id) = rest.split_once('/')?;
    Some((UserId::parse(owner)?, F::parse(id)?))
}

/// Removes files that have expired and files without a row; marks files as failed that no job makes any more. Returns
/// how many files were removed.
pub(crate) async fn sweep<F: MadeFile>(app: &App) -> Result<usize> {
    let now = app.now();
    app.db.write(|tx| Ok::<_, Error>(F::fail_abandoned(tx, ABANDONED)?)).await?;
    let expired =
        app.db.read(move |conn| Ok::<_, Error>(F::expired(conn, now, MOST_SWEPT)?)).await?;
    let mut removed = expired.len();
    for (owner, id) in expired {
        // The file is deleted before its row: after a crash, the next sweep easily finds a row without a file.
        app.blobs.delete(&key::<F>(owner, id)?).await?;
        app.db.write(move |tx| Ok::<_, Error>(F::remove(tx, owner, id)?)).await?;
    }
    let mut files = app.blobs.list(F::FOLDER);
    while let Some(file) = files.next().await {
        let file = file?;
        let Some((owner, id)) = ids_of::<F>(&file.key) else { continue };
        let has_row = app.db.read(move |conn| Ok::<_, Error>(F::exists(conn, owner, id)?)).await?;
        if !has_row {
            app.blobs.delete(&file.key).await?;
            removed += 1;
        }
    }
    Ok(removed)
}
