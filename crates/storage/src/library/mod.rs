//! Rows of the music library: documents (beats and videos), their media files and totals.

pub mod documents;
pub mod files;
pub mod list;
pub mod media_files;
pub mod previews;
pub mod promises;
pub mod totals;
pub mod uploads;
pub mod voice_tags;
