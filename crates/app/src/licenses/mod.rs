//! Licenses: the kinds a producer sells, their contract texts in versions, the producer's legal profile, and the licenses
//! that were issued.

pub mod details;
pub mod ending;
pub mod evidence;
pub mod issuing;
pub mod kinds;
pub mod legal_profile;
pub mod lists;
pub mod previews;
pub mod prices;
pub mod readiness;
pub mod reservations;
pub mod terms;
pub mod texts;
pub mod usage;
