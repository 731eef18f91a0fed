//! Pictures from outside, decoded within limits and re-encoded: only the pixels are kept, without the metadata (place,
//! camera) of the file.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
};

use crate::{Error, Result};

/// The web app sends smaller pictures; other programs must scale theirs down.
const MAX_SIDE: u32 = 4096;
/// The largest picture with 8 bits for each of red, green, blue and alpha.
const MAX_DECODED_BYTES: u64 = 64 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

pub(crate) const NOT_A_PICTURE: &str = "Please choose a PNG, JPEG or WebP picture.";
const TOO_MANY_PIXELS: &str =
    "The picture is too large. At most 4096 pixels on each side are accepted.";
const TOO_DEEP: &str =
    "The picture is too large. Please save it with fewer pixels or with 8 bits for each color.";

#[derive(Debug)]
pub(crate) struct Picture {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Decodes a picture, applies `shaped`, turns the result upright, and encodes it. Blocks, so it only runs on the
/// `decoders` threads. `shaped` must treat a picture that lies on its side in the same way: turning the small result
/// avoids a second copy of the large picture.
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

#[cfg(test)]
mod tests {
    use image::{ImageEncoder, Rgb, RgbImage, RgbaImage};

    use super::*;

    fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        picture.into().write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    fn refusal(bytes: &[u8]) -> String {
        match redraw(bytes, |_| panic!("the pixels were decoded")) {
            Err(Error::TooLarge(sentence)) => sentence,
            other => panic!("{other:?}"),
        }
    }

    /// GUARD-01: a picture that is too large is refused by its header, before a pixel is decoded.
    #[test]
    fn the_size_is_read_before_the_pixels() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            for (width, height) in [(MAX_SIDE + 1, 2), (2, MAX_SIDE + 1)] {
                let bytes = encoded(RgbImage::new(width, height), format);
                assert_eq!(refusal(&bytes), TOO_MANY_PIXELS, "{format:?}");
            }
            let fits = encoded(RgbImage::new(MAX_SIDE, 2), format);
            redraw(&fits, |picture| picture).unwrap();
        }
        // The header says 16 bits per channel; the rest does not matter.
        let mut deep = Vec::new();
        let side = MAX_SIDE - 1;
        let rows = vec![0; side as usize * side as usize * 8];
        let png = image::codecs::png::PngEncoder::new(&mut deep);
        png.write_image(&rows, side, side, image::ExtendedColorType::Rgba16).unwrap();
        assert_eq!(refusal(&deep), TOO_DEEP);
        redraw(&encoded(RgbaImage::new(640, 2), ImageFormat::Png), |picture| picture).unwrap();
    }

    /// A picture with a rotated EXIF orientation is shown upright, whether it is shaped before the rotation or not.
    #[test]
    fn a_picture_is_turned_upright() {
        let mut camera = RgbImage::from_pixel(64, 32, Rgb([0, 0, 250]));
        // The left side of the file is the top after the rotation to the right.
        (0..32).for_each(|y| (0..16).for_each(|x| camera.put_pixel(x, y, Rgb([250, 0, 0]))));
        let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
        encoder.set_exif_metadata(exif.to_vec()).unwrap();
        DynamicImage::ImageRgb8(camera).write_with_encoder(encoder).unwrap();
        let drawn = redraw(&bytes, |picture| picture.thumbnail(32, 32)).unwrap();
        let seen = image::load_from_memory(&drawn.bytes).unwrap().to_rgb8();
        assert_eq!(seen.dimensions(), (16, 32));
        assert!(seen.get_pixel(8, 1).0[0] > 200, "{:?}", seen.get_pixel(8, 1));
        assert!(seen.get_pixel(8, 30).0[2] > 200, "{:?}", seen.get_pixel(8, 30));
    }
}
