//! What an archive says of itself and of its account: a page to read first, the profile, the settings, the
//! balances and the cards. A card's number and expiry stay masked: a file on somebody's disk is no place for them.

use domain::money::accounts::Kind;
use domain::money::cards::masked;
use domain::money::print;
use serde_json::json;
use storage::identity::{avatars, settings, users};
use storage::money::{accounts, cards};

use crate::exports::source::Desk;
use crate::{App, Error, Result};

pub(super) struct About {
    pub readme: Vec<u8>,
    pub account: Vec<u8>,
    /// Its name and its bytes.
    pub picture: Option<(String, Vec<u8>)>,
}

/// More than anyone has.
const MOST_CARDS: i64 = 10_000;

pub(super) async fn written(app: &App, desk: &Desk) -> Result<About> {
    let owner = desk.owner;
    let read = app.db.read(move |conn| {
        let user = users::find(conn, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
        Ok::<_, Error>((
            user,
            settings::load(conn, owner)?,
            accounts::list(conn, owner)?,
            cards::list(conn, owner, MOST_CARDS, 0)?.0,
            avatars::find(conn, owner)?,
        ))
    });
    let (user, settings, accounts, cards, avatar) = read.await?;
    let settings: serde_json::Map<_, _> = settings
        .to_pairs()
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    let accounts = accounts.iter().filter(|account| account.kind != Kind::Outside).map(|account| {
        json!({"id": account.id.to_string(), "name": account.name, "currency": account.currency.as_str(),
            "balance": print(account.balance.get())})
    });
    let cards = cards.iter().map(|card| {
        json!({"id": card.id.to_string(), "type": card.brand.name(), "number": masked(&card.last_four),
            "holder": card.holder, "expiry": "••/••", "is_default": card.is_default})
    });
    let account = json!({
        "profile": {
            "id": user.id.to_string(), "name": user.name, "email": user.email, "role": user.role,
            "phone": user.phone, "location": user.location, "specialty": user.specialty,
            "experience": user.experience, "bio": user.bio, "spotify": user.spotify,
            "soundcloud": user.soundcloud, "youtube": user.youtube,
            "created_at": user.created_at.to_string(),
        },
        "settings": settings,
        "accounts": accounts.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(),
    });
    let readme = format!(
        "Everything the Ledgerline account of {} held on {}.\n\n\
         account.json  profile, settings, balances and cards (numbers and expiry masked)\n\
         *.csv         rows for any spreadsheet, UTF-8\n\
         *.json        the same rows for programs\n\
         Account numbers of clients are masked; an export of clients can have them whole.\n\
         media/        the uploaded beats and videos as they are; documents.csv has their titles\n",
        user.email, desk.today
    );
    let picture = avatar.map(|avatar| {
        let extension = if avatar.content_type == "image/png" { "png" } else { "jpg" };
        (format!("avatar.{extension}"), avatar.bytes)
    });
    let account = serde_json::to_vec_pretty(&account).map_err(Error::unexpected)?;
    Ok(About { readme: readme.into_bytes(), account, picture })
}
