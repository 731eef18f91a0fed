//! A visitor without an account, with a browser of their own.

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};

use crate::load::Request;

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

#[derive(Clone)]
pub struct Guest {
    server: SocketAddr,
    /// The visitor's address in the proxy's header, so that the rate limits count each visitor separately.
    from: Ipv4Addr,
}

impl Guest {
    pub fn new(server: SocketAddr, number: usize) -> Self {
        let [.., b, c, d] = number.to_be_bytes();
        Self { server, from: Ipv4Addr::new(10, b, c, d) }
    }

    fn head(&self, method: &str, path: &str, more: &str) -> String {
        let Self { server, from } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nuser-agent: {BROWSER}\r\nx-forwarded-for: {from}\r\n\
             origin: http://{server}\r\n{more}"
        )
    }

    /// A GET request as a browser sends it, which accepts compressed answers.
    pub fn get(&self, path: &str) -> Request {
        let head = self.head("GET", path, "accept-encoding: gzip, deflate, br, zstd\r\n");
        Request::of(self.server, &head, "")
    }

    /// A GET request for an uncompressed answer, which this program can read.
    pub fn plain(&self, path: &str) -> Request {
        Request::of(self.server, &self.head("GET", path, ""), "")
    }

    pub fn range(&self, path: &str, first: usize, length: usize) -> Request {
        let range = format!("range: bytes={first}-{}\r\n", first + length - 1);
        Request::of(self.server, &self.head("GET", path, &range), "")
    }

    /// A POST request with a form, as the script of a page sends it.
    pub fn post(&self, path: &str, form: &str) -> Request {
        let more =
            "accept: application/json\r\ncontent-type: application/x-www-form-urlencoded\r\n";
        Request::of(self.server, &self.head("POST", path, more), form)
    }
}

/// Returns the text of a page between two texts, such as the value of an attribute.
pub fn between<'p>(page: &'p str, before: &str, after: &str) -> Result<&'p str, Box<dyn Error>> {
    let (_, rest) = page.split_once(before).ok_or_else(|| format!("no {before} in the page"))?;
    Ok(rest.split(after).next().unwrap_or_default())
}

/// The token in the forms of a page.
pub fn page_token(page: &str) -> Result<String, Box<dyn Error>> {
    between(page, "data-page-token=\"", "\"").map(str::to_owned)
}
