//! The picture that link previews show.

mod raster;

use image::Rgb;
use ledgerline_pages::picture::{Colors, oklch};
use ledgerline_pages::{Accent, LinkPicture, Waveform};

#[test]
fn shr_03_the_picture_has_the_size_of_link_previews_whatever_it_is_given() {
    let facts = ["112 BPM".to_owned(), "C♯m".to_owned(), "3:19".to_owned()];
    let waveform = Some(Waveform(std::array::from_fn(|part| part as u8 * 2)));
    let plain = LinkPicture {
        name: "Maya",
        title: "Rain",
        facts: &facts,
        waveform,
        ..LinkPicture::default()
    };
    let long = "A title that is much too long for one line and even for two of them ".repeat(4);
    let cover = plain.draw();
    let broken = b"not a picture".as_slice();
    let pictures = [
        LinkPicture { cover: Some(&cover), face: Some(&cover), ..plain },
        LinkPicture { cover: Some(broken), face: Some(broken), ..plain },
        LinkPicture { title: &long, name: &long, accent: Accent::named("rose"), ..plain },
        LinkPicture { title: "\u{202e}雨の後\u{0}", waveform: None, ..plain },
        LinkPicture::default(),
    ];
    for picture in pictures {
        let jpeg = picture.draw();
        let decoded = image::load_from_memory(&jpeg).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (1200, 630));
        assert!(jpeg.len() < 300_000, "{}", jpeg.len());
    }
}

#[test]
fn shr_03_the_ground_has_the_owner_s_hue() {
    assert_eq!(oklch(0.0, 0.0, 0.0), Rgb([0, 0, 0]));
    assert_eq!(oklch(1.0, 0.0, 0.0), Rgb([255, 255, 255]));
    let Rgb([red, green, blue]) = Colors::of(Accent::named("teal")).ground;
    assert!(red < green && green <= blue, "{red} {green} {blue}");
    let Rgb([red, green, blue]) = Colors::of(Accent::named("rose")).ground;
    assert!(red > green && red > blue, "{red} {green} {blue}");
}
