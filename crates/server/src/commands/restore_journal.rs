//! The journal of a restore, in a folder of the data folder until the restore is done. After a restore was killed, the
//! next one finds the journal and removes what the killed one has certainly written; a server refuses to start
//! meanwhile.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use app::database::{Db, DbOptions, Schema};
use app::library::store_identity;
use app::operations::backups::{self, Backup, Restored};
use app::operations::installation::restored_by;
use blobs::Blobs;

use crate::commands::restore_failures::{cannot, failed, not_empty};
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation::{self, RESTORING};

pub struct Journal {
    folder: PathBuf,
    installation: String,
    restore: String,
}

const IDS: &str = "ids";

impl Journal {
    pub fn begin(place: &InstallationPlace, restored: &Restored) -> Result<Self, Failure> {
        let folder = place.data_dir.join(RESTORING);
        let written = fs::create_dir(&folder).and_then(|()| {
            let mut file = File::create_new(folder.join(IDS))?;
            writeln!(file, "{}\n{}", restored.installation, restored.restore)?;
            file.sync_all()?;
            File::open(&folder)?.sync_all()?;
            File::open(&place.data_dir)?.sync_all()
        });
        written.map_err(|error| cannot("made", &folder, &error))?;
        let (installation, restore) = (restored.installation.clone(), restored.restore.clone());
        Ok(Self { folder, installation, restore })
    }

    /// The journal of a restore that was interrupted.
    pub fn find(place: &InstallationPlace) -> Result<Option<Self>, Failure> {
        let folder = place.data_dir.join(RESTORING);
        let text = match fs::read_to_string(folder.join(IDS)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // The file of ids is missing: the restore was interrupted before it had written anything else.
                return match fs::remove_dir_all(&folder) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        Err(cannot("removed", &folder, &error))
                    }
                    _ => Ok(None),
                };
            }
            Err(error) => return Err(cannot("read", &folder, &error)),
        };
        let mut ids = text.lines().map(str::to_owned);
        let (installation, restore) =
            (ids.next().unwrap_or_default(), ids.next().unwrap_or_default());
        Ok(Some(Self { folder, installation, restore }))
    }

    /// Whether the rows are in place: they are the last thing that a restore writes.
    pub async fn is_complete(&self, place: &InstallationPlace) -> Result<bool, Failure> {
        let options = DbOptions { schema: Schema::Current, ..installation::database(place) };
        // A database that is missing or cannot be opened means that the restore is not complete.
        let Ok(db) = Db::open(&options) else { return Ok(false) };
        let found = restored_by(&db).await;
        db.close().await;
        let found = found.map_err(|error| failed(&place.database_name(), &error))?;
        Ok(found.as_deref() == Some(self.restore.as_str()))
    }

    /// Removes what this restore has written. It wrote its id to the media store first: without an id in the store it
    /// has written nothing else there, and with another id everything in the store belongs to another installation.
    pub async fn take_back(
        self,
        place: &InstallationPlace,
        backup: &Backup,
        blobs: &Blobs,
    ) -> Result<(), Failure> {
        let media = |error: app::Error| failed(&place.media_name(), &error);
        let carried = store_identity::read(blobs).await.map_err(media)?;
        match carried {
            None => return self.close(),
            Some(id) if id != self.installation => {
                return Err(not_empty(&format!("the media store {}", place.media_name())));
            }
            Some(_) if backup.is_database_only => {}
            Some(_) => backups::empty_store(blobs).await.map_err(media)?,
        }
        let key = backup.key().map_err(|error| failed("the backup", &error))?;
        let path = &place.secret_key_file;
        if fs::read_to_string(path).is_ok_and(|text| text.trim() == key.trim()) {
            fs::remove_file(path).map_err(|error| cannot("removed", path, &error))?;
        }
        self.close()
    }

    /// Removes the journal: the restore is finished.
    pub fn close(self) -> Result<(), Failure> {
        fs::remove_dir_all(&self.folder).map_err(|error| cannot("removed", &self.folder, &error))
    }
}
