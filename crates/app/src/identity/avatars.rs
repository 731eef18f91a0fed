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
const SIDE: u32 = 256;

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

fn redraw(bytes: &[u8]) -> Result<Avatar> {
    let picture = pictures::redraw(bytes, |picture| {
        picture.resize_to_fill(SIDE, SIDE, FilterType::Triangle)
    })?;
    Ok(Avatar { content_type: picture.content_type.to_owned(), bytes: picture.bytes })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn picture(width: u32, height: u32, alpha: u8, format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        let image = RgbaImage::from_pixel(width, height, Rgba([20, 120, 80, alpha]));
        let image = DynamicImage::ImageRgba8(image);
        match format {
            ImageFormat::Jpeg => image.to_rgb8().write_to(&mut out, format).unwrap(),
            _ => image.write_to(&mut out, format).unwrap(),
        }
        out.into_inner()
    }

    #[test]
    fn every_picture_becomes_a_small_square() {
        let cases = [
            (picture(900, 300, 255, ImageFormat::Png), "image/jpeg"),
            (picture(10, 40, 255, ImageFormat::Jpeg), "image/jpeg"),
            (picture(300, 300, 255, ImageFormat::WebP), "image/jpeg"),
            (picture(300, 300, 90, ImageFormat::Png), "image/png"),
        ];
        for (bytes, content_type) in cases {
            let avatar = redraw(&bytes).unwrap();
            assert_eq!(avatar.content_type, content_type);
            let seen = image::load_from_memory(&avatar.bytes).unwrap();
            assert_eq!((seen.width(), seen.height()), (SIDE, SIDE));
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let mut cut = picture(900, 300, 255, ImageFormat::Png);
        cut.truncate(60);
        for bytes in [b"".as_slice(), b"<svg onload=alert(1)>", b"GIF89a", &cut] {
            assert!(matches!(redraw(bytes), Err(Error::Unsupported(_))));
        }
    }
}
