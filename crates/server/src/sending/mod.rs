//! Responses that carry files: ranges, pace, ZIP files, and `sendfile` from the page cache to the socket.

pub(crate) mod attachment;
pub(crate) mod blob_body;
pub(crate) mod disposition;
pub(crate) mod media_answer;
pub(crate) mod pace;
pub(crate) mod ranges;
pub(crate) mod sendfile_queue;
pub(crate) mod zip;
pub(crate) mod zip_answer;
