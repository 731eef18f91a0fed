//! Challenges: random values that a browser's response must contain, so that no response works twice. A challenge is a
//! sealed token with its own expiry, so every instance can check it and issuing one writes nothing. Answering it
//! stores its hash, so that it cannot be answered again.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    identity::passkeys::CHALLENGE_LIFE,
    ids::{SessionId, UserId},
    time::Timestamp,
};
use sha2::{Digest, Sha256};
use storage::db::{DbError, Tx};
use storage::identity::passkeys;
use zeroize::Zeroizing;

use crate::{App, crypto::Keys};

pub(super) const EXPIRED: &str = "This request has expired. Please try again.";

/// What a challenge may be used for, and who may answer it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// Creating a passkey for this session's account. A recent proof of identity was required to get the challenge, so
    /// answering it needs none.
    Creation(UserId, SessionId),
    /// Proving who acts in this session.
    Proof(UserId, SessionId),
    /// Signing in.
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
        // The random 24-byte nonce of the seal makes the token unpredictable.
        let token = purpose.seal(&app.keys, &expires_at.as_millis().to_be_bytes());
        Self { token, expires_at }
    }

    /// Opens a challenge that this installation issued and that has not expired. [`Challenge::spend`] finds out
    /// whether it was answered before.
    pub(super) fn open(app: &App, purpose: Purpose, token: &[u8]) -> Option<Self> {
        let plain = purpose.open(&app.keys, token)?;
        let millis = i64::from_be_bytes(plain.as_slice().try_into().ok()?);
        let expires_at = Timestamp::from_millis(millis);
        (app.now() < expires_at).then(|| Self { token: token.to_vec(), expires_at })
    }

    pub(super) fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.token)
    }

    /// Marks the challenge as answered by an account. Returns false if that account answered it before.
    pub(super) fn spend(&self, tx: &mut Tx, owner: UserId) -> Result<bool, DbError> {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(&self.token));
        passkeys::spend_challenge(tx, owner, &hash, self.expires_at)
    }
}
