//! `make bench`: what Ledgerline costs, measured on this machine in one run and printed beside a
//! bare counterpart, so that the ratios mean something wherever they are read. Every loop is bounded
//! in time, and everything it starts it also ends.

mod bare;
mod identity;
mod load;
mod report;
mod server;

use std::process::ExitCode;

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("no runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    // The counterpart runs as a process of its own, as the server does.
    let outcome = match std::env::args().nth(1).as_deref() {
        Some(bare::COMMAND) => runtime.block_on(bare::serve()),
        _ => runtime.block_on(identity::run()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
