//! Challenges: random values that a browser's response must contain, so that no response is good
//! twice. A challenge is a sealed token that holds its own expiry, so every instance can check it and
//! asking for one writes nothing. Answering it writes its hash, so that it cannot be answered again.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    ids::{SessionId, UserId},
    passkeys::CHALLENGE_LIFE,
    time::Timestamp,
};
use sha2::{Digest, Sha256};
use storage::db::{DbError, Tx};
use storage::identity::passkeys;
use zeroize::Zeroizing;

use crate::{App, crypto::Keys};

pub(super) const EXPIRED: &str = "This request has expired. Please try again.";

/// What a challenge is good for, and who may answer it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// A new passkey of this session's account. It was asked for with a recent proof, so answering it
    /// needs no other.
    Creation(UserId, SessionId),
    /// A proof of who acts in this session.
    Proof(UserId, SessionId),
    /// Nobody is signed in yet.
    SignIn,
}

impl Purpose {
    fn seal(self, keys: &Keys, plain: &[u8]) -> Vec<u8> {
        let (name, owner, session) = self.binding();
        keys.seal_row(name, owner, &session, plain)
    }

    fn open(self, keys: &Keys, token: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (name, owner, session) = self.binding();
        keys.open_row(name, owner, &session, token).ok()
    }

    const fn binding(self) -> (&'static str, UserId, [u8; 16]) {
        match self {
            Self::Creation(owner, session) => {
                ("passkey creation challenge", owner, *session.as_bytes())
            }
            Self::Proof(owner, session) => ("passkey proof challenge", owner, *session.as_bytes()),
            Self::SignIn => ("passkey sign-in challenge", UserId::NOBODY, [0; 16]),
        }
    }
}

pub(super) struct Challenge {
    token: Vec<u8>,
    expires_at: Timestamp,
}

impl Challenge {
    pub(super) fn issue(app: &App, purpose: Purpose) -> Self {
        let expires_at = app.now() + CHALLENGE_LIFE;
        // The seal's random nonce of 24 bytes makes the token unpredictable.
        let token = purpose.seal(&app.keys, &expires_at.as_millis().to_be_bytes());
        Self { token, expires_at }
    }

    /// A challenge of this installation that has not expired. Whether it was answered before is for
    /// [`Challenge::spend`] to say.
    pub(super) fn open(app: &App, purpose: Purpose, token: &[u8]) -> Option<Self> {
        let plain = purpose.open(&app.keys, token)?;
        let millis = i64::from_be_bytes(plain.as_slice().try_into().ok()?);
        let expires_at = Timestamp::from_millis(millis);
        (app.now() < expires_at).then(|| Self { token: token.to_vec(), expires_at })
    }

    pub(super) fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.token)
    }

    /// Marks the challenge as answered by an account; false where that account answered it before.
    pub(super) fn spend(&self, tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(&self.token));
        passkeys::spend_challenge(tx, owner, &hash, self.expires_at)
    }
}
