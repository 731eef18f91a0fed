//! Licenses: the kinds a producer sells, their contract texts in versions, and the producer's legal profile.

pub mod kinds;
pub mod legal_profile;
pub mod previews;
pub mod readiness;
pub mod terms;
pub mod texts;
