//! Routes of people and how they sign in.

pub(crate) mod auth;
pub(crate) mod avatars;
pub(crate) mod passkey_uses;
pub(crate) mod passkeys;
pub(crate) mod security;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod studio_logos;
pub(crate) mod two_factor;
pub(crate) mod users;
