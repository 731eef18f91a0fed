//! An account's profile picture, re-encoded as a small square.

use bytes::Bytes;
use domain::identity::users::User;
use image::imageops::FilterType;
use storage::identity::avatars::{self, Avatar};
use storage::identity::users;

use crate::files::decoders::Turn;
use crate::files::pictures;
use crate::{Actor, App, Error, Result, crypto};

pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// The width and height of the picture that is kept, in pixels.
pub const SIDE: u32 = 256;

pub async fn find(app: &App, actor: &Actor) -> Result<Avatar> {
    let owner = actor.user;
    app.read(move |conn| Ok(avatars::find(conn, owner)?))
        .await?
        .ok_or_else(|| Error::NotFound("This account has no picture.".to_owned()))
}

/// `_turn` is the account's turn at the picture decoders, held until the picture is stored.
pub async fn replace(app: &App, actor: &Actor, _turn: Turn, bytes: Bytes) -> Result<User> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge("The picture is too large. Maximum size is 5MB.".to_owned()));
    }
    let avatar = app.decoders.run(move || redraw(&bytes)).await?;
    let hash = crypto::content_hash(&avatar.bytes);
    let owner = actor.user;
    app.write(move |tx| {
        avatars::put(tx, owner, &avatar, &hash)?;
        users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)
    })
    .await
}

pub async fn remove(app: &App, actor: &Actor) -> Result<User> {
    let owner = actor.user;
    app.write(move |tx| {
        avatars::remove(tx, owner)?;
        users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)
    })
    .await
}

/// The picture as it is kept: a square of its middle.
pub fn redraw(bytes: &[u8]) -> Result<Avatar> {
    let picture = pictures::redraw(bytes, |picture| {
        picture.resize_to_fill(SIDE, SIDE, FilterType::Triangle)
    })?;
    Ok(Avatar { content_type: picture.content_type.to_owned(), bytes: picture.bytes })
}
