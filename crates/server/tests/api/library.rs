//! The music library.

mod analysis;
mod documents;
mod files;
mod lists;
mod media;
mod media_trouble;
mod quotas;
mod uploads;
