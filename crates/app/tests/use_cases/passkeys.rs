//! How long a challenge and a proof last, with the clock in the test's hand, on both engines. GUARD-11

use std::time::Duration;

use ledgerline_app::identity::passkeys::{
    self, AssertionForm, CreationForm, CreationOptions, RequestOptions,
};
use ledgerline_app::{Actor, Error};
use serde_json::{Value, json};
use testbed::Passkey;

use crate::support::{TestApp, caller, on_both_engines, parsed};

const MINUTE: Duration = Duration::from_secs(60);
const ORIGIN: &str = "https://studio.example";

impl TestApp {
    async fn add_passkey(&self, actor: &Actor) -> Passkey {
        let options = creation(&passkeys::creation_options(&self.app, actor).await.unwrap());
        let device = Passkey::for_options(&options, ORIGIN);
        passkeys::create(&self.app, actor, made(&device, &options)).await.unwrap();
        device
    }
}

fn creation(options: &CreationOptions) -> Value {
    json!({
        "challenge": options.challenge,
        "rp": {"id": options.rp_id},
        "user": {"id": options.user_handle},
    })
}

fn request(options: &RequestOptions) -> Value {
    json!({"challenge": options.challenge})
}

fn made(device: &Passkey, options: &Value) -> CreationForm {
    let created = device.registration(options);
    let part = |name: &str| created["response"][name].as_str().unwrap().to_owned();
    CreationForm {
        name: None,
        client_data: part("clientDataJSON"),
        attestation_object: part("attestationObject"),
        transports: Vec::new(),
    }
}

fn used(device: &mut Passkey, options: &Value) -> AssertionForm {
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
    answered_challenges_are_forgotten_when_they_would_have_expired
);

async fn a_sign_in_challenge_is_good_for_five_minutes(test: TestApp) {
    let actor = test.join().await;
    let mut device = test.add_passkey(&actor).await;
    let early = request(&passkeys::sign_in_options(&test.app).unwrap());
    let late = request(&passkeys::sign_in_options(&test.app).unwrap());
    test.pass(5 * MINUTE - Duration::from_secs(1));
    let form = used(&mut device, &early);
    passkeys::sign_in(&test.app, form, caller()).await.unwrap();
    test.pass(Duration::from_secs(1));
    let form = used(&mut device, &late);
    let refused = passkeys::sign_in(&test.app, form, caller()).await.err().unwrap();
    assert!(matches!(refused, Error::Unauthenticated(text) if text.contains("expired")));
}

async fn a_creation_challenge_is_good_for_five_minutes(test: TestApp) {
    let actor = test.join().await;
    let options = creation(&passkeys::creation_options(&test.app, &actor).await.unwrap());
    let device = Passkey::for_options(&options, ORIGIN);
    test.pass(5 * MINUTE);
    let refused = passkeys::create(&test.app, &actor, made(&device, &options)).await;
    assert!(matches!(refused, Err(Error::Invalid { .. })));
    assert!(passkeys::list(&test.app, &actor).await.unwrap().is_empty());
}

// GUARD-05
async fn adding_and_removing_need_a_recent_proof_and_a_passkey_is_one(test: TestApp) {
    let actor = test.join().await;
    let mut device = test.add_passkey(&actor).await;
    let id = passkeys::list(&test.app, &actor).await.unwrap()[0].id.to_string();
    test.pass(10 * MINUTE);
    let refused = passkeys::creation_options(&test.app, &actor).await.err().unwrap();
    assert!(matches!(refused, Error::ProofRequired));
    let refused = passkeys::remove(&test.app, &actor, parsed(&id)).await;
    assert!(matches!(refused, Err(Error::ProofRequired)));
    passkeys::rename(&test.app, &actor, parsed(&id), "Renamed").await.unwrap();

    let options = request(&passkeys::proof_options(&test.app, &actor).await.unwrap());
    let form = used(&mut device, &options);
    passkeys::prove(&test.app, &actor, form).await.unwrap();
    passkeys::creation_options(&test.app, &actor).await.unwrap();
    passkeys::remove(&test.app, &actor, parsed(&id)).await.unwrap();
}

// A request that was allowed just before the proof grew too old can still be finished.
async fn a_creation_that_was_allowed_can_be_finished(test: TestApp) {
    let actor = test.join().await;
    test.pass(10 * MINUTE - Duration::from_secs(1));
    let options = creation(&passkeys::creation_options(&test.app, &actor).await.unwrap());
    let device = Passkey::for_options(&options, ORIGIN);
    test.pass(MINUTE);
    passkeys::create(&test.app, &actor, made(&device, &options)).await.unwrap();
}

async fn answered_challenges_are_forgotten_when_they_would_have_expired(test: TestApp) {
    let actor = test.join().await;
    test.add_passkey(&actor).await;
    test.pass(5 * MINUTE);
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
