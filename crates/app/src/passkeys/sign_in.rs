//! Signing in with a passkey. The device has verified its user, so this counts as both factors.

use domain::{
    attempts::{SIGN_IN_BY_ADDRESS, network},
    audit::Event,
    ids::{PasskeyId, UserId},
    passkeys::{CHALLENGE_LIFE, counter_regressed},
    time::Timestamp,
};
use storage::{
    attempts as tries,
    db::Tx,
    passkeys::{self, Passkey},
    users,
};
use webauthn::{ClientData, SignedResponse};

use super::{
    NOT_VERIFIED,
    challenges::{self, Challenge, Purpose},
    decoded, millis, relying_party,
};
use crate::{
    App, Caller, Error, Result, attempts,
    auth::{self, SignedIn},
};

const UNKNOWN: &str = "This passkey is not known here. It may have been removed.";

/// What a browser needs in order to use a passkey. It names no account: the browser offers every
/// passkey that it has for this relying party.
pub struct SignInOptions {
    pub rp_id: String,
    pub challenge: String,
    pub timeout_millis: u64,
}

pub fn sign_in_options(app: &App) -> Result<SignInOptions> {
    let party = relying_party(app)?;
    let challenge = Challenge::issue(app, Purpose::SignIn, UserId::NOBODY);
    Ok(SignInOptions {
        rp_id: party.id().to_owned(),
        challenge: challenge.encoded(),
        timeout_millis: millis(CHALLENGE_LIFE),
    })
}

/// What the browser returned, base64url.
pub struct AssertionForm {
    pub credential_id: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
    /// Leads to the owner.
    pub user_handle: String,
}

/// The same, decoded.
pub(super) struct Response {
    credential_id: Vec<u8>,
    client_data: ClientData,
    authenticator_data: Vec<u8>,
    signature: Vec<u8>,
}

impl AssertionForm {
    fn owner(&self) -> Result<UserId> {
        let handle = decoded(&self.user_handle)?;
        let bytes = <[u8; 16]>::try_from(handle.as_slice()).map_err(|_| unknown())?;
        Ok(UserId::from_bytes(bytes))
    }

    pub(super) fn decode(&self) -> Result<Response> {
        let client_data = ClientData::parse(&decoded(&self.client_data)?)
            .map_err(|_| Error::invalid("credential", NOT_VERIFIED))?;
        Ok(Response {
            credential_id: decoded(&self.credential_id)?,
            client_data,
            authenticator_data: decoded(&self.authenticator_data)?,
            signature: decoded(&self.signature)?,
        })
    }
}

pub async fn sign_in(app: &App, form: AssertionForm, caller: Caller) -> Result<SignedIn> {
    relying_party(app)?;
    let address = network(caller.address);
    attempts::take(app, vec![(SIGN_IN_BY_ADDRESS, address.clone())]).await?;
    let (owner, response) = (form.owner()?, form.decode()?);
    let used = match verify(app, Purpose::SignIn, UserId::NOBODY, owner, response).await? {
        Ok(used) => used,
        Err(why) => return Err(turn_away(app, owner, caller, why).await?),
    };
    let (keys, now, user) = (app.keys.clone(), app.now(), caller.clone());
    let entered = app
        .db
        .write(move |tx| {
            users::lock(tx, owner)?;
            let passkey = match used.redeem(tx, owner, &user, now)? {
                Ok(passkey) => passkey,
                Err(why) => return Ok(Err(why)),
            };
            tries::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?;
            let detail = format!("with the passkey “{}”", passkey.name);
            Ok::<_, Error>(Ok(auth::let_in(tx, &keys, owner, &user, now, Some(&detail))?))
        })
        .await?;
    // There may be a letter about a new device.
    app.ring();
    match entered {
        Ok(signed_in) => Ok(signed_in),
        Err(why) => Err(turn_away(app, owner, caller, why).await?),
    }
}

/// Why a response that was well formed was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Expired,
    Unknown,
    NotVerified,
    /// The counter went backwards on a passkey that only one device may hold.
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

    /// For the security log.
    const fn detail(self) -> &'static str {
        match self {
            Self::Expired => "expired passkey request",
            Self::Unknown => "unknown passkey",
            Self::NotVerified => "passkey not verified",
            Self::Copied => "the counter of the passkey went backwards",
        }
    }
}

/// Records the failure. An unknown passkey proves nothing about the account that its user handle
/// names, so it is recorded under no account.
async fn turn_away(app: &App, owner: UserId, caller: Caller, why: Refusal) -> Result<Error> {
    let owner = (why != Refusal::Unknown).then_some(owner);
    auth::record_failure(app, owner, caller, why.detail()).await?;
    Ok(Error::Unauthenticated(why.sentence().to_owned()))
}

/// A response whose challenge and signature are right.
pub(super) struct Verified {
    challenge: Challenge,
    id: PasskeyId,
    sign_count: i64,
}

/// Finds the passkey among the owner's and checks the response. `asked_of` is the account that the
/// challenge was issued for.
pub(super) async fn verify(
    app: &App,
    purpose: Purpose,
    asked_of: UserId,
    owner: UserId,
    response: Response,
) -> Result<Result<Verified, Refusal>> {
    let party = relying_party(app)?;
    let Response { credential_id, client_data, authenticator_data, signature } = response;
    let Some(challenge) = Challenge::open(app, purpose, asked_of, &client_data.challenge) else {
        return Ok(Err(Refusal::Expired));
    };
    let found = app
        .db
        .read(move |conn| {
            Ok::<_, Error>(passkeys::find_by_credential(conn, owner, &credential_id)?)
        })
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
    /// Spends the challenge and records the use, in the transaction that acts on it. A counter that
    /// went backwards means that somebody may have copied the key: it is written to the security log,
    /// and a passkey that only one device may hold is refused. A refusal commits.
    pub(super) fn redeem(
        &self,
        tx: &mut Tx,
        owner: UserId,
        caller: &Caller,
        now: Timestamp,
    ) -> Result<Result<Passkey, Refusal>> {
        // It may have been removed while the signature was checked.
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

fn unknown() -> Error {
    Error::Unauthenticated(UNKNOWN.to_owned())
}
