//! Rows of users and of signing in: sessions, passkeys, two-factor codes, settings, rate limit counts.

pub mod attempts;
pub mod avatars;
pub mod email_confirmations;
pub mod invitations;
pub mod passkeys;
pub mod password_resets;
pub mod security_log;
pub mod sessions;
pub mod settings;
pub mod studio_logos;
pub mod two_factor;
pub mod users;
pub mod zones;
