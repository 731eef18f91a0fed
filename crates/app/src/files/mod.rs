//! Files as every capability uses them: keys in the media store, signed links, pictures and their decoders.

pub mod blob_keys;
pub mod decoders;
pub mod pictures;
pub(crate) mod pieces;
pub mod signed_links;
