//! The account that `ledgerline demo` opens the door with. Its password is known to everyone, which
//! is its point; `serve` never makes it.

use domain::passwords::Password;
use storage::sessions;

use crate::{
    App, Caller, Error, Result,
    auth::{self, SignUp},
    operator,
};

pub const EMAIL: &str = "maya@ledgerline.example";
pub const PASSWORD: &str = "Northline-77";
const NAME: &str = "Maya Okafor";
const ROLE: &str = "Music Producer";

/// Makes the account, or gives it its known password again where someone has changed it.
pub async fn ensure(app: &App) -> Result<()> {
    match operator::find(app, EMAIL).await {
        Ok(account) => {
            let known = Password::chosen("password", PASSWORD.to_owned())?;
            if app.hasher.verify(known, account.password_hash.clone()).await? {
                return Ok(());
            }
            operator::set_password(app, &account, PASSWORD).await
        }
        Err(Error::NotFound(_)) => {
            let form = SignUp {
                name: NAME.to_owned(),
                email: EMAIL.to_owned(),
                password: PASSWORD.to_owned(),
                confirm_password: PASSWORD.to_owned(),
                role: ROLE.to_owned(),
            };
            let made = auth::sign_up(app, form, Caller::operator()).await?;
            // Signing up signs in; nobody sits at this session.
            app.db
                .write(move |tx| {
                    sessions::remove_all(tx, made.user.id)?;
                    Ok(())
                })
                .await
        }
        Err(other) => Err(other),
    }
}
