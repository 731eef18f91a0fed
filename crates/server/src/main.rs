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
mod distribute;
mod error;
mod event_stream;
mod exchange;
mod extract;
mod handover;
mod health;
mod health_check;
mod installation;
mod long_json;
mod media;
mod media_answer;
mod metrics;
mod migrate;
mod money;
mod networks;
mod observe;
mod openapi;
mod operator;
mod pace;
mod ranges;
mod restore;
mod restore_journal;
mod rotate_key;
mod router;
mod routes;
mod run;
mod secret_key;
mod security_headers;
mod seed;
mod serve;
mod setting;
mod settings_file;
mod signals;
mod stalls;
mod telemetry;
mod unknown_settings;
mod verify;
mod well_known;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use cli::{Cli, Command};
use run::Failure;
use rustix::fs::Mode;

fn main() -> ExitCode {
    // Whatever is written is for its owner alone, in whatever folder it lies.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let outcome = settings_file::apply().and_then(|()| carry_out(Cli::parse().command));
    match outcome {
        Ok(code) => code,
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

fn carry_out(command: Command) -> Result<ExitCode, Failure> {
    if !matches!(command, Command::Serve(_) | Command::Demo(_)) {
        unknown_settings::print();
    }
    match command {
        Command::Confine(args) => return confine::run(&args),
        Command::Serve(args) => run::serve(&args, run::Mode::Serve),
        Command::Demo(args) => {
            let mode = if args.yes { run::Mode::OpenDemo } else { run::Mode::Demo };
            run::serve(&args.serve, mode)
        }
        Command::Distribute(args) => distribute::run(&args),
        Command::Health(args) => health_check::run(&args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Media(command) => media::run(&command),
        Command::Openapi => run::print_openapi(),
        Command::Seed(args) => run::seed(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::RotateKey(args) => rotate_key::run(&args),
        Command::User(command) => run::user(&command),
    }?;
    Ok(ExitCode::SUCCESS)
}
