//! Opens an installation for work: its folder, its key, its database, its media. `serve`, `demo` and the
//! operator's commands all start here.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use app::crypto::Keys;
use app::decoders::Decoders;
use app::hasher::Hasher;
use app::samples::Samples;
use app::{App, Bell, Clock, key_marks};
use blobs::Blobs;
use domain::documents::UploadLimits;
use storage::db::{Db, DbError, DbOptions};

use crate::config::Place;
use crate::error::chain;
use crate::secret_key::{self, Loaded};
use crate::setting::{
    DATA_DIR, DATABASE_URL, MEDIA_URL, SECRET_KEY_FILE, SettingError, without_password,
};

/// A quarter of a gigabyte holds the inner pages of every index of a million rows, and a batch.
const BULK_CACHE_KIB: i32 = 256 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("the database could not be opened: {0}")]
    Database(String),
    #[error("threads could not be started: {0}")]
    Threads(#[source] io::Error),
}

/// As `open`, but only what is there already: a command that helps people in an installation must
/// not make an empty one where the folder is mistyped.
pub fn open_existing(place: &Place) -> Result<App, OpenError> {
    check_existing(place)?;
    open(place, UploadLimits::default(), true)
}

/// The same for writing in bulk.
pub fn open_for_bulk(place: &Place) -> Result<App, OpenError> {
    check_existing(place)?;
    open_with(place, UploadLimits::default(), true, |options| {
        options.write_cache_kib = BULK_CACHE_KIB;
    })
}

/// The same for reading all of it in one go, however long that takes.
pub fn open_for_backup(place: &Place) -> Result<App, OpenError> {
    check_existing(place)?;
    open_with(place, UploadLimits::default(), true, patient)
}

/// No bound on how long a read or a write may take.
pub fn patient(options: &mut DbOptions) {
    const LONG: Duration = Duration::from_secs(7 * 24 * 60 * 60);
    options.read_steps = u32::MAX;
    (options.read_deadline, options.write_deadline) = (LONG, LONG);
}

/// Where an installation's rows are.
pub fn database(place: &Place) -> DbOptions {
    match &place.database_url {
        Some(url) => DbOptions::postgres(url),
        None => DbOptions::sqlite(place.data_dir.join("ledgerline.db")),
    }
}

pub fn check_existing(place: &Place) -> Result<(), OpenError> {
    let key = &place.secret_key_file;
    if !key.exists() {
        let refusal = if key.starts_with(&place.data_dir) {
            let takes = "the folder of an installation that has been started before";
            DATA_DIR.refuse(&place.data_dir.to_string_lossy(), takes)
        } else {
            let takes = "the key file of an installation that has been started before";
            SECRET_KEY_FILE.refuse(&key.to_string_lossy(), takes)
        };
        return Err(refusal.into());
    }
    Ok(())
}

/// Blocks; an installation is opened once, before anything else runs.
pub fn open(
    place: &Place,
    upload_limits: UploadLimits,
    rate_limit: bool,
) -> Result<App, OpenError> {
    open_with(place, upload_limits, rate_limit, |_| ())
}

fn open_with(
    place: &Place,
    upload_limits: UploadLimits,
    rate_limit: bool,
    tune: impl FnOnce(&mut DbOptions),
) -> Result<App, OpenError> {
    make_folder(&place.data_dir)?;
    let loaded = secret_key::load_or_create(&place.secret_key_file)?;
    let mut options = database(place);
    tune(&mut options);
    let db = Db::open(&options).map_err(|error| database_error(place, &error))?;
    let keys = fitting(&loaded, &place.secret_key_file, &db)?;
    let blobs = Blobs::open(&place.media).map_err(|error| media_error(&place.media, &error))?;
    let hasher = Hasher::start().map_err(OpenError::Threads)?;
    let decoders = Decoders::start().map_err(OpenError::Threads)?;
    let (clock, events) = (Clock::system(), Arc::default());
    let bell = Bell::default();
    let samples = Samples::off();
    Ok(App {
        db,
        blobs,
        clock,
        keys,
        hasher,
        decoders,
        bell,
        events,
        upload_limits,
        ffmpeg_launcher: None,
        samples,
        rate_limit,
    })
}

/// Refuses a key that is not the one the database's secrets are sealed with. One that was made just now is taken away
/// again: a new key is for a new database.
fn fitting(loaded: &Loaded, path: &Path, db: &Db) -> Result<Keys, OpenError> {
    let keys = Keys::new(&loaded.key);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let fits = runtime.map_err(OpenError::Threads)?.block_on(key_marks::fits(db, &keys));
    if fits.map_err(|error| OpenError::Database(chain(&error)))? {
        return Ok(keys);
    }
    let takes = if loaded.is_new {
        secret_key::remove(path)?;
        "the key that this database's secrets are sealed with, and that file is gone; put it back, from a backup for \
         example"
    } else {
        "the key that this database's secrets are sealed with, and this is another one"
    };
    Err(SECRET_KEY_FILE.refuse(&path.to_string_lossy(), takes).into())
}

pub fn make_folder(path: &Path) -> Result<(), SettingError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|error| {
        let takes = format!("a folder that is there or can be made ({error})");
        DATA_DIR.refuse(&path.to_string_lossy(), takes)
    })
}

pub fn media_error(media: &blobs::Place, error: &blobs::BlobError) -> SettingError {
    let reason = chain(error).replace(['\n', '\r'], " ");
    match media {
        blobs::Place::Folder(folder) => MEDIA_URL.refuse(
            &folder.to_string_lossy(),
            format!("a folder that is there or can be made ({reason})"),
        ),
        blobs::Place::S3 { bucket, .. } => MEDIA_URL
            .refuse(bucket, format!("a bucket whose AWS_* variables make sense ({reason})")),
    }
}

pub fn database_error(place: &Place, error: &DbError) -> OpenError {
    match (error, &place.database_url) {
        (DbError::Config(reason), Some(url)) => DATABASE_URL
            .refuse(
                &without_password(url),
                format!("postgres://user:password@host/name ({reason})"),
            )
            .into(),
        // One line stays one line, whatever a driver writes.
        (error, _) => OpenError::Database(chain(error).replace(['\n', '\r'], " ")),
    }
}
