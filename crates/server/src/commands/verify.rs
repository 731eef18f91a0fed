//! `ledgerline verify FILE`: checks a backup to the last byte and prints what is in it, without restoring anything.

use app::database;
use app::operations::backups::Backup;
use http::error::chain;

use crate::program::cli::VerifyArgs;
use crate::program::failure::Failure;
use crate::program::run::say;

pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let opened = Backup::open(&args.file, database::newest_schema());
    let backup = opened.map_err(|error| Failure::Other(chain(&error)))?;
    let media = match backup.is_database_only {
        true => "no media (database only)".to_owned(),
        false => format!("{} media files", backup.files()),
    };
    say(&format!(
        "{} is whole: {} rows and {media}, made at {} by Ledgerline {} with schema {}.",
        args.file.display(),
        backup.rows,
        backup.made_at,
        backup.program,
        backup.schema
    ));
    for key in &backup.missing {
        say(&format!("Missing when it was made: {key}"));
    }
    Ok(())
}
