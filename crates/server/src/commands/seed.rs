//! `ledgerline seed`: fills an account with made-up rows, and prints the progress.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use app::App;
use app::operations::seed::{self, Plan};

use crate::program::cli::SeedArgs;
use crate::program::failure::Failure;
use crate::program::setting::with_commas;

/// How often a line about the progress is printed.
const REPORT_EVERY: Duration = Duration::from_secs(2);

pub fn plan(args: &SeedArgs) -> Result<Plan, Failure> {
    let plan = Plan {
        transactions: args.transactions,
        sales: args.sales,
        documents: args.documents,
        clients: args.clients,
        goals: args.goals,
        years: args.years,
        seed: args.seed.unsigned_abs(),
        batch: Plan::BATCH,
    };
    if plan.transactions + plan.sales + plan.documents + plan.clients + plan.goals == 0 {
        return Err(Failure::Argument(
            "there is nothing to make: say how much with --transactions, --sales, --documents, --clients or --goals",
        ));
    }
    Ok(plan)
}

/// Creates the rows and returns the last line to print.
pub async fn run(app: &App, email: &str, plan: &Plan) -> app::Result<String> {
    let begun = Instant::now();
    let mut reported = begun;
    seed::fill(app, email, plan, |made| {
        if reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            let (made, all) = (with_commas(made), with_commas(plan.transactions));
            // The work goes on even if standard error is closed.
            let _ = writeln!(
                io::stderr(),
                "{made} of {all} transactions after {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
    })
    .await?;
    Ok(format!(
        "{email} has {} more transactions, {} more sales, {} more beats and videos, {} more clients and \
         {} more goals, made in {:.1} s.",
        with_commas(plan.transactions),
        with_commas(plan.sales),
        with_commas(plan.documents),
        with_commas(plan.clients),
        with_commas(plan.goals),
        begun.elapsed().as_secs_f64()
    ))
}
