//! The installation's signing key for contracts: an ECDSA key on the curve P-256 with a self-signed certificate, and
//! the signatures over documents that PDF readers verify (CMS, as PAdES baseline B-B requires). The structures are few
//! and fixed, so they are written here as DER. This crate does not store the key.

use domain::calendar::Day;
use domain::time::Timestamp;
use ring::digest::{Context, SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use zeroize::Zeroizing;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("the system gives no random numbers for the seal")]
    Randomness,
    #[error("the key or the certificate of the seal is damaged")]
    Damaged,
}

/// The subject and issuer of the certificate.
const NAME: &str = "Ledgerline seal";
/// The end of the certificate's validity; X.509 defines this time as "no expiration".
const NO_END: &[u8] = b"99991231235959Z";

/// Object identifiers, encoded.
mod oid {
    pub const EC_KEY: &[u8] = &[0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1];
    pub const P256: &[u8] = &[0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7];
    pub const ECDSA_SHA256: &[u8] = &[0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2];
    pub const SHA256: &[u8] = &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1];
    pub const DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1];
    pub const SIGNED_DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2];
    pub const CONTENT_TYPE: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 3];
    pub const MESSAGE_DIGEST: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 4];
    pub const SIGNING_CERTIFICATE: &[u8] =
        &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 0x10, 2, 0x2F];
    pub const COMMON_NAME: &[u8] = &[0x55, 4, 3];
    pub const KEY_USAGE: &[u8] = &[0x55, 0x1D, 0x0F];
    pub const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1D, 0x13];
}

mod tag {
    pub const BOOLEAN: u8 = 0x01;
    pub const INTEGER: u8 = 0x02;
    pub const BITS: u8 = 0x03;
    pub const OCTETS: u8 = 0x04;
    pub const OID: u8 = 0x06;
    pub const UTF8: u8 = 0x0C;
    pub const UTC_TIME: u8 = 0x17;
    pub const TIME: u8 = 0x18;
    pub const SEQUENCE: u8 = 0x30;
    pub const SET: u8 = 0x31;
    /// The context-specific tags `[0]`, `[3]` and `[4]`.
    pub const ZERO: u8 = 0xA0;
    pub const THREE: u8 = 0xA3;
    pub const FOUR: u8 = 0xA4;
}

/// The parts of a seal that the caller stores: the private key, which must be stored sealed, and the certificate.
pub struct StoredSeal {
    pub key: Zeroizing<Vec<u8>>,
    pub certificate: Vec<u8>,
}

pub struct Seal {
    key: EcdsaKeyPair,
    certificate: Vec<u8>,
    serial: [u8; 16],
}

impl Seal {
    /// Generates a key and its certificate. `serial` must be random.
    pub fn generate(mut serial: [u8; 16], now: Timestamp) -> Result<StoredSeal, SealError> {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let document =
            EcdsaKeyPair::generate_pkcs8(algorithm, &random).map_err(|_| SealError::Randomness)?;
        let key = Zeroizing::new(document.as_ref().to_vec());
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &key, &random);
        let pair = pair.map_err(|_| SealError::Damaged)?;
        // Makes the serial number positive and of full length.
        serial[0] = (serial[0] & 0x3F) | 0x40;
        let certificate = certificate(&pair, &serial, now)?;
        Ok(StoredSeal { key, certificate })
    }

    pub fn open(kept: StoredSeal) -> Result<Self, SealError> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &kept.key, &random)
            .map_err(|_| SealError::Damaged)?;
        let serial = serial_of(&kept.certificate).ok_or(SealError::Damaged)?;
        Ok(Self { key, certificate: kept.certificate, serial })
    }

    /// Returns a detached CMS signature over the concatenated parts of a document.
    pub fn sign(&self, parts: &[&[u8]]) -> Result<Vec<u8>, SealError> {
        let mut content = Context::new(&SHA256);
        parts.iter().for_each(|part| content.update(part));
        let issuer_and_serial = [name(), der(tag::INTEGER, &self.serial)].concat();
        let hash = der(tag::OCTETS, digest(&SHA256, &self.certificate).as_ref());
        let issuer = der(tag::SEQUENCE, &der(tag::FOUR, &name()));
        let issuer = sequence(&[&issuer, &der(tag::INTEGER, &self.serial)]);
        let named = sequence(&[&sequence(&[&sequence(&[&hash, &issuer])])]);
        let mut attributes = [
            attribute(oid::CONTENT_TYPE, &der(tag::OID, oid::DATA)),
            attribute(oid::MESSAGE_DIGEST, &der(tag::OCTETS, content.finish().as_ref())),
            attribute(oid::SIGNING_CERTIFICATE, &named),
        ];
        // DER requires that the elements of a set are sorted.
        attributes.sort();
        let attributes = attributes.concat();
        let signature = sign_message(&self.key, &der(tag::SET, &attributes))?;
        let sha256 = sequence(&[&der(tag::OID, oid::SHA256)]);
        let signer = sequence(&[
            &der(tag::INTEGER, &[1]),
            &der(tag::SEQUENCE, &issuer_and_serial),
            &sha256,
            &der(tag::ZERO, &attributes),
            &sequence(&[&der(tag::OID, oid::ECDSA_SHA256)]),
            &der(tag::OCTETS, &signature),
        ]);
        let data = sequence(&[
            &der(tag::INTEGER, &[1]),
            &der(tag::SET, &sha256),
            &sequence(&[&der(tag::OID, oid::DATA)]),
            &der(tag::ZERO, &self.certificate),
            &der(tag::SET, &signer),
        ]);
        Ok(sequence(&[&der(tag::OID, oid::SIGNED_DATA), &der(tag::ZERO, &data)]))
    }
}

fn certificate(
    key: &EcdsaKeyPair,
    serial: &[u8; 16],
    now: Timestamp,
) -> Result<Vec<u8>, SealError> {
    // UTCTime has two digits for the year and ends in 2049.
    let day = Day::of(now).to_string().replace('-', "");
    let begin = format!("{}000000Z", day.get(2..).unwrap_or_default());
    let (begin, end) = (der(tag::UTC_TIME, begin.as_bytes()), der(tag::TIME, NO_END));
    let algorithm = sequence(&[&der(tag::OID, oid::ECDSA_SHA256)]);
    let curve = sequence(&[&der(tag::OID, oid::EC_KEY), &der(tag::OID, oid::P256)]);
    let point = [&[0], key.public_key().as_ref()].concat();
    let extension = |of: &[u8], value: &[u8]| {
        let critical = der(tag::BOOLEAN, &[0xFF]);
        sequence(&[&der(tag::OID, of), &critical, &der(tag::OCTETS, value)])
    };
    let extensions = sequence(&[
        &extension(oid::BASIC_CONSTRAINTS, &sequence(&[])),
        // The first two bits: digital signature and non-repudiation.
        &extension(oid::KEY_USAGE, &der(tag::BITS, &[6, 0xC0])),
    ]);
    let content = sequence(&[
        &der(tag::ZERO, &der(tag::INTEGER, &[2])),
        &der(tag::INTEGER, serial),
        &algorithm,
        &name(),
        &sequence(&[&begin, &end]),
        &name(),
        &sequence(&[&curve, &der(tag::BITS, &point)]),
        &der(tag::THREE, &extensions),
    ]);
    let signature = [vec![0], sign_message(key, &content)?].concat();
    Ok(sequence(&[&content, &algorithm, &der(tag::BITS, &signature)]))
}

/// The serial number, which follows the version at a fixed place.
fn serial_of(certificate: &[u8]) -> Option<[u8; 16]> {
    let version = [tag::ZERO, 3, tag::INTEGER, 1, 2, tag::INTEGER, 16];
    let at = certificate.windows(version.len()).position(|window| window == version)?;
    certificate.get(at + version.len()..)?.first_chunk().copied()
}

fn sign_message(key: &EcdsaKeyPair, message: &[u8]) -> Result<Vec<u8>, SealError> {
    let signature = key.sign(&SystemRandom::new(), message);
    let signature = signature.map_err(|_| SealError::Randomness)?;
    Ok(signature.as_ref().to_vec())
}

fn name() -> Vec<u8> {
    let part = sequence(&[&der(tag::OID, oid::COMMON_NAME), &der(tag::UTF8, NAME.as_bytes())]);
    sequence(&[&der(tag::SET, &part)])
}

fn attribute(of: &[u8], value: &[u8]) -> Vec<u8> {
    sequence(&[&der(tag::OID, of), &der(tag::SET, value)])
}

fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    der(tag::SEQUENCE, &parts.concat())
}

/// Encodes a value in DER, with its tag and its length.
fn der(tag: u8, value: &[u8]) -> Vec<u8> {
    let length = value.len().to_be_bytes();
    let needed: Vec<u8> = length.into_iter().skip_while(|byte| *byte == 0).collect();
    let mut out = vec![tag];
    match needed.as_slice() {
        [] => out.push(0),
        [short] if *short < 0x80 => out.push(*short),
        long => {
            out.push(0x80 | u8::try_from(long.len()).unwrap_or_default());
            out.extend_from_slice(long);
        }
    }
    out.extend_from_slice(value);
    out
}
