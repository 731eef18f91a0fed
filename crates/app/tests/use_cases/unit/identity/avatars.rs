//! Pictures of accounts, drawn again.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use ledgerline_app::Error;
use ledgerline_app::identity::avatars::{SIDE, redraw};

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
