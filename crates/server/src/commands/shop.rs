//! `ledgerline shop hide` and `show`: the operator hides the public page of a producer, or shows it again.

use app::shop::hiding;

use crate::program::cli::{ShopArgs, ShopCommand};
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::{runtime, say};

pub fn run(command: &ShopCommand) -> Result<(), Failure> {
    let (ShopArgs { handle, place }, is_hidden) = match command {
        ShopCommand::Hide(args) => (args, true),
        ShopCommand::Show(args) => (args, false),
    };
    let place = InstallationPlace::from(place);
    let app = installation::open_existing(&place)?;
    runtime()?.block_on(async {
        let done = hiding::set(&app, handle, is_hidden).await;
        app.db.clone().close().await;
        let owner = done.map_err(|error| installation::failed_on(&place, &error))?;
        installation::print_location(&place);
        say(&match is_hidden {
            true => format!("The public page of {owner} is hidden within a minute."),
            false => format!("The public page of {owner} is no longer hidden."),
        });
        Ok(())
    })
}
