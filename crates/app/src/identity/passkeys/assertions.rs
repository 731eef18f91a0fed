//! Using a passkey: the options for the browser, and the check of its response. Used for signing in and for proving
//! who acts in a session.

use domain::identity::audit::Event;
use domain::identity::passkeys::{CHALLENGE_LIFE, Passkey, counter_regressed};
use domain::ids::{PasskeyId, UserId};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::passkeys;
use webauthn::{ClientData, SignedResponse};

use super::challenges::{self, Challenge, Purpose};
use super::{NOT_VERIFIED, decode, millis, relying_party};
use crate::{App, Caller, Error, Result};

const UNKNOWN: &str = "This passkey is not known here. It may have been removed.";

/// The options that a browser needs to use a passkey.
pub struct RequestOptions {
    pub rp_id: String,
    pub challenge: String,
    pub timeout_millis: u64,
    /// The passkeys that may be used. If it is empty, the browser offers every passkey it has for this relying party.
    pub allowed: Vec<Passkey>,
}

pub(super) fn options(
    app: &App,
    purpose: Purpose,
    allowed: Vec<Passkey>,
) -> Result<RequestOptions> {
    Ok(RequestOptions {
        rp_id: relying_party(app)?.id().to_owned(),
        challenge: Challenge::issue(app, purpose).encode(),
        timeout_millis: millis(CHALLENGE_LIFE),
        allowed,
    })
}

/// The browser's response; all values are base64url.
pub struct AssertionForm {
    pub credential_id: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
    /// The id of the account that owns the passkey.
    pub user_handle: String,
}

/// The response, decoded.
pub(super) struct Response {
    credential_id: Vec<u8>,
    client_data: ClientData,
    authenticator_data: Vec<u8>,
    signature: Vec<u8>,
}

impl AssertionForm {
    /// The account that the user handle names; `None` if the handle is no account id.
    pub(super) fn owner(&self) -> Result<Option<UserId>> {
        let handle = decode(&self.user_handle)?;
        Ok(<[u8; 16]>::try_from(handle.as_slice()).ok().map(UserId::from_bytes))
    }

    pub(super) fn decode(&self) -> Result<Response> {
        let client_data = ClientData::parse(&decode(&self.client_data)?)
            .map_err(|_| Error::invalid("credential", NOT_VERIFIED))?;
        Ok(Response {
            credential_id: decode(&self.credential_id)?,
            client_data,
            authenticator_data: decode(&self.authenticator_data)?,
            signature: decode(&self.signature)?,
        })
    }
}

/// Why a well-formed response was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Expired,
    Unknown,
    NotVerified,
    /// The signature counter went backwards on a passkey that only one device may hold.
    Copied,
}

impl Refusal {
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Expired => challenges::EXPIRED,
            Self::Unknown => UNKNOWN,
            Self::NotVerified | Self::Copied => NOT_VERIFIED,
        }
    }

    /// The text for the security log.
    pub(super) const fn detail(self) -> &'static str {
        match self {
            Self::Expired => "expired passkey request",
            Self::Unknown => "unknown passkey",
            Self::NotVerified => "passkey not verified",
            Self::Copied => "the counter of the passkey went backwards",
        }
    }
}

/// A response whose challenge and signature are valid.
pub(super) struct Verified {
    challenge: Challenge,
    id: PasskeyId,
    sign_count: i64,
}

/// Finds the passkey among the owner's and checks the response.
pub(super) async fn verify(
    app: &App,
    purpose: Purpose,
    owner: UserId,
    response: Response,
) -> Result<Result<Verified, Refusal>> {
    let party = relying_party(app)?;
    let Response { credential_id, client_data, authenticator_data, signature } = response;
    let Some(challenge) = Challenge::open(app, purpose, &client_data.challenge) else {
        return Ok(Err(Refusal::Expired));
    };
    let found = app
        .read(move |conn| Ok(passkeys::find_by_credential(conn, owner, &credential_id)?))
        .await?;
    let Some(passkey) = found else {
        return Ok(Err(Refusal::Unknown));
    };
    let signed = SignedResponse { authenticator_data: &authenticator_data, signature: &signature };
    match party.verify_assertion(&client_data, signed, &passkey.public_key) {
        Ok(assertion) => {
            let sign_count = i64::from(assertion.sign_count);
            Ok(Ok(Verified { challenge, id: passkey.id, sign_count }))
        }
        Err(why) => {
            tracing::info!(%why, "a passkey was refused");
            Ok(Err(Refusal::NotVerified))
        }
    }
}

impl Verified {
    /// Spends the challenge and records the use, in the transaction that acts on it. A signature counter that went
    /// backwards means that somebody may have copied the key: this is written to the security log, and a passkey that
    /// only one device may hold is refused. A refusal is `Ok(Err(_))`, so that the transaction commits.
    pub(super) fn redeem(
        &self,
        tx: &mut Tx,
        owner: UserId,
        caller: &Caller,
        now: Timestamp,
    ) -> Result<Result<Passkey, Refusal>> {
        // The passkey may have been removed while its signature was checked.
        let Some(passkey) = passkeys::find(tx, owner, self.id)? else {
            return Ok(Err(Refusal::Unknown));
        };
        if !self.challenge.spend(tx, owner)? {
            return Ok(Err(Refusal::Expired));
        }
        if counter_regressed(passkey.sign_count, self.sign_count) {
            let event = Event::PasskeyCounterRegressed;
            caller.record(tx, owner, event, now, Some(&passkey.name))?;
            if !passkey.is_synced {
                return Ok(Err(Refusal::Copied));
            }
        }
        passkeys::note_use(tx, owner, passkey.id, self.sign_count, now)?;
        Ok(Ok(passkey))
    }
}
