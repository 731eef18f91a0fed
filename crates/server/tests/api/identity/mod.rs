//! People and how they sign in.

mod account_deletion;
mod account_guard;
mod auth;
mod avatars;
mod isolation;
mod limits;
mod passkeys;
mod password_resets;
mod security;
mod sessions;
mod settings;
mod two_factor;
mod users;
