//! An account's picture. Whatever comes in is decoded and drawn anew as a small square: what is kept
//! is a picture and nothing but a picture, without the place and camera its file may carry.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
    imageops::FilterType,
};
use storage::{
    avatars::{self, Avatar},
    users::{self, User},
};

use crate::{Actor, App, Error, Result, crypto};

pub const MAX_BYTES: usize = 5 * 1024 * 1024;
const SIDE: u32 = 256;
const MAX_SIDE: u32 = 8192;
const MAX_DECODED_BYTES: u64 = 192 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

const NOT_A_PICTURE: &str = "Please choose a PNG, JPEG or WebP picture.";

pub async fn find(app: &App, actor: &Actor) -> Result<Avatar> {
    let owner = actor.user;
    app.db
        .read(move |conn| Ok::<_, Error>(avatars::find(conn, owner)?))
        .await?
        .ok_or_else(|| Error::NotFound("This account has no picture.".to_owned()))
}

pub async fn replace(app: &App, actor: &Actor, bytes: Vec<u8>) -> Result<User> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::TooLarge("The picture is too large. Maximum size is 5MB.".to_owned()));
    }
    let avatar = tokio::task::spawn_blocking(move || redraw(&bytes))
        .await
        .map_err(|_| Error::Unsupported(NOT_A_PICTURE.to_owned()))??;
    let hash = crypto::content_hash(&avatar.bytes);
    let owner = actor.user;
    app.db
        .write(move |tx| {
            avatars::put(tx, owner, &avatar, &hash)?;
            users::find(tx, owner)?.ok_or_else(crate::sessions::no_session)
        })
        .await
}

pub async fn remove(app: &App, actor: &Actor) -> Result<User> {
    let owner = actor.user;
    app.db
        .write(move |tx| {
            avatars::remove(tx, owner)?;
            users::find(tx, owner)?.ok_or_else(crate::sessions::no_session)
        })
        .await
}

fn redraw(bytes: &[u8]) -> Result<Avatar> {
    let refused = || Error::Unsupported(NOT_A_PICTURE.to_owned());
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(Error::unexpected)?;
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err(refused());
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| refused())?;
    let turned = decoder.orientation().map_err(|_| refused())?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| refused())?;
    picture.apply_orientation(turned);
    let square = picture.resize_to_fill(SIDE, SIDE, FilterType::Triangle).to_rgba8();

    let mut out = Cursor::new(Vec::new());
    let see_through = square.pixels().any(|pixel| pixel.0[3] < 255);
    let square = DynamicImage::ImageRgba8(square);
    let (written, content_type) = if see_through {
        (square.write_to(&mut out, ImageFormat::Png), "image/png")
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
        (square.to_rgb8().write_with_encoder(encoder), "image/jpeg")
    };
    written.map_err(Error::unexpected)?;
    Ok(Avatar { content_type: content_type.to_owned(), bytes: out.into_inner() })
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

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
