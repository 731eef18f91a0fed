//! Recognizing devices that have signed in before. A device is a browser on an operating system in a network: another
//! version of the browser and another address of the same IPv6 network are the same device.

use domain::{
    identity::{rate_limits::network, sessions::is_same_device},
    ids::UserId,
};
use storage::db::{Conn, DbError};
use storage::identity::security_log;

use crate::Caller;

/// Compares with every sign-in in the security log.
pub(crate) fn is_known(conn: &mut Conn, owner: UserId, caller: &Caller) -> Result<bool, DbError> {
    let places = security_log::list_places(conn, owner)?;
    let own = network(caller.address);
    Ok(places.iter().any(|(address, agent)| {
        let is_near = address.parse().is_ok_and(|address| network(address) == own);
        is_near && is_same_device(agent.as_deref(), caller.user_agent.as_deref())
    }))
}
