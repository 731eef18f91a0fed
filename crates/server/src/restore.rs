//! `ledgerline restore FILE`: an installation comes back from a backup, into a place where there is none. The
//! backup is checked to the last byte first; what then fails is taken back, so that nothing is left half.

use std::fs;
use std::path::{Path, PathBuf};

use app::backups::{self, Backup};
use blobs::Blobs;
use storage::db::migrate::EMBEDDED;
use storage::db::{Db, DbOptions};

use crate::cli::BackupArgs;
use crate::config::Place;
use crate::error::chain;
use crate::run::{Failure, runtime, say};
use crate::{installation, secret_key};

pub fn run(args: &BackupArgs) -> Result<(), Failure> {
    let place = Place::try_from(&args.place)?;
    check_empty(&place)?;
    let newest = EMBEDDED.last().map_or(-1, |migration| migration.version);
    let backup = Backup::open(&args.file, newest).map_err(|error| other(&error))?;
    runtime()?.block_on(restored(&place, &backup))?;
    say(&format!("Restored what {} held at {}.", args.file.display(), backup.made_at));
    Ok(())
}

fn check_empty(place: &Place) -> Result<(), Failure> {
    let is_used = match fs::read_dir(&place.data_dir) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    };
    let in_the_way = if is_used {
        &place.data_dir
    } else if place.secret_key_file.exists() {
        &place.secret_key_file
    } else {
        return Ok(());
    };
    let sentence = format!(
        "{} is not empty; a backup is restored into an empty place only",
        in_the_way.display()
    );
    Err(Failure::Other(sentence))
}

async fn restored(place: &Place, backup: &Backup) -> Result<(), Failure> {
    let staging = Staging::make(&place.data_dir)?;
    let staged = staged(place, &staging.path);
    let opened = Blobs::open(&staged.media);
    let blobs = opened.map_err(|error| installation::media_error(&staged.media, &error))?;
    if !backups::is_store_empty(&blobs).await.map_err(|error| other(&error))? {
        let sentence =
            "the media store is not empty; a backup is restored into an empty place only";
        return Err(Failure::Other(sentence.to_owned()));
    }
    let filled = fill(place, &staged, staging, backup, &blobs).await;
    if filled.is_err() {
        // What lies in the staging folder went with it; a store elsewhere is emptied again.
        if let Err(error) = backups::empty_store(&blobs).await {
            say(&format!("The media store could not be emptied again: {}", chain(&error)));
        }
    }
    filled
}

async fn fill(
    place: &Place,
    staged: &Place,
    mut staging: Staging,
    backup: &Backup,
    blobs: &Blobs,
) -> Result<(), Failure> {
    backup.restore_media(blobs).await.map_err(|error| other(&error))?;
    secret_key::store(&staged.secret_key_file, &backup.key().map_err(|error| other(&error))?)?;
    let key = KeyOutside::of(place, staged);
    // In a file of the staging folder, or in one transaction of PostgreSQL: all of it or nothing.
    rows(staged, backup).await?;
    staging.settle(&place.data_dir)?;
    key.keep();
    Ok(())
}

async fn rows(place: &Place, backup: &Backup) -> Result<(), Failure> {
    let until = EMBEDDED.iter().take_while(|migration| migration.version <= backup.schema).count();
    let mut options = installation::database(place);
    installation::patient(&mut options);
    let open = |options: &DbOptions| {
        Db::open(options)
            .map_err(|error| Failure::from(installation::database_error(place, &error)))
    };
    let db = open(&DbOptions { migrations: &EMBEDDED[..until], ..options.clone() })?;
    let stored = backup.restore_rows(&db).await;
    db.close().await;
    stored.map_err(|error| other(&error))?;
    let db = open(&options)?;
    let completed = backups::complete(&db).await;
    db.close().await;
    completed.map_err(|error| other(&error))
}

/// The same installation with its own folder elsewhere for now.
fn staged(place: &Place, folder: &Path) -> Place {
    let moved = |path: &PathBuf| match path.strip_prefix(&place.data_dir) {
        Ok(rest) => folder.join(rest),
        Err(_) => path.clone(),
    };
    let media = match &place.media {
        blobs::Place::Folder(path) => blobs::Place::Folder(moved(path)),
        elsewhere => elsewhere.clone(),
    };
    Place {
        data_dir: folder.to_owned(),
        database_url: place.database_url.clone(),
        media,
        secret_key_file: moved(&place.secret_key_file),
    }
}

/// A folder beside the one to be, gone unless it takes its place.
struct Staging {
    path: PathBuf,
}

impl Staging {
    fn make(data_dir: &Path) -> Result<Self, Failure> {
        let mut name = data_dir.file_name().unwrap_or_default().to_owned();
        name.push(format!(".restoring-{}", std::process::id()));
        let path = data_dir.with_file_name(name);
        installation::make_folder(&path)?;
        Ok(Self { path })
    }

    fn settle(&mut self, data_dir: &Path) -> Result<(), Failure> {
        // Replaces a folder that is there and empty.
        fs::rename(&self.path, data_dir)?;
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A key file that lies outside the data folder; it goes again where the restore fails.
struct KeyOutside(Option<PathBuf>);

impl KeyOutside {
    fn of(place: &Place, staged: &Place) -> Self {
        let is_outside = place.secret_key_file == staged.secret_key_file;
        Self(is_outside.then(|| place.secret_key_file.clone()))
    }

    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for KeyOutside {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

fn other(error: &app::Error) -> Failure {
    Failure::Other(chain(error))
}
