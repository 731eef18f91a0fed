//! Logos of studios, drawn again.

use std::io::Cursor;

use image::ImageFormat;
use image::{DynamicImage, Rgba, RgbaImage};
use ledgerline_app::Error;
use ledgerline_app::identity::studio_logos::redraw;

#[test]
fn a_logo_is_a_small_jpeg_on_white_paper_02() {
    let mut png = Cursor::new(Vec::new());
    let clear = RgbaImage::from_pixel(1200, 300, Rgba([0, 0, 0, 0]));
    DynamicImage::ImageRgba8(clear).write_to(&mut png, ImageFormat::Png).unwrap();
    let logo = redraw(&png.into_inner()).unwrap();
    assert_eq!((logo.width, logo.height), (480, 120));
    assert_eq!(image::guess_format(&logo.bytes).unwrap(), ImageFormat::Jpeg);
    let seen = image::load_from_memory(&logo.bytes).unwrap().to_rgb8();
    assert!(seen.get_pixel(5, 5).0.iter().all(|part| *part > 250));
    assert!(matches!(redraw(b"<svg>"), Err(Error::Unsupported(_))));
}
