//! The demo account of `ledgerline demo`. Its password and PIN are published; `serve` never creates it.

use domain::{
    identity::{
        passwords::Password,
        users::{Email, Name, Role},
    },
    ids::{SessionId, UserId},
};
use storage::identity::sessions;
use storage::identity::zones;

use crate::licenses::legal_profile::{self, LegalProfileForm};
use crate::money::cards::{self, CardForm};
use crate::operations::{operator, samples, sign_up};
use crate::{Actor, App, Caller, Error, Result, crypto};

pub use crate::policy::{DEMO_EMAIL as EMAIL, DEMO_PASSWORD as PASSWORD};

/// The PIN that reveals its card numbers.
pub const PIN: &str = "2468";
/// A number that payment services publish for tests.
const CARD: &str = "4242 4242 4242 4242";
const NAME: &str = "Maya Okafor";
const ROLE: &str = "Music Producer";

/// Creates the account, or resets its password and PIN to the published ones.
pub async fn ensure(app: &App) -> Result<()> {
    let owner = match operator::find(app, EMAIL).await {
        Ok(account) => {
            let known = Password::parse_new("password", PASSWORD.to_owned())?;
            if !app.hasher.verify(known, account.password_hash.clone()).await? {
                operator::set_password(app, &account, PASSWORD).await?;
            }
            account.id
        }
        Err(Error::NotFound(_)) => sign_up(app).await?,
        Err(other) => return Err(other),
    };
    cards::pins::ensure_pin(app, owner, PIN).await?;
    let actor = Actor {
        user: owner,
        session: SessionId::new(app.now(), crypto::random()),
        zone: app.read(move |conn| Ok(zones::find(conn, owner)?)).await?,
        caller: Caller::operator(),
        token_hash: String::new(),
    };
    ensure_legal_profile(app, &actor).await?;
    ensure_card(app, &actor).await
}

/// Enters the producer of the sample contracts, unless a name is there, so that licenses can be issued. Other accounts
/// are not given a made-up address to sell under.
async fn ensure_legal_profile(app: &App, actor: &Actor) -> Result<()> {
    if !legal_profile::find(app, actor).await?.profile.legal_name.is_empty() {
        return Ok(());
    }
    let sample = samples::producer(NAME);
    let form = LegalProfileForm {
        legal_name: Some(sample.legal_name),
        alias: Some(sample.alias),
        address: Some(sample.address),
        country: Some(sample.country),
        governing_law: Some(sample.governing_law),
        pro: Some(sample.pro),
        ..LegalProfileForm::default()
    };
    legal_profile::update(app, actor, form).await.map(drop)
}

/// Adds a card the way its holder would, unless there is one, so that the PIN has something to reveal.
async fn ensure_card(app: &App, actor: &Actor) -> Result<()> {
    let now = app.now();
    if cards::list(app, actor, 1, 0).await?.total > 0 {
        return Ok(());
    }
    let year = actor.day_of(now).to_string().get(..4).and_then(|year| year.parse::<u16>().ok());
    let form = CardForm {
        brand: Some("Visa".to_owned()),
        number: Some(CARD.to_owned()),
        holder_name: Some(NAME.to_owned()),
        expiry_month: Some("09".to_owned()),
        expiry_year: year.map(|year| (year + 3).to_string()),
        cvv: Some("123".to_owned()),
        is_default: true,
    };
    cards::add(app, actor, form).await.map(drop)
}

async fn sign_up(app: &App) -> Result<UserId> {
    let (name, email, role) = (Name::parse(NAME)?, Email::parse(EMAIL)?, Role::parse(ROLE)?);
    sign_up::open_account(app, name, email, PASSWORD.to_owned(), role).await
}

/// Ends the sessions of a demo account that still has its published password; called by servers that others can reach.
/// Returns whether there is such an account.
pub async fn shut_out(app: &App) -> Result<bool> {
    let account = match operator::find(app, EMAIL).await {
        Ok(account) => account,
        Err(Error::NotFound(_)) => return Ok(false),
        Err(other) => return Err(other),
    };
    let known = Password::parse_new("password", PASSWORD.to_owned())?;
    if !app.hasher.verify(known, account.password_hash.clone()).await? {
        return Ok(false);
    }
    app.write(move |tx| {
        sessions::remove_all(tx, account.id)?;
        Ok(())
    })
    .await?;
    Ok(true)
}
