//! `ledgerline rotate-key`: encrypts all stored secrets anew, with a new key. Both key files exist side by side until
//! every row is encrypted with the new key; if the command is interrupted, running it again finishes the work. The old
//! key is kept as `secret.key.old`, for backups that were made before the rotation.

use app::crypto::Keys;
use app::database::{Db, DbOptions, Schema};
use app::operations::key_rotation;
use http::error::chain;

use crate::program::cli::PlaceOnly;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::run::{runtime, say};
use crate::program::{installation, secret_key};

pub fn run(args: &PlaceOnly) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    let path = &place.secret_key_file;
    installation::check_not_restoring(&place)?;
    installation::check_folder(&place)?;
    let (old, resumed) = secret_key::load_pair(path)?;
    let mut options = DbOptions { schema: Schema::Current, ..installation::database(&place) };
    installation::remove_time_limits(&mut options);
    let _alone = installation::claim_alone(&place, "it would go on with the old key")?;
    let db = Db::open(&options).map_err(|error| installation::database_error(&place, &error))?;
    // First checks that the database is encrypted with this key, before anything is created or changed. After an
    // interrupted rotation, rows may be encrypted with the new key already.
    if resumed.is_none() {
        installation::check_key(&place, &db, &Keys::new(&old))?;
    }
    let new = match resumed {
        Some(new) => new,
        None => secret_key::make_next(path)?,
    };
    let count = runtime()?.block_on(async {
        let count = key_rotation::rotate(&db, Keys::new(&old), Keys::new(&new)).await;
        db.close().await;
        count
    });
    let count = match count {
        Ok(count) => count,
        // The rotation was refused, so nothing is encrypted with the new key, and it can be removed. After any other
        // error rows may have been written with it.
        Err(error @ app::Error::Conflict(_)) if resumed.is_none() => {
            secret_key::drop_next(path);
            return Err(Failure::Other(chain(&error)));
        }
        Err(error) => return Err(Failure::Other(chain(&error))),
    };
    let kept = secret_key::settle_next(path)?;
    installation::print_location(&place);
    say(&format!(
        "{count} secrets are sealed under a new key; the old one is kept as {}.",
        kept.display()
    ));
    say("Make a new backup. One from before holds the old key and stays good.");
    Ok(())
}
