//! Responses that carry files: ranges, pace, ZIP files, and `sendfile` from the page cache to the socket.

pub mod attachment;
pub(crate) mod blob_body;
pub mod disposition;
pub mod media_answer;
pub mod pace;
mod ranges;
pub(crate) mod sendfile_queue;
pub mod zip;
pub mod zip_answer;
