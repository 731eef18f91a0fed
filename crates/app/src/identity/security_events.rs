//! Security events for the operator: log lines with the target `security`, one per event, with the account's id and
//! the client's address. They hold no secret and no e-mail address, so that other programs may receive them.

use domain::identity::audit::Event;
use domain::ids::{EventId, UserId};
use domain::time::Timestamp;
use storage::db::{DbError, Tx};
use storage::identity::security_log::{self, NewEntry};

use crate::caller::Caller;
use crate::crypto;

/// The longest user agent in a log line: enough to tell programs apart, too short to carry other data.
const LONGEST_AGENT: usize = 120;

impl Caller {
    /// Writes an entry to the account's security log, in the transaction of the change.
    pub fn record(
        &self,
        tx: &mut Tx,
        owner: UserId,
        event: Event,
        now: Timestamp,
        detail: Option<&str>,
    ) -> Result<(), DbError> {
        let entry = NewEntry {
            id: EventId::new(now, crypto::random()),
            event,
            created_at: now,
            ip_address: &self.address.to_string(),
            user_agent: self.user_agent.as_deref(),
            detail,
        };
        security_log::add(tx, owner, &entry)?;
        log_for_operator(event, owner, self, detail);
        Ok(())
    }
}

/// Writes the log line of a security event, if the operator should know of it.
fn log_for_operator(event: Event, owner: UserId, caller: &Caller, detail: Option<&str>) {
    let account = if owner == UserId::NOBODY { String::new() } else { owner.to_string() };
    let (name, address, agent) = (event.as_str(), caller.address, agent_of(caller));
    let detail = detail.filter(|_| !names_a_passkey(event)).unwrap_or_default();
    match event {
        Event::SignInFailed
        | Event::PasswordCheckFailed
        | Event::CardPinFailed
        | Event::PasskeyRefused
        | Event::PasskeyCounterRegressed => {
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
        | Event::PasskeyAdded
        | Event::PasskeyRemoved
        | Event::PasskeyUsed
        | Event::SessionRevoked
        | Event::CardPinChanged
        | Event::DataExported => {
            tracing::info!(target: "security", event = name, account, %address, agent, detail, "done");
        }
        _ => {}
    }
}

/// Whether the event's detail is the name of a passkey. The owner chose it, so it could contain anything.
const fn names_a_passkey(event: Event) -> bool {
    use Event::{PasskeyAdded, PasskeyCounterRegressed, PasskeyRemoved, PasskeyUsed};
    matches!(event, PasskeyAdded | PasskeyCounterRegressed | PasskeyRemoved | PasskeyUsed)
}

/// Logs that a limit was reached. The account is left out: the count may belong to an address without an account.
pub(crate) fn too_many_attempts(caller: &Caller, limit: &'static str) {
    let (address, agent) = (caller.address, agent_of(caller));
    tracing::warn!(target: "security", event = "too_many_tries", %address, agent, limit, "refused");
}

pub(crate) fn pin_locked(caller: &Caller, owner: UserId) {
    let (account, address, agent) = (owner.to_string(), caller.address, agent_of(caller));
    tracing::warn!(target: "security", event = "card_pin_locked", account, %address, agent, "locked");
}

fn agent_of(caller: &Caller) -> &str {
    let text = caller.user_agent.as_deref().unwrap_or_default();
    text.get(..LONGEST_AGENT).unwrap_or(text)
}
