//! `ledgerline demo`: runs the server with a demo account, and prints its email address, password and PIN.

use app::App;
use app::operations::demo;

/// Creates the demo account if it is missing, and returns the text with its sign-in data.
pub async fn prepare(app: &App) -> app::Result<String> {
    demo::ensure(app).await?;
    Ok(format!(
        "Sign in as {} with the password {}\nThe PIN for its cards is {}",
        demo::EMAIL,
        demo::PASSWORD,
        demo::PIN
    ))
}
