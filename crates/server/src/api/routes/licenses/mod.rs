//! Licenses: kinds, contract texts and the legal profile.

pub(crate) mod bodies;
pub(crate) mod issued;
pub(crate) mod issued_bodies;
pub(crate) mod kinds;
pub(crate) mod legal_profile;
pub(crate) mod prices;
pub(crate) mod texts;
