//! `ledgerline demo`: the server with an account to look around in, whose keys are told to
//! whoever started it.

use app::App;
use app::operations::demo;

/// Makes the account where it is missing, and tells how to get in.
pub async fn prepare(app: &App) -> app::Result<String> {
    demo::ensure(app).await?;
    Ok(format!(
        "Sign in as {} with the password {}\nThe PIN for its cards is {}",
        demo::EMAIL,
        demo::PASSWORD,
        demo::PIN
    ))
}
