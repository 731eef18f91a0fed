//! The `ledgerline` program: reads the command line, and serves or helps the operator.

mod address_shares;
mod api_docs;
mod assets;
mod attachment;
mod backup;
mod blob_body;
mod cli;
mod config;
mod confine;
mod connection_io;
mod demo;
mod disposition;
mod error;
mod event_stream;
mod exchange;
mod extract;
mod handover;
mod installation;
mod long_json;
mod media_answer;
mod metrics;
mod money;
mod networks;
mod observe;
mod occupancy;
mod openapi;
mod operator;
mod pace;
mod ranges;
mod restore;
mod rotate_key;
mod router;
mod routes;
mod run;
mod secret_key;
mod security_headers;
mod seed;
mod serve;
mod setting;
mod signals;
mod stalls;
mod telemetry;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use cli::{Cli, Command};
use run::Failure;

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(args) => run::serve(&args, run::Mode::Serve),
        Command::Demo(args) => run::serve(&args, run::Mode::Demo),
        Command::Openapi => run::print_openapi(),
        Command::Seed(args) => run::seed(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::RotateKey(args) => rotate_key::run(&args),
        Command::User(command) => run::user(&command),
        Command::Confine(args) => match confine::run(&args) {
            Ok(code) => return code,
            Err(failure) => Err(failure),
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nowhere is left to tell of a terminal that is gone.
            let _ = writeln!(std::io::stderr(), "ledgerline: {failure}");
            ExitCode::from(match failure {
                Failure::Setting(_) | Failure::Argument(_) => 2,
                _ => 1,
            })
        }
    }
}
