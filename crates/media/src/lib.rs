//! What the bytes of a media file are: their true type, and what they sound and look like.
//!
//! [`Sniffer`] decides the type while an upload streams by. [`analyse`] reads a stored file once and
//! tells its length, tags, cover, waveform, loudness, tempo and key. [`Ffmpeg`], where it is installed,
//! adds the types that are not decoded here, and posters. [`beats`] makes small ones from nothing. Nothing here knows of documents, users or
//! stores: bytes come in, facts go out.

mod analysis;
pub mod beats;
pub mod confinement;
mod decode;
mod error;
mod ffmpeg;
#[cfg(feature = "fixtures")]
pub mod fixtures;
mod kind;
mod limits;
mod picture;
mod process;
mod sniff;
mod sound;
mod source;
mod tags;
mod wav;

pub use analysis::{Analysis, analyse};
pub use error::AnalysisError;
pub use ffmpeg::{Ffmpeg, Launcher};
pub use kind::Kind;
pub use limits::Limits;
pub use picture::Picture;
pub use sniff::{HEAD_BYTES, Sniffer, sniff};
pub use sound::{Key, KeyFound, Mode, Sound, Tempo, WAVEFORM_PEAKS};
pub use tags::Tags;
pub use wav::wav;
