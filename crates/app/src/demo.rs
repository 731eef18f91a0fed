//! The account that `ledgerline demo` opens the door with. Its password and its PIN are known to
//! everyone, which is its point; `serve` never makes it.

use domain::{ids::UserId, passwords::Password};
use storage::sessions;

use crate::{
    App, Caller, Error, Result,
    auth::{self, SignUp},
    card_pins, operator,
};

pub const EMAIL: &str = "maya@ledgerline.example";
pub const PASSWORD: &str = "Northline-77";
/// Shows the numbers of its cards.
pub const PIN: &str = "2468";
const NAME: &str = "Maya Okafor";
const ROLE: &str = "Music Producer";

/// Makes the account, or gives it its known password and PIN again where someone has changed them.
pub async fn ensure(app: &App) -> Result<()> {
    let owner = match operator::find(app, EMAIL).await {
        Ok(account) => {
            let known = Password::chosen("password", PASSWORD.to_owned())?;
            if !app.hasher.verify(known, account.password_hash.clone()).await? {
                operator::set_password(app, &account, PASSWORD).await?;
            }
            account.id
        }
        Err(Error::NotFound(_)) => sign_up(app).await?,
        Err(other) => return Err(other),
    };
    card_pins::ensure_known(app, owner, PIN).await
}

async fn sign_up(app: &App) -> Result<UserId> {
    let form = SignUp {
        name: NAME.to_owned(),
        email: EMAIL.to_owned(),
        password: PASSWORD.to_owned(),
        confirm_password: PASSWORD.to_owned(),
        role: ROLE.to_owned(),
    };
    let made = auth::sign_up(app, form, Caller::operator()).await?.user.id;
    // Signing up signs in; nobody sits at this session.
    app.db
        .write(move |tx| {
            sessions::remove_all(tx, made)?;
            Ok::<_, Error>(())
        })
        .await?;
    Ok(made)
}
