//! Who makes a request: the address and program it comes from, and the signed-in person.

use std::net::IpAddr;

use domain::calendar::{Day, Zone};
use domain::ids::{SessionId, UserId};
use domain::time::Timestamp;

/// The address and the program that a request comes from.
#[derive(Debug, Clone)]
pub struct Caller {
    pub address: IpAddr,
    pub user_agent: Option<String>,
}

impl Caller {
    /// The caller of commands that the operator runs on the server's command line.
    pub fn operator() -> Self {
        Self { address: IpAddr::from([127, 0, 0, 1]), user_agent: Some("ledgerline".to_owned()) }
    }
}

/// A signed-in person and the session they act in.
#[derive(Debug, Clone)]
pub struct Actor {
    pub user: UserId,
    pub session: SessionId,
    /// The time zone of the account.
    pub zone: Zone,
    pub caller: Caller,
    /// The hash of the token that the request carried, so that the token can be exchanged.
    pub token_hash: String,
}

impl Actor {
    /// The day that a moment belongs to for the account.
    pub fn day_of(&self, moment: Timestamp) -> Day {
        self.zone.day_of(moment)
    }
}
