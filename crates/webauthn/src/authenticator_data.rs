//! The authenticator data: a fixed binary layout of 37 bytes, then the new credential and extensions
//! where their flags are set.

use ring::digest;

use crate::{Refusal, RelyingParty, cbor::Reader};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const BACKED_UP: u8 = 0x10;
const HAS_CREDENTIAL: u8 = 0x40;
const HAS_EXTENSIONS: u8 = 0x80;

const AAGUID_BYTES: usize = 16;
/// The longest credential id that the specification allows.
const LONGEST_ID: usize = 1023;

pub(crate) struct AuthenticatorData<'a> {
    rp_id_hash: &'a [u8; 32],
    flags: u8,
    pub sign_count: u32,
    pub backup_eligible: bool,
    pub attested: Option<AttestedCredential<'a>>,
}

pub(crate) struct AttestedCredential<'a> {
    pub credential_id: &'a [u8],
    /// The COSE key as it was encoded.
    pub public_key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, Refusal> {
        Self::parts(bytes).ok_or(Refusal::AuthenticatorData)
    }

    fn parts(bytes: &'a [u8]) -> Option<Self> {
        let (rp_id_hash, rest) = bytes.split_first_chunk::<32>()?;
        let (&flags, rest) = rest.split_first()?;
        let (count, mut rest) = rest.split_first_chunk::<4>()?;
        let mut attested = None;
        if flags & HAS_CREDENTIAL != 0 {
            let (credential, after) = attested_credential(rest)?;
            (attested, rest) = (Some(credential), after);
        }
        if flags & HAS_EXTENSIONS != 0 {
            let mut reader = Reader::new(rest);
            reader.skip()?;
            rest = reader.rest();
        }
        let backup_eligible = flags & BACKUP_ELIGIBLE != 0;
        let is_backed_up = flags & BACKED_UP != 0;
        let is_consistent = backup_eligible || !is_backed_up;
        (rest.is_empty() && is_consistent).then_some(Self {
            rp_id_hash,
            flags,
            sign_count: u32::from_be_bytes(*count),
            backup_eligible,
            attested,
        })
    }

    pub(crate) fn expect_for(&self, party: &RelyingParty) -> Result<(), Refusal> {
        let expected = digest::digest(&digest::SHA256, party.id().as_bytes());
        if expected.as_ref() != self.rp_id_hash {
            return Err(Refusal::RelyingPartyId);
        }
        if self.flags & USER_PRESENT == 0 { Err(Refusal::NotPresent) } else { Ok(()) }
    }

    pub(crate) fn expect_verified(&self) -> Result<(), Refusal> {
        if self.flags & USER_VERIFIED == 0 { Err(Refusal::NotVerified) } else { Ok(()) }
    }
}

fn attested_credential(bytes: &[u8]) -> Option<(AttestedCredential<'_>, &[u8])> {
    let (_aaguid, rest) = bytes.split_first_chunk::<AAGUID_BYTES>()?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length));
    if length == 0 || length > LONGEST_ID {
        return None;
    }
    let (credential_id, key_and_rest) = rest.split_at_checked(length)?;
    let mut reader = Reader::new(key_and_rest);
    reader.skip()?;
    let public_key = key_and_rest.get(..key_and_rest.len() - reader.rest().len())?;
    Some((AttestedCredential { credential_id, public_key }, reader.rest()))
}
