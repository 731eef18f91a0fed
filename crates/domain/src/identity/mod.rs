//! Identity: users, passwords, passkeys, second factors, sessions, settings, rate limits and the security log.

pub mod audit;
pub mod passkeys;
pub mod passwords;
pub mod rate_limits;
pub mod sessions;
pub mod settings;
pub mod two_factor;
pub mod users;
