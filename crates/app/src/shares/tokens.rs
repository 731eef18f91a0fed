//! The token in the address of a public page: 16 bytes that stand for the account and 16 random bytes. Only its hash is
//! looked up; its text is stored sealed, so that the address can be copied again.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::{ShareLinkId, UserId};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::crypto::{self, Keys};
use crate::{Error, Result};

/// The purpose that tokens of links are sealed under.
pub(crate) const SEALED: &str = "share link";

const HALF: usize = 16;

/// A token. Debug output never shows it.
#[derive(Clone)]
pub struct LinkToken {
    /// The account's public id, as it is stored.
    pub public_id: String,
    text: Zeroizing<String>,
}

impl LinkToken {
    /// A new public id for an account.
    pub fn new_public_id() -> String {
        URL_SAFE_NO_PAD.encode(crypto::random::<HALF>())
    }

    /// A new token; `None` if the public id is malformed.
    pub fn generate(public_id: &str) -> Option<Self> {
        let account = URL_SAFE_NO_PAD.decode(public_id).ok()?;
        let bytes = Zeroizing::new([account.as_slice(), &crypto::random::<HALF>()].concat());
        Self::parse(&URL_SAFE_NO_PAD.encode(bytes.as_slice()))
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = Zeroizing::new([0_u8; 2 * HALF]);
        let length = URL_SAFE_NO_PAD.decode_slice(text, bytes.as_mut_slice()).ok()?;
        if length != bytes.len() {
            return None;
        }
        let public_id = URL_SAFE_NO_PAD.encode(&bytes[..HALF]);
        Some(Self { public_id, text: Zeroizing::new(text.to_owned()) })
    }

    pub fn expose(&self) -> &str {
        &self.text
    }

    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.text.as_bytes()))
    }

    pub(crate) fn seal(&self, keys: &Keys, owner: UserId, link: ShareLinkId) -> Vec<u8> {
        keys.seal_row(SEALED, owner, link.as_bytes(), self.text.as_bytes())
    }
}

/// The URL of a share's link.
pub(crate) fn address(
    keys: &Keys,
    links_url: &str,
    owner: UserId,
    link: ShareLinkId,
    sealed: &[u8],
) -> Result<String> {
    let text = keys.open_row(SEALED, owner, link.as_bytes(), sealed).map_err(Error::unexpected)?;
    Ok(format!("{links_url}/s/{}", String::from_utf8_lossy(&text)))
}
