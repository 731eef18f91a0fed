//! The `ledgerline` program as a library: `main.rs` calls `run`, and tests start servers inside their own process.

mod api;
mod assets;
mod commands;
mod program;

use std::io::Write;
use std::process::ExitCode;

use rustix::fs::Mode;

use crate::program::cli::{Cli, Command};
use crate::program::failure::Failure;

pub use crate::program::embedded;

/// What the tests in `tests/api/unit` call; not for other crates.
#[doc(hidden)]
pub mod internal {
    pub use crate::api::docs::page::render as render_docs;
    pub use crate::api::money::Amount;
    pub use crate::api::openapi::to_text as openapi_text;
    pub use crate::api::router::document as openapi_document;
    pub use crate::api::routes::notifications::events::{format_event, last_event};
    pub use crate::api::routes::shapes::Paging;
    pub use crate::assets::Assets;
    pub use crate::program::cli::{Cli, Command, ServeArgs};
    pub use crate::program::config::{InstallationPlace, LogFormat, PublicUrl};
    pub use crate::program::run::is_unencrypted;
    pub use crate::program::secret_key::{SecretKey, load_or_create};
    pub use crate::program::setting::{LISTEN, refused_line, with_commas, without_password};
    pub use crate::program::settings_file::{config_flag, parse as parse_settings};
    pub use crate::program::unknown_settings::{known_variables, warnings_about};
}

/// Reads the command line and runs its command.
pub fn run() -> ExitCode {
    // Files and folders that this process creates get no permissions for other users.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let outcome = program::settings_file::apply().and_then(|()| carry_out(Cli::parse().command));
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            // If standard error is closed, there is nowhere left to report it.
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
        program::unknown_settings::print();
    }
    match command {
        Command::Confine(args) => return program::confine::run(&args),
        Command::Serve(args) => program::run::serve(&args, program::run::Mode::Serve),
        Command::Demo(args) => {
            let mode =
                if args.yes { program::run::Mode::OpenDemo } else { program::run::Mode::Demo };
            program::run::serve(&args.serve, mode)
        }
        Command::Distribute(args) => commands::distribute::run(&args),
        Command::Health(args) => commands::health_check::run(&args),
        Command::Migrate(args) => commands::migrate::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Media(command) => commands::media::run(&command),
        Command::Licenses(command) => commands::licenses::run(&command),
        Command::Shop(command) => commands::shop::run(&command),
        Command::Openapi => program::run::print_openapi(),
        Command::Seed(args) => program::run::seed(&args),
        Command::Backup(args) => commands::backup::run(&args),
        Command::Restore(args) => commands::restore::run(&args),
        Command::RotateKey(args) => commands::rotate_key::run(&args),
        Command::User(command) => program::run::user(&command),
    }?;
    Ok(ExitCode::SUCCESS)
}
