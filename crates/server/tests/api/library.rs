//! The music library.

mod analysis;
mod documents;
mod lists;
mod media;
mod media_trouble;
mod quotas;
mod uploads;
