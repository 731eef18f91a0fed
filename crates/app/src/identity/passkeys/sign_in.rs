//! Signing in with a passkey. The device has verified its user, so a passkey counts as both factors.

use domain::{
    identity::rate_limits::{SIGN_IN_BY_ADDRESS, network},
    ids::UserId,
};
use storage::identity::{attempts as stored_attempts, users};

use super::{
    assertions::{self, AssertionForm, Refusal, RequestOptions, verify},
    challenges::Purpose,
    relying_party,
};
use crate::identity::sessions::SignedIn;
use crate::identity::{attempts, sign_in};
use crate::{App, Caller, Error, Result};

/// The options name no account, so the browser offers every passkey it has for this relying party.
pub fn sign_in_options(app: &App) -> Result<RequestOptions> {
    assertions::options(app, Purpose::SignIn, Vec::new())
}

pub async fn sign_in(app: &App, form: AssertionForm, caller: Caller) -> Result<SignedIn> {
    relying_party(app)?;
    let address = network(caller.address);
    attempts::take(app, &caller, vec![(SIGN_IN_BY_ADDRESS, address.clone())]).await?;
    let (owner, response) = (form.owner()?, form.decode()?);
    let Some(owner) = owner else {
        return Err(record_refusal(app, UserId::NOBODY, caller, Refusal::Unknown).await?);
    };
    let used = match verify(app, Purpose::SignIn, owner, response).await? {
        Ok(used) => used,
        Err(why) => return Err(record_refusal(app, owner, caller, why).await?),
    };
    let (keys, now, user) = (app.keys.clone(), app.now(), caller.clone());
    let entered = app
        .write(move |tx| {
            users::lock(tx, owner)?;
            if let Err(why) = used.redeem(tx, owner, &user, now)? {
                return Ok(Err(why));
            }
            stored_attempts::give_back(tx, &SIGN_IN_BY_ADDRESS, &address)?;
            let detail = Some("with a passkey");
            Ok(Ok(sign_in::open_session(tx, &keys, owner, &user, now, detail)?))
        })
        .await?;
    // A letter about a new device may have been queued.
    app.wake_workers();
    match entered {
        Ok(signed_in) => Ok(signed_in),
        Err(why) => Err(record_refusal(app, owner, caller, why).await?),
    }
}

/// Records the failure in the security log. An unknown passkey proves nothing about the account that its user handle
/// names, so it is recorded under no account.
async fn record_refusal(app: &App, owner: UserId, caller: Caller, why: Refusal) -> Result<Error> {
    let owner = (why != Refusal::Unknown).then_some(owner);
    sign_in::record_failure(app, owner, &caller, why.detail()).await?;
    Ok(Error::Unauthenticated(why.sentence().to_owned()))
}
