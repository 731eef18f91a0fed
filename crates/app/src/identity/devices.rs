//! Recognizing devices that have signed in before. A device is a browser on an operating system in a network: another
//! version of the browser and another address of the same IPv6 network are the same device.

use domain::{
    identity::{rate_limits::network, sessions::device},
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
        is_near && is_same(agent.as_deref(), caller.user_agent.as_deref())
    }))
}

/// Unknown programs are only the same if their user agents are equal.
fn is_same(one: Option<&str>, other: Option<&str>) -> bool {
    one == other || (device(one) == device(other) && device(one) != device(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_has_updated_itself_is_the_same() {
        let chrome = |version: u32, system: &str| {
            Some(format!("Mozilla/5.0 ({system}) Chrome/{version}.0.0.0 Safari/537.36"))
        };
        let same =
            |one: Option<String>, other: Option<String>| is_same(one.as_deref(), other.as_deref());
        assert!(same(chrome(155, "X11; Linux x86_64"), chrome(156, "X11; Linux x86_64")));
        assert!(!same(chrome(155, "X11; Linux x86_64"), chrome(155, "Windows NT 10.0")));
        assert!(
            is_same(Some("tool/1"), Some("tool/1")) && !is_same(Some("tool/1"), Some("tool/2"))
        );
        assert!(is_same(None, None) && !is_same(None, Some("tool/1")));
    }
}
