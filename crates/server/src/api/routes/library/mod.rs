//! Routes of the music library.

pub(crate) mod bodies;
pub(crate) mod documents;
pub(crate) mod files;
pub(crate) mod media;
pub(crate) mod previews;
pub(crate) mod storage;
pub(crate) mod tus;
pub(crate) mod uploads;
