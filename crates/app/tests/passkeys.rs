//! How long a challenge and a proof last, with the clock in the test's hand, on both engines. GUARD-11

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod house;

use std::{net::IpAddr, time::Duration};

use house::{House, on_both_engines};
use ledgerline_app::identity::passkeys::{
    self, AssertionForm, CreationForm, CreationOptions, RequestOptions,
};
use ledgerline_app::identity::sessions;
use ledgerline_app::operations::sign_up::{self, SignUp};
use ledgerline_app::{Actor, Caller, Error};
use serde_json::{Value, json};
use testbed::Passkey;

const MINUTE: Duration = Duration::from_secs(60);
const ORIGIN: &str = "https://studio.example";

impl House {
    async fn sign_up(&self) -> Actor {
        let form = SignUp {
            name: "Maya Okafor".into(),
            email: "maya@northline.studio".into(),
            password: "Harbour-77".into(),
            confirm_password: "Harbour-77".into(),
            role: "Composer".into(),
            invitation: None,
        };
        let token = sign_up::sign_up(&self.app, form, caller()).await.unwrap().token;
        sessions::authenticate(&self.app, token.expose(), caller()).await.unwrap()
    }

    async fn add_passkey(&self, actor: &Actor) -> Passkey {
        let options = creation(&passkeys::creation_options(&self.app, actor).await.unwrap());
        let device = Passkey::for_options(&options, ORIGIN);
        passkeys::create(&self.app, actor, made(&device, &options)).await.unwrap();
        device
    }
}

fn caller() -> Caller {
    Caller { address: IpAddr::from([192, 0, 2, 7]), user_agent: None }
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
    let created = device.created(options);
    let part = |name: &str| created["response"][name].as_str().unwrap().to_owned();
    CreationForm {
        name: None,
        client_data: part("clientDataJSON"),
        attestation_object: part("attestationObject"),
        transports: Vec::new(),
    }
}

fn used(device: &mut Passkey, options: &Value) -> AssertionForm {
    let used = device.used(options);
    let part = |name: &str| used["response"][name].as_str().unwrap().to_owned();
    AssertionForm {
        credential_id: used["id"].as_str().unwrap().to_owned(),
        client_data: part("clientDataJSON"),
        authenticator_data: part("authenticatorData"),
        signature: part("signature"),
        user_handle: part("userHandle"),
    }
}

on_both_engines! {
    async fn a_sign_in_challenge_is_good_for_five_minutes(house: House) {
        let actor = house.sign_up().await;
        let mut device = house.add_passkey(&actor).await;
        let early = request(&passkeys::sign_in_options(&house.app).unwrap());
        let late = request(&passkeys::sign_in_options(&house.app).unwrap());
        house.pass(5 * MINUTE - Duration::from_secs(1));
        let form = used(&mut device, &early);
        passkeys::sign_in(&house.app, form, caller()).await.unwrap();
        house.pass(Duration::from_secs(1));
        let form = used(&mut device, &late);
        let refused = passkeys::sign_in(&house.app, form, caller()).await.err().unwrap();
        assert!(matches!(refused, Error::Unauthenticated(text) if text.contains("expired")));
    }

    async fn a_creation_challenge_is_good_for_five_minutes(house: House) {
        let actor = house.sign_up().await;
        let options = creation(&passkeys::creation_options(&house.app, &actor).await.unwrap());
        let device = Passkey::for_options(&options, ORIGIN);
        house.pass(5 * MINUTE);
        let refused = passkeys::create(&house.app, &actor, made(&device, &options)).await;
        assert!(matches!(refused, Err(Error::Invalid { .. })));
        assert!(passkeys::list(&house.app, &actor).await.unwrap().is_empty());
    }

    // GUARD-05
    async fn adding_and_removing_need_a_recent_proof_and_a_passkey_is_one(house: House) {
        let actor = house.sign_up().await;
        let mut device = house.add_passkey(&actor).await;
        let id = passkeys::list(&house.app, &actor).await.unwrap()[0].id.to_string();
        house.pass(10 * MINUTE);
        let refused = passkeys::creation_options(&house.app, &actor).await.err().unwrap();
        assert!(matches!(refused, Error::ProofRequired));
        let refused = passkeys::remove(&house.app, &actor, &id).await;
        assert!(matches!(refused, Err(Error::ProofRequired)));
        passkeys::rename(&house.app, &actor, &id, "Renamed").await.unwrap();

        let options = request(&passkeys::proof_options(&house.app, &actor).await.unwrap());
        let form = used(&mut device, &options);
        passkeys::prove(&house.app, &actor, form).await.unwrap();
        passkeys::creation_options(&house.app, &actor).await.unwrap();
        passkeys::remove(&house.app, &actor, &id).await.unwrap();
    }

    // A request that was allowed just before the proof grew too old can still be finished.
    async fn a_creation_that_was_allowed_can_be_finished(house: House) {
        let actor = house.sign_up().await;
        house.pass(10 * MINUTE - Duration::from_secs(1));
        let options = creation(&passkeys::creation_options(&house.app, &actor).await.unwrap());
        let device = Passkey::for_options(&options, ORIGIN);
        house.pass(MINUTE);
        passkeys::create(&house.app, &actor, made(&device, &options)).await.unwrap();
    }

    async fn answered_challenges_are_forgotten_when_they_would_have_expired(house: House) {
        let actor = house.sign_up().await;
        house.add_passkey(&actor).await;
        house.pass(5 * MINUTE);
        let now = house.app.now();
        let gone = house
            .app
            .db
            .write(move |tx| {
                Ok::<_, Error>(storage::identity::passkeys::remove_expired_challenges(tx, now)?)
            })
            .await
            .unwrap();
        assert_eq!(gone, 1);
    }
}
