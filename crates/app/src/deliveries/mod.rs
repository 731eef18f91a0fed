//! Deliveries: the files of licenses at a link for their buyer. The owner opens and renews them; buyers download
//! without an account, and every download is recorded.

pub mod changes;
pub mod details;
pub mod digests;
pub mod downloads;
pub mod evidence;
pub mod gate;
pub mod opening;
pub mod pages;
pub mod parts;
