//! Signed links, for elements and downloads of a browser that send no bearer token. A link contains signed claims: what
//! it opens, for whom and until when. Whoever has a link can open its file, so links are never logged.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::time::Timestamp;

use crate::crypto::Keys;
use crate::{Error, Result};

const SIGNATURE: usize = 32;
/// The size of the buffer that a link is decoded into; the claims of every link are shorter.
const LONGEST: usize = 160;

/// The content of a signed link.
pub trait Claims: Sized {
    /// Signed together with the claims, so that a link of one kind does not open another.
    const PURPOSE: &'static [u8];

    fn to_bytes(&self) -> Vec<u8>;
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
    fn expires_at(&self) -> Timestamp;
}

/// A signed link: its text, and until when it works.
#[derive(Debug)]
pub struct Ticket {
    pub text: String,
    pub expires_at: Timestamp,
}

/// Signs claims with the key of the installation.
pub fn sign<C: Claims>(keys: &Keys, claims: &C) -> Ticket {
    let body = claims.to_bytes();
    let signature = keys.sign(&[C::PURPOSE, &body].concat());
    let text = URL_SAFE_NO_PAD.encode([body.as_slice(), &signature].concat());
    Ticket { text, expires_at: claims.expires_at() }
}

/// Verifies a link and returns its claims. Fails if this installation has not signed the link, or if it has expired.
pub fn open<C: Claims>(keys: &Keys, text: &str, now: Timestamp) -> Result<C> {
    let claims = verify(keys, text).ok_or_else(expired)?;
    if C::expires_at(&claims) <= now { Err(expired()) } else { Ok(claims) }
}

pub(crate) fn expired() -> Error {
    Error::Forbidden("This link has expired. Please open it again.".to_owned())
}

fn verify<C: Claims>(keys: &Keys, text: &str) -> Option<C> {
    let mut bytes = [0; LONGEST + SIGNATURE];
    let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
    let (body, signature) = bytes.get(..length)?.split_last_chunk::<SIGNATURE>()?;
    if !keys.is_signed(&[C::PURPOSE, body].concat(), signature) {
        return None;
    }
    C::from_bytes(body)
}
