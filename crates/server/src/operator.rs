//! `ledgerline user …`: the operator's rescue, printed for a person at a terminal.

use app::{App, operator};

use crate::cli::{PlaceArgs, UserCommand};

/// Where the command's installation is.
pub fn place(command: &UserCommand) -> &PlaceArgs {
    match command {
        UserCommand::List { place }
        | UserCommand::ResetPassword { place, .. }
        | UserCommand::DisableTwoFactor { place, .. }
        | UserCommand::Unlock { place, .. } => place,
    }
}

/// Does what was asked and tells what happened.
pub async fn run(app: &App, command: &UserCommand) -> app::Result<String> {
    match command {
        UserCommand::List { .. } => list(app).await,
        UserCommand::ResetPassword { email, .. } => {
            let password = operator::reset_password(app, email).await?;
            Ok(format!("The new password of {email} is {password}\nEvery session has been ended."))
        }
        UserCommand::DisableTwoFactor { email, .. } => {
            Ok(match operator::disable_two_factor(app, email).await? {
                true => format!("Two-factor sign-in is off for {email}."),
                false => format!("Two-factor sign-in was not on for {email}."),
            })
        }
        UserCommand::Unlock { email, .. } => Ok(match operator::unlock(app, email).await? {
            true => format!("{email} may try to sign in again."),
            false => format!("{email} was not locked."),
        }),
    }
}

async fn list(app: &App) -> app::Result<String> {
    let users = operator::list(app).await?;
    if users.is_empty() {
        return Ok("There is no account yet.".to_owned());
    }
    let width = users.iter().map(|user| user.email.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        users.iter().map(|user| format!("{:width$}  {}", user.email, user.name)).collect();
    Ok(lines.join("\n"))
}
