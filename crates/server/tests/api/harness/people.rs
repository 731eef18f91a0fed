//! People with accounts, for tests that need someone signed in.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::harness::{ApiClient, Server};

pub const PASSWORD: &str = "Harbour-77";

pub struct Person {
    pub email: String,
    pub token: String,
    pub user: Value,
}

impl Person {
    /// Signs up a new person.
    pub fn join(server: &Server) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let email = format!("person{number}@northline.studio");
        let answer = server.post("/api/auth/signup", &sign_up_form(&email)).expect(201);
        Self { token: token_of(&answer.body), user: answer.body["user"].clone(), email }
    }

    pub fn at<'a>(&'a self, server: &'a Server) -> ApiClient<'a> {
        server.with_token(&self.token)
    }

    /// Signs in again, as on another device; returns the new session token.
    pub fn sign_in(&self, server: &Server) -> String {
        let form = json!({"email": self.email, "password": PASSWORD});
        token_of(&server.post("/api/auth/login", &form).expect(200).body)
    }

    /// Turns two-factor authentication on; returns the authenticator and the recovery codes.
    pub fn enable_two_factor(&self, server: &Server) -> (Authenticator, Vec<String>) {
        let setup = self.at(server).post("/api/security/2fa/generate", &json!({})).expect(200);
        let authenticator = Authenticator::new(setup.body["secret"].as_str().unwrap());
        let enable = || {
            let proof = json!({"token": authenticator.code(-1)});
            self.at(server).post("/api/security/2fa/enable", &proof)
        };
        let mut enabled = enable();
        if enabled.status == 400 {
            // Half a minute ended between our clock and the server's, and the code was one step too old.
            enabled = enable();
        }
        let enabled = enabled.expect(200);
        let codes = enabled.body["recoveryCodes"].as_array().unwrap().iter();
        (authenticator, codes.map(|code| code.as_str().unwrap().to_owned()).collect())
    }
}

pub fn sign_up_form(email: &str) -> Value {
    json!({
        "name": "Maya Okafor",
        "email": email,
        "password": PASSWORD,
        "confirmPassword": PASSWORD,
        "role": "Music Producer",
    })
}

pub fn token_of(body: &Value) -> String {
    body["token"].as_str().expect("a token").to_owned()
}

/// The authenticator app on a person's phone.
pub struct Authenticator(totp_rs::Totp);

impl Authenticator {
    pub fn new(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).expect("base32");
        Self(Builder::new().with_secret(secret).build().expect("a sound secret"))
    }

    /// The code of the current time, shifted by `steps` of 30 seconds.
    pub fn code(&self, steps: i64) -> String {
        let now = std::time::SystemTime::now();
        let seconds = now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        self.0.generate(seconds.checked_add_signed(steps * 30).unwrap()).to_string()
    }
}
