//! Public keys of credentials, in COSE form (RFC 9052, RFC 9053).

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

use crate::{Refusal, cbor::Reader};

const EDDSA: i64 = -8;
const ES256: i64 = -7;
const RS256: i64 = -257;

/// The COSE algorithms that are accepted, the preferred one first.
pub const ALGORITHMS: [i64; 3] = [EDDSA, ES256, RS256];

const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const OKP: i64 = 1;
const EC2: i64 = 2;
const RSA: i64 = 3;
const P256: i64 = 1;
const ED25519_CURVE: i64 = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicKey {
    /// A point on P-256, uncompressed: 4, x, y.
    Es256([u8; 65]),
    Ed25519([u8; 32]),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

/// The members of a COSE key. What -1, -2 and -3 mean depends on the key type.
#[derive(Default)]
struct Members<'a> {
    key_type: Option<i64>,
    algorithm: Option<i64>,
    curve: Option<i64>,
    minus_1: Option<&'a [u8]>,
    minus_2: Option<&'a [u8]>,
    minus_3: Option<&'a [u8]>,
}

impl<'a> Members<'a> {
    fn read(cose: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::new(cose);
        let mut members = Self::default();
        for _ in 0..reader.map()? {
            match reader.integer()? {
                KEY_TYPE => members.key_type = Some(reader.integer()?),
                ALGORITHM => members.algorithm = Some(reader.integer()?),
                // The key type comes first in the canonical order that CTAP2 prescribes.
                -1 if members.key_type == Some(RSA) => members.minus_1 = Some(reader.bytes()?),
                -1 => members.curve = Some(reader.integer()?),
                -2 => members.minus_2 = Some(reader.bytes()?),
                -3 => members.minus_3 = Some(reader.bytes()?),
                _ => reader.skip()?,
            }
        }
        reader.is_at_end().then_some(members)
    }
}

impl PublicKey {
    pub fn parse(cose: &[u8]) -> Result<Self, Refusal> {
        Members::read(cose).and_then(|members| Self::of(&members)).ok_or(Refusal::PublicKey)
    }

    fn of(members: &Members<'_>) -> Option<Self> {
        match (members.key_type?, members.algorithm?, members.curve) {
            (EC2, ES256, Some(P256)) => {
                let (x, y): (&[u8; 32], &[u8; 32]) =
                    (members.minus_2?.try_into().ok()?, members.minus_3?.try_into().ok()?);
                let mut point = [4; 65];
                point[1..33].copy_from_slice(x);
                point[33..].copy_from_slice(y);
                Some(Self::Es256(point))
            }
            (OKP, EDDSA, Some(ED25519_CURVE)) => {
                Some(Self::Ed25519(members.minus_2?.try_into().ok()?))
            }
            (RSA, RS256, None) => Some(Self::Rs256 {
                modulus: without_leading_zeros(members.minus_1?)?,
                exponent: without_leading_zeros(members.minus_2?)?,
            }),
            _ => None,
        }
    }

    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), Refusal> {
        match self {
            Self::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            Self::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            Self::Rs256 { modulus, exponent } => RsaPublicKeyComponents { n: modulus, e: exponent }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
        }
        .map_err(|_| Refusal::Signature)
    }
}

fn without_leading_zeros(bytes: &[u8]) -> Option<Vec<u8>> {
    let start = bytes.iter().position(|byte| *byte != 0)?;
    bytes.get(start..).map(<[u8]>::to_vec)
}
