//! People and how they sign in: accounts, sessions, passwords, two-factor codes, passkeys, settings.

pub mod account;
pub mod attempts;
pub mod avatars;
pub(crate) mod devices;
pub mod email_confirmations;
pub mod hasher;
pub mod invitations;
pub mod passkeys;
pub mod password_resets;
pub mod security;
pub(crate) mod security_events;
pub mod sessions;
pub mod settings;
pub mod sign_in;
pub mod studio_logos;
pub mod two_factor;
