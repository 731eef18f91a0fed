//! Proving with a passkey, instead of the password, who acts in a session.

use domain::identity::audit::Event;
use domain::identity::rate_limits::PASSWORD_BY_ACCOUNT;
use storage::identity::{attempts as stored_attempts, passkeys};

use super::{
    assertions::{self, AssertionForm, Refusal, RequestOptions, verify},
    challenges::Purpose,
    relying_party,
};
use crate::identity::{attempts, sessions};
use crate::{Actor, App, Error, Result};

/// The options name the account's passkeys, so that the browser offers no other.
pub async fn proof_options(app: &App, actor: &Actor) -> Result<RequestOptions> {
    let (owner, rp_id) = (actor.user, relying_party(app)?.id().to_owned());
    let mut allowed = app.read(move |conn| Ok(passkeys::list(conn, owner)?)).await?;
    allowed.retain(|passkey| passkey.rp_id == rp_id);
    if allowed.is_empty() {
        return Err(Error::Conflict("This account has no passkey to use here.".to_owned()));
    }
    assertions::options(app, Purpose::Proof(actor.user, actor.session), allowed)
}

/// A verified passkey counts as a fresh proof of identity for this session.
pub async fn prove(app: &App, actor: &Actor, form: AssertionForm) -> Result<()> {
    let limits = vec![(PASSWORD_BY_ACCOUNT, actor.user.to_string())];
    attempts::take(app, &actor.caller, limits).await?;
    let purpose = Purpose::Proof(actor.user, actor.session);
    let used = match verify(app, purpose, actor.user, form.decode()?).await? {
        Ok(used) => used,
        Err(why) => return Err(record_refusal(app, actor, why).await?),
    };
    let (user, now) = (actor.clone(), app.now());
    let proved = app
        .write(move |tx| {
            let passkey = match used.redeem(tx, user.user, &user.caller, now)? {
                Ok(passkey) => passkey,
                Err(why) => return Ok(Err(why)),
            };
            sessions::record_proof(tx, &user, now)?;
            stored_attempts::give_back(tx, &PASSWORD_BY_ACCOUNT, &user.user.to_string())?;
            let detail = Some(passkey.name.as_str());
            user.caller.record(tx, user.user, Event::PasskeyUsed, now, detail)?;
            Ok(Ok(()))
        })
        .await?;
    match proved {
        Ok(()) => Ok(()),
        Err(why) => Err(record_refusal(app, actor, why).await?),
    }
}

async fn record_refusal(app: &App, actor: &Actor, why: Refusal) -> Result<Error> {
    let (actor, now) = (actor.clone(), app.now());
    app.write(move |tx| {
        let (event, detail) = (Event::PasskeyRefused, Some(why.detail()));
        Ok(actor.caller.record(tx, actor.user, event, now, detail)?)
    })
    .await?;
    Ok(Error::Forbidden(why.sentence().to_owned()))
}
