//! `ledgerline distribute`: spreads the tables of a PostgreSQL database over the nodes of a Citus cluster.

use storage::distribution::{self, Outcome};

use crate::cli::DistributeArgs;
use crate::config::Place;
use crate::error::chain;
use crate::installation;
use crate::run::{Failure, runtime, say};

pub fn run(args: &DistributeArgs) -> Result<(), Failure> {
    let place = Place::try_from(&args.place)?;
    let app = installation::open_for_backup(&place)?;
    let outcome = runtime()?.block_on(async {
        let outcome = app.db.write(|tx| Ok::<_, app::Error>(distribution::apply(tx)?)).await;
        app.db.clone().close().await;
        outcome.map_err(|error| Failure::Other(chain(&error)))
    })?;
    say(&told(outcome)?);
    Ok(())
}

fn told(outcome: Outcome) -> Result<String, Failure> {
    let refused = |sentence: String| Err(Failure::Other(sentence));
    match outcome {
        Outcome::NotPostgres => refused(
            "this installation uses SQLite; only a PostgreSQL database with the Citus extension can be distributed"
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
            Ok(format!("Nothing to do: {} tables are distributed already.", plan.settled))
        }
        Outcome::Done(plan) => Ok(format!(
            "{} tables are now distributed by owner, and {} copied to every node.",
            plan.distributed.len(),
            plan.reference.len()
        )),
    }
}
