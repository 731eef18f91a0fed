//! Licenses: the kinds a producer sells, their contract texts, the producer's legal profile, and the licenses that were
//! issued, with their records, files and lists, and the reservations of beats.

pub mod events;
pub mod files;
pub mod issued;
pub mod kinds;
pub mod legal_profiles;
pub mod list;
pub mod prices;
pub mod reservations;
pub mod texts;
pub mod totals;
