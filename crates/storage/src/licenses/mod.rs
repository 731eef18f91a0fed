//! Licenses: those that were issued, with their records, files and lists, and the reservations of beats.

pub mod events;
pub mod files;
pub mod issued;
pub mod list;
pub mod reservations;
pub mod totals;
