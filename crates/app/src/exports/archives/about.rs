//! `README` and `account.json` of an archive: the profiles, the settings, the balances, the cards, the passkeys and the
//! sessions. A card's number and expiry are masked, because the archive lies unencrypted on somebody's disk.

use domain::identity::settings::Value;
use domain::money::accounts::Kind;
use domain::money::cards::masked;
use domain::money::print;
use domain::shop::Handle;
use domain::time::Timestamp;
use serde_json::json;
use storage::identity::{avatars, passkeys, sessions, settings, studio_logos, users};
use storage::library::voice_tags;
use storage::licenses::legal_profiles;
use storage::money::{accounts, cards};
use storage::shop;

use crate::exports::source::ExportContext;
use crate::licenses::legal_profile;
use crate::{App, Error, Result};

pub(super) struct About {
    pub readme: Vec<u8>,
    pub account: Vec<u8>,
    /// The file names and the bytes of the pictures.
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// An upper limit of the query; no account has so many cards.
const MOST_CARDS: i64 = 10_000;

pub(super) async fn read_about(app: &App, context: &ExportContext) -> Result<About> {
    let (owner, now) = (context.owner, app.now());
    let read = app.db.read(move |conn| {
        let user = users::find(conn, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
        Ok::<_, Error>((
            user,
            settings::load(conn, owner)?,
            accounts::list(conn, owner)?,
            cards::list(conn, owner, MOST_CARDS, 0)?.0,
            avatars::find(conn, owner)?,
            studio_logos::find(conn, owner)?,
            (
                sessions::list(conn, owner, now)?,
                passkeys::list(conn, owner)?,
                legal_profiles::find(conn, owner)?,
                voice_tags::settings(conn, owner)?,
                shop::find(conn, owner)?,
                shop::old_handles(conn, owner, Timestamp::from_millis(0))?,
            ),
        ))
    });
    let (user, settings, accounts, cards, avatar, logo, more) = read.await?;
    let (sessions, passkeys, legal, previews, shop, old_handles) = more;
    let settings: serde_json::Map<_, _> = settings
        .to_pairs()
        .into_iter()
        .map(|(name, value)| {
            let value = match value {
                Value::Flag(on) => json!(on),
                Value::Number(number) => json!(number),
                Value::Text(text) => json!(text),
            };
            (name.to_owned(), value)
        })
        .collect();
    let accounts = accounts.iter().filter(|account| account.kind != Kind::Outside).map(|account| {
        json!({"id": account.id.to_string(), "name": account.name, "currency": account.currency.as_str(),
            "balance": print(account.balance.get())})
    });
    let cards = cards.iter().map(|card| {
        json!({"id": card.id.to_string(), "type": card.brand.name(), "number": masked(&card.last_four),
            "holder": card.holder, "expiry": "••/••", "is_default": card.is_default})
    });
    let sessions = sessions.iter().map(|session| {
        json!({"created_at": session.created_at.to_string(), "last_seen_at": session.last_seen_at.to_string(),
            "ip_address": session.ip_address, "user_agent": session.user_agent})
    });
    let passkeys = passkeys.iter().map(|passkey| {
        json!({"name": passkey.name, "created_at": passkey.created_at.to_string(),
            "last_used_at": passkey.last_used_at.map(|at| at.to_string())})
    });
    let (keys, legal) = (&context.keys, legal.unwrap_or_default());
    let legal = legal_profile::to_view(keys, owner, legal.0, legal.1.as_deref());
    let old_handles = old_handles
        .iter()
        .map(|(handle, at)| json!({"handle": handle, "given_up_at": at.to_string()}));
    let old_handles: Vec<_> = old_handles.collect();
    let shop = shop.map(|shop| {
        json!({"handle": shop.handle.as_ref().map(Handle::as_str), "is_on": shop.is_on,
            "words": shop.words, "show_sold": shop.show_sold.as_str(), "show_email": shop.show_email,
            "show_phone": shop.show_phone, "show_place": shop.show_place,
            "platforms": shop.show_platforms, "embed_hosts": shop.embed_hosts,
            "hidden_at": shop.hidden_at.map(|at| at.to_string()), "old_handles": old_handles})
    });
    let account = json!({
        "profile": {
            "id": user.id.to_string(), "name": user.name, "email": user.email, "role": user.role,
            "phone": user.phone, "location": user.location, "specialty": user.specialty,
            "experience": user.experience, "bio": user.bio, "spotify": user.spotify,
            "soundcloud": user.soundcloud, "youtube": user.youtube,
            "created_at": user.created_at.to_string(),
        },
        "legal_profile": {
            "legal_name": legal.profile.legal_name, "alias": legal.profile.alias,
            "address": legal.profile.address, "country": legal.profile.country,
            "governing_law": legal.profile.governing_law, "pro": legal.profile.pro,
            "ipi": legal.profile.ipi, "publisher": legal.profile.publisher,
            "shows_address": legal.profile.shows_address,
            "tax_number": legal.tax_number_ending.map(|ending| format!("•••• {ending}")),
        },
        "settings": settings,
        "shop": shop,
        "preview_settings": {
            "first_after": previews.first_after, "every": previews.every,
            "tag_level": previews.tag_level, "duck": previews.duck, "length": previews.length,
        },
        "accounts": accounts.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(),
        "sessions": sessions.collect::<Vec<_>>(),
        "passkeys": passkeys.collect::<Vec<_>>(),
    });
    let readme = format!(
        "Everything in the Ledgerline account of {} on {}.\n\n\
         account.json  profile, legal profile (tax number masked), settings, public page, balances, cards (numbers and expiry masked), sessions and passkeys\n\
         *.csv         your data for any spreadsheet\n\
         *.json        the same data for programs\n\
         contracts/    the contracts of your licenses; licenses.csv lists them\n\
         media/        your beats and videos with their files; beats.csv and beat-files.csv list them\n\
         voice-tags/   the sounds that are laid over previews; previews are made of them and are not here\n\n\
         Client account numbers are masked. To get them in full, export your clients.\n",
        user.email, context.today
    );
    let avatar = avatar.map(|avatar| {
        let extension = if avatar.content_type == "image/png" { "png" } else { "jpg" };
        (format!("avatar.{extension}"), avatar.bytes)
    });
    let logo = logo.map(|logo| ("studio-logo.jpg".to_owned(), logo.bytes));
    let pictures = avatar.into_iter().chain(logo).collect();
    let account = serde_json::to_vec_pretty(&account).map_err(Error::unexpected)?;
    Ok(About { readme: readme.into_bytes(), account, pictures })
}
