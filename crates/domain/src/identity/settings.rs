//! The settings of an account: keys, allowed values and defaults. One list generates the struct, the checks and
//! the stored texts.

use crate::calendar::Zone;
use crate::error::Invalid;

pub const CURRENCIES: &[&str] = &["USD", "EUR", "GBP", "KES"];
pub const SESSION_TIMEOUTS: &[i64] = &[2, 15, 30, 60, 120];
pub const THEMES: &[&str] = &["light", "dark", "glassmorphism"];
pub const ACCENTS: &[&str] = &["default", "blue", "green", "orange", "teal", "rose", "amber"];
pub const FONTS: &[&str] =
    &["inter", "roboto", "openSans", "sourceSans", "nunito", "comfortaa", "quicksand", "fredoka"];
pub const VISIBILITIES: &[&str] = &["public", "private", "clients only"];

/// The key of the session timeout; storage joins it with the session.
pub const SESSION_TIMEOUT: &str = "session_timeout";
/// The key of the time zone; storage joins it with the session.
pub const TIME_ZONE: &str = "time_zone";

macro_rules! settings {
    (
        flags { $($flag:ident = $flag_default:literal),+ $(,)? }
        numbers { $($number:ident = $number_default:literal in $numbers:ident),+ $(,)? }
        choices { $($choice:ident = $choice_default:literal in $choices:ident),+ $(,)? }
        zones { $($zone:ident),+ $(,)? }
        texts { $($text:ident up_to $longest:literal in $lines:literal),+ $(,)? }
    ) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Settings {
            $(pub $flag: bool,)+
            $(pub $number: i64,)+
            $(pub $choice: &'static str,)+
            $(pub $zone: Zone,)+
            $(pub $text: String,)+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self {
                    $($flag: $flag_default,)+
                    $($number: $number_default,)+
                    $($choice: $choice_default,)+
                    $($zone: Zone::UTC,)+
                    $($text: String::new(),)+
                }
            }
        }

        /// One key with an allowed value.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(non_camel_case_types, reason = "each variant is the key as the API spells it")]
        pub enum Change {
            $($flag(bool),)+
            $($number(i64),)+
            $($choice(&'static str),)+
            $($zone(Zone),)+
            $($text(String),)+
        }

        /// Checks a value against the list of its key.
        pub struct Choose;

        impl Choose {
            $(pub fn $number(value: i64) -> Result<Change, Invalid> {
                if $numbers.contains(&value) {
                    return Ok(Change::$number(value));
                }
                let allowed = $numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let name = stringify!($number);
                Err(Invalid::new(name, format!("{name} must be one of {allowed}")))
            })+

            $(pub fn $choice(value: &str) -> Result<Change, Invalid> {
                if let Some(known) = $choices.iter().copied().find(|known| *known == value) {
                    return Ok(Change::$choice(known));
                }
                let name = stringify!($choice);
                let allowed = $choices.join(", ");
                Err(Invalid::new(name, format!("{name} must be one of {allowed}")))
            })+

            $(pub fn $zone(value: &str) -> Result<Change, Invalid> {
                Zone::parse(stringify!($zone), value).map(Change::$zone)
            })+

            $(pub fn $text(value: &str) -> Result<Change, Invalid> {
                check_text(stringify!($text), value, $longest, $lines).map(Change::$text)
            })+
        }

        impl Change {
            pub const fn key(&self) -> &'static str {
                match self {
                    $(Self::$flag(_) => stringify!($flag),)+
                    $(Self::$number(_) => stringify!($number),)+
                    $(Self::$choice(_) => stringify!($choice),)+
                    $(Self::$zone(_) => stringify!($zone),)+
                    $(Self::$text(_) => stringify!($text),)+
                }
            }

            pub fn to_stored(&self) -> String {
                match self {
                    $(Self::$flag(on) => i64::from(*on).to_string(),)+
                    $(Self::$number(value) => value.to_string(),)+
                    $(Self::$choice(value) => (*value).to_owned(),)+
                    $(Self::$zone(zone) => zone.name().to_owned(),)+
                    $(Self::$text(value) => value.clone(),)+
                }
            }

            /// Reads a stored pair; `None` if the key or the value is unknown or no longer exists.
            pub fn from_stored(key: &str, value: &str) -> Option<Self> {
                match key {
                    $(stringify!($flag) => Some(Self::$flag(value == "1")),)+
                    $(stringify!($number) => {
                        value.parse().ok().and_then(|number| Choose::$number(number).ok())
                    })+
                    $(stringify!($choice) => Choose::$choice(value).ok(),)+
                    $(stringify!($zone) => Choose::$zone(value).ok(),)+
                    $(stringify!($text) => Choose::$text(value).ok(),)+
                    _ => None,
                }
            }
        }

        impl Settings {
            /// Every setting as a pair of its key and its current value.
            pub fn to_pairs(&self) -> Vec<(&'static str, Value<'_>)> {
                vec![
                    $((stringify!($flag), Value::Flag(self.$flag)),)+
                    $((stringify!($number), Value::Number(self.$number)),)+
                    $((stringify!($choice), Value::Text(self.$choice)),)+
                    $((stringify!($zone), Value::Text(self.$zone.name())),)+
                    $((stringify!($text), Value::Text(&self.$text)),)+
                ]
            }

            pub fn apply(&mut self, change: &Change) {
                match change {
                    $(Change::$flag(on) => self.$flag = *on,)+
                    $(Change::$number(value) => self.$number = *value,)+
                    $(Change::$choice(value) => self.$choice = value,)+
                    $(Change::$zone(zone) => self.$zone.clone_from(zone),)+
                    $(Change::$text(value) => self.$text.clone_from(value),)+
                }
            }
        }
    };
}

/// The current value of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    Flag(bool),
    Number(i64),
    Text(&'a str),
}

/// Trims a text setting, and refuses one with too many characters or lines.
fn check_text(
    name: &'static str,
    text: &str,
    longest: usize,
    lines: usize,
) -> Result<String, Invalid> {
    let written: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    let text = written.join("\n");
    let is_plain = !text.chars().any(|letter| letter.is_control() && letter != '\n');
    if is_plain && text.chars().count() <= longest && written.len() <= lines {
        return Ok(text);
    }
    let room = if lines == 1 { "one line".to_owned() } else { format!("{lines} lines") };
    Err(Invalid::new(name, format!("Enter at most {longest} characters, on {room}")))
}

settings! {
    flags {
        email_notifications = true,
        push_notifications = true,
        sales_notifications = true,
        message_notifications = true,
        system_notifications = false,
        auto_withdraw = false,
        payment_reminders = true,
        login_alerts = true,
        compact_mode = false,
        show_online_status = true,
        allow_messages = true,
    }
    numbers {
        session_timeout = 30 in SESSION_TIMEOUTS,
    }
    choices {
        default_currency = "USD" in CURRENCIES,
        theme = "light" in THEMES,
        accent_color = "default" in ACCENTS,
        font = "inter" in FONTS,
        profile_visibility = "public" in VISIBILITIES,
    }
    zones {
        time_zone,
    }
    texts {
        auto_withdraw_bank up_to 80 in 1,
        studio_name up_to 100 in 1,
        studio_address up_to 300 in 6,
        studio_tax_line up_to 100 in 1,
    }
}

impl Change {
    /// Whether the change makes the account easier to take over, or a takeover harder to notice.
    pub fn weakens(&self, now: &Settings) -> bool {
        match self {
            Self::login_alerts(on) => now.login_alerts && !on,
            Self::session_timeout(minutes) => *minutes > now.session_timeout,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_products_set_02() {
        let settings = Settings::default();
        assert!(settings.email_notifications && settings.push_notifications);
        assert!(settings.sales_notifications && settings.message_notifications);
        assert!(!settings.system_notifications && !settings.auto_withdraw);
        assert!(settings.payment_reminders && settings.login_alerts);
        assert!(settings.show_online_status && settings.allow_messages && !settings.compact_mode);
        assert_eq!(settings.session_timeout, 30);
        assert_eq!(
            (settings.default_currency, settings.theme, settings.profile_visibility),
            ("USD", "light", "public")
        );
        assert_eq!(settings.time_zone, Zone::UTC);
    }

    #[test]
    fn alerts_off_and_a_longer_timeout_weaken_the_account_guard_05() {
        let now = Settings::default();
        assert!(Change::login_alerts(false).weakens(&now));
        assert!(!Change::login_alerts(true).weakens(&now));
        assert!(Change::session_timeout(60).weakens(&now));
        assert!(!Change::session_timeout(30).weakens(&now));
        assert!(!Change::session_timeout(2).weakens(&now));
        assert!(!Change::compact_mode(true).weakens(&now));
        let without = Settings { login_alerts: false, ..now };
        assert!(!Change::login_alerts(false).weakens(&without));
    }

    #[test]
    fn what_is_stored_comes_back() {
        let changes = [
            Change::login_alerts(false),
            Choose::session_timeout(120).unwrap(),
            Choose::profile_visibility("clients only").unwrap(),
            Choose::time_zone("Pacific/Auckland").unwrap(),
            Choose::studio_address(" 1 Pier Road \r\n Oakland, CA ").unwrap(),
            Choose::auto_withdraw_bank(" First Harbor, •••• 0101 ").unwrap(),
        ];
        for change in changes {
            assert_eq!(Change::from_stored(change.key(), &change.to_stored()), Some(change));
        }
    }

    #[test]
    fn values_outside_the_list_are_refused_lock_06() {
        let refused = Choose::session_timeout(3).unwrap_err();
        assert_eq!(refused.field, "session_timeout");
        assert_eq!(refused.message, "Session timeout must be one of 2, 15, 30, 60, 120");
        assert!(Choose::default_currency("usd").is_err());
        let refused = Choose::time_zone("Mars/Base").unwrap_err();
        assert_eq!(
            (refused.field, refused.message.as_str()),
            (TIME_ZONE, "Choose a time zone, such as America/New_York")
        );
        assert!(Choose::studio_name(&"x".repeat(101)).is_err());
        assert!(Choose::studio_tax_line("VAT\u{0}").is_err());
        let address = Choose::studio_address(" a \r\n b").unwrap();
        assert_eq!(address, Change::studio_address("a\n b".to_owned()));
        assert!(Choose::auto_withdraw_bank(&"x".repeat(81)).is_err());
        assert!(Choose::auto_withdraw_bank("two\nlines").is_err());
        assert_eq!(Change::from_stored("theme", "neon"), None);
        assert_eq!(Change::from_stored("nothing", "1"), None);
    }
}
