//! `ledgerline distribute`: spreads the tables of a PostgreSQL database over the nodes of a Citus cluster.

use app::operations::installation::{Distribution as Outcome, distribute};
use http::error::chain;

use crate::program::cli::PlaceOnly;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::{runtime, say};

pub fn run(args: &PlaceOnly) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    let app = installation::open_patiently(&place)?;
    let _alone = match place.database_url {
        Some(_) => Some(installation::claim_alone(&place, "its tables are moved")?),
        None => None,
    };
    let outcome = runtime()?.block_on(async {
        let outcome = distribute(&app).await;
        app.db.clone().close().await;
        outcome.map_err(|error| Failure::Other(chain(&error)))
    })?;
    let line = describe(outcome)?;
    installation::print_location(&place);
    say(&line);
    Ok(())
}

fn describe(outcome: Outcome) -> Result<String, Failure> {
    let refused = |sentence: String| Err(Failure::Other(sentence));
    match outcome {
        Outcome::NotPostgres => refused(
            "this server uses SQLite; only a PostgreSQL database with the Citus extension can be distributed"
                .to_owned(),
        ),
        Outcome::NoCitus => refused(
            "this database does not have the Citus extension; an administrator adds it with CREATE EXTENSION citus"
                .to_owned(),
        ),
        Outcome::Unknown(tables) => refused(format!(
            "these tables are not known to this program and cannot be placed: {}",
            tables.join(", ")
        )),
        Outcome::Done(plan) if plan.statements.is_empty() => {
            Ok(format!("Nothing to do: {} tables are distributed already.", plan.already_placed))
        }
        Outcome::Done(plan) => Ok(format!(
            "{} tables are now distributed by owner, and {} copied to every node.",
            plan.distributed.len(),
            plan.reference.len()
        )),
    }
}
