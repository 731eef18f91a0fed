//! Pictures from outside. Whatever comes in is decoded within bounds and drawn anew: what is kept is a
//! picture and nothing but a picture, without the place and camera its file may carry.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
};

use crate::{Error, Result};

const MAX_SIDE: u32 = 8192;
const MAX_DECODED_BYTES: u64 = 192 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

pub(crate) const NOT_A_PICTURE: &str = "Please choose a PNG, JPEG or WebP picture.";

#[derive(Debug)]
pub(crate) struct Picture {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Decodes, turns upright, has `shaped` by the caller, and encodes again. Blocks.
pub(crate) fn redraw(
    bytes: &[u8],
    shaped: impl FnOnce(DynamicImage) -> DynamicImage,
) -> Result<Picture> {
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
    let drawn = shaped(picture).to_rgba8();

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
