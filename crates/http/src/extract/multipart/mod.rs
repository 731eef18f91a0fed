//! Forms with files (`multipart/form-data`), parsed while they arrive. Files are not buffered: their bytes are passed
//! on in the chunks that the network delivered, and copied only if a chunk ends inside a boundary.

use axum::{
    body::Body,
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt;
use memchr::memmem::Finder;

use super::body::broken;
use crate::error::{ApiError, Result};

const LONGEST_BOUNDARY: usize = 70;
const LONGEST_HEAD: usize = 16 * 1024;
const LONGEST_TEXT: usize = 64 * 1024;
const MOST_PARTS: usize = 100;

pub struct Multipart {
    body: Body,
    /// Bytes that have arrived and are not parsed yet.
    rest: Bytes,
    /// `\r\n--` and the boundary.
    delimiter: Finder<'static>,
    position: Position,
    parts: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Before the first part.
    Preamble,
    InPart,
    /// After the delimiter that ended a part.
    Between,
    End,
}

/// The headers of a part. A part with a file name is a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub file_name: Option<String>,
    pub content_type: String,
}

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let boundary = boundary(request.headers()).ok_or_else(|| {
            ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Send the files as a form, with the content type multipart/form-data.",
            )
        })?;
        Ok(Self::new(request.into_body(), &boundary))
    }
}

impl Multipart {
    fn new(body: Body, boundary: &str) -> Self {
        let delimiter = Finder::new(format!("\r\n--{boundary}").as_bytes()).into_owned();
        // The first boundary may stand at the very beginning, without the line break before it.
        let rest = Bytes::from_static(b"\r\n");
        Self { body, rest, delimiter, position: Position::Preamble, parts: 0 }
    }

    /// How many bytes are still expected, if the request has a length.
    pub fn announced(&self) -> Option<u64> {
        self.body.size_hint().exact().map(|bytes| bytes + self.rest.len() as u64)
    }

    /// The next part; none at the end of the form. Skips the unread rest of the previous part.
    pub async fn next_part(&mut self) -> Result<Option<Part>> {
        let mut passed = 0;
        while let Position::Preamble | Position::InPart = self.position {
            match self.chunk_to_delimiter().await? {
                Some(bytes) => passed += bytes.len(),
                None => self.position = Position::Between,
            }
            if passed > LONGEST_TEXT {
                return Err(malformed());
            }
        }
        if self.position == Position::End {
            return Ok(None);
        }
        // After a delimiter stands a line break, or two dashes for the end.
        while self.rest.len() < 2 {
            self.more().await?;
        }
        if self.rest.starts_with(b"--") {
            self.position = Position::End;
            return Ok(None);
        }
        if !self.rest.starts_with(b"\r\n") && !self.rest.starts_with(b" ") {
            return Err(malformed());
        }
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(ApiError::bad_request("The form has too many parts."));
        }
        let head = self.head().await?;
        self.position = Position::InPart;
        part(&head).map(Some).ok_or_else(malformed)
    }

    /// The next bytes of the part; none at its end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        if self.position != Position::InPart {
            return Ok(None);
        }
        let chunk = self.chunk_to_delimiter().await?;
        if chunk.is_none() {
            self.position = Position::Between;
        }
        Ok(chunk)
    }

    /// A part that is text.
    pub async fn text(&mut self, field: &str) -> Result<String> {
        let mut text = Vec::new();
        while let Some(bytes) = self.chunk().await? {
            text.extend_from_slice(&bytes);
            if text.len() > LONGEST_TEXT {
                return Err(ApiError::bad_field(field, format!("{field} is too long.")));
            }
        }
        let text = String::from_utf8(text)
            .map_err(|_| ApiError::bad_field(field, format!("{field} is not valid UTF-8.")))?;
        if text.contains('\0') {
            return Err(ApiError::bad_field(field, "Text must not contain a NUL character."));
        }
        Ok(text)
    }

    /// Bytes before the next delimiter, at least one; none when the delimiter is next, which is then
    /// passed over.
    async fn chunk_to_delimiter(&mut self) -> Result<Option<Bytes>> {
        loop {
            if let Some(at) = self.delimiter.find(&self.rest) {
                if at > 0 {
                    return Ok(Some(self.rest.split_to(at)));
                }
                let _ = self.rest.split_to(self.delimiter.needle().len());
                return Ok(None);
            }
            let certain = self.rest.len() - overlap(&self.rest, self.delimiter.needle());
            if certain > 0 {
                return Ok(Some(self.rest.split_to(certain)));
            }
            self.more().await?;
        }
    }

    /// The lines before a part's content, with an empty line at their end.
    async fn head(&mut self) -> Result<Bytes> {
        let end = Finder::new(b"\r\n\r\n");
        loop {
            let found = end.find(&self.rest);
            if found.unwrap_or(self.rest.len()) > LONGEST_HEAD {
                return Err(malformed());
            }
            if let Some(at) = found {
                return Ok(self.rest.split_to(at + end.needle().len()));
            }
            self.more().await?;
        }
    }

    /// Reads the next chunk and appends it to the buffer.
    async fn more(&mut self) -> Result<()> {
        loop {
            let frame = self.body.frame().await.ok_or_else(|| {
                ApiError::bad_request("The request body ended before it was complete.")
            })?;
            let Ok(data) = frame.map_err(|error| broken(&error))?.into_data() else { continue };
            if self.rest.is_empty() {
                self.rest = data;
            } else {
                let mut joined = BytesMut::with_capacity(self.rest.len() + data.len());
                joined.extend_from_slice(&self.rest);
                joined.extend_from_slice(&data);
                self.rest = joined.freeze();
            }
            if !self.rest.is_empty() {
                return Ok(());
            }
        }
    }
}

fn malformed() -> ApiError {
    ApiError::bad_request("The request body is not a valid multipart form.")
}

/// How many of the last bytes may be the beginning of the delimiter.
fn overlap(bytes: &[u8], delimiter: &[u8]) -> usize {
    let longest = bytes.len().min(delimiter.len() - 1);
    let tail = &bytes[bytes.len() - longest..];
    let begins = |at: &usize| delimiter.starts_with(&tail[*at..]);
    (0..tail.len()).find(begins).map_or(0, |at| tail.len() - at)
}

fn boundary(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let (essence, parameters) = kind.split_once(';')?;
    if !essence.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let value = parameter(parameters.as_bytes(), "boundary")?;
    let is_sound = (1..=LONGEST_BOUNDARY).contains(&value.len())
        && value.iter().all(|b| b.is_ascii_alphanumeric() || b"'()+_,-./:=? ".contains(b))
        && !value.ends_with(b" ");
    is_sound.then(|| String::from_utf8(value).ok()).flatten()
}

fn part(head: &[u8]) -> Option<Part> {
    let mut name = None;
    let mut file_name = None;
    let mut content_type = String::new();
    for line in head.split(|b| *b == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some(colon) = line.iter().position(|b| *b == b':') else { continue };
        let (field, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
        if field.eq_ignore_ascii_case(b"content-disposition") {
            let semicolon = value.iter().position(|b| *b == b';')?;
            if !value[..semicolon].trim_ascii().eq_ignore_ascii_case(b"form-data") {
                return None;
            }
            let parameters = &value[semicolon + 1..];
            name = Some(String::from_utf8_lossy(&parameter(parameters, "name")?).into_owned());
            file_name = parameter(parameters, "filename")
                .map(|bytes| unescaped(&String::from_utf8_lossy(&bytes)));
        } else if field.eq_ignore_ascii_case(b"content-type") {
            let kind = String::from_utf8_lossy(value).into_owned();
            let essence = kind.split(';').next().unwrap_or_default();
            content_type = essence.trim().to_ascii_lowercase();
        }
    }
    Some(Part { name: name?, file_name, content_type })
}

/// A parameter such as `name="a"; filename="b"`, quoted or bare. Within quotes, a backslash lets the next
/// sign stand for itself only before a quote: browsers send the backslashes of paths as they are.
fn parameter(mut text: &[u8], wanted: &str) -> Option<Vec<u8>> {
    loop {
        text = text.trim_ascii_start();
        let equals = text.iter().position(|b| *b == b'=')?;
        let name = text[..equals].trim_ascii();
        let is_wanted = name.eq_ignore_ascii_case(wanted.as_bytes());
        text = text[equals + 1..].trim_ascii_start();
        let mut value = Vec::new();
        if let Some(quoted) = text.strip_prefix(b"\"") {
            let mut at = 0;
            loop {
                match (*quoted.get(at)?, quoted.get(at + 1)) {
                    (b'"', _) => break,
                    (b'\\', Some(b'"')) => {
                        value.push(b'"');
                        at += 2;
                    }
                    (byte, _) => {
                        value.push(byte);
                        at += 1;
                    }
                }
            }
            text = &quoted[at + 1..];
        } else {
            let end = text.iter().position(|b| *b == b';').unwrap_or(text.len());
            value.extend_from_slice(text[..end].trim_ascii_end());
            text = &text[end..];
        }
        if is_wanted {
            return Some(value);
        }
        let semicolon = text.iter().position(|b| *b == b';')?;
        text = &text[semicolon + 1..];
    }
}

/// Decodes `%22`, `%0D` and `%0A`: browsers encode only quotes and line breaks in a name.
fn unescaped(name: &str) -> String {
    name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
}

#[cfg(test)]
mod tests;
