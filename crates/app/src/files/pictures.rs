//! Pictures from outside, decoded within limits and re-encoded: only the pixels are kept, without the metadata (place,
//! camera) of the file.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
};

use crate::{Error, Result};

/// The web app sends smaller pictures; other programs must scale theirs down.
pub const MAX_SIDE: u32 = 4096;
/// The largest picture with 8 bits for each of red, green, blue and alpha.
const MAX_DECODED_BYTES: u64 = 64 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

pub(crate) const NOT_A_PICTURE: &str = "Please choose a PNG, JPEG or WebP picture.";
pub const TOO_MANY_PIXELS: &str =
    "The picture is too large. At most 4096 pixels on each side are accepted.";
pub const TOO_DEEP: &str =
    "The picture is too large. Please save it with fewer pixels or with 8 bits for each color.";

/// An encoded picture.
#[derive(Debug)]
pub struct Picture {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Decodes a picture, applies `shaped`, turns the result upright, and encodes it. Blocks, so it only runs on the
/// `decoders` threads. `shaped` must treat a picture that lies on its side in the same way: turning the small result
/// avoids a second copy of the large picture.
pub fn redraw(bytes: &[u8], shaped: impl FnOnce(DynamicImage) -> DynamicImage) -> Result<Picture> {
    let refused = || Error::Unsupported(NOT_A_PICTURE.to_owned());
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(Error::unexpected)?;
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err(refused());
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    // This only reads the file header.
    let mut decoder = reader.into_decoder().map_err(|_| refused())?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE {
        return Err(Error::TooLarge(TOO_MANY_PIXELS.to_owned()));
    }
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(Error::TooLarge(TOO_DEEP.to_owned()));
    }
    let turned = decoder.orientation().map_err(|_| refused())?;
    let mut picture = shaped(DynamicImage::from_decoder(decoder).map_err(|_| refused())?);
    picture.apply_orientation(turned);
    let drawn = picture.to_rgba8();

    let mut out = Cursor::new(Vec::new());
    let see_through = drawn.pixels().any(|pixel| pixel.0[3] < 255);
    let drawn = DynamicImage::ImageRgba8(drawn);
    let (written, content_type) = if see_through {
        (drawn.write_to(&mut out, ImageFormat::Png), "image/png")
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
        (drawn.to_rgb8().write_with_encoder(encoder), "image/jpeg")
    };
    written.map_err(Error::unexpected)?;
    Ok(Picture { content_type, bytes: out.into_inner() })
}
