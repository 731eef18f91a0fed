//! The account's picture over HTTP. PROF-05

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::{
    harness::{Server, on_both_engines},
    people::Person,
};

fn picture(format: ImageFormat, shade: u8) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let image = RgbImage::from_pixel(640, 480, Rgb([shade, 120, 80]));
    DynamicImage::ImageRgb8(image).write_to(&mut out, format).unwrap();
    out.into_inner()
}

on_both_engines! {
    fn a_picture_is_kept_shown_replaced_and_removed(server: &Server) {
        let person = Person::join(server);
        person.at(server).get("/api/users/avatar").refused(404);
        let put = |kind: &str, bytes: Vec<u8>| person.at(server).call("PUT", "/api/users/avatar").body(kind, bytes).send();
        let first = put("image/png", picture(ImageFormat::Png, 10)).expect(200).body["user"]["avatar"].as_str().unwrap().to_owned();
        assert!(first.starts_with("/api/users/avatar?v="), "{first}");
        let shown = person.at(server).get(&first);
        assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
        assert_eq!(shown.header("x-content-type-options"), "nosniff");
        let seen = image::load_from_memory(&shown.bytes).unwrap();
        assert_eq!((seen.width(), seen.height()), (256, 256));
        let second = put("image/webp", picture(ImageFormat::WebP, 200)).expect(200);
        assert_ne!(second.body["user"]["avatar"], first.as_str());
        assert_eq!(person.at(server).get("/api/auth/me").body["user"], second.body["user"]);
        let gone = person.at(server).delete("/api/users/avatar").expect(200);
        assert!(gone.body["user"]["avatar"].is_null());
        person.at(server).get(&first).refused(404);
    }

    fn what_is_no_picture_is_refused_and_the_old_one_stays(server: &Server) {
        let person = Person::join(server);
        let put = |kind: &str, bytes: Vec<u8>| person.at(server).call("PUT", "/api/users/avatar").body(kind, bytes).send();
        let kept = put("image/jpeg", picture(ImageFormat::Jpeg, 10)).expect(200).body["user"]["avatar"].clone();
        let html = b"<html><script>alert(1)</script>".to_vec();
        let mut cut = picture(ImageFormat::Png, 1);
        cut.truncate(100);
        for bytes in [html, cut, Vec::new(), b"GIF89a\x01\x00\x01\x00".to_vec()] {
            let answer = put("image/png", bytes).refused(415);
            assert_eq!(answer.error(), "Please choose a PNG, JPEG or WebP picture.");
        }
        put("image/png", vec![0; 5 * 1024 * 1024 + 1]).refused(413);
        assert_eq!(person.at(server).get("/api/auth/me").body["user"]["avatar"], kept);
    }
}
