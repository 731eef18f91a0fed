//! The music library.

mod analysis;
mod documents;
pub mod files;
mod lists;
mod media;
mod media_trouble;
mod previews;
pub mod promises;
mod quotas;
mod tus;
mod uploads;
