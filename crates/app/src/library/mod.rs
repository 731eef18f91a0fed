//! The music library: beats, their uploads and analysis, and the media store with its trash.

pub mod analysis;
pub(crate) mod contents;
pub(crate) mod covers;
pub mod documents;
pub mod files;
pub mod lists;
pub mod previewing;
pub mod previews;
pub mod removal;
pub mod resumable;
pub mod roles;
pub mod store_identity;
pub mod sweep;
pub mod thumbnails;
pub mod tickets;
pub mod trash;
pub mod upload_turns;
pub mod uploads;
pub mod voice_tags;
pub mod waiting_uploads;
