//! The settings of a preview: where the tag is heard and what the file is called; and the trait of the encoders.

use std::io;
use std::time::Duration;

/// Where the voice tag is heard, and how loud.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    pub first: Duration,
    pub every: Duration,
    /// The level of the tag in decibels.
    pub tag_level: f32,
    /// By how many decibels the music is lowered under the tag.
    pub duck: f32,
    /// The preview ends here, with a fade; `None` for the whole piece.
    pub length: Option<Duration>,
}

impl Recipe {
    /// The settings for an account without a voice tag: a minute with a soft tone every twenty seconds.
    pub const TONE: Self = Self {
        first: Duration::from_secs(5),
        every: Duration::from_secs(20),
        tag_level: -3.0,
        duck: 6.0,
        length: Some(Duration::from_secs(60)),
    };
}

/// Title and artist, which are the only tags of a preview.
#[derive(Debug, Clone, Copy)]
pub struct Names<'n> {
    pub title: &'n str,
    pub artist: &'n str,
}

/// Takes the finished frames of a preview.
pub(super) trait Encoder {
    fn push(&mut self, frames: &[[f32; 2]]) -> io::Result<()>;
}
