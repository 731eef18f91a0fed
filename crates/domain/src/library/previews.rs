//! Previews of beats: the voice tags, the settings, and the state of each preview.

use crate::error::{Faults, Invalid};
use crate::ids::{DocumentId, PreviewId, VoiceTagId};
use crate::text::words::words;
use crate::time::Timestamp;

pub const MOST_VOICE_TAGS: usize = 5;
pub const MOST_VOICE_TAG_BYTES: usize = 5 << 20;
const LONGEST_NAME: usize = 60;

/// A short sound that is laid over previews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoiceTag {
    pub id: VoiceTagId,
    pub name: String,
    pub mime: String,
    pub size: i64,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub content_hash: String,
    pub duration_ms: i64,
    pub is_default: bool,
    pub created_at: Timestamp,
}

pub fn voice_tag_name(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::new("name", "Please enter a name"));
    }
    if text.chars().count() > LONGEST_NAME {
        return Err(Invalid::new(
            "name",
            format!("name must be at most {LONGEST_NAME} characters"),
        ));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::new("name", "name must not contain control characters"));
    }
    Ok(text.to_owned())
}

/// How previews are made, in seconds and decibels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// After how many seconds the tag is heard first.
    pub first_after: i64,
    pub every: i64,
    pub tag_level: i64,
    /// By how many decibels the music is lowered under the tag.
    pub duck: i64,
    /// The length of a preview in seconds; `None` for the whole beat.
    pub length: Option<i64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { first_after: 5, every: 25, tag_level: -3, duck: 6, length: None }
    }
}

/// A change of the settings; a field that is `None` keeps its value.
#[derive(Debug, Clone, Copy, Default)]
pub struct SettingsChange {
    pub first_after: Option<i64>,
    pub every: Option<i64>,
    pub tag_level: Option<i64>,
    pub duck: Option<i64>,
    /// `Some(None)` for the whole beat.
    pub length: Option<Option<i64>>,
}

impl SettingsChange {
    pub fn onto(self, old: Settings) -> Result<Settings, Vec<Invalid>> {
        let settings = Settings {
            first_after: self.first_after.unwrap_or(old.first_after),
            every: self.every.unwrap_or(old.every),
            tag_level: self.tag_level.unwrap_or(old.tag_level),
            duck: self.duck.unwrap_or(old.duck),
            length: self.length.unwrap_or(old.length),
        };
        settings.check()
    }
}

impl Settings {
    fn check(self) -> Result<Self, Vec<Invalid>> {
        let mut faults = Faults::default();
        let mut within = |field, value: i64, least: i64, most: i64| {
            if !(least..=most).contains(&value) {
                let message = format!("{field} must be a number from {least} to {most}");
                faults.note(Invalid::new(field, message));
            }
        };
        within("first_after", self.first_after, 0, 60);
        within("every", self.every, 10, 120);
        within("tag_level", self.tag_level, -24, 6);
        within("duck", self.duck, 0, 12);
        if let Some(length) = self.length {
            within("length", length, 30, 180);
        }
        faults.finish()?;
        Ok(self)
    }

    /// The settings as one word, which is stored with each preview.
    pub fn mark(&self) -> String {
        let Self { first_after, every, tag_level, duck, length } = self;
        let length = length.map_or("whole".to_owned(), |length| length.to_string());
        format!("{first_after}/{every}/{tag_level}/{duck}/{length}")
    }
}

words! {
    State: "state" { Pending = "pending", Ready = "ready", Failed = "failed" }
}

/// The sound that is mixed into a preview: the hash of the voice tag with the settings, or the tone of an account
/// without a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixture {
    pub tag: String,
    pub settings: String,
}

impl Mixture {
    const TONE: &'static str = "tone";

    pub fn of(tag: Option<&VoiceTag>, settings: &Settings) -> Self {
        match tag {
            Some(tag) => Self { tag: tag.content_hash.clone(), settings: settings.mark() },
            None => Self { tag: Self::TONE.to_owned(), settings: Self::TONE.to_owned() },
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub id: PreviewId,
    pub document: DocumentId,
    /// The hash of the beat's file that the preview is made from.
    pub content_hash: String,
    pub mixture: Mixture,
    pub made: PreviewOutcome,
    pub asked_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PreviewOutcome {
    Pending,
    Ready(PreviewFile),
    /// The making failed; the sentence says why.
    Failed(String),
}

/// The file of a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewFile {
    pub mime: String,
    pub size: i64,
    pub hash: String,
    pub duration_ms: Option<i64>,
}

impl PreviewOutcome {
    pub fn state(&self) -> State {
        match self {
            Self::Pending => State::Pending,
            Self::Ready(_) => State::Ready,
            Self::Failed(_) => State::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prv_02_settings_have_their_defaults_and_ranges() {
        let usual = Settings::default();
        assert_eq!(usual.mark(), "5/25/-3/6/whole");
        assert_eq!(usual.check().unwrap(), usual);
        for good in [
            Settings { first_after: 0, every: 10, tag_level: -24, duck: 0, length: Some(30) },
            Settings { first_after: 60, every: 120, tag_level: 6, duck: 12, length: Some(180) },
        ] {
            assert_eq!(good.check().unwrap(), good);
        }
        let bad = Settings { first_after: 61, every: 9, tag_level: 7, duck: -1, length: Some(29) };
        let fields: Vec<_> = bad.check().unwrap_err().iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["first_after", "every", "tag_level", "duck", "length"]);
    }

    #[test]
    fn prv_03_another_tag_or_setting_is_another_mixture() {
        let tag = |hash: &str| VoiceTag {
            id: VoiceTagId::new(Timestamp::from_millis(0), [0; 10]),
            name: "Tag".to_owned(),
            mime: "audio/wav".to_owned(),
            size: 1,
            content_hash: hash.to_owned(),
            duration_ms: 1_000,
            is_default: true,
            created_at: Timestamp::from_millis(0),
        };
        let usual = Settings::default();
        let later = Settings { first_after: 6, ..usual };
        let mixture = Mixture::of(Some(&tag("a")), &usual);
        assert_ne!(mixture, Mixture::of(Some(&tag("b")), &usual));
        assert_ne!(mixture, Mixture::of(Some(&tag("a")), &later));
        // Without a tag the settings do not matter.
        assert_eq!(Mixture::of(None, &usual), Mixture::of(None, &later));
    }
}
