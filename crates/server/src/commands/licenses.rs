//! `ledgerline licenses verify`: checks the record, the frozen terms and the contract of every issued license, and
//! prints each one that was altered.

use app::licenses::evidence;

use crate::program::cli::LicensesCommand;
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::{runtime, say};

pub fn run(command: &LicensesCommand) -> Result<(), Failure> {
    let LicensesCommand::Verify(args) = command;
    let place = InstallationPlace::from(&args.place);
    let app = installation::open_existing(&place)?;
    runtime()?.block_on(async {
        let verified = evidence::verify(&app).await;
        app.db.clone().close().await;
        let verified = verified.map_err(|error| installation::failed_on(&place, &error))?;
        installation::print_location(&place);
        for sentence in &verified.broken {
            say(sentence);
        }
        match verified.broken.len() {
            0 => {
                say(&format!("Checked {} licenses: every record is whole.", verified.licenses));
                Ok(())
            }
            broken => Err(Failure::Other(format!(
                "{broken} of {} licenses are not what was issued",
                verified.licenses
            ))),
        }
    })
}
