//! The events of the security log.

use crate::time::Timestamp;

macro_rules! events {
    ($($name:ident = $text:literal),+ $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Event { $($name),+ }

        impl Event {
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

events! {
    SignedUp = "signed_up",
    SignedIn = "signed_in",
    SignInFailed = "sign_in_failed",
    SignedOut = "signed_out",
    Locked = "locked",
    PasswordResetRequested = "password_reset_requested",
    PasswordChanged = "password_changed",
    PasswordCheckFailed = "password_check_failed",
    ProfileChanged = "profile_changed",
    EmailConfirmed = "email_confirmed",
    EmailChangeRequested = "email_change_requested",
    EmailChanged = "email_changed",
    TwoFactorEnabled = "two_factor_enabled",
    TwoFactorDisabled = "two_factor_disabled",
    RecoveryCodeUsed = "recovery_code_used",
    PasskeyAdded = "passkey_added",
    PasskeyRemoved = "passkey_removed",
    PasskeyUsed = "passkey_used",
    PasskeyRefused = "passkey_refused",
    PasskeyCounterRegressed = "passkey_counter_regressed",
    SessionRevoked = "session_revoked",
    SettingsChanged = "settings_changed",
    CardAdded = "card_added",
    CardRemoved = "card_removed",
    CardRevealed = "card_revealed",
    CardPinChanged = "card_pin_changed",
    CardPinFailed = "card_pin_failed",
    DataExported = "data_exported",
    AccountDisabled = "account_disabled",
    AccountEnabled = "account_enabled",
}

impl Event {
    /// Whether the event is an attempt to sign in. The sign-in history shows these events.
    pub const fn is_sign_in(self) -> bool {
        matches!(self, Self::SignedUp | Self::SignedIn | Self::SignInFailed)
    }

    pub const fn succeeded(self) -> bool {
        !matches!(
            self,
            Self::SignInFailed
                | Self::PasswordCheckFailed
                | Self::CardPinFailed
                | Self::PasskeyRefused
                | Self::PasskeyCounterRegressed
        )
    }
}

#[derive(Debug, Clone)]
pub struct Entry {
    pub id: String,
    pub event: String,
    pub created_at: Timestamp,
    pub ip_address: String,
    pub user_agent: Option<String>,
    pub detail: Option<String>,
}

/// Which entries of the security log a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Everything,
    /// Only attempts to sign in, successful or not.
    SignIns,
}
