//! The errors of an analysis.

use std::io;
use std::time::Duration;

use symphonia::core::errors::Error as DecodeError;

#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    #[error("this is not an audio or video file we recognize")]
    NotMedia,
    #[error(
        "the file is incomplete: only {:.1} of {:.1} seconds are there",
        decoded.as_secs_f64(), expected.as_secs_f64()
    )]
    Truncated { decoded: Duration, expected: Duration },
    #[error("the file is damaged: {0}")]
    Broken(String),
    #[error("the file plays longer than {} hours", .0.as_secs() / 3600)]
    TooLong(Duration),
    #[error("the file takes too long to analyze")]
    TooSlow,
    /// The blob store failed, not the file; another attempt may succeed.
    #[error("the file can't be read")]
    Source(#[source] io::Error),
}

impl AnalysisError {
    /// Whether the error may go away, so that another attempt makes sense.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Source(_))
    }

    pub(crate) fn from_decoder(error: &DecodeError) -> Self {
        match error {
            DecodeError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Self::Broken("it ends too early".into())
            }
            other => Self::Broken(other.to_string()),
        }
    }
}
