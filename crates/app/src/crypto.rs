//! Random bytes, tokens, and sealing (authenticated encryption) of values that must not be readable in a stolen
//! database. The key is not in the database. A sealed value is bound to its owner and purpose, and to its row where an
//! account has several of a kind, so that it does not open anywhere else.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, KeyInit, Payload},
};
use domain::ids::UserId;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

const SEALED_VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
const SECRET_BYTES: usize = 32;

/// Random bytes from the operating system. Panics if there are none: nothing here would be safe then.
#[expect(clippy::expect_used, reason = "a system without randomness cannot run this program")]
#[expect(clippy::disallowed_methods, reason = "the only source of random bytes")]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

#[derive(Clone)]
pub struct Keys {
    cipher: XChaCha20Poly1305,
    signer: [u8; 32],
}

#[derive(Debug, thiserror::Error)]
#[error("a sealed {purpose} does not open: wrong key, or not this account's")]
pub struct Unsealable {
    purpose: &'static str,
}

impl Keys {
    pub fn new(key: &[u8; 32]) -> Self {
        let signer = blake3::derive_key("ledgerline 2026 signatures of links", key);
        Self { cipher: XChaCha20Poly1305::new(key.into()), signer }
    }

    /// A keyed hash of the message that only this installation can compute.
    pub fn sign(&self, message: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&self.signer, message).as_bytes()
    }

    /// A fingerprint that identifies this key and reveals nothing about it.
    pub fn mark(&self) -> [u8; 32] {
        self.sign(b"the mark of this key")
    }

    /// Compares in constant time.
    pub fn is_signed(&self, message: &[u8], signature: &[u8; 32]) -> bool {
        blake3::keyed_hash(&self.signer, message) == blake3::Hash::from_bytes(*signature)
    }

    pub fn seal(&self, purpose: &'static str, owner: UserId, plain: &[u8]) -> Vec<u8> {
        self.seal_bound(&associated_data(purpose, owner, &[]), plain)
    }

    pub fn open(
        &self,
        purpose: &'static str,
        owner: UserId,
        sealed: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Unsealable> {
        self.open_bound(&associated_data(purpose, owner, &[]), sealed).ok_or(Unsealable { purpose })
    }

    /// Seals a value for one row, so that it does not open in another row of the same owner.
    pub fn seal_row(
        &self,
        purpose: &'static str,
        owner: UserId,
        row: &[u8; 16],
        plain: &[u8],
    ) -> Vec<u8> {
        self.seal_bound(&associated_data(purpose, owner, row), plain)
    }

    pub fn open_row(
        &self,
        purpose: &'static str,
        owner: UserId,
        row: &[u8; 16],
        sealed: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, Unsealable> {
        self.open_bound(&associated_data(purpose, owner, row), sealed).ok_or(Unsealable { purpose })
    }

    #[expect(clippy::expect_used, reason = "sealing fails only past 256 GiB")]
    fn seal_bound(&self, aad: &[u8], plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE_BYTES] = random();
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), Payload { msg: plain, aad })
            .expect("a short text seals");
        [&[SEALED_VERSION], nonce.as_slice(), &sealed].concat()
    }

    fn open_bound(&self, aad: &[u8], sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (version, rest) = sealed.split_first()?;
        let (nonce, body) = rest.split_first_chunk::<NONCE_BYTES>()?;
        if *version != SEALED_VERSION {
            return None;
        }
        self.cipher
            .decrypt(&XNonce::from(*nonce), Payload { msg: body, aad })
            .map(Zeroizing::new)
            .ok()
    }
}

/// The associated data of the encryption. Owner and row have a fixed length and no purpose contains NUL, so that no
/// two combinations give the same bytes.
fn associated_data(purpose: &str, owner: UserId, row: &[u8]) -> Vec<u8> {
    [purpose.as_bytes(), b"\0", owner.as_bytes(), row].concat()
}

/// A bearer token: the owner's id, which the look-up needs, and 256 random bits.
pub struct Token {
    pub owner: UserId,
    text: Zeroizing<String>,
}

impl Token {
    pub fn generate(owner: UserId) -> Self {
        let secret: Zeroizing<[u8; SECRET_BYTES]> = Zeroizing::new(random());
        let bytes = Zeroizing::new([owner.as_bytes().as_slice(), secret.as_slice()].concat());
        Self { owner, text: Zeroizing::new(URL_SAFE_NO_PAD.encode(bytes.as_slice())) }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = Zeroizing::new([0_u8; 16 + SECRET_BYTES]);
        let length = URL_SAFE_NO_PAD.decode_slice(text, bytes.as_mut_slice()).ok()?;
        if length != bytes.len() {
            return None;
        }
        let owner = UserId::from_bytes(*bytes.first_chunk()?);
        Some(Self { owner, text: Zeroizing::new(text.to_owned()) })
    }

    pub fn expose(&self) -> &str {
        &self.text
    }

    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.text.as_bytes()))
    }
}

/// A short content hash: 18 bytes of SHA-256, base64url.
pub fn content_hash(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(bytes)[..18])
}
