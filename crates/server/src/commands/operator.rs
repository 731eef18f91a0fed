//! `ledgerline user …`: the operator creates, invites, helps, disables and deletes accounts.

use app::identity::invitations;
use app::operations::operator;
use app::{App, Error};
use domain::identity::users::User;

use crate::program::cli::{AccountArgs, PlaceArgs, PlaceOnly, UserCommand};

/// Whether the command fills a new account with sample data.
pub fn wants_samples(command: &UserCommand) -> bool {
    matches!(command, UserCommand::Create { sample_data: true, .. })
}

/// The arguments of the command that say where the installation is.
pub fn place(command: &UserCommand) -> &PlaceArgs {
    match command {
        UserCommand::List(PlaceOnly { place }) | UserCommand::Invite { place, .. } => place,
        UserCommand::ResetPassword(account)
        | UserCommand::DisableTwoFactor(account)
        | UserCommand::Unlock(account)
        | UserCommand::Disable(account)
        | UserCommand::Enable(account)
        | UserCommand::SignOut(account)
        | UserCommand::Create { account, .. }
        | UserCommand::Delete { account, .. } => &account.place,
    }
}

/// Carries the command out and returns the text to print.
pub async fn run(app: &App, command: &UserCommand) -> app::Result<String> {
    match command {
        UserCommand::List(_) => list(app).await,
        UserCommand::ResetPassword(AccountArgs { email, .. }) => {
            let password = operator::reset_password(app, email).await?;
            Ok(format!("The new password of {email} is {password}\nEvery session has been ended."))
        }
        UserCommand::DisableTwoFactor(AccountArgs { email, .. }) => {
            Ok(match operator::disable_two_factor(app, email).await? {
                true => format!("Two-factor sign-in is off for {email}."),
                false => format!("Two-factor sign-in was not on for {email}."),
            })
        }
        UserCommand::Unlock(AccountArgs { email, .. }) => {
            Ok(match operator::unlock(app, email).await? {
                true => format!("{email} may try to sign in again."),
                false => format!("{email} was not locked."),
            })
        }
        UserCommand::Create { account: AccountArgs { email, .. }, name, role, .. } => {
            let password = operator::create_account(app, email, name, role).await?;
            Ok(format!("The account {email} was created. Its password is {password}"))
        }
        UserCommand::Invite { email, public_url, .. } => {
            let token = invitations::invite(app, email).await?;
            let link = format!("{public_url}{}", invitations::path(&token));
            Ok(format!(
                "The invitation of {email} works once, for seven days:\n{link}\n\
                 The server sends it by mail too; without a mail server the letter lies in its outbox."
            ))
        }
        UserCommand::Disable(AccountArgs { email, .. }) => {
            Ok(match operator::disable(app, email).await? {
                true => format!("{email} is disabled and signed out everywhere."),
                false => format!("{email} was disabled already."),
            })
        }
        UserCommand::Enable(AccountArgs { email, .. }) => {
            Ok(match operator::enable(app, email).await? {
                true => format!("{email} may sign in again."),
                false => format!("{email} was not disabled."),
            })
        }
        UserCommand::SignOut(AccountArgs { email, .. }) => {
            Ok(match operator::sign_out(app, email).await? {
                0 => format!("{email} was not signed in anywhere."),
                1 => format!("1 session of {email} has been ended."),
                count => format!("{count} sessions of {email} have been ended."),
            })
        }
        UserCommand::Delete { account: AccountArgs { email, .. }, yes: true } => {
            operator::delete(app, email).await?;
            Ok(format!(
                "The account {email} and its rows are deleted. A running server removes its files now, another one \
                 when it starts."
            ))
        }
        UserCommand::Delete { account: AccountArgs { email, .. }, yes: false } => {
            Err(Error::Conflict(format!(
                "this deletes {email} with all its rows and files, and nothing brings them back; add --yes to do it"
            )))
        }
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
