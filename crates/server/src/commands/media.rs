//! `ledgerline media …`: lists and restores the trash of the media store, and sweeps the store after the operator's
//! confirmation.

use app::library;
use app::library::store_identity::{self, Belonging};
use app::library::sweep::Bound;
use app::{App, Error};

use crate::program::cli::{MediaCommand, PlaceOnly, TrashCommand};
use crate::program::config::InstallationPlace;
use crate::program::failure::Failure;
use crate::program::installation;
use crate::program::run::{runtime, say};

pub fn run(command: &MediaCommand) -> Result<(), Failure> {
    let place = match command {
        MediaCommand::Sweep { place, .. }
        | MediaCommand::Trash(
            TrashCommand::List(PlaceOnly { place }) | TrashCommand::Restore { place, .. },
        ) => InstallationPlace::from(place),
    };
    let app = installation::open_existing(&place)?;
    runtime()?.block_on(async {
        let line = carry_out(&app, &place, command).await;
        app.db.clone().close().await;
        let line = line.map_err(|error| installation::failed_on(&place, &error))?;
        installation::print_location(&place);
        say(&line);
        Ok(())
    })
}

async fn carry_out(
    app: &App,
    place: &InstallationPlace,
    command: &MediaCommand,
) -> app::Result<String> {
    match store_identity::check(app).await? {
        Belonging::Ours => {}
        foreign => return Err(Error::Conflict(installation::foreign_store(place, foreign))),
    }
    match command {
        MediaCommand::Trash(TrashCommand::List(_)) => list(app).await,
        MediaCommand::Trash(TrashCommand::Restore { keys, .. }) => restore(app, keys).await,
        MediaCommand::Sweep { yes: false, .. } => {
            let sentence =
                "this moves every file that no row names to the trash; say --yes to do it";
            Err(Error::Conflict(sentence.to_owned()))
        }
        MediaCommand::Sweep { yes: true, .. } => {
            let swept = library::sweep::sweep(app, Bound::None).await?;
            Ok(format!("{} files went to the trash, for seven days.", swept.strays))
        }
    }
}

async fn list(app: &App) -> app::Result<String> {
    let all = library::trash::list(app).await?;
    if all.is_empty() {
        return Ok("The trash is empty.".to_owned());
    }
    let mut lines = Vec::new();
    for trashed in all {
        let named =
            if library::trash::is_named(app, &trashed).await? { ", named by a row" } else { "" };
        lines.push(format!(
            "{}  {} bytes, here since {}, removed after {}{named}",
            trashed.key,
            trashed.size,
            trashed.at,
            trashed.until()
        ));
    }
    Ok(lines.join("\n"))
}

async fn restore(app: &App, keys: &[String]) -> app::Result<String> {
    let all = library::trash::list(app).await?;
    if let Some(unknown) = keys.iter().find(|key| !all.iter().any(|one| one.key.as_str() == *key)) {
        return Err(Error::NotFound(format!("{unknown} is not in the trash")));
    }
    let (mut restored, mut in_the_way) = (0, 0);
    for trashed in &all {
        let is_wanted = match keys {
            [] => library::trash::is_named(app, trashed).await?,
            keys => keys.iter().any(|key| trashed.key.as_str() == key),
        };
        if is_wanted {
            match library::trash::restore(app, trashed).await? {
                true => restored += 1,
                false => in_the_way += 1,
            }
        }
    }
    let rest = match in_the_way {
        0 => String::new(),
        count => format!(" {count} stayed: a file lies in its place already."),
    };
    Ok(format!("{restored} files are back in their place.{rest}"))
}
