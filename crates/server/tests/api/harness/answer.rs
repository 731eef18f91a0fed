//! The HTTP answer of the server and the checks that tests make on it.

use std::io::Read;
use std::net::TcpStream;

use serde_json::Value;
use ureq::http::HeaderMap;

/// An HTTP answer with its status, headers and body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// The body as JSON; `null` if the body is not JSON.
    pub body: Value,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub(super) fn new(status: u16, headers: HeaderMap, bytes: Vec<u8>) -> Self {
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Self { status, headers, body, bytes }
    }

    /// The value of a header; empty if the answer does not have it.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The sentence in the body's `error` field; empty if there is none.
    pub fn error(&self) -> &str {
        self.body["error"].as_str().unwrap_or_default()
    }

    /// Fails the test unless this is a success with the given status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.body["success"], true, "{self:?}");
        self
    }

    /// Fails the test unless this is an error with the given status and a body of the error model.
    #[track_caller]
    pub fn expect_error(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.body["success"], false, "{self:?}");
        let sentence = self.error();
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{self:?}");
        assert!(self.header("content-type").starts_with("application/json"), "{self:?}");
        self
    }
}

/// Reads one HTTP/1.1 answer from a bare connection, to its end.
pub fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(answer) = complete(&bytes) {
            return answer;
        }
        let read = match stream.read(&mut piece) {
            // A read with a timeout is not repeated by the standard library when a signal interrupts it.
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            read => read.expect("an answer"),
        };
        assert_ne!(read, 0, "the answer ends early: {}", String::from_utf8_lossy(&bytes));
        bytes.extend_from_slice(&piece[..read]);
    }
}

fn complete(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).expect("a head is text");
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().expect("a status");
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let name: ureq::http::HeaderName = name.parse().expect("a name");
        headers.append(name, value.trim().parse().expect("a value"));
    }
    let length = headers.get("content-length").and_then(|value| value.to_str().ok());
    let length: usize = length.unwrap_or("0").parse().expect("a length");
    let body = bytes.get(end + 4..end + 4 + length)?;
    Some(Answer::new(status, headers, body.to_vec()))
}
