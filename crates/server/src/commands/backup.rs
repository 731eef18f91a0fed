//! `ledgerline backup FILE`: writes the whole installation to one file and prints a summary.

use std::io::Write;
use std::path::Path;

use app::operations::backups::{self, Scope, Summary, Target};
use app::operations::installation::record_backup;

use crate::program::cli::BackupArgs;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::runtime;

/// More missing files than this are counted and not named one by one; the backup's own list has them all.
const MOST_NAMED: usize = 20;

pub fn run(args: &BackupArgs) -> Result<(), Failure> {
    let place = InstallationPlace::from(&args.place);
    let (app, key) = installation::open_for_backup(&place)?;
    let is_pipe = args.file == Path::new("-");
    let target = match is_pipe {
        true => Target::StandardOutput,
        false => Target::File(args.file.clone()),
    };
    let scope = if args.database_only { Scope::DatabaseOnly } else { Scope::Everything };
    let written = runtime()?.block_on(async {
        let written = backups::write(&app, &key, &target, scope).await;
        app.db.clone().close().await;
        written
    });
    let written = written.map_err(|error| installation::failed_on(&place, &error))?;
    if let Err(error) = note(&place) {
        // The backup itself is complete; noting its time fails, for example, on a read-only disk.
        print_line(&format!("The time of this backup could not be noted for the metrics: {error}"));
    }
    installation::print_location(&place);
    let name = args.file.to_string_lossy();
    report(&written, if is_pipe { "The backup" } else { &name }, scope);
    Ok(())
}

/// Notes the time of the backup in the database, where the server's metrics read it.
fn note(place: &InstallationPlace) -> Result<(), Failure> {
    let app = installation::open_existing(place)?;
    runtime()?.block_on(async {
        let noted = record_backup(&app, app.now()).await;
        app.db.clone().close().await;
        noted.map_err(|error| installation::failed_on(place, &error))
    })
}

/// Prints a line to standard error; goes on if that is closed.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints the summary of the backup to standard error: standard output may be the backup itself.
fn report(summary: &Summary, name: &str, scope: Scope) {
    let Summary { rows, files, bytes, missing } = summary;
    let megabytes = bytes.div_ceil(1 << 20);
    let media = match scope {
        Scope::Everything => format!("{files} media files"),
        Scope::DatabaseOnly => "no media".to_owned(),
    };
    let mut lines = vec![format!("{name} holds {rows} rows and {media} in {megabytes} MB.")];
    if !missing.is_empty() {
        let count = missing.len();
        lines.push(format!(
            "{count} media files that rows name are not in the store, so they are not in it:"
        ));
        lines.extend(missing.iter().take(MOST_NAMED).map(|key| format!("  {key}")));
        if count > MOST_NAMED {
            lines.push(format!(
                "  and {} more; `ledgerline verify` names them all",
                count - MOST_NAMED
            ));
        }
    }
    lines.push("It also holds the key: keep it as safe as the installation itself.".to_owned());
    print_line(&lines.join("\n"));
}
