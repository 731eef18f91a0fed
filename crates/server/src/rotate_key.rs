//! `ledgerline rotate-key`: another key for everything that is sealed. Both keys lie side by side until every
//! row is under the new one; interrupted at any moment, the same command finishes the work.

use app::crypto::Keys;
use app::key_rotation;
use storage::db::Db;

use crate::cli::RotateKeyArgs;
use crate::config::Place;
use crate::error::chain;
use crate::occupancy::Occupancy;
use crate::run::{Failure, runtime, say};
use crate::secret_key::Pair;
use crate::{installation, secret_key};

pub fn run(args: &RotateKeyArgs) -> Result<(), Failure> {
    let place = Place::try_from(&args.place)?;
    installation::check_existing(&place)?;
    let _occupied = Occupancy::sole_with_key(&place)?;
    let Pair { old, new, is_resumed } = secret_key::load_both(&place.secret_key_file)?;
    let mut options = installation::database(&place);
    installation::patient(&mut options);
    let db = Db::open(&options).map_err(|error| installation::database_error(&place, &error))?;
    let count = runtime()?.block_on(async {
        let count = key_rotation::rotate(&db, Keys::new(&old), Keys::new(&new)).await;
        db.close().await;
        count
    });
    let count = match count {
        Ok(count) => count,
        // Refused, so nothing is under a key that was made just now. What merely broke off may have been kept.
        Err(error @ app::Error::Conflict(_)) if !is_resumed => {
            secret_key::drop_next(&place.secret_key_file);
            return Err(Failure::Other(chain(&error)));
        }
        Err(error) => return Err(Failure::Other(chain(&error))),
    };
    secret_key::settle_next(&place.secret_key_file)?;
    say(&format!("{count} secrets are sealed under a new key; the old one is gone."));
    say("A backup from before holds the old key and stays good.");
    Ok(())
}
