//! The client data: what the browser says about the page that asked, as JSON.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::digest;
use serde::Deserialize;

use crate::{Refusal, RelyingParty};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ceremony {
    /// A credential is created.
    Create,
    /// A credential is used.
    Get,
}

impl Ceremony {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "webauthn.create",
            Self::Get => "webauthn.get",
        }
    }
}

#[derive(Debug, Clone)]
pub struct ClientData {
    /// The challenge that the browser was given.
    pub challenge: Vec<u8>,
    kind: String,
    origin: String,
    is_framed: bool,
    /// SHA-256 of the JSON text, which the authenticator signs.
    pub(crate) hash: [u8; 32],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    /// Present only inside a frame of another origin.
    top_origin: Option<String>,
}

impl ClientData {
    pub fn parse(json: &[u8]) -> Result<Self, Refusal> {
        let fields: Fields = serde_json::from_slice(json).map_err(|_| Refusal::ClientData)?;
        let challenge =
            URL_SAFE_NO_PAD.decode(&fields.challenge).map_err(|_| Refusal::ClientData)?;
        let mut hash = [0; 32];
        hash.copy_from_slice(digest::digest(&digest::SHA256, json).as_ref());
        Ok(Self {
            challenge,
            kind: fields.r#type,
            origin: fields.origin,
            is_framed: fields.cross_origin || fields.top_origin.is_some(),
            hash,
        })
    }

    pub(crate) fn expect(&self, ceremony: Ceremony, party: &RelyingParty) -> Result<(), Refusal> {
        if self.kind != ceremony.as_str() {
            return Err(Refusal::Ceremony);
        }
        if self.origin != party.origin() {
            return Err(Refusal::Origin);
        }
        if self.is_framed {
            return Err(Refusal::CrossOrigin);
        }
        Ok(())
    }
}
