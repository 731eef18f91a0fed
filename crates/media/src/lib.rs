//! What the bytes of a media file are: their true type, and what they sound and look like.
//!
//! [`Sniffer`] decides the type while an upload streams by. Nothing here knows of documents, users or
//! stores: bytes come in, facts go out.

#[cfg(feature = "fixtures")]
pub mod fixtures;
mod kind;
mod sniff;

pub use kind::Kind;
pub use sniff::{HEAD_BYTES, Sniffer, sniff};
