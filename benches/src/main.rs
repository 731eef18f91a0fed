//! `make bench`: measures Ledgerline on this machine and prints each value beside a bare comparison, so that the ratios
//! are meaningful on any machine. Every loop is bounded in time, and everything it starts it also ends.
//! `ledgerline-bench identity`, `ledger`, `writers`, `media`, `previews`, `deliveries`, `papers`, `licenses`, `shares`,
//! `shop`, `live` or `mixed` runs one part; `live 100`, `licenses 100` and `shares 100` with a hundredth of the rows,
//! `deliveries 20` with a file of 20 MB, `shop 1` and `mixed 5` for that many seconds.

mod bare;
mod bare_list;
mod deliveries;
mod growth;
mod guest;
mod identity;
mod ledger;
mod licenses;
mod live;
mod load;
mod media;
mod mixed;
mod nginx;
mod papers;
mod pipe;
mod previews;
mod report;
mod server;
mod shares;
mod shop;
mod writers;

use std::{error::Error, process::ExitCode};

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("no runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        // The comparison programs run as separate processes, like the server.
        Some(bare::COMMAND) => bare::serve().await,
        Some(bare_list::COMMAND) => bare_list::serve(&arguments.next().ok_or("no database")?).await,
        Some("identity") => identity::run().await,
        Some("ledger") => ledger::run().await,
        Some("writers") => ledger::writers().await,
        Some("media") => media::run().await,
        Some("previews") => previews::run(),
        Some(previews::COMMAND) => {
            previews::make(&arguments.next().ok_or("no beat")?, arguments.next().as_deref())
        }
        Some("papers") => papers::run(),
        Some("deliveries") => deliveries::run(arguments.next().as_deref()).await,
        Some("licenses") => licenses::run(arguments.next().as_deref()).await,
        Some("shares") => shares::run(arguments.next().as_deref()).await,
        Some("shop") => shop::run(arguments.next().as_deref()).await,
        Some("live") => live::run(arguments.next().as_deref()).await,
        Some("mixed") => mixed::run(arguments.next().as_deref()).await,
        Some(other) => Err(format!("there is no part `{other}`").into()),
        None => {
            identity::run().await?;
            ledger::run().await?;
            media::run().await?;
            previews::run()?;
            deliveries::run(None).await?;
            papers::run()?;
            licenses::run(None).await?;
            shares::run(None).await?;
            shop::run(None).await?;
            live::run(None).await?;
            mixed::run(None).await
        }
    }
}
