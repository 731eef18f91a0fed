//! `ledgerline user …`: the operator's rescue, printed for a person at a terminal.

use app::identity::invitations;
use app::operations::operator;
use app::{App, Error};
use domain::identity::users::User;

use crate::program::cli::{PlaceArgs, UserCommand};
use crate::program::config::{self, PublicUrl};
use crate::program::setting::SettingError;

/// Where the links that a command prints lead.
pub fn links(command: &UserCommand) -> Result<PublicUrl, SettingError> {
    match command {
        UserCommand::Invite { public_url, .. } => config::link_base(public_url.as_deref()),
        _ => config::link_base(None),
    }
}

/// Whether the command furnishes an account with sample data.
pub fn wants_samples(command: &UserCommand) -> Result<bool, SettingError> {
    match command {
        UserCommand::Create { sample_data, .. } => config::sample_data(sample_data.as_deref()),
        _ => Ok(false),
    }
}

/// Where the command's installation is.
pub fn place(command: &UserCommand) -> &PlaceArgs {
    match command {
        UserCommand::List { place }
        | UserCommand::ResetPassword { place, .. }
        | UserCommand::DisableTwoFactor { place, .. }
        | UserCommand::Unlock { place, .. }
        | UserCommand::Create { place, .. }
        | UserCommand::Invite { place, .. }
        | UserCommand::Disable { place, .. }
        | UserCommand::Enable { place, .. }
        | UserCommand::SignOut { place, .. }
        | UserCommand::Delete { place, .. } => place,
    }
}

/// Does what was asked and tells what happened.
pub async fn run(app: &App, command: &UserCommand, links: &PublicUrl) -> app::Result<String> {
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
        UserCommand::Create { email, name, role, .. } => {
            let password = operator::create_account(app, email, name, role).await?;
            Ok(format!("The account {email} was created. Its password is {password}"))
        }
        UserCommand::Invite { email, .. } => {
            let token = invitations::invite(app, email).await?;
            let link = format!("{links}{}", invitations::path(&token));
            Ok(format!(
                "The invitation of {email} works once, for seven days:\n{link}\n\
                 The server sends it by mail too; without a mail server the letter lies in its outbox."
            ))
        }
        UserCommand::Disable { email, .. } => Ok(match operator::disable(app, email).await? {
            true => format!("{email} is disabled and signed out everywhere."),
            false => format!("{email} was disabled already."),
        }),
        UserCommand::Enable { email, .. } => Ok(match operator::enable(app, email).await? {
            true => format!("{email} may sign in again."),
            false => format!("{email} was not disabled."),
        }),
        UserCommand::SignOut { email, .. } => Ok(match operator::sign_out(app, email).await? {
            0 => format!("{email} was not signed in anywhere."),
            1 => format!("1 session of {email} has been ended."),
            count => format!("{count} sessions of {email} have been ended."),
        }),
        UserCommand::Delete { email, yes: true, .. } => {
            operator::delete(app, email).await?;
            Ok(format!(
                "The account {email} and its rows are deleted. A running server removes its files now, another one \
                 when it starts."
            ))
        }
        UserCommand::Delete { email, yes: false, .. } => Err(Error::Conflict(format!(
            "this deletes {email} with all its rows and files, and nothing brings them back; add --yes to do it"
        ))),
    }
}

async fn list(app: &App) -> app::Result<String> {
    let users = operator::list(app).await?;
    if users.is_empty() {
        return Ok("There is no account yet.".to_owned());
    }
    let width = users.iter().map(|(user, _)| user.email.chars().count()).max().unwrap_or(0);
    let line = |(user, is_disabled): &(User, bool)| {
        let mark = if *is_disabled { "  (disabled)" } else { "" };
        format!("{:width$}  {}{mark}", user.email, user.name)
    };
    Ok(users.iter().map(line).collect::<Vec<_>>().join("\n"))
}
