//! How long a session lives. The browser locks the screen by itself; the server enforces these limits too, so
//! that a token stolen from a closed laptop is useless.

use std::time::Duration;

use crate::ids::SessionId;
use crate::time::Timestamp;

/// A session ends this long after signing in, however busy it was.
pub const ABSOLUTE_LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Added to the account's own timeout, so that the browser's lock always comes first.
pub const IDLE_GRACE: Duration = Duration::from_secs(5 * 60);
/// The last-seen time is written at most this often.
pub const SEEN_RESOLUTION: Duration = Duration::from_secs(60);

/// How long a confirmation of the identity (password, code, passkey) allows changes that could lock the owner
/// out.
pub const PROOF_LIFE: Duration = Duration::from_secs(10 * 60);
/// The largest clock difference between two instances.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// A confirmation time in the future was written by a wrong clock and does not count.
pub fn is_proved(now: Timestamp, proved_at: Timestamp) -> bool {
    proved_at <= now + CLOCK_SKEW && now.since(proved_at) < PROOF_LIFE
}

pub fn idle_limit(timeout_minutes: i64) -> Duration {
    let minutes = u64::try_from(timeout_minutes).unwrap_or(0);
    Duration::from_secs(minutes.saturating_mul(60)) + IDLE_GRACE
}

pub fn is_live(
    now: Timestamp,
    expires_at: Timestamp,
    last_seen_at: Timestamp,
    timeout_minutes: i64,
) -> bool {
    now < expires_at && now.since(last_seen_at) < idle_limit(timeout_minutes)
}

pub fn is_seen_anew(now: Timestamp, last_seen_at: Timestamp) -> bool {
    now.since(last_seen_at) >= SEEN_RESOLUTION
}

/// Describes a user agent: `Chrome on Linux`.
pub fn device(user_agent: Option<&str>) -> String {
    let Some(agent) = user_agent else {
        return "Unknown device".to_owned();
    };
    let first = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    // The order matters: most browsers also name the ones further down.
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
        ("curl", "curl"),
    ]);
    let system = first(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => "Unknown device".to_owned(),
    }
}

/// Whether two user agents are the same device. Unknown programs are only the same if their user agents are equal.
pub fn is_same_device(one: Option<&str>, other: Option<&str>) -> bool {
    one == other || (device(one) == device(other) && device(one) != device(None))
}

#[derive(Debug, Clone)]
pub struct Session {
    pub id: SessionId,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub expires_at: Timestamp,
    pub ip_address: String,
    pub user_agent: Option<String>,
    /// The account's own timeout, in minutes.
    pub timeout_minutes: i64,
}

impl Session {
    pub fn is_live(&self, now: Timestamp) -> bool {
        is_live(now, self.expires_at, self.last_seen_at, self.timeout_minutes)
    }

    /// When the session ends if no further request comes.
    pub fn ends_at(&self) -> Timestamp {
        self.expires_at.min(self.last_seen_at + idle_limit(self.timeout_minutes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_millis(1_000_000);

    #[test]
    fn idle_time_ends_it() {
        let expires = START + ABSOLUTE_LIFE;
        let limit = idle_limit(30);
        assert_eq!(limit, Duration::from_secs(35 * 60));
        assert!(is_live(START + limit - Duration::from_millis(1), expires, START, 30));
        assert!(!is_live(START + limit, expires, START, 30));
    }

    #[test]
    fn its_age_ends_it_however_busy() {
        let expires = START + ABSOLUTE_LIFE;
        let last = expires - Duration::from_millis(1);
        assert!(is_live(last, expires, last, 2));
        assert!(!is_live(expires, expires, last, 2));
    }

    #[test]
    fn a_proof_is_good_for_ten_minutes_guard_05() {
        assert!(is_proved(START, START));
        assert!(is_proved(START + PROOF_LIFE - Duration::from_millis(1), START));
        assert!(!is_proved(START + PROOF_LIFE, START));
        assert!(is_proved(START, START + CLOCK_SKEW));
        assert!(!is_proved(START, START + CLOCK_SKEW + Duration::from_millis(1)));
        assert!(!is_proved(START, Timestamp::from_millis(0)));
    }

    #[test]
    fn devices_have_names() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/156.0.0.0 Safari/537.36";
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like \
                    Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 \
                      (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
        assert_eq!(device(Some(chrome)), "Chrome on Linux");
        assert_eq!(device(Some(edge)), "Edge on Windows");
        assert_eq!(device(Some(safari)), "Safari on iPhone");
        assert_eq!(device(Some("x")), "Unknown device");
        assert_eq!(device(None), "Unknown device");
    }

    #[test]
    fn a_browser_that_has_updated_itself_is_the_same() {
        let chrome = |version: u32, system: &str| {
            Some(format!("Mozilla/5.0 ({system}) Chrome/{version}.0.0.0 Safari/537.36"))
        };
        let same = |one: Option<String>, other: Option<String>| {
            is_same_device(one.as_deref(), other.as_deref())
        };
        assert!(same(chrome(155, "X11; Linux x86_64"), chrome(156, "X11; Linux x86_64")));
        assert!(!same(chrome(155, "X11; Linux x86_64"), chrome(155, "Windows NT 10.0")));
        assert!(
            is_same_device(Some("tool/1"), Some("tool/1"))
                && !is_same_device(Some("tool/1"), Some("tool/2"))
        );
        assert!(is_same_device(None, None) && !is_same_device(None, Some("tool/1")));
    }
}
