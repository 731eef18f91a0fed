//! The server's half of WebAuthn: checks what a browser returns when a passkey is created or used. The functions take
//! bytes and return a verdict; they use no clock, no randomness and no storage.
//!
//! It covers what passkeys for one web application need. Attestation is never requested, so an attestation statement is
//! parsed and then ignored. Keys are ES256, EdDSA (Ed25519) and RS256; signatures are checked by `ring`. User
//! verification (a PIN or biometric check on the device) is always required, because a passkey replaces both the
//! password and the second factor.

mod authenticator_data;
mod cbor;
mod client_data;
mod public_key;
mod refused;
mod relying_party;

use authenticator_data::AuthenticatorData;
pub use client_data::{Ceremony, ClientData};
pub use public_key::{ALGORITHMS, PublicKey};
pub use refused::Refusal;
pub use relying_party::RelyingParty;

/// A credential that was just created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    pub id: Vec<u8>,
    /// The COSE key, as the authenticator encoded it. [`PublicKey::parse`] accepts it.
    pub public_key: Vec<u8>,
    pub sign_count: u32,
    /// Whether it can be copied to the user's other devices (the "backup eligible" flag). This never
    /// changes during the life of a credential.
    pub is_synced: bool,
}

/// A verified use of a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assertion {
    pub sign_count: u32,
}

/// The authenticator's signature and what it covers.
#[derive(Debug, Clone, Copy)]
pub struct SignedResponse<'a> {
    pub authenticator_data: &'a [u8],
    pub signature: &'a [u8],
}

impl RelyingParty {
    /// Checks the response to `navigator.credentials.create`. The caller must have recognized
    /// `client_data.challenge` as one it issued for this purpose and that was not used before.
    pub fn verify_registration(
        &self,
        client_data: &ClientData,
        attestation_object: &[u8],
    ) -> Result<Credential, Refusal> {
        client_data.expect(Ceremony::Create, self)?;
        let bytes = attested_authenticator_data(attestation_object)?;
        let data = AuthenticatorData::parse(bytes)?;
        data.expect_for(self)?;
        data.expect_verified()?;
        let attested = data.attested.ok_or(Refusal::AuthenticatorData)?;
        PublicKey::parse(attested.public_key)?;
        Ok(Credential {
            id: attested.credential_id.to_vec(),
            public_key: attested.public_key.to_vec(),
            sign_count: data.sign_count,
            is_synced: data.backup_eligible,
        })
    }

    /// Checks the response to `navigator.credentials.get` against the stored public key. The same
    /// duty about the challenge as above. The signature is checked before user verification.
    pub fn verify_assertion(
        &self,
        client_data: &ClientData,
        response: SignedResponse<'_>,
        public_key: &[u8],
    ) -> Result<Assertion, Refusal> {
        client_data.expect(Ceremony::Get, self)?;
        let data = AuthenticatorData::parse(response.authenticator_data)?;
        data.expect_for(self)?;
        let mut signed = response.authenticator_data.to_vec();
        signed.extend_from_slice(&client_data.hash);
        PublicKey::parse(public_key)?.verify(&signed, response.signature)?;
        data.expect_verified()?;
        Ok(Assertion { sign_count: data.sign_count })
    }
}

/// The authenticator data inside an attestation object: `{fmt, attStmt, authData}`.
fn attested_authenticator_data(object: &[u8]) -> Result<&[u8], Refusal> {
    const BAD: Refusal = Refusal::AttestationObject;
    let mut reader = cbor::Reader::new(object);
    let (mut format, mut data) = (None, None);
    for _ in 0..reader.map().ok_or(BAD)? {
        match reader.text().ok_or(BAD)? {
            "fmt" => format = Some(reader.text().ok_or(BAD)?),
            "authData" => data = Some(reader.bytes().ok_or(BAD)?),
            _ => reader.skip().ok_or(BAD)?,
        }
    }
    if !reader.is_at_end() || format.is_none() {
        return Err(BAD);
    }
    data.ok_or(BAD)
}
