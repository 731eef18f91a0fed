//! Who works in a data folder. Any number of servers may share one, but filling an account keeps the
//! only writer of a SQLite file busy for minutes, and a new key must not meet a server with the old one:
//! these want the folder to themselves. The system forgets the mark when the process ends, however it ends.

use std::fs::{File, TryLockError};

use crate::config::Place;

/// Holds the folder until it is dropped.
pub struct Occupancy {
    _folder: Option<File>,
}

#[derive(Debug, thiserror::Error)]
pub enum Taken {
    #[error("another command is at work on {0}; start again when it is done")]
    Filled(String),
    #[error("a server is running on {0}; stop it first, seeding would keep its people waiting")]
    Served(String),
    #[error("a server is running on {0}; stop it first, it would go on with the old key")]
    ServedWithKey(String),
}

impl Occupancy {
    /// For a server: beside others of its kind.
    pub fn shared(place: &Place) -> Result<Self, Taken> {
        Self::take(place, File::try_lock_shared, Taken::Filled)
    }

    /// For what would keep a SQLite file busy. PostgreSQL has a writer for everyone; there a batch keeps out
    /// the account's own money only.
    pub fn sole(place: &Place) -> Result<Self, Taken> {
        match place.database_url {
            None => Self::take(place, File::try_lock, Taken::Served),
            Some(_) => Ok(Self { _folder: None }),
        }
    }

    /// For another key, whichever engine has the rows.
    pub fn sole_with_key(place: &Place) -> Result<Self, Taken> {
        Self::take(place, File::try_lock, Taken::ServedWithKey)
    }

    fn take(
        place: &Place,
        lock: impl FnOnce(&File) -> Result<(), TryLockError>,
        taken: impl FnOnce(String) -> Taken,
    ) -> Result<Self, Taken> {
        let folder = File::open(&place.data_dir).ok();
        match folder.as_ref().map(lock) {
            Some(Err(TryLockError::WouldBlock)) => Err(taken(place.data_dir.display().to_string())),
            // A folder that is not there yet is nobody's; where locks are not to be had, none are kept.
            _ => Ok(Self { _folder: folder }),
        }
    }
}
