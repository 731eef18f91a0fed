//! `ledgerline restore FILE`: restores an installation from a backup, into a place where there is none. The backup is
//! verified to the last byte first. If the restore then fails, everything it has written is removed again. Files are
//! written to their final path, so that the data folder may be a link, a mounted volume or a folder that cannot be
//! replaced; a journal in the data folder records what an interrupted restore has written, for the next one.

use std::fs;
use std::path::PathBuf;

use app::database::{self, Db, DbOptions};
use app::library::store_identity;
use app::operations::backups::{self, Backup, Restored};
use app::{Clock, crypto};
use blobs::Blobs;
use domain::ids::InstallationId;
use http::error::chain;

use crate::commands::restore_failures::{cannot, failed, not_empty};
use crate::commands::restore_journal::Journal;
use crate::program::cli::RestoreArgs;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation::{self, RESTORING};
use crate::program::run::{runtime, say};
use crate::program::secret_key;

pub fn run(args: &RestoreArgs) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    let opened = Backup::open(&args.file, database::newest_schema());
    let backup = opened
        .map_err(|error| Failure::Other(format!("{}; nothing was restored", chain(&error))))?;
    let is_new = !place.data_dir.exists();
    installation::make_folder(&place.data_dir)?;
    let restored = restore(&place, &backup);
    if restored.is_err() {
        remove_empty_folders(&place, is_new);
    }
    restored?;
    say(&format!("Restored what {} held at {}.", args.file.display(), backup.made_at));
    say(&format!("It is in {} with media in {}.", place.database_name(), place.media_name()));
    Ok(())
}

/// Removes the empty folders that a failed restore has created.
fn remove_empty_folders(place: &InstallationPlace, is_new: bool) {
    if let blobs::StoreLocation::Folder(folder) = &place.media {
        let _ = fs::remove_dir(folder.join("incoming")).and_then(|()| fs::remove_dir(folder));
    }
    if is_new {
        let _ = fs::remove_dir(&place.data_dir);
    }
}

fn restore(place: &InstallationPlace, backup: &Backup) -> Result<(), Failure> {
    if Journal::find(place)?.is_none() {
        check_empty(place)?;
    }
    let _alone = installation::claim_alone(place, "a backup is restored into an empty place only")?;
    runtime()?.block_on(async {
        let opened = place.open_store();
        let blobs = opened.map_err(|error| installation::media_error(&place.media, &error))?;
        if let Some(left) = Journal::find(place)? {
            if left.is_complete(place).await? {
                return left.close();
            }
            left.take_back(place, backup, &blobs).await?;
        }
        check_empty(place)?;
        check_store(place, backup, &blobs).await?;
        let now = Clock::system().now();
        let new_id = || InstallationId::new(now, crypto::random()).to_string();
        let installation = match (&backup.installation, backup.is_database_only) {
            // Only the database is restored: the media store keeps its id.
            (Some(id), true) => id.clone(),
            // A new id, so that a second installation from the same backup cannot use the first one's media store.
            _ => new_id(),
        };
        let restored = Restored { installation, restore: new_id(), now };
        let journal = Journal::begin(place, &restored)?;
        match fill(place, backup, &blobs, &restored).await {
            Ok(()) => journal.close(),
            Err(failure) => {
                if let Err(also) = journal.take_back(place, backup, &blobs).await {
                    say(&format!("What was restored so far could not be taken back: {also}"));
                }
                Err(failure)
            }
        }
    })
}

/// Refuses a data folder that is not empty. Files of an interrupted restore are removed by now; `lost+found` of a
/// mounted volume is ignored.
fn check_empty(place: &InstallationPlace) -> Result<(), Failure> {
    let unreadable = |error| cannot("read", &place.data_dir, &error);
    for entry in fs::read_dir(&place.data_dir).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let is_media =
            matches!(&place.media, blobs::StoreLocation::Folder(folder) if *folder == entry.path());
        if entry.file_name() != "lost+found" && !is_media {
            return Err(not_empty(&place.data_dir.display().to_string()));
        }
    }
    if place.secret_key_file.exists() {
        return Err(not_empty(&place.secret_key_file.display().to_string()));
    }
    Ok(())
}

/// Refuses a media store that is not empty or, if only the database is restored, that belongs to another database.
async fn check_store(
    place: &InstallationPlace,
    backup: &Backup,
    blobs: &Blobs,
) -> Result<(), Failure> {
    let empty = backups::is_store_empty(blobs).await;
    if empty.map_err(|error| failed(&place.media_name(), &error))? {
        return Ok(());
    }
    let carried = store_identity::read(blobs).await;
    let carried = carried.map_err(|error| failed(&place.media_name(), &error))?;
    if backup.is_database_only && carried.is_some() && carried == backup.installation {
        return Ok(());
    }
    Err(not_empty(&format!("the media store {}", place.media_name())))
}

async fn fill(
    place: &InstallationPlace,
    backup: &Backup,
    blobs: &Blobs,
    restored: &Restored,
) -> Result<(), Failure> {
    let media = |error: app::Error| failed(&place.media_name(), &error);
    store_identity::write(blobs, &restored.installation).await.map_err(media)?;
    backup.restore_media(blobs).await.map_err(media)?;
    let key = backup.key().map_err(|error| failed("the backup", &error))?;
    secret_key::store(&place.secret_key_file, &key)?;
    // The rows come last: once they are in the database, the restore counts as complete.
    rows(place, backup, restored).await?;
    if place.database_url.is_none() {
        let (from, to) = (staged_database(place), place.database_file());
        fs::rename(&from, &to).map_err(|error| cannot("made", &to, &error))?;
        fs::File::open(&place.data_dir)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| cannot("written", &place.data_dir, &error))?;
    }
    Ok(())
}

/// The path of the SQLite file while it is filled, in the journal's folder.
fn staged_database(place: &InstallationPlace) -> PathBuf {
    place.data_dir.join(RESTORING).join("ledgerline.db")
}

async fn rows(
    place: &InstallationPlace,
    backup: &Backup,
    restored: &Restored,
) -> Result<(), Failure> {
    let mut options = match &place.database_url {
        Some(url) => DbOptions::postgres(url),
        None => DbOptions::sqlite(staged_database(place)),
    };
    installation::remove_time_limits(&mut options);
    let open = |options: &DbOptions| {
        Db::open(options)
            .map_err(|error| Failure::from(installation::database_error(place, &error)))
    };
    let db = open(&database::with_schema(&options, backup.schema))?;
    let stored = backup.restore_rows(&db).await;
    db.close().await;
    stored.map_err(|error| failed(&place.database_name(), &error))?;
    let db = open(&options)?;
    let completed = backups::complete(&db, restored.clone()).await;
    db.close().await;
    completed.map_err(|error| failed(&place.database_name(), &error))
}
