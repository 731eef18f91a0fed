//! Pictures from outside: their limits and their orientation.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, RgbaImage};
use ledgerline_app::Error;
use ledgerline_app::files::pictures::{MAX_SIDE, TOO_DEEP, TOO_MANY_PIXELS, redraw};

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.into().write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// The beginning of a PNG with 16 bits for each of red, green, blue and alpha: a header, and no pixels.
fn png_of_16_bits(side: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = side.to_be_bytes();
    for (kind, data) in
        [(b"IHDR", [&size[..], &size, &[16, 6, 0, 0, 0]].concat()), (b"IDAT", vec![])]
    {
        let chunk = [kind.as_slice(), &data].concat();
        png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        png.extend(&chunk);
        png.extend(crc32fast::hash(&chunk).to_be_bytes());
    }
    png
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
    let deep = png_of_16_bits(MAX_SIDE - 1);
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
