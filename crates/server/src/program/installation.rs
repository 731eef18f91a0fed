//! Opens an installation for work: its folder, its key, its database, its media. `serve`, `demo` and the
//! operator's commands all start here. Only a server creates what is missing; a command needs an existing installation.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use app::crypto::Keys;
use app::database::{Db, DbError, DbOptions, Presence, Schema, Share};
use app::files::decoders::Decoders;
use app::guests::budget::Guests;
use app::identity::hasher::Hasher;
use app::library::store_identity::{self, Belonging};
use app::operations::key_marks;
use app::{App, Clock, JobSignal};
use domain::library::documents::UploadLimits;
use http::error::chain;

use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::secret_key::{self, Loaded, SecretKey};
use crate::program::setting::{
    DATA_DIR, DATABASE_URL, MEDIA_URL, SECRET_KEY_FILE, SettingError, without_password,
};

/// SQLite's page cache for bulk writes: large enough for the inner pages of all indexes of a million rows, and a batch.
const BULK_CACHE_KIB: i32 = 256 * 1024;
/// A folder in the data folder that exists while a restore is in progress.
pub const RESTORING: &str = ".restoring";

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("{0}")]
    Database(String),
    #[error("{0}")]
    ForeignStore(String),
    #[error("{0}")]
    Occupied(String),
    #[error("threads could not be started: {0}")]
    Threads(#[source] io::Error),
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Setting(error) => Self::Setting(error),
            other => Self::Other(chain(&other)),
        }
    }
}

/// Opens the installation for a server and registers it with the database while `Presence` is held. Creates what is
/// missing, unless there are media files that a new database would not know.
pub fn open_to_serve(
    place: &InstallationPlace,
    upload_limits: UploadLimits,
    rate_limit: bool,
) -> Result<(App, Presence), OpenError> {
    check_not_restoring(place)?;
    check_no_orphans(place)?;
    make_folder(&place.data_dir)?;
    restrict_permissions(place);
    let loaded = secret_key::load_or_create(&place.secret_key_file)?;
    let opened = Presence::open(&database(place));
    let (db, presence) = opened.map_err(|error| database_error(place, &error))?;
    let keys = accept_key(&loaded, &place.secret_key_file, &db)?;
    let app = assemble(place, db, keys, upload_limits, rate_limit)?;
    check_store(place, &app)?;
    Ok((app, presence))
}

/// Opens an existing installation for a command; creates and migrates nothing.
pub fn open_existing(place: &InstallationPlace) -> Result<App, OpenError> {
    open_current(place, |_| ())
}

/// Like `open_existing`, with a large cache for writing many rows.
pub fn open_for_bulk(place: &InstallationPlace) -> Result<App, OpenError> {
    open_current(place, |options| options.write_cache_kib = BULK_CACHE_KIB)
}

/// Like `open_existing`, without time limits on queries, for a change that may take hours.
pub fn open_patiently(place: &InstallationPlace) -> Result<App, OpenError> {
    open_current(place, remove_time_limits)
}

/// Opens an existing installation to read all of it without time limits: accepts any schema that this program knows,
/// and a read-only disk.
pub fn open_for_backup(place: &InstallationPlace) -> Result<(App, SecretKey), OpenError> {
    let key = existing_key(place)?;
    let mut options = DbOptions { schema: Schema::ReadOnly, ..database(place) };
    remove_time_limits(&mut options);
    let app = open_with_key(place, &key, &options)?;
    Ok((app, key))
}

fn open_current(
    place: &InstallationPlace,
    tune: impl FnOnce(&mut DbOptions),
) -> Result<App, OpenError> {
    let key = existing_key(place)?;
    let mut options = DbOptions { schema: Schema::Current, ..database(place) };
    tune(&mut options);
    open_with_key(place, &key, &options)
}

fn open_with_key(
    place: &InstallationPlace,
    key: &SecretKey,
    options: &DbOptions,
) -> Result<App, OpenError> {
    let db = Db::open(options).map_err(|error| database_error(place, &error))?;
    let keys = Keys::new(key);
    check_key(place, &db, &keys)?;
    assemble(place, db, keys, UploadLimits::default(), true)
}

/// Loads the key of an existing installation; if there is none, the data folder is probably wrong.
fn existing_key(place: &InstallationPlace) -> Result<SecretKey, OpenError> {
    check_not_restoring(place)?;
    check_folder(place)?;
    Ok(secret_key::load(&place.secret_key_file)?)
}

pub fn check_folder(place: &InstallationPlace) -> Result<(), OpenError> {
    let key = &place.secret_key_file;
    if !key.exists() && key.starts_with(&place.data_dir) {
        let takes = "the folder of an installation that has been started before";
        return Err(DATA_DIR.refuse(&place.data_dir.to_string_lossy(), takes).into());
    }
    Ok(())
}

/// Refuses a key that the database's secrets are not encrypted with.
pub fn check_key(place: &InstallationPlace, db: &Db, keys: &Keys) -> Result<(), OpenError> {
    let matches = block_on(key_marks::matches(db, keys))?;
    if matches.map_err(|error| OpenError::Database(chain(&error)))? {
        return Ok(());
    }
    let takes = "the key that this database's secrets are sealed with, and this is another one; nothing was changed";
    Err(SECRET_KEY_FILE.refuse(&place.secret_key_file.to_string_lossy(), takes).into())
}

/// Prints to standard error which installation a command works on; standard output is for the result.
pub fn print_location(place: &InstallationPlace) {
    let line =
        format!("Working on {} with media in {}.", place.database_name(), place.media_name());
    // The command goes on even if standard error is closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Why a command failed, with the database it worked on.
pub fn failed_on(place: &InstallationPlace, error: &app::Error) -> Failure {
    Failure::Other(format!("{}: {}", place.database_name(), chain(error)))
}

/// Makes sure that no server uses the database while `Presence` is held. `why` completes the refusal.
pub fn claim_alone(place: &InstallationPlace, why: &str) -> Result<Presence, OpenError> {
    let taken = Presence::take(&database(place), Share::Sole);
    let taken = taken.map_err(|error| database_error(place, &error))?;
    taken.ok_or_else(|| {
        let database = place.database_name();
        OpenError::Occupied(format!("a server is running on {database}; stop it first, {why}"))
    })
}

fn assemble(
    place: &InstallationPlace,
    db: Db,
    keys: Keys,
    upload_limits: UploadLimits,
    rate_limit: bool,
) -> Result<App, OpenError> {
    let blobs = place.open_store().map_err(|error| media_error(&place.media, &error))?;
    let hasher = Hasher::start().map_err(OpenError::Threads)?;
    let guests = Guests::start(&db).map_err(OpenError::Threads)?;
    let decoders = Decoders::start().map_err(OpenError::Threads)?;
    let (clock, events) = (Clock::system(), Arc::default());
    let job_signal = JobSignal::default();
    let policy = Default::default();
    Ok(App {
        db,
        blobs,
        clock,
        keys,
        hasher,
        guests,
        decoders,
        job_signal,
        events,
        upload_limits,
        upload_turns: Default::default(),
        ffmpeg_launcher: None,
        sample_data: false,
        rate_limit,
        policy,
        outside: Default::default(),
        confirms_emails: false,
        relying_party: None,
        links_url: String::new(),
        seal: None,
    })
}

/// Refuses a missing database if the media store has files: the database was probably moved, or its address is wrong.
/// Runs before anything is created.
fn check_no_orphans(place: &InstallationPlace) -> Result<(), OpenError> {
    if !is_database_missing(place)? {
        return Ok(());
    }
    if let blobs::StoreLocation::Folder(folder) = &place.media
        && !folder.exists()
    {
        return Ok(());
    }
    let blobs = place.open_store().map_err(|error| media_error(&place.media, &error))?;
    let is_empty = block_on(app::operations::backups::is_store_empty(&blobs))?;
    match is_empty {
        // Another server that starts for the first time may have created both in the meantime.
        Ok(false) if is_database_missing(place)? => {
            let belonging = Belonging::AnotherInstallations;
            Err(OpenError::ForeignStore(foreign_store(place, belonging)))
        }
        Ok(_) => Ok(()),
        // An unreachable store is checked again before anything in it is changed.
        Err(error) if is_unreachable(&error) => Ok(()),
        Err(error) => Err(OpenError::ForeignStore(chain(&error))),
    }
}

fn is_database_missing(place: &InstallationPlace) -> Result<bool, OpenError> {
    match Db::open(&DbOptions { schema: Schema::ReadOnly, ..database(place) }) {
        Ok(db) => {
            block_on(db.close())?;
            Ok(false)
        }
        Err(DbError::Missing) => Ok(true),
        // Another server is creating it, or opening it will report the error.
        Err(_) => Ok(false),
    }
}

/// Refuses a store that belongs to another database.
fn check_store(place: &InstallationPlace, app: &App) -> Result<(), OpenError> {
    match block_on(store_identity::check(app))? {
        Ok(Belonging::Ours) => Ok(()),
        Ok(foreign) => Err(OpenError::ForeignStore(foreign_store(place, foreign))),
        Err(error) if is_unreachable(&error) => {
            let error = chain(&error);
            tracing::warn!(error, "the media store does not answer; everything else is served");
            Ok(())
        }
        Err(error) => Err(OpenError::ForeignStore(chain(&error))),
    }
}

fn is_unreachable(error: &app::Error) -> bool {
    matches!(error, app::Error::Unavailable(_) | app::Error::Busy)
}

/// The message for a media store that belongs to another database.
pub fn foreign_store(place: &InstallationPlace, belonging: Belonging) -> String {
    let (media, database) = (place.media_name(), place.database_name());
    let what = match belonging {
        Belonging::UnknownFiles => "holds files that the database names none of",
        _ => "belongs to another installation than the database",
    };
    format!(
        "the media store {media} {what}: {database}; check --data-dir, --database-url and --media-url. If the two \
         belong together, remove the file {} from the store; nothing was changed",
        store_identity::MARKER
    )
}

/// Removes the time limits on reads and writes.
pub fn remove_time_limits(options: &mut DbOptions) {
    const LONG: Duration = Duration::from_secs(7 * 24 * 60 * 60);
    options.read_steps = u32::MAX;
    (options.read_deadline, options.write_deadline) = (LONG, LONG);
}

/// The database of an installation.
pub fn database(place: &InstallationPlace) -> DbOptions {
    match &place.database_url {
        Some(url) => {
            DbOptions { pool_size: place.database_connections, ..DbOptions::postgres(url) }
        }
        None => DbOptions::sqlite(place.database_file()),
    }
}

/// Refuses the half-restored installation of an interrupted restore.
pub fn check_not_restoring(place: &InstallationPlace) -> Result<(), OpenError> {
    if !place.data_dir.join(RESTORING).exists() {
        return Ok(());
    }
    let takes = "a folder that nothing is being restored into; `ledgerline restore` was interrupted, run it again";
    Err(DATA_DIR.refuse(&place.data_dir.to_string_lossy(), takes).into())
}

/// Removes the permissions of other users from database files that an older version created with them.
fn restrict_permissions(place: &InstallationPlace) {
    let file = place.database_file();
    for name in ["", "-wal", "-shm"] {
        let mut path = file.clone().into_os_string();
        path.push(name);
        let path = Path::new(&path);
        let mode = fs::metadata(path).map(|found| found.permissions().mode() & 0o777);
        if mode.is_ok_and(|mode| mode & 0o077 != 0)
            && let Err(error) = fs::set_permissions(path, Permissions::from_mode(0o600))
        {
            tracing::warn!(path = %path.display(), %error, "others can read the database");
        }
    }
    let mode = fs::metadata(&place.data_dir).map(|found| found.permissions().mode() & 0o777);
    if let Ok(mode) = mode
        && mode & 0o022 != 0
    {
        let folder = place.data_dir.display();
        tracing::warn!(%folder, mode = format!("{mode:04o}"), "others can write to the data folder");
    }
}

/// Refuses a key that the database's secrets are not encrypted with; a key that was created just now is removed again.
fn accept_key(loaded: &Loaded, path: &Path, db: &Db) -> Result<Keys, OpenError> {
    let keys = Keys::new(&loaded.key);
    let fits = block_on(key_marks::verify_or_initialize(db, &keys))?;
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

/// Runs a future to its end before the program's own runtime has started.
fn block_on<T>(future: impl Future<Output = T>) -> Result<T, OpenError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(OpenError::Threads)?.block_on(future))
}

pub fn make_folder(path: &Path) -> Result<(), SettingError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|error| {
        let takes = format!("a folder that is there or can be made ({error})");
        DATA_DIR.refuse(&path.to_string_lossy(), takes)
    })
}

pub fn media_error(media: &blobs::StoreLocation, error: &blobs::BlobError) -> SettingError {
    let reason = chain(error).replace(['\n', '\r'], " ");
    match media {
        blobs::StoreLocation::Folder(folder) => MEDIA_URL.refuse(
            &folder.to_string_lossy(),
            format!("a folder that is there or can be made ({reason})"),
        ),
        blobs::StoreLocation::S3 { bucket, .. } => MEDIA_URL
            .refuse(bucket, format!("a bucket whose AWS_* variables make sense ({reason})")),
    }
}

pub fn database_error(place: &InstallationPlace, error: &DbError) -> OpenError {
    match (error, &place.database_url) {
        (DbError::Config(reason), Some(url)) => DATABASE_URL
            .refuse(
                &without_password(url),
                format!("postgres://user:password@host/name ({reason})"),
            )
            .into(),
        (DbError::Missing, Some(url)) => {
            let takes = "a database that a server has been started on; there is no Ledgerline schema in this one";
            DATABASE_URL.refuse(&without_password(url), takes).into()
        }
        (DbError::Missing, None) => {
            let takes = "the folder of an installation that has been started before; there is no database in it";
            DATA_DIR.refuse(&place.data_dir.to_string_lossy(), takes).into()
        }
        (DbError::InUse, _) => OpenError::Occupied(format!(
            "another program is at work on {}: a server with an older schema, a new key or a restore; stop it or wait \
             for its end",
            place.database_name()
        )),
        // Database drivers may write several lines; the message must be one.
        (error, _) => OpenError::Database(format!(
            "{} could not be opened: {}",
            place.database_name(),
            chain(error).replace(['\n', '\r'], " ")
        )),
    }
}
