//! `ledgerline migrate`: creates the database, or migrates it to this program's schema, without starting a server.

use app::database::{self, Presence};

use crate::program::cli::PlaceOnly;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::{runtime, say};

pub fn run(args: &PlaceOnly) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    installation::check_not_restoring(&place)?;
    installation::make_folder(&place.data_dir)?;
    let mut options = installation::database(&place);
    installation::remove_time_limits(&mut options);
    let opened = Presence::open(&options);
    let (db, _presence) = opened.map_err(|error| installation::database_error(&place, &error))?;
    runtime()?.block_on(db.close());
    let newest = database::newest_schema();
    say(&format!("{} has schema {newest}.", place.database_name()));
    Ok(())
}
