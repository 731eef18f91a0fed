//! Detects and analyzes media files.
//!
//! [`Sniffer`] detects the type while an upload streams by. [`analyze`] reads a stored file once and returns its
//! duration, tags, cover, waveform, loudness, tempo and key. [`Ffmpeg`], if installed, decodes further types and makes
//! posters. [`preview`] lays a voice tag over a beat. [`length`] reads the duration only, and [`zip`] tells whether a
//! zip file can be opened. [`beats`] synthesizes sample beats. This crate does not depend on documents, users or
//! stores.

mod analysis;
pub mod beats;
pub mod confinement;
mod decode;
mod error;
mod ffmpeg;
mod kind;
mod limits;
mod picture;
pub mod preview;
mod process;
mod sniff;
mod sound;
mod source;
mod tags;
mod wav;
pub mod zip;

pub use analysis::{Analysis, analyze, length};
pub use error::AnalysisError;
pub use ffmpeg::{Ffmpeg, Launcher};
pub use kind::Kind;
pub use limits::Limits;
pub use picture::Picture;
pub use sniff::{HEAD_BYTES, Sniffer, sniff};
pub use sound::{Key, KeyFound, Mode, Sound, Tempo, WAVEFORM_PEAKS};
pub use tags::Tags;
pub use wav::wav;
