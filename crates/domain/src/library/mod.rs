//! The library: beats and videos, the files beside them, the outlines of their waveforms, and their previews.

pub mod documents;
pub mod files;
pub mod outline;
pub mod previews;
