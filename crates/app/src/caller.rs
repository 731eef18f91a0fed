//! Who is asking, and from where.

use std::net::IpAddr;

use domain::ids::{SessionId, UserId};

/// Where a request comes from.
#[derive(Debug, Clone)]
pub struct Caller {
    pub address: IpAddr,
    pub user_agent: Option<String>,
}

impl Caller {
    /// The command line of the machine itself.
    pub fn operator() -> Self {
        Self { address: IpAddr::from([127, 0, 0, 1]), user_agent: Some("ledgerline".to_owned()) }
    }
}

/// A signed-in person and the session they act in.
#[derive(Debug, Clone)]
pub struct Actor {
    pub user: UserId,
    pub session: SessionId,
    pub caller: Caller,
    /// The hash of the token that was shown, so that the token can be exchanged.
    pub token_hash: String,
}
