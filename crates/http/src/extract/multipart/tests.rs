//! Forms cut into pieces at every place, and what is no form.

use std::convert::Infallible;

use futures_util::stream;

use super::*;

const FORM: &[u8] = b"--XyZ\r\n\
    Content-Disposition: form-data; name=\"document\"; filename=\"Night \\\"Drive\\\".mp3\"\r\n\
    Content-Type: Audio/MPEG\r\n\r\n\
    \r\n--Xy\r\n--XyY a beat \r\n--\r\n\r\n--XyZ\r\n\
    content-disposition: form-data; name=title\r\n\r\n\
    \xC3\x84rger\r\n--XyZ\r\n\
    Content-Disposition: form-data; name=\"empty\"\r\n\r\n\
    \r\n--XyZ--\r\nan epilogue";

fn form(bytes: &[u8], piece: usize) -> Multipart {
    let pieces: Vec<Result<Bytes, Infallible>> =
        bytes.chunks(piece).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
    Multipart::new(Body::from_stream(stream::iter(pieces)), "XyZ")
}

async fn refused(bytes: &[u8]) -> u16 {
    use axum::response::IntoResponse;
    let mut form = form(bytes, 7);
    loop {
        match form.next_part().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("taken: {}", String::from_utf8_lossy(bytes)),
            Err(error) => return error.into_response().status().as_u16(),
        }
    }
}

#[tokio::test]
async fn a_form_is_the_same_however_it_is_cut() {
    for piece in 1..FORM.len() {
        let mut form = form(FORM, piece);
        let file = form.next_part().await.unwrap().expect("a file");
        assert_eq!((file.name.as_str(), file.content_type.as_str()), ("document", "audio/mpeg"));
        assert_eq!(file.file_name.as_deref(), Some("Night \"Drive\".mp3"));
        let mut content = Vec::new();
        while let Some(bytes) = form.chunk().await.unwrap() {
            assert!(!bytes.is_empty());
            content.extend_from_slice(&bytes);
        }
        assert_eq!(content, b"\r\n--Xy\r\n--XyY a beat \r\n--\r\n", "pieces of {piece}");
        assert_eq!(form.chunk().await.unwrap(), None);
        assert_eq!(form.next_part().await.unwrap().expect("a title").file_name, None);
        assert_eq!(form.text("title").await.unwrap(), "Ärger");
        assert_eq!(form.next_part().await.unwrap().expect("a part").name, "empty");
        assert_eq!(form.text("empty").await.unwrap(), "");
        assert_eq!(form.next_part().await.unwrap(), None);
        assert_eq!(form.next_part().await.unwrap(), None);
    }
}

#[tokio::test]
async fn parts_that_nobody_reads_are_passed_over() {
    let mut form = form(FORM, 11);
    let mut names = Vec::new();
    while let Some(part) = form.next_part().await.unwrap() {
        names.push(part.name);
    }
    assert_eq!(names, ["document", "title", "empty"]);
}

#[tokio::test]
async fn what_is_no_form_is_refused() {
    let endless = [b"--XyZ\r\nX: ".as_slice(), &[b'a'; 20_000]].concat();
    let preamble = vec![b'-'; 80_000];
    let part = "--XyZ\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n";
    let many = part.repeat(101);
    for bytes in [
        b"".as_slice(),
        b"--XyZ",
        b"--XyZ\r\n",
        b"no form at all",
        &FORM[..200],
        &FORM[..FORM.len() - 20],
        b"--XyZ\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--XyZ--",
        b"--XyZ\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XyZ--",
        b"--XyZ\r\nContent-Type: text/plain\r\n\r\nx\r\n--XyZ--",
        &endless,
        &preamble,
        many.as_bytes(),
    ] {
        assert_eq!(
            refused(bytes).await,
            400,
            "{}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(99)])
        );
    }
}

#[test]
fn a_boundary_is_read_from_the_content_type() {
    let read = |kind: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
        boundary(&headers)
    };
    assert_eq!(read("multipart/form-data; boundary=abc").as_deref(), Some("abc"));
    assert_eq!(read("Multipart/Form-Data; charset=x; boundary=\"a b\"").as_deref(), Some("a b"));
    for kind in [
        "multipart/form-data",
        "multipart/mixed; boundary=abc",
        "application/json",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"abc",
        &format!("multipart/form-data; boundary={}", "x".repeat(71)),
    ] {
        assert_eq!(read(kind), None, "{kind}");
    }
}

#[test]
fn names_come_as_browsers_write_them() {
    let name = |line: &str| {
        part(format!("Content-Disposition: form-data; {line}\r\n").as_bytes()).unwrap().file_name
    };
    assert_eq!(name(r#"name="a"; filename="C:\beats\k.wav""#).unwrap(), r"C:\beats\k.wav");
    assert_eq!(name(r#"name="a"; filename="a%22b%0D%0Ac.mp3""#).unwrap(), "a\"b\r\nc.mp3");
    assert_eq!(name(r#"name="a"; filename="夜.mp3""#).unwrap(), "夜.mp3");
    assert_eq!(name(r#"filename=";name=x"; name="a""#).unwrap(), ";name=x");
    assert_eq!(name(r#"name="a""#), None);
}

/// A head that arrives in one piece has the same limit as one that arrives bit by bit.
#[tokio::test]
async fn a_head_is_refused_for_its_length_however_it_arrives() {
    let form_with = |spaces: usize| {
        let head = "--XyZ\r\nContent-Disposition: form-data; name=a\r\nX: ";
        [head.as_bytes(), &vec![b'a'; spaces], b"\r\n\r\n1\r\n--XyZ--\r\n"].concat()
    };
    for piece in [100, 1 << 20] {
        let short = form_with(15 * 1024);
        assert_eq!(form(&short, piece).next_part().await.unwrap().expect("a part").name, "a");
        assert!(form(&form_with(17 * 1024), piece).next_part().await.is_err(), "pieces of {piece}");
    }
}
