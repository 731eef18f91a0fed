//! `ledgerline backup FILE`: the whole installation in one file, told in one line.

use app::backups::{self, Summary};

use crate::cli::BackupArgs;
use crate::config::Place;
use crate::error::chain;
use crate::run::{Failure, runtime, say};
use crate::{installation, secret_key};

pub fn run(args: &BackupArgs) -> Result<(), Failure> {
    let place = Place::try_from(&args.place)?;
    let app = installation::open_for_backup(&place)?;
    let key = secret_key::load_or_create(&place.secret_key_file)?.key;
    runtime()?.block_on(async {
        let written = backups::write(&app, &key, &args.file).await;
        app.db.clone().close().await;
        let written = written.map_err(|error| Failure::Other(chain(&error)))?;
        let Summary { rows, files, bytes } = written;
        let megabytes = bytes.div_ceil(1 << 20);
        let file = args.file.display();
        say(&format!("{file} holds {rows} rows and {files} media files in {megabytes} MB."));
        say("It also holds the key: keep it as safe as the installation itself.");
        Ok(())
    })
}
