//! The account's picture over HTTP. PROF-05, GUARD-01

use std::sync::Barrier;
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};

fn picture(format: ImageFormat, shade: u8) -> Vec<u8> {
    sized_picture(format, shade, 640, 480)
}

fn sized_picture(format: ImageFormat, shade: u8, width: u32, height: u32) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let image = RgbImage::from_pixel(width, height, Rgb([shade, 120, 80]));
    DynamicImage::ImageRgb8(image).write_to(&mut out, format).unwrap();
    out.into_inner()
}

on_both_engines!(
    pg a_picture_is_kept_shown_replaced_and_removed,
    what_is_no_picture_is_refused_and_the_old_one_stays,
    pictures_of_one_account_wait_for_each_other,
    a_picture_with_too_many_pixels_is_refused_with_a_sentence
);

fn a_picture_is_kept_shown_replaced_and_removed(server: &Server) {
    let person = Person::join(server);
    person.at(server).get("/api/users/avatar").expect_error(404);
    let put = |kind: &str, bytes: Vec<u8>| {
        person.at(server).call("PUT", "/api/users/avatar").body(kind, bytes).send()
    };
    let first = put("image/png", picture(ImageFormat::Png, 10)).expect(200).body["user"]["avatar"]
        .as_str()
        .unwrap()
        .to_owned();
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
    person.at(server).get(&first).expect_error(404);
}

fn what_is_no_picture_is_refused_and_the_old_one_stays(server: &Server) {
    let person = Person::join(server);
    let put = |kind: &str, bytes: Vec<u8>| {
        person.at(server).call("PUT", "/api/users/avatar").body(kind, bytes).send()
    };
    let kept = put("image/jpeg", picture(ImageFormat::Jpeg, 10)).expect(200).body["user"]["avatar"]
        .clone();
    let html = b"<html><script>alert(1)</script>".to_vec();
    let mut cut = picture(ImageFormat::Png, 1);
    cut.truncate(100);
    for bytes in [html, cut, Vec::new(), b"GIF89a\x01\x00\x01\x00".to_vec()] {
        let answer = put("image/png", bytes).expect_error(415);
        assert_eq!(answer.error(), "Please choose a PNG, JPEG or WebP picture.");
    }
    put("image/png", vec![0; 5 * 1024 * 1024 + 1]).expect_error(413);
    assert_eq!(person.at(server).get("/api/auth/me").body["user"]["avatar"], kept);
}

/// GUARD-01: the server decodes two pictures at a time. Eight of the largest size, decoded all together, took 514 MiB.
#[test]
#[ignore = "runs in make test-all"]
fn many_large_pictures_leave_the_server_its_memory() {
    const PICTURES: usize = 8;
    // The server closes a connection without traffic after this time.
    const IDLE_LIMIT: Duration = Duration::from_secs(120);
    let server = &Server::start_process(Engine::Sqlite, &[]);
    let people: Vec<_> = (0..PICTURES).map(|_| Person::join(server)).collect();
    let large = sized_picture(ImageFormat::Jpeg, 10, 4096, 4096);
    let (onlooker, start) = (Person::join(server), Barrier::new(PICTURES));
    let before = server.peak_memory_mib();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let (large, start) = (&large, &start);
        let sent: Vec<_> = people
            .iter()
            .map(|person| {
                scope.spawn(move || {
                    start.wait();
                    let begun = Instant::now();
                    let call = person.at(server).call("PUT", "/api/users/avatar");
                    match call.body("image/jpeg", large.clone()).try_send() {
                        Ok(answer) => Some(answer),
                        // On a busy machine the last pictures wait longer than that.
                        Err(error) => {
                            assert!(begun.elapsed() >= IDLE_LIMIT, "no answer: {error}");
                            None
                        }
                    }
                })
            })
            .collect();
        while !sent.iter().all(|answer| answer.is_finished()) {
            server.get("/api/health").expect(200);
            onlooker.at(server).get("/api/auth/me").expect(200);
            std::thread::sleep(Duration::from_millis(50));
        }
        sent.into_iter().filter_map(|answer| answer.join().unwrap()).collect()
    });
    let kept = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(kept >= 2, "{kept}");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((answer.status, answer.header("retry-after")), (503, "1"));
    }
    let grown = server.peak_memory_mib() - before;
    assert!(grown < 400, "{grown} MiB for {kept} pictures");
}

/// GUARD-01: pictures of one account are taken one after the other; too many at once are refused.
fn pictures_of_one_account_wait_for_each_other(server: &Server) {
    const PICTURES: usize = 12;
    let person = Person::join(server);
    let large = sized_picture(ImageFormat::Jpeg, 10, 1500, 1500);
    let start = Barrier::new(PICTURES);
    let statuses: Vec<_> = std::thread::scope(|scope| {
        let send = || {
            start.wait();
            person
                .at(server)
                .call("PUT", "/api/users/avatar")
                .body("image/jpeg", large.clone())
                .send()
                .status
        };
        let sent: Vec<_> = (0..PICTURES).map(|_| scope.spawn(send)).collect();
        sent.into_iter().map(|status| status.join().unwrap()).collect()
    });
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    // After these uploads, the account can upload again.
    let next = person
        .at(server)
        .call("PUT", "/api/users/avatar")
        .body("image/png", picture(ImageFormat::Png, 1));
    next.send().expect(200);
}

/// GUARD-01
fn a_picture_with_too_many_pixels_is_refused_with_a_sentence(server: &Server) {
    let person = Person::join(server);
    for (width, height) in [(4097, 10), (10, 4097)] {
        let bytes = sized_picture(ImageFormat::Png, 10, width, height);
        let answer = person
            .at(server)
            .call("PUT", "/api/users/avatar")
            .body("image/png", bytes)
            .send()
            .expect_error(413);
        assert_eq!(
            answer.error(),
            "The picture is too large. At most 4096 pixels on each side are accepted."
        );
    }
}
