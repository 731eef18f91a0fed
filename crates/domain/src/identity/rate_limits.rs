//! Rate limits on guessing secrets. A limit counts attempts in a time window; a correct answer clears its
//! count. Sign-ins are counted by their origin, so that the attempts of strangers do not lock out the owner.

use std::{net::IpAddr, time::Duration};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The name of the count in storage; together with the subject it is the key.
    pub name: &'static str,
    pub tries: i64,
    pub window: Duration,
}

const MINUTE: Duration = Duration::from_secs(60);
const QUARTER_HOUR: Duration = Duration::from_secs(15 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
/// No count is stored longer than this.
pub const LONGEST_WINDOW: Duration = Duration::from_secs(24 * 60 * 60);

const fn limit(name: &'static str, tries: i64, window: Duration) -> Limit {
    Limit { name, tries, window }
}

/// Sign-ins to one account from one network.
pub const SIGN_IN_BY_NETWORK: Limit = limit("sign-in/network", 10, QUARTER_HOUR);
/// Sign-ins to one account from a device that has signed in to it before. Strangers do not add to this count.
pub const SIGN_IN_BY_DEVICE: Limit = limit("sign-in/device", 10, QUARTER_HOUR);
/// Sign-ins to one account from all networks together, known devices excluded. Beyond this number the pauses
/// begin.
pub const SIGN_IN_BY_ACCOUNT: Limit = limit("sign-in/account", 100, LONGEST_WINDOW);
/// The pause for strangers. This row does not count attempts: it stores the end of the pause.
pub const SIGN_IN_PAUSE: Limit = limit("sign-in/pause", 0, LONGEST_WINDOW);
pub const SIGN_IN_BY_ADDRESS: Limit = limit("sign-in/address", 60, QUARTER_HOUR);

pub const CODE_BY_ACCOUNT: Limit = limit("code/account", 10, QUARTER_HOUR);
/// Two-factor codes from a device that has signed in before.
pub const CODE_BY_DEVICE: Limit = limit("code/device", 10, QUARTER_HOUR);
/// After this number of wrong codes following a correct password, the owner gets an alert.
pub const ALERT_AFTER_WRONG_CODES: i64 = 3;

pub const PASSWORD_BY_ACCOUNT: Limit = limit("password/account", 10, QUARTER_HOUR);
pub const SIGN_UP_BY_ADDRESS: Limit = limit("sign-up/address", 30, HOUR);

/// E-mails with a link to reset the password, per network.
pub const RESET_MAIL_BY_NETWORK: Limit = limit("reset-mail/network", 5, HOUR);
/// Password reset e-mails from all networks together, known devices excluded.
pub const RESET_MAIL_BY_ACCOUNT: Limit = limit("reset-mail/account", 20, HOUR);
pub const RESET_MAIL_BY_ADDRESS: Limit = limit("reset-mail/address", 30, HOUR);
pub const RESET_BY_ADDRESS: Limit = limit("reset/address", 60, QUARTER_HOUR);

/// E-mails that ask to confirm an address: repeated ones and those to a new address.
pub const CONFIRM_MAIL_BY_ACCOUNT: Limit = limit("confirm-mail/account", 5, HOUR);
pub const CONFIRM_BY_ADDRESS: Limit = limit("confirm/address", 60, QUARTER_HOUR);

/// Receipts that one account sends to its clients.
pub const RECEIPT_MAIL_BY_ACCOUNT: Limit = limit("receipt-mail/account", 30, HOUR);

/// New links that the buyer of a delivery asks for.
pub const NEW_LINK_BY_DELIVERY: Limit = limit("new-link/delivery", 3, LONGEST_WINDOW);

/// Public pages and what they load, by link (or handle) and network.
pub const PAGE_BY_ADDRESS: Limit = limit("page/address", 120, MINUTE);
/// Tickets for media of public pages, and what players report, by link (or handle) and network.
pub const TICKET_BY_ADDRESS: Limit = limit("ticket/address", 240, MINUTE);
/// Addresses of public pages that do not exist, by network. Requests for those that exist do not count, so that guesses
/// from a shared address keep nobody from the links they were given.
pub const WRONG_LINK_BY_ADDRESS: Limit = limit("wrong-link/address", 120, MINUTE);
/// Pictures of links and of producers, by network.
pub const PICTURE_BY_ADDRESS: Limit = limit("picture/address", 240, MINUTE);
/// Covers of beats, and ranges of sounds and files, by network. One page may show a hundred covers.
pub const MEDIA_BY_ADDRESS: Limit = limit("media/address", 600, MINUTE);
/// Ranges that are fetched with one ticket of a delivery. Download programs fetch some dozens at once.
pub const PART_BY_TICKET: Limit = limit("part/ticket", 200, Duration::from_secs(10));
pub const LINK_PASSWORD_BY_ADDRESS: Limit = limit("link-password/address", 5, QUARTER_HOUR);
pub const LINK_PASSWORD_BY_LINK: Limit = limit("link-password/link", 50, HOUR);

/// Messages and notes of visitors, by network and by producer.
pub const MESSAGE_BY_ADDRESS: Limit = limit("message/address", 5, HOUR);
pub const MESSAGE_BY_PRODUCER: Limit = limit("message/producer", 60, HOUR);
/// Questions for a license at the link of a share, by network and by producer.
pub const ASK_BY_ADDRESS: Limit = limit("ask/address", 5, HOUR);
pub const ASK_BY_PRODUCER: Limit = limit("ask/producer", 60, HOUR);
/// Purchases that are begun at a public page, by network. A paid one gives its count back.
pub const CHECKOUT_BY_ADDRESS: Limit = limit("checkout/address", 30, HOUR);
/// Purchases that are begun at a producer's public page. One whose mailbox was proved gives its count back.
pub const CHECKOUT_BY_PRODUCER: Limit = limit("checkout/producer", 60, HOUR);
/// New links of deliveries that buyers ask for, by network; `NEW_LINK_BY_DELIVERY` limits those of one delivery.
pub const NEW_LINK_BY_ADDRESS: Limit = limit("new-link/address", 20, HOUR);
/// Hearts of listeners, by network.
pub const HEART_BY_ADDRESS: Limit = limit("heart/address", 5, HOUR);
/// One heart by network, link, beat and listener, so that a heart that is taken back and given again counts once.
pub const SAME_HEART: Limit = limit("heart/same", 1, HOUR);

/// Acceptances, refusals and counter-offers of buyers, by offer and network.
pub const ACCEPT_BY_ADDRESS: Limit = limit("accept/address", 10, HOUR);
/// How many offers that a buyer began and accepted may be unpaid at once, by mailbox and producer.
pub const MOST_UNPAID: usize = 5;
/// Codes that prove an e-mail address, by network: those that are tried, and those that are sent. A right one gives its
/// count back.
pub const OFFER_CODE_BY_ADDRESS: Limit = limit("offer-code/address", 20, QUARTER_HOUR);
pub const OFFER_CODE_MAIL_BY_OFFER: Limit = limit("offer-code-mail/offer", 5, HOUR);

/// Letters to people without an account, from one account.
pub const GUEST_MAIL_BY_ACCOUNT: Limit = limit("guest-mail/account", 100, LONGEST_WINDOW);
/// Letters to people without an account, from an account in its first day.
pub const GUEST_MAIL_BY_YOUNG_ACCOUNT: Limit = limit("guest-mail/young", 5, LONGEST_WINDOW);
/// Letters to people without an account, from all accounts together; the operator sets the number.
pub const GUEST_MAIL_BY_INSTALLATION: Limit = limit("guest-mail/all", 1_000, LONGEST_WINDOW);

/// The limits that are counted by e-mail address; `BY_ID` lists those counted by user id.
pub const BY_EMAIL: [Limit; 9] = [
    SIGN_IN_BY_NETWORK,
    SIGN_IN_BY_DEVICE,
    SIGN_IN_BY_ACCOUNT,
    SIGN_IN_PAUSE,
    CODE_BY_ACCOUNT,
    CODE_BY_DEVICE,
    RESET_MAIL_BY_NETWORK,
    RESET_MAIL_BY_ACCOUNT,
    CONFIRM_MAIL_BY_ACCOUNT,
];
pub const BY_ID: [Limit; 4] =
    [PASSWORD_BY_ACCOUNT, CODE_BY_ACCOUNT, CONFIRM_MAIL_BY_ACCOUNT, RECEIPT_MAIL_BY_ACCOUNT];

impl Limit {
    pub fn key(&self, subject: &str) -> String {
        format!("{}:{subject}", self.name)
    }

    pub const fn is_spent(&self, tries: i64) -> bool {
        tries > self.tries
    }
}

/// The subject of a count for one account and one origin (network or device).
pub fn at_place(email_key: &str, place: &str) -> String {
    // An e-mail address contains no space, so two subjects cannot be confused.
    format!("{email_key} {place}")
}

/// The pause for strangers after this number of sign-ins to one account within a day: none below the limit,
/// then one after every tenth attempt, each twice as long as the one before.
pub fn pause_after(tries: i64) -> Option<Duration> {
    const EVERY: i64 = 10;
    const LONGEST: Duration = Duration::from_secs(12 * 60 * 60);
    let beyond = tries - SIGN_IN_BY_ACCOUNT.tries;
    if beyond < 0 || beyond % EVERY != 0 {
        return None;
    }
    let doublings = u32::try_from(beyond / EVERY).unwrap_or(u32::MAX);
    Some(QUARTER_HOUR.saturating_mul(2_u32.saturating_pow(doublings)).min(LONGEST))
}

/// The network of an address: the address itself for IPv4, the /64 for IPv6, because one household holds a
/// whole /64.
pub fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The larger network around an address: somebody who rents one address of a provider's block easily gets
/// others.
pub fn neighbourhood(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        v6 => network(v6),
    }
}

/// The mailbox of an email address as limits count it: in lower case, and without what follows a `+`.
pub fn mailbox(email: &str) -> String {
    let email = email.trim().to_lowercase();
    match email.rsplit_once('@') {
        Some((name, host)) => {
            let name = name.split_once('+').map_or(name, |(name, _)| name);
            format!("{name}@{host}")
        }
        None => email,
    }
}

/// The waiting time for a person to read: `in 40 seconds`, `in 3 minutes`.
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
    fn neighbours_are_counted_together_guard_03() {
        let at = |text: &str| neighbourhood(text.parse().unwrap());
        assert_eq!(at("192.0.2.1"), "192.0.2.0/24");
        assert_eq!(at("::ffff:192.0.2.200"), at("192.0.2.1"));
        assert_ne!(at("192.0.3.1"), at("192.0.2.1"));
        assert_eq!(at("2001:db8:1:2::7"), network("2001:db8:1:2::8".parse().unwrap()));
    }

    #[test]
    fn pauses_grow_guard_03() {
        let minutes = |tries| pause_after(tries).map(|pause| pause.as_secs() / 60);
        assert_eq!([1, 99, 101, 109].map(minutes), [None; 4]);
        assert_eq!([100, 110, 120, 130].map(minutes), [15, 30, 60, 120].map(Some));
        assert_eq!([500, 10_000_000].map(minutes), [Some(720); 2]);
    }

    #[test]
    fn hold_09_one_mailbox_has_many_addresses() {
        for email in ["ade@harbor.fm", " Ade@Harbor.FM ", "ade+2@harbor.fm", "ade+a+b@harbor.fm"] {
            assert_eq!(mailbox(email), "ade@harbor.fm");
        }
        assert_ne!(mailbox("ade.b@harbor.fm"), mailbox("ade@harbor.fm"));
        assert_eq!(mailbox("ade"), "ade");
    }

    #[test]
    fn waits_read_well() {
        assert_eq!(wait_in_words(Duration::from_millis(10)), "1 second");
        assert_eq!(wait_in_words(Duration::from_secs(59)), "59 seconds");
        assert_eq!(wait_in_words(Duration::from_secs(61)), "2 minutes");
    }
}
