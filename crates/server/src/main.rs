//! The `ledgerline` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ledgerline::run()
}
