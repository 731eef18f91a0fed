//! Challenges: random values that a browser's response must contain, so that no response is good
//! twice. A challenge is a sealed token that holds its own expiry, so every instance can check it and
//! asking for one writes nothing. Answering it writes its hash, so that it cannot be answered again.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{ids::UserId, passkeys::CHALLENGE_LIFE, time::Timestamp};
use sha2::{Digest, Sha256};
use storage::{
    db::{DbError, Tx},
    passkeys,
};

use crate::App;

pub(super) const EXPIRED: &str = "This request has expired. Please try again.";

/// A challenge of one purpose is refused for another.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    Creation,
    /// Nobody is signed in yet, so the challenge belongs to no account.
    SignIn,
}

impl Purpose {
    const fn sealed_as(self) -> &'static str {
        match self {
            Self::Creation => "passkey creation challenge",
            Self::SignIn => "passkey sign-in challenge",
        }
    }
}

pub(super) struct Challenge {
    token: Vec<u8>,
    expires_at: Timestamp,
}

impl Challenge {
    pub(super) fn issue(app: &App, purpose: Purpose, owner: UserId) -> Self {
        let expires_at = app.now() + CHALLENGE_LIFE;
        let plain = expires_at.as_millis().to_be_bytes();
        // The seal's random nonce of 24 bytes makes the token unpredictable.
        Self { token: app.keys.seal(purpose.sealed_as(), owner, &plain), expires_at }
    }

    /// A challenge of this installation that has not expired. Whether it was answered before is for
    /// [`Challenge::spend`] to say.
    pub(super) fn open(app: &App, purpose: Purpose, owner: UserId, token: &[u8]) -> Option<Self> {
        let plain = app.keys.open(purpose.sealed_as(), owner, token).ok()?;
        let millis = i64::from_be_bytes(plain.as_slice().try_into().ok()?);
        let expires_at = Timestamp::from_millis(millis);
        (app.now() < expires_at).then(|| Self { token: token.to_vec(), expires_at })
    }

    pub(super) fn encoded(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.token)
    }

    /// Marks the challenge as answered by an account; false where that account answered it before.
    pub(super) fn spend(&self, tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(&self.token));
        passkeys::spend_challenge(tx, owner, &hash, self.expires_at)
    }
}
