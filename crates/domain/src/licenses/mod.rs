//! Licenses: the kinds a producer sells, their terms, and the contract text with its fields. A contract is a text of
//! the producer; its fields are filled from the terms, the parties and the beat, and never left empty.

pub mod agreement;
pub mod contract;
pub mod events;
pub mod fields;
pub mod issued;
pub mod kinds;
pub mod legal_profile;
pub mod prices;
pub mod spelling;
pub mod terms;
pub mod texts;

use crate::text::words::words;

words! {
    /// The role of a file of a beat.
    Role: "role" {
        Mp3 = "mp3",
        Wav = "wav",
        Tagged = "tagged",
        Stems = "stems",
        Project = "project",
        Midi = "midi",
        Artwork = "artwork",
        Other = "other",
    }
}

impl Role {
    /// The role in a sentence: `MP3, WAV and stems`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Mp3 => "MP3",
            Self::Wav => "WAV",
            Self::Tagged => "tagged MP3",
            Self::Stems => "stems",
            Self::Project => "project files",
            Self::Midi => "MIDI",
            Self::Artwork => "artwork",
            Self::Other => "other files",
        }
    }
}

/// `LIC-0001`: counts up per account holder; a number is never used again.
pub fn reference(number: i64) -> String {
    format!("LIC-{number:04}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_have_four_digits_and_then_more() {
        assert_eq!((reference(7), reference(12_345)), ("LIC-0007".into(), "LIC-12345".into()));
    }
}
