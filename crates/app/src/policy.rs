//! What the operator allows: who may sign up, how much an account may store, how long a beat is reserved, and which pages
//! are public.

use domain::deliveries::{DEFAULT_DAYS, DEFAULT_RECORD_YEARS, DEFAULT_TICKETS};
use domain::identity::passwords::Password;
use domain::identity::users::Email;

/// Who may open an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signups {
    #[default]
    On,
    /// Nobody can sign up; the operator creates accounts.
    Off,
    /// Only invited people can sign up.
    Invite,
}

impl Signups {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
            Self::Invite => "invite",
        }
    }
}

/// Which pages people without an account may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PublicPages {
    /// There are no public pages.
    Off,
    /// Only pages with a secret link: shares, offers and deliveries.
    #[default]
    Links,
    All,
}

impl PublicPages {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Links => "links",
            Self::All => "all",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    pub signups: Signups,
    /// The maximum size of all files of one account; `None` for no limit.
    pub max_account_bytes: Option<u64>,
    /// Whether the demo account is refused with its published password.
    pub refuses_demo_password: bool,
    /// How long a beat is reserved for a buyer of an exclusive license, in hours.
    pub reservation_hours: u32,
    pub public_pages: PublicPages,
    /// Whether payments of Stripe's test mode count as money.
    pub stripe_test: bool,
    /// For how many days the link of a delivery is valid, and how often each of its files can be downloaded.
    pub delivery_days: u32,
    pub delivery_tickets: u32,
    /// For how many years after the end of its licenses the record of a delivery is kept.
    pub delivery_record_years: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            signups: Signups::default(),
            max_account_bytes: None,
            refuses_demo_password: false,
            reservation_hours: 48,
            public_pages: PublicPages::default(),
            stripe_test: false,
            delivery_days: DEFAULT_DAYS,
            delivery_tickets: DEFAULT_TICKETS,
            delivery_record_years: DEFAULT_RECORD_YEARS,
        }
    }
}

/// The operator's settings for the world outside: hosts for payments, and mail to people without an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// Hosts that ways to pay may lead to, besides the usual ones.
    pub pay_hosts: Vec<String>,
    /// The operator's postal address, at the end of each letter.
    pub postal_line: Option<String>,
    /// The largest number of letters in a day to people without an account, from all accounts together.
    pub mails_a_day: i64,
}

impl Default for Outside {
    fn default() -> Self {
        Self { pay_hosts: Vec::new(), postal_line: None, mails_a_day: 1_000 }
    }
}

/// The demo account, whose password is published.
pub const DEMO_EMAIL: &str = "maya@ledgerline.example";
pub const DEMO_PASSWORD: &str = "Northline-77";

/// Whether these are the demo account's e-mail address and its published password.
pub(crate) fn is_published(email: &Email, password: &Password) -> bool {
    email.as_str().eq_ignore_ascii_case(DEMO_EMAIL) && password.expose() == DEMO_PASSWORD
}
