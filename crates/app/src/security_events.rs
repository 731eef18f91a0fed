//! The operator's stream of security events: log lines of the target `security`, one per event, with the account's
//! id and the client's address. They hold no secret and no e-mail address, so that they may go to other programs.

use domain::{audit::Event, ids::UserId};

use crate::Caller;

/// Enough to tell programs apart, too little to carry anything else.
const LONGEST_AGENT: usize = 120;

/// Writes the line of an event of the account's security log, where the operator should know of it.
pub(crate) fn recorded(event: Event, owner: UserId, caller: &Caller, detail: Option<&str>) {
    let account = if owner == UserId::NOBODY { String::new() } else { owner.to_string() };
    let (name, address, agent) = (event.as_str(), caller.address, agent(caller));
    let detail = detail.unwrap_or_default();
    match event {
        Event::SignInFailed | Event::PasswordCheckFailed | Event::CardPinFailed => {
            tracing::warn!(target: "security", event = name, account, %address, agent, detail, "refused");
        }
        Event::SignedUp
        | Event::SignedIn
        | Event::PasswordResetRequested
        | Event::PasswordChanged
        | Event::EmailConfirmed
        | Event::EmailChangeRequested
        | Event::EmailChanged
        | Event::TwoFactorEnabled
        | Event::TwoFactorDisabled
        | Event::RecoveryCodeUsed
        | Event::SessionRevoked
        | Event::CardPinChanged
        | Event::DataExported => {
            tracing::info!(target: "security", event = name, account, %address, agent, detail, "done");
        }
        _ => {}
    }
}

/// A limit is spent. Which account it is about is left out: the count may be of an address that has none.
pub(crate) fn too_many_tries(caller: &Caller, limit: &'static str) {
    let (address, agent) = (caller.address, agent(caller));
    tracing::warn!(target: "security", event = "too_many_tries", %address, agent, limit, "refused");
}

pub(crate) fn pin_locked(caller: &Caller, owner: UserId) {
    let (account, address, agent) = (owner.to_string(), caller.address, agent(caller));
    tracing::warn!(target: "security", event = "card_pin_locked", account, %address, agent, "locked");
}

fn agent(caller: &Caller) -> &str {
    let text = caller.user_agent.as_deref().unwrap_or_default();
    text.get(..LONGEST_AGENT).unwrap_or(text)
}
