//! Licenses: the kinds a producer sells, their contract texts, and the producer's legal profile.

pub mod kinds;
pub mod legal_profiles;
pub mod texts;
