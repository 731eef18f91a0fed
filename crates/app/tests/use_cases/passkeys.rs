//! How long a challenge and a proof of identity are valid, with a test clock, on both engines. GUARD-11

use std::time::Duration;

use ledgerline_app::identity::passkeys::{
    self, AssertionForm, CreationForm, CreationOptions, RequestOptions,
};
use ledgerline_app::{Actor, Error};
use serde_json::{Value, json};
use testbed::Passkey;

use crate::support::{TestApp, caller, on_both_engines, parse_id};

const MINUTE: Duration = Duration::from_secs(60);
const ORIGIN: &str = "https://studio.example";

impl TestApp {
    async fn add_passkey(&self, actor: &Actor) -> Passkey {
        let options = creation_json(&passkeys::creation_options(&self.app, actor).await.unwrap());
        let device = Passkey::for_options(&options, ORIGIN);
        passkeys::create(&self.app, actor, creation_form(&device, &options)).await.unwrap();
        device
    }
}

fn creation_json(options: &CreationOptions) -> Value {
    json!({
        "challenge": options.challenge,
        "rp": {"id": options.rp_id},
        "user": {"id": options.user_handle},
    })
}

fn request_json(options: &RequestOptions) -> Value {
    json!({"challenge": options.challenge})
}

fn creation_form(device: &Passkey, options: &Value) -> CreationForm {
    let created = device.registration(options);
    let part = |name: &str| created["response"][name].as_str().unwrap().to_owned();
    CreationForm {
        name: None,
        client_data: part("clientDataJSON"),
        attestation_object: part("attestationObject"),
        transports: Vec::new(),
    }
}

fn assertion_form(device: &mut Passkey, options: &Value) -> AssertionForm {
    let used = device.assertion(options);
    let part = |name: &str| used["response"][name].as_str().unwrap().to_owned();
    AssertionForm {
        credential_id: used["id"].as_str().unwrap().to_owned(),
        client_data: part("clientDataJSON"),
        authenticator_data: part("authenticatorData"),
        signature: part("signature"),
        user_handle: part("userHandle"),
    }
}

on_both_engines!(
    a_sign_in_challenge_is_good_for_five_minutes,
    a_creation_challenge_is_good_for_five_minutes,
    adding_and_removing_need_a_recent_proof_and_a_passkey_is_one,
    a_creation_that_was_allowed_can_be_finished,
    pg answered_challenges_are_forgotten_when_they_would_have_expired
);

async fn a_sign_in_challenge_is_good_for_five_minutes(test: TestApp) {
    let actor = test.join().await;
    let mut device = test.add_passkey(&actor).await;
    let early = request_json(&passkeys::sign_in_options(&test.app).unwrap());
    let late = request_json(&passkeys::sign_in_options(&test.app).unwrap());
    test.advance_clock(5 * MINUTE - Duration::from_secs(1));
    let form = assertion_form(&mut device, &early);
    passkeys::sign_in(&test.app, form, caller()).await.unwrap();
    test.advance_clock(Duration::from_secs(1));
    let form = assertion_form(&mut device, &late);
    let refused = passkeys::sign_in(&test.app, form, caller()).await.err().unwrap();
    assert!(matches!(refused, Error::Unauthenticated(text) if text.contains("expired")));
}

async fn a_creation_challenge_is_good_for_five_minutes(test: TestApp) {
    let actor = test.join().await;
    let options = creation_json(&passkeys::creation_options(&test.app, &actor).await.unwrap());
    let device = Passkey::for_options(&options, ORIGIN);
    test.advance_clock(5 * MINUTE);
    let refused = passkeys::create(&test.app, &actor, creation_form(&device, &options)).await;
    assert!(matches!(refused, Err(Error::Invalid { .. })));
    assert!(passkeys::list(&test.app, &actor).await.unwrap().is_empty());
}

// GUARD-05
async fn adding_and_removing_need_a_recent_proof_and_a_passkey_is_one(test: TestApp) {
    let actor = test.join().await;
    let mut device = test.add_passkey(&actor).await;
    let id = passkeys::list(&test.app, &actor).await.unwrap()[0].id.to_string();
    test.advance_clock(10 * MINUTE);
    let refused = passkeys::creation_options(&test.app, &actor).await.err().unwrap();
    assert!(matches!(refused, Error::ProofRequired));
    let refused = passkeys::remove(&test.app, &actor, parse_id(&id)).await;
    assert!(matches!(refused, Err(Error::ProofRequired)));
    passkeys::rename(&test.app, &actor, parse_id(&id), "Renamed").await.unwrap();

    let options = request_json(&passkeys::proof_options(&test.app, &actor).await.unwrap());
    let form = assertion_form(&mut device, &options);
    passkeys::prove(&test.app, &actor, form).await.unwrap();
    passkeys::creation_options(&test.app, &actor).await.unwrap();
    passkeys::remove(&test.app, &actor, parse_id(&id)).await.unwrap();
}

// A passkey whose creation was allowed just before the proof expired can still be added.
async fn a_creation_that_was_allowed_can_be_finished(test: TestApp) {
    let actor = test.join().await;
    test.advance_clock(10 * MINUTE - Duration::from_secs(1));
    let options = creation_json(&passkeys::creation_options(&test.app, &actor).await.unwrap());
    let device = Passkey::for_options(&options, ORIGIN);
    test.advance_clock(MINUTE);
    passkeys::create(&test.app, &actor, creation_form(&device, &options)).await.unwrap();
}

async fn answered_challenges_are_forgotten_when_they_would_have_expired(test: TestApp) {
    let actor = test.join().await;
    test.add_passkey(&actor).await;
    test.advance_clock(5 * MINUTE);
    let now = test.app.now();
    let gone = test
        .app
        .db
        .write(move |tx| {
            Ok::<_, Error>(storage::identity::passkeys::remove_expired_challenges(tx, now)?)
        })
        .await
        .unwrap();
    assert_eq!(gone, 1);
}
