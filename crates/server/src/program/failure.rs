//! Why a command of the program ended without success.

use std::io;

use crate::program::setting::SettingError;

/// Each is printed as one line. An invalid setting or argument ends the program with exit code 2,
/// everything else with 1.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("{0}")]
    Argument(&'static str),
    #[error("{0}")]
    Other(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Other(error.to_string())
    }
}
