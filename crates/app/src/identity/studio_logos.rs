//! The studio's logo, re-encoded as a small JPEG on white, as receipts show it.

use bytes::Bytes;
use image::imageops::{self, FilterType};
use image::{DynamicImage, GenericImageView, Rgba, RgbaImage};
use storage::identity::studio_logos::{self, Logo};

use crate::files::decoders::Turn;
use crate::files::pictures;
use crate::{Actor, App, Error, Result, crypto};

pub const MAX_BYTES: usize = 5 * 1024 * 1024;
/// About twice the pixels that a receipt has room for at 150 dots per inch.
const SIDE: u32 = 480;

pub async fn find(app: &App, actor: &Actor) -> Result<Logo> {
    let owner = actor.user;
    app.read(move |conn| Ok(studio_logos::find(conn, owner)?))
        .await?
        .ok_or_else(|| Error::NotFound("This account has no logo.".to_owned()))
}

/// `_turn` is the account's turn at the picture decoders, held until the logo is stored.
pub async fn replace(app: &App, actor: &Actor, _turn: Turn, bytes: Bytes) -> Result<()> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge("The picture is too large. Maximum size is 5MB.".to_owned()));
    }
    let logo = app.decoders.run(move || redraw(&bytes)).await?;
    let (owner, hash) = (actor.user, crypto::content_hash(&logo.bytes));
    app.write(move |tx| Ok(studio_logos::put(tx, owner, &logo, &hash)?)).await
}

pub async fn remove(app: &App, actor: &Actor) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| Ok(studio_logos::remove(tx, owner)?)).await
}

/// The logo as it is kept: small, on white.
pub fn redraw(bytes: &[u8]) -> Result<Logo> {
    let picture = pictures::redraw(bytes, |picture| {
        let (width, height) = picture.dimensions();
        let small = if width.max(height) > SIDE {
            picture.resize(SIDE, SIDE, FilterType::Triangle)
        } else {
            picture
        };
        on_white(&small)
    })?;
    let size = image::load_from_memory(&picture.bytes).map_err(Error::unexpected)?;
    let (width, height) = size.dimensions();
    Ok(Logo { bytes: picture.bytes, width: width.into(), height: height.into() })
}

/// Paper is white, and a JPEG has no transparency.
fn on_white(picture: &DynamicImage) -> DynamicImage {
    let (width, height) = picture.dimensions();
    let mut paper = RgbaImage::from_pixel(width, height, Rgba([255; 4]));
    imageops::overlay(&mut paper, &picture.to_rgba8(), 0, 0);
    paper.into()
}
