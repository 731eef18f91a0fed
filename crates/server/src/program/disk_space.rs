//! How much space is left on the disks that the server writes to.

use std::path::PathBuf;

use rustix::fs::statvfs;

use crate::program::config::InstallationPlace;

#[derive(Clone)]
pub struct Folders {
    pub data: PathBuf,
    /// None if the media are in S3.
    media: Option<PathBuf>,
}

impl Folders {
    pub fn of(place: &InstallationPlace) -> Self {
        let media = match &place.media {
            blobs::StoreLocation::Folder(folder) => Some(folder.clone()),
            blobs::StoreLocation::S3 { .. } => None,
        };
        Self { data: place.data_dir.clone(), media }
    }

    /// The free bytes on the disk of the data or of the media, whichever has less.
    pub fn free(&self) -> Option<u64> {
        let free = |folder: &PathBuf| {
            let disk = statvfs(folder).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        };
        [Some(&self.data), self.media.as_ref()].into_iter().flatten().filter_map(free).min()
    }
}
