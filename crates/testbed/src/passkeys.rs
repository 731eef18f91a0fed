//! An authenticator in software: it makes passkeys and signs with them as a browser and a security key
//! would, and a test can make it lie in every way that a server must notice.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    digest,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const HAS_CREDENTIAL: u8 = 0x40;

/// One passkey on one device.
pub struct Passkey {
    pair: EcdsaKeyPair,
    credential_id: Vec<u8>,
    /// The origin of the page in the client data.
    pub origin: String,
    /// The relying party id that the device signs for.
    pub rp_id: String,
    pub user_handle: String,
    /// The signature counter that the next use sends; it then grows by one. A device without a counter always sends
    /// zero.
    pub counter: u32,
    pub verifies_user: bool,
    pub is_synced: bool,
}

impl Passkey {
    /// A new key for the options that a server gave.
    #[expect(clippy::expect_used, reason = "a test that cannot go on should fail")]
    pub fn for_options(options: &Value, origin: &str) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random)
            .expect("a new key");
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random)
                .expect("the key that was just made");
        let credential_id = sha256(pair.public_key().as_ref())[..20].to_vec();
        Self {
            pair,
            credential_id,
            origin: origin.to_owned(),
            rp_id: text(&options["rp"]["id"]),
            user_handle: text(&options["user"]["id"]),
            counter: 1,
            verifies_user: true,
            is_synced: false,
        }
    }

    pub fn credential_id(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.credential_id)
    }

    /// The response that `navigator.credentials.create` returns in a browser.
    pub fn registration(&self, options: &Value) -> Value {
        let mut data = self.authenticator_data(HAS_CREDENTIAL, 0);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential_id.len()).unwrap_or(0).to_be_bytes());
        data.extend(&self.credential_id);
        data.extend(self.cose_key());
        let mut object = vec![0xa3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap_or(0));
        object.extend(data);
        json!({
            "id": self.credential_id(),
            "rawId": self.credential_id(),
            "type": "public-key",
            "response": {
                "clientDataJSON": encoded(&self.client_data("webauthn.create", options)),
                "attestationObject": encoded(&object),
                "transports": ["internal", "hybrid"],
            },
        })
    }

    /// The response that `navigator.credentials.get` returns in a browser.
    #[expect(clippy::expect_used, reason = "a test that cannot go on should fail")]
    pub fn assertion(&mut self, options: &Value) -> Value {
        let data = self.authenticator_data(0, self.counter);
        if self.counter > 0 {
            self.counter += 1;
        }
        let client_data = self.client_data("webauthn.get", options);
        let message = [data.as_slice(), &sha256(&client_data)].concat();
        let signature = self.pair.sign(&SystemRandom::new(), &message).expect("signed");
        json!({
            "id": self.credential_id(),
            "rawId": self.credential_id(),
            "type": "public-key",
            "response": {
                "clientDataJSON": encoded(&client_data),
                "authenticatorData": encoded(&data),
                "signature": encoded(signature.as_ref()),
                "userHandle": self.user_handle,
            },
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        let data = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn authenticator_data(&self, flags: u8, counter: u32) -> Vec<u8> {
        let verified = if self.verifies_user { USER_VERIFIED } else { 0 };
        let synced = if self.is_synced { BACKUP_ELIGIBLE } else { 0 };
        let mut data = sha256(self.rp_id.as_bytes());
        data.push(flags | USER_PRESENT | verified | synced);
        data.extend(counter.to_be_bytes());
        data
    }

    /// The public key as a COSE key for ES256: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`.
    fn cose_key(&self) -> Vec<u8> {
        let point = self.pair.public_key().as_ref();
        let (x, y) = (&point[1..33], &point[33..]);
        [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, &[0x22, 0x58, 32], y].concat()
    }
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    digest::digest(&digest::SHA256, bytes).as_ref().to_vec()
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
