//! Passkeys over HTTP, with an authenticator in software. GUARD-11

use serde_json::{Value, json};
use testbed::Passkey;

use crate::harness::people::{PASSWORD, Person};
use crate::harness::{Answer, Engine, Server, on_both_engines, on_both_engines_as_process, outbox};

const KEYS: &str = "/api/auth/passkeys";
const ORIGIN: &str = "https://studio.example";
const NOT_VERIFIED: &str = "Your passkey couldn't be verified. Please try again.";
const EXPIRED: &str = "This request has expired. Please try again.";
const UNKNOWN: &str = "This passkey is not known here. It may have been removed.";

/// The origin of a server that was started without a public URL, as a browser on this machine sees it.
fn origin(server: &Server) -> String {
    format!("http://localhost:{}", server.address().port())
}

fn creation_options(server: &Server, person: &Person) -> Value {
    let answer = person.at(server).post("/api/auth/passkeys/options", &json!({})).expect(200);
    answer.body["publicKey"].clone()
}

fn sign_in_options(server: &Server) -> Value {
    let answer = server.post("/api/auth/passkeys/sign-in/options", &json!({})).expect(200);
    answer.body["publicKey"].clone()
}

fn add(server: &Server, person: &Person) -> Passkey {
    let options = creation_options(server, person);
    let device = Passkey::for_options(&options, &origin(server));
    let form = json!({"credential": device.registration(&options)});
    person.at(server).post(KEYS, &form).expect(201);
    device
}

fn sign_in(server: &Server, device: &mut Passkey) -> Answer {
    let options = sign_in_options(server);
    sign_in_with(server, device, &options)
}

fn sign_in_with(server: &Server, device: &mut Passkey, options: &Value) -> Answer {
    let form = json!({"credential": device.assertion(options)});
    server.post("/api/auth/passkeys/sign-in", &form)
}

fn only_id(server: &Server, person: &Person) -> String {
    let list = person.at(server).get(KEYS).expect(200);
    assert_eq!(list.body["total"], 1);
    list.body["passkeys"][0]["id"].as_str().unwrap().to_owned()
}

fn events(server: &Server, person: &Person) -> Vec<String> {
    let logs = person.at(server).get("/api/security/logs").expect(200).body["logs"].clone();
    logs.as_array().unwrap().iter().map(|log| log["event"].as_str().unwrap().to_owned()).collect()
}

on_both_engines!(
    pg a_passkey_is_made_listed_used_renamed_and_removed,
    a_passkey_needs_no_two_factor_code_and_both_other_ways_stay,
    without_a_name_it_is_named_for_the_browser,
    the_owner_reads_of_it_in_the_log_and_by_mail,
    another_origin_or_relying_party_is_refused,
    a_user_the_device_did_not_verify_is_refused,
    pg a_challenge_is_answered_once,
    a_challenge_is_good_for_its_own_purpose_only,
    a_key_opens_its_own_account_only,
    a_signature_of_another_key_is_refused,
    a_counter_that_goes_backwards_is_told_and_refused_unless_synced,
    an_account_has_at_most_twenty,
    nonsense_is_bad_input,
    tries_are_limited_by_address,
    passkeys_go_with_their_account
);
on_both_engines_as_process!(the_operator_reads_of_it_without_the_name);

fn a_passkey_is_made_listed_used_renamed_and_removed(server: &Server) {
    let person = Person::join(server);
    assert_eq!(
        person.at(server).get(KEYS).expect(200).body,
        json!({"success": true, "passkeys": [], "total": 0})
    );
    let options = creation_options(server, &person);
    assert_eq!(options["rp"], json!({"id": "localhost", "name": "Ledgerline"}));
    assert_eq!(options["user"]["name"], json!(person.email));
    assert!(!options["user"]["id"].as_str().unwrap().contains('@'));
    assert_eq!(
        options["authenticatorSelection"],
        json!({
            "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        })
    );
    assert_eq!(
        (&options["attestation"], &options["excludeCredentials"]),
        (&json!("none"), &json!([]))
    );

    let mut device = Passkey::for_options(&options, &origin(server));
    let form = json!({"name": " My laptop ", "credential": device.registration(&options)});
    let made = person.at(server).post(KEYS, &form).expect(201).body["passkey"].clone();
    assert_eq!((&made["name"], &made["last_used_at"]), (&json!("My laptop"), &Value::Null));
    assert_eq!(made["transports"], json!(["hybrid", "internal"]));
    assert_eq!((&made["synced"], &made["usable"]), (&json!(false), &json!(true)));
    assert_eq!(made["credential_id"], json!(device.credential_id()));
    let again = creation_options(server, &person);
    assert_eq!(again["excludeCredentials"][0]["id"], json!(device.credential_id()));

    let entered = sign_in(server, &mut device).expect(200).body;
    assert_eq!(entered["user"]["id"], person.user["id"]);
    let token = entered["token"].as_str().unwrap();
    assert_eq!(
        server.with_token(token).get("/api/auth/me").expect(200).body["user"]["email"],
        json!(person.email)
    );

    let id = only_id(server, &person);
    let path = format!("{KEYS}/{id}");
    let renamed = person.at(server).put(&path, &json!({"name": "Studio laptop"})).expect(200);
    assert_eq!(renamed.body["passkey"]["name"], "Studio laptop");
    assert!(renamed.body["passkey"]["last_used_at"].is_string());
    person.at(server).put(&path, &json!({"name": " "})).expect_error(400);

    person.at(server).delete(&path).expect(200);
    person.at(server).delete(&path).expect_error(404);
    person.at(server).put(&path, &json!({"name": "x"})).expect_error(404);
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), UNKNOWN);
    person.sign_in(server);
}

fn a_passkey_needs_no_two_factor_code_and_both_other_ways_stay(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    person.enable_two_factor(server);
    sign_in(server, &mut device).expect(200);
    let form = json!({"email": person.email, "password": PASSWORD});
    assert_eq!(
        server.post("/api/auth/login", &form).expect_error(401).body["requires2FA"],
        json!(true)
    );
}

fn without_a_name_it_is_named_for_the_browser(server: &Server) {
    let person = Person::join(server);
    let options = creation_options(server, &person);
    let device = Passkey::for_options(&options, &origin(server));
    let form = json!({"credential": device.registration(&options)});
    let agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36";
    let made = person
        .at(server)
        .call("POST", KEYS)
        .header("user-agent", agent)
        .json(&form)
        .send()
        .expect(201);
    assert_eq!(made.body["passkey"]["name"], "Chrome on Linux");
}

fn the_owner_reads_of_it_in_the_log_and_by_mail(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    sign_in(server, &mut device).expect(200);
    let id = only_id(server, &person);
    person.at(server).delete(&format!("{KEYS}/{id}")).expect(200);
    assert_eq!(events(server, &person)[..3], ["passkey_removed", "signed_in", "passkey_added"]);
    let log = person.at(server).get("/api/security/login-history").expect(200);
    assert!(log.body["history"][0]["detail"].as_str().unwrap().contains("passkey"));
    for subject in ["A passkey was added", "A passkey was removed"] {
        outbox::wait_for_letter(server, &person.email, subject, 1);
    }
}

// GUARD-10: the log of security events has the passkey's events, without the name that the owner chose.
fn the_operator_reads_of_it_without_the_name(server: &Server) {
    let person = Person::join(server);
    let options = creation_options(server, &person);
    let device = Passkey::for_options(&options, &origin(server));
    let form = json!({"name": "maya@private.example", "credential": device.registration(&options)});
    person.at(server).post(KEYS, &form).expect(201);
    server.wait_for_output("passkey_added");
    assert!(!server.output().contains("maya@private.example"));
    let log = person.at(server).get("/api/security/logs").expect(200);
    assert_eq!(log.body["logs"][0]["detail"], "maya@private.example");
}

fn another_origin_or_relying_party_is_refused(server: &Server) {
    let person = Person::join(server);
    let port = server.address().port();
    for wrong in [
        "https://evil.example".to_owned(),
        format!("https://localhost:{port}"),
        format!("http://127.0.0.1:{port}"),
        "http://localhost".to_owned(),
    ] {
        let options = creation_options(server, &person);
        let device = Passkey::for_options(&options, &wrong);
        let form = json!({"credential": device.registration(&options)});
        assert_eq!(
            person.at(server).post(KEYS, &form).expect_error(400).error(),
            NOT_VERIFIED,
            "{wrong}"
        );
    }
    let options = creation_options(server, &person);
    let mut other = Passkey::for_options(&options, &origin(server));
    other.rp_id = "evil.example".to_owned();
    person
        .at(server)
        .post(KEYS, &json!({"credential": other.registration(&options)}))
        .expect_error(400);
    assert_eq!(person.at(server).get(KEYS).expect(200).body["total"], 0);

    let mut device = add(server, &person);
    device.origin = "https://evil.example".to_owned();
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), NOT_VERIFIED);
    device.origin = origin(server);
    device.rp_id = "evil.example".to_owned();
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), NOT_VERIFIED);
    device.rp_id = "localhost".to_owned();
    sign_in(server, &mut device).expect(200);
}

fn a_user_the_device_did_not_verify_is_refused(server: &Server) {
    let person = Person::join(server);
    let options = creation_options(server, &person);
    let mut device = Passkey::for_options(&options, &origin(server));
    device.verifies_user = false;
    person
        .at(server)
        .post(KEYS, &json!({"credential": device.registration(&options)}))
        .expect_error(400);
    let mut device = add(server, &person);
    device.verifies_user = false;
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), NOT_VERIFIED);
}

fn a_challenge_is_answered_once(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    let options = sign_in_options(server);
    let response = json!({"credential": device.assertion(&options)});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| server.post("/api/auth/passkeys/sign-in", &response).status))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(
        server.post("/api/auth/passkeys/sign-in", &response).expect_error(401).error(),
        EXPIRED
    );
    assert_eq!(sign_in_with(server, &mut device, &options).expect_error(401).error(), EXPIRED);

    let options = creation_options(server, &person);
    let new = Passkey::for_options(&options, &origin(server));
    let form = json!({"credential": new.registration(&options)});
    person.at(server).post(KEYS, &form).expect(201);
    person.at(server).post(KEYS, &form).expect_error(400);
}

fn a_challenge_is_good_for_its_own_purpose_only(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let mut device = add(server, &maya);
    // Challenges of another purpose, of another account and made-up ones are refused.
    let foreign =
        [creation_options(server, &maya), json!({"challenge": "AAAA"}), json!({"challenge": ""})];
    for options in foreign {
        assert_eq!(sign_in_with(server, &mut device, &options).expect_error(401).error(), EXPIRED);
    }
    let mut options = creation_options(server, &ade);
    let new = Passkey::for_options(&options, &origin(server));
    options["challenge"] = creation_options(server, &maya)["challenge"].clone();
    assert_eq!(
        ade.at(server)
            .post(KEYS, &json!({"credential": new.registration(&options)}))
            .expect_error(400)
            .error(),
        EXPIRED
    );
    let proof = maya
        .at(server)
        .post("/api/auth/passkeys/proof/options", &json!({}))
        .expect(200)
        .body["publicKey"]
        .clone();
    assert_eq!(sign_in_with(server, &mut device, &proof).expect_error(401).error(), EXPIRED);
    // The challenge of a proof in one session is refused in another session.
    let form = json!({"credential": device.assertion(&proof)});
    let second = maya.sign_in(server);
    server.with_token(&second).post("/api/auth/passkeys/proof", &form).expect_error(403);
    maya.at(server).post("/api/auth/passkeys/proof", &form).expect(200);
    maya.at(server).post("/api/auth/passkeys/proof", &form).expect_error(403);
}

fn a_key_opens_its_own_account_only(server: &Server) {
    let (maya, ade) = (Person::join(server), Person::join(server));
    let mut mayas = add(server, &maya);
    let mut ades = add(server, &ade);
    let ades_handle = std::mem::replace(&mut mayas.user_handle, ades.user_handle.clone());
    assert_eq!(sign_in(server, &mut mayas).expect_error(401).error(), UNKNOWN);
    ades.user_handle = ades_handle;
    assert_eq!(sign_in(server, &mut ades).expect_error(401).error(), UNKNOWN);
    for handle in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA"] {
        mayas.user_handle = handle.to_owned();
        assert_eq!(sign_in(server, &mut mayas).expect_error(401).error(), UNKNOWN);
    }
    let id = only_id(server, &maya);
    ade.at(server).put(&format!("{KEYS}/{id}"), &json!({"name": "Mine"})).expect_error(404);
    ade.at(server).delete(&format!("{KEYS}/{id}")).expect_error(404);
    let options = maya
        .at(server)
        .post("/api/auth/passkeys/proof/options", &json!({}))
        .expect(200)
        .body["publicKey"]
        .clone();
    let form = json!({"credential": ades.assertion(&options)});
    assert_eq!(
        maya.at(server).post("/api/auth/passkeys/proof", &form).expect_error(403).error(),
        UNKNOWN
    );
    assert!(events(server, &maya).contains(&"passkey_refused".to_owned()));
}

fn a_signature_of_another_key_is_refused(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    let mut other = Passkey::for_options(&creation_options(server, &person), &origin(server));
    let options = sign_in_options(server);
    let mut response = device.assertion(&options);
    response["response"]["signature"] = other.assertion(&options)["response"]["signature"].clone();
    let answer = server
        .post("/api/auth/passkeys/sign-in", &json!({"credential": response}))
        .expect_error(401);
    assert_eq!(answer.error(), NOT_VERIFIED);
    assert!(events(server, &person).contains(&"sign_in_failed".to_owned()));
}

fn a_counter_that_goes_backwards_is_told_and_refused_unless_synced(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    device.counter = 10;
    sign_in(server, &mut device).expect(200);
    device.counter = 10;
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), NOT_VERIFIED);
    assert!(events(server, &person).contains(&"passkey_counter_regressed".to_owned()));
    device.counter = 11;
    sign_in(server, &mut device).expect(200);

    let other = Person::join(server);
    let options = creation_options(server, &other);
    let mut synced = Passkey::for_options(&options, &origin(server));
    synced.is_synced = true;
    other.at(server).post(KEYS, &json!({"credential": synced.registration(&options)})).expect(201);
    for counter in [10, 5] {
        synced.counter = counter;
        sign_in(server, &mut synced).expect(200);
    }
    assert!(events(server, &other).contains(&"passkey_counter_regressed".to_owned()));
    synced.counter = 0;
    sign_in(server, &mut synced).expect(200);
    let told =
        events(server, &other).iter().filter(|event| *event == "passkey_counter_regressed").count();
    assert_eq!(told, 2);
    sign_in(server, &mut synced).expect(200);
}

fn an_account_has_at_most_twenty(server: &Server) {
    let person = Person::join(server);
    let early = creation_options(server, &person);
    for _ in 0..20 {
        add(server, &person);
    }
    let answer = person.at(server).post("/api/auth/passkeys/options", &json!({})).expect_error(409);
    assert!(answer.error().contains("at most 20"));
    let device = Passkey::for_options(&early, &origin(server));
    person
        .at(server)
        .post(KEYS, &json!({"credential": device.registration(&early)}))
        .expect_error(409);
}

fn nonsense_is_bad_input(server: &Server) {
    let person = Person::join(server);
    for body in [json!({}), json!({"credential": {}}), json!({"credential": 7}), json!([])] {
        person.at(server).post(KEYS, &body).expect_error(400);
        server.post("/api/auth/passkeys/sign-in", &body).expect_error(400);
        person.at(server).post("/api/auth/passkeys/proof", &body).expect_error(400);
    }
    let mut device = Passkey::for_options(&creation_options(server, &person), &origin(server));
    for part in ["clientDataJSON", "authenticatorData", "signature", "userHandle"] {
        let mut response = device.assertion(&sign_in_options(server));
        response["response"][part] = json!("not base64!");
        server
            .post("/api/auth/passkeys/sign-in", &json!({"credential": response}))
            .expect_error(400);
    }
    person.at(server).post("/api/auth/passkeys/proof/options", &json!({})).expect_error(409);
    let options = creation_options(server, &person);
    let mut long = json!({"credential": device.registration(&options)});
    long["name"] = json!("x".repeat(61));
    assert!(
        person.at(server).post(KEYS, &long).expect_error(400).body["fields"]["name"].is_string()
    );
}

fn tries_are_limited_by_address(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    device.verifies_user = false;
    for _ in 0..60 {
        sign_in(server, &mut device).expect_error(401);
    }
    let answer = sign_in(server, &mut device).expect_error(429);
    assert!(answer.header("retry-after").parse::<u32>().is_ok());
}

fn passkeys_go_with_their_account(server: &Server) {
    let person = Person::join(server);
    let mut device = add(server, &person);
    sign_in(server, &mut device).expect(200);
    let form = json!({"password": PASSWORD});
    person.at(server).call("DELETE", "/api/users/account").json(&form).send().expect(200);
    assert_eq!(sign_in(server, &mut device).expect_error(401).error(), UNKNOWN);
}

/// Another instance on the same database accepts a challenge of the first, and spends it for both.
#[test]
fn any_instance_takes_a_challenge_of_another() {
    let data = tempfile::tempdir().unwrap();
    let servers = Server::start_together(data.path(), 2);
    let person = Person::join(&servers[0]);
    let options = creation_options(&servers[0], &person);
    let mut device = Passkey::for_options(&options, &origin(&servers[1]));
    person
        .at(&servers[1])
        .post(KEYS, &json!({"credential": device.registration(&options)}))
        .expect(201);
    let options = sign_in_options(&servers[0]);
    let response = json!({"credential": device.assertion(&options)});
    servers[1].post("/api/auth/passkeys/sign-in", &response).expect(200);
    device.origin = origin(&servers[0]);
    assert_eq!(sign_in_with(&servers[0], &mut device, &options).expect_error(401).error(), EXPIRED);
}

/// An installation with an https URL accepts its own origin only, not even localhost.
#[test]
fn a_public_url_decides_the_relying_party() {
    let server = Server::start(Engine::Sqlite, &["--public-url", ORIGIN]);
    let person = Person::join(&server);
    let options = creation_options(&server, &person);
    assert_eq!(options["rp"]["id"], "studio.example");
    for wrong in [origin(&server).as_str(), "http://studio.example", "https://studio.example:8443"]
    {
        let device = Passkey::for_options(&options, wrong);
        person
            .at(&server)
            .post(KEYS, &json!({"credential": device.registration(&options)}))
            .expect_error(400);
    }
    let mut device = Passkey::for_options(&options, ORIGIN);
    person
        .at(&server)
        .post(KEYS, &json!({"credential": device.registration(&options)}))
        .expect(201);
    sign_in(&server, &mut device).expect(200);

    // On another host the passkey is still listed, and marked as unusable.
    let server = server.restart(&["--public-url", "https://other.example"]);
    let listed = person.at(&server).get(KEYS).expect(200).body["passkeys"][0].clone();
    assert_eq!((&listed["usable"], &listed["rp_id"]), (&json!(false), &json!("studio.example")));
    assert_eq!(creation_options(&server, &person)["excludeCredentials"], json!([]));
    person.at(&server).post("/api/auth/passkeys/proof/options", &json!({})).expect_error(409);

    // On a plain http host, where browsers allow no passkeys, the server offers none.
    let server = server.restart(&["--public-url", "http://192.0.2.7:8080"]);
    person.at(&server).post("/api/auth/passkeys/options", &json!({})).expect_error(409);
    let answer = server.post("/api/auth/passkeys/sign-in/options", &json!({})).expect_error(409);
    assert!(answer.error().contains("not available at this address"));
}

/// A backup carries passkeys to the other engine.
#[test]
fn a_restored_installation_knows_its_passkeys() {
    let server = Server::start(Engine::Sqlite, &["--public-url", ORIGIN]);
    let person = Person::join(&server);
    let options = creation_options(&server, &person);
    let mut device = Passkey::for_options(&options, ORIGIN);
    person
        .at(&server)
        .post(KEYS, &json!({"credential": device.registration(&options)}))
        .expect(201);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.zip");
    assert!(server.command(&["backup", file.to_str().unwrap()]).status.success());
    let restored = server.restore_from(&file, Some(Engine::Postgres));
    let restored = restored.restart(&["--public-url", ORIGIN]);
    sign_in(&restored, &mut device).expect(200);
}

/// The browser may use passkeys on these pages, and no frame may.
#[test]
fn the_permissions_policy_allows_passkeys_for_the_page_itself() {
    let server = Server::start(Engine::Sqlite, &[]);
    let policy = server.get("/").header("permissions-policy").to_owned();
    for feature in ["publickey-credentials-create=(self)", "publickey-credentials-get=(self)"] {
        assert!(policy.contains(feature), "{policy}");
    }
}

/// GUARD-04: a passkey that a stranger added to an account at somebody's address opens nothing after its owner's first
/// reset.
#[test]
fn the_first_reset_of_an_unconfirmed_account_removes_a_strangers_passkey() {
    let smtp = testbed::smtp::Smtp::start();
    let server = Server::start(Engine::Sqlite, &["--smtp-url", &smtp.url()]);
    let stranger = Person::join(&server);
    let mut device = add(&server, &stranger);
    sign_in(&server, &mut device).expect(200);
    server.post("/api/auth/forgot-password", &json!({"email": stranger.email})).expect(200);
    let letter = outbox::wait_for_mail(&smtp, &stranger.email, "Reset your password", 1);
    let reset = json!({"token": letter.reset_token(), "newPassword": "Lighthouse-42"});
    server.post("/api/auth/reset-password", &reset).expect(200);
    assert_eq!(sign_in(&server, &mut device).expect_error(401).error(), UNKNOWN);
}
