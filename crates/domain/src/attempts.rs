//! How often a secret may be guessed. A limit counts tries in a window; a right answer clears the
//! account's count.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Names the count in storage; with the subject it makes the key.
    pub name: &'static str,
    pub tries: i64,
    pub window: Duration,
    /// Whether the last try starts the window anew: then it is followed by a whole window of waiting,
    /// and not by what is left of the one the first try began.
    pub locks: bool,
}

const QUARTER_HOUR: Duration = Duration::from_secs(15 * 60);

pub const SIGN_IN_BY_ACCOUNT: Limit =
    Limit { name: "sign-in/account", tries: 10, window: QUARTER_HOUR, locks: false };
pub const SIGN_IN_BY_ADDRESS: Limit =
    Limit { name: "sign-in/address", tries: 60, window: QUARTER_HOUR, locks: false };
pub const CODE_BY_ACCOUNT: Limit =
    Limit { name: "code/account", tries: 10, window: QUARTER_HOUR, locks: false };
pub const PASSWORD_BY_ACCOUNT: Limit =
    Limit { name: "password/account", tries: 10, window: QUARTER_HOUR, locks: false };
pub const SIGN_UP_BY_ADDRESS: Limit = Limit {
    name: "sign-up/address",
    tries: 30,
    window: Duration::from_secs(60 * 60),
    locks: false,
};

/// Letters with a link to a new password: enough for someone whose mail is slow, too few to be a nuisance.
pub const RESET_MAIL_BY_ACCOUNT: Limit = Limit {
    name: "reset-mail/account",
    tries: 5,
    window: Duration::from_secs(60 * 60),
    locks: false,
};
pub const RESET_MAIL_BY_ADDRESS: Limit = Limit {
    name: "reset-mail/address",
    tries: 30,
    window: Duration::from_secs(60 * 60),
    locks: false,
};
pub const RESET_BY_ADDRESS: Limit =
    Limit { name: "reset/address", tries: 60, window: QUARTER_HOUR, locks: false };

/// Wrong PINs lock the card details for the whole quarter of an hour.
pub const PIN_BY_ACCOUNT: Limit =
    Limit { name: "pin/account", tries: 5, window: QUARTER_HOUR, locks: true };

impl Limit {
    pub fn key(&self, subject: &str) -> String {
        format!("{}:{subject}", self.name)
    }

    pub const fn is_spent(&self, tries: i64) -> bool {
        tries > self.tries
    }
}

/// The network an address is counted under: one IPv6 household holds a whole /64.
pub fn network(address: std::net::IpAddr) -> String {
    match address.to_canonical() {
        std::net::IpAddr::V4(v4) => v4.to_string(),
        std::net::IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// `in 40 seconds`, `in 3 minutes`: when to try again, for a person.
pub fn wait_in_words(wait: Duration) -> String {
    let seconds = wait.as_secs().max(1);
    let (count, unit) =
        if seconds < 60 { (seconds, "second") } else { (seconds.div_ceil(60), "minute") };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_household_is_one_address() {
        let a = network("2001:db8:1:2::7".parse().unwrap());
        assert_eq!(a, network("2001:db8:1:2:ffff::1".parse().unwrap()));
        assert_ne!(a, network("2001:db8:1:3::7".parse().unwrap()));
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), "192.0.2.1");
    }

    #[test]
    fn waits_read_well() {
        assert_eq!(wait_in_words(Duration::from_millis(10)), "1 second");
        assert_eq!(wait_in_words(Duration::from_secs(59)), "59 seconds");
        assert_eq!(wait_in_words(Duration::from_secs(61)), "2 minutes");
    }
}
