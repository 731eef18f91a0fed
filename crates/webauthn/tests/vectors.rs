//! The test vectors of the WebAuthn specification, and what happens when one byte of them differs.
//! GUARD-11

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::collections::HashMap;

use ledgerline_webauthn::{ClientData, Credential, Refusal, RelyingParty, SignedResponse};

struct Vector(HashMap<&'static str, &'static str>);

impl Vector {
    fn named(name: &str) -> Self {
        let text = include_str!("vectors.txt");
        let found = text.split("\n\n").map(|block| {
            let pairs = block.lines().filter_map(|line| line.split_once(" = "));
            Self(pairs.collect())
        });
        let mut found = found.filter(|vector| vector.0.get("name") == Some(&name));
        found.next().unwrap_or_else(|| panic!("no vector {name}"))
    }

    fn bytes(&self, field: &str) -> Vec<u8> {
        let digits = self.0[field].as_bytes().chunks(2);
        digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    fn client_data(&self, field: &str) -> ClientData {
        ClientData::parse(&self.bytes(field)).unwrap()
    }

    fn register(&self) -> Result<Credential, Refusal> {
        let client_data = self.client_data("create_client_data");
        assert_eq!(client_data.challenge, self.bytes("create_challenge"));
        party().verify_registration(&client_data, &self.bytes("attestation_object"))
    }

    /// The same registration with the flag that says that the device verified its user.
    fn register_verified(&self) -> Result<Credential, Refusal> {
        let mut object = self.bytes("attestation_object");
        let hash = self.bytes("authenticator_data")[..32].to_vec();
        let start = object.windows(32).position(|window| window == hash).unwrap();
        object[start + 32] |= 0x04;
        party().verify_registration(&self.client_data("create_client_data"), &object)
    }

    fn assert_with(&self, public_key: &[u8]) -> Result<u32, Refusal> {
        let client_data = self.client_data("get_client_data");
        assert_eq!(client_data.challenge, self.bytes("get_challenge"));
        self.verify(&party(), &client_data, public_key, self.bytes("authenticator_data"))
    }

    fn verify(
        &self,
        party: &RelyingParty,
        client_data: &ClientData,
        public_key: &[u8],
        authenticator_data: Vec<u8>,
    ) -> Result<u32, Refusal> {
        let response = SignedResponse {
            authenticator_data: &authenticator_data,
            signature: &self.bytes("signature"),
        };
        party.verify_assertion(client_data, response, public_key).map(|done| done.sign_count)
    }
}

fn party() -> RelyingParty {
    RelyingParty::at("https://example.org").unwrap()
}

/// A vector whose user was verified passes; the others reach the last check, which comes after the
/// signature.
#[test]
fn every_supported_algorithm_and_attestation_format_is_understood() {
    for (name, outcome) in [
        ("none_es256", Err(Refusal::NotVerified)),
        ("self_es256", Err(Refusal::NotVerified)),
        ("long_id", Ok(0)),
        ("packed_es256", Ok(0)),
        ("packed_rs256", Err(Refusal::NotVerified)),
        ("packed_eddsa", Err(Refusal::NotVerified)),
        ("tpm_es256", Ok(0)),
        ("apple_es256", Err(Refusal::NotVerified)),
    ] {
        let vector = Vector::named(name);
        let credential = vector.register_verified().unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(credential.id, vector.bytes("credential_id"), "{name}");
        assert_eq!(vector.assert_with(&credential.public_key), outcome, "{name}");
    }
}

#[test]
fn an_unsupported_algorithm_is_refused_when_the_passkey_is_made() {
    let refused = Vector::named("packed_es384").register_verified().unwrap_err();
    assert_eq!(refused, Refusal::PublicKey);
}

#[test]
fn a_frame_of_another_origin_is_refused() {
    let vector = Vector::named("cross_origin");
    assert_eq!(vector.register().unwrap_err(), Refusal::CrossOrigin);
}

#[test]
fn registration_needs_a_verified_user_and_the_right_ceremony_origin_and_id() {
    let vector = Vector::named("packed_es256");
    let object = vector.bytes("attestation_object");
    let create = vector.client_data("create_client_data");
    let at = |url: &str| {
        RelyingParty::at(url).unwrap().verify_registration(&create, &object).unwrap_err()
    };
    assert_eq!(at("https://example.com"), Refusal::Origin);
    assert_eq!(at("https://example.org:8443"), Refusal::Origin);
    assert_eq!(at("https://sub.example.org"), Refusal::Origin);
    let get = vector.client_data("get_client_data");
    assert_eq!(party().verify_registration(&get, &object).unwrap_err(), Refusal::Ceremony);
    let unverified = Vector::named("none_es256").register();
    assert_eq!(unverified.unwrap_err(), Refusal::NotVerified);
}

#[test]
fn a_changed_byte_anywhere_breaks_an_assertion() {
    for name in ["packed_es256", "long_id"] {
        let vector = Vector::named(name);
        let key = vector.register_verified().unwrap().public_key;
        let client_data = vector.client_data("get_client_data");
        let data = vector.bytes("authenticator_data");
        assert_eq!(vector.verify(&party(), &client_data, &key, data.clone()), Ok(0));
        for at in 0..data.len() {
            let mut bent = data.clone();
            bent[at] ^= 0x02;
            let refused = vector.verify(&party(), &client_data, &key, bent).unwrap_err();
            let expected = if at < 32 { Refusal::RelyingPartyId } else { Refusal::Signature };
            assert_eq!(refused, expected, "byte {at}");
        }
        let mut json = vector.bytes("get_client_data");
        json.push(b' ');
        let spaced = ClientData::parse(&json).unwrap();
        let refused = vector.verify(&party(), &spaced, &key, data.clone()).unwrap_err();
        assert_eq!(refused, Refusal::Signature);
        let other = Vector::named("tpm_es256").register_verified().unwrap().public_key;
        let refused = vector.verify(&party(), &client_data, &other, data).unwrap_err();
        assert_eq!(refused, Refusal::Signature);
    }
}

#[test]
fn an_attestation_object_that_is_cut_short_is_refused() {
    let vector = Vector::named("packed_eddsa");
    let object = vector.bytes("attestation_object");
    let create = vector.client_data("create_client_data");
    for length in 0..object.len() {
        assert!(party().verify_registration(&create, &object[..length]).is_err(), "{length}");
    }
}

#[test]
fn client_data_that_is_not_the_expected_json_is_refused() {
    for text in ["", "{}", "[]", r#"{"type":"webauthn.get","challenge":"*","origin":"x"}"#] {
        assert_eq!(ClientData::parse(text.as_bytes()).unwrap_err(), Refusal::ClientData, "{text}");
    }
}
