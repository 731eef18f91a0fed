//! Beats and videos of the library: the fields, their checks and the upload limits. Tempo, duration and
//! loudness are integers of a small unit, so that a stored value is read back exactly.

use std::time::Duration;

use crate::ids::DocumentId;
use crate::library::files::FileLimits;
use crate::library::outline::Outline;
use crate::licenses::Role;
use crate::time::Timestamp;
use crate::{error::Invalid, text::words::words};

words! {
    /// The section of the library that shows the item.
    Category: "category" { Beat = "beat", Video = "video" }
}

words! {
    Status: "status" { Available = "Available", Sold = "Sold" }
}

words! {
    /// The state of the audio analysis of an item.
    Analysis: "analysis" { Pending = "pending", Done = "done", Failed = "failed" }
}

words! {
    MusicalKey: "key" {
        CMajor = "C major",
        DFlatMajor = "Db major",
        DMajor = "D major",
        EFlatMajor = "Eb major",
        EMajor = "E major",
        FMajor = "F major",
        FSharpMajor = "F# major",
        GMajor = "G major",
        AFlatMajor = "Ab major",
        AMajor = "A major",
        BFlatMajor = "Bb major",
        BMajor = "B major",
        CMinor = "C minor",
        CSharpMinor = "C# minor",
        DMinor = "D minor",
        EFlatMinor = "Eb minor",
        EMinor = "E minor",
        FMinor = "F minor",
        FSharpMinor = "F# minor",
        GMinor = "G minor",
        GSharpMinor = "G# minor",
        AMinor = "A minor",
        BFlatMinor = "Bb minor",
        BMinor = "B minor",
    }
}

impl Category {
    pub fn upload_message(self) -> &'static str {
        match self {
            Self::Beat => "Beat uploaded successfully!",
            Self::Video => "Video uploaded successfully!",
        }
    }
}

/// Beats per minute, stored in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bpm(i64);

impl Bpm {
    const LEAST: i64 = 20;
    const MOST: i64 = 400;

    pub fn parse(field: &'static str, beats: f64) -> Result<Self, Invalid> {
        // NaN is outside every range, so it is refused too.
        if (Self::LEAST as f64..=Self::MOST as f64).contains(&beats) {
            return Ok(Self((beats * 100.0).round() as i64));
        }
        let message = format!("{field} must be a number from {} to {}", Self::LEAST, Self::MOST);
        Err(Invalid::new(field, message))
    }

    /// Reads a stored value; 0 means that the tempo is unknown.
    pub fn from_hundredths(hundredths: i64) -> Option<Self> {
        (hundredths > 0).then_some(Self(hundredths))
    }

    pub fn hundredths(self) -> i64 {
        self.0
    }

    pub fn beats(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

/// The largest upload sizes, set by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    pub audio_mb: u32,
    pub video_mb: u32,
    /// For the files of a beat beside the one that plays.
    pub files: FileLimits,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { audio_mb: 50, video_mb: 200, files: FileLimits::default() }
    }
}

impl UploadLimits {
    fn megabytes(self, category: Category) -> u32 {
        match category {
            Category::Beat => self.audio_mb,
            Category::Video => self.video_mb,
        }
    }

    pub fn bytes(self, category: Category) -> u64 {
        u64::from(self.megabytes(category)) << 20
    }

    pub fn too_large(self, category: Category) -> String {
        format!("File size too large. Maximum size is {}MB.", self.megabytes(category))
    }
}

/// The error message for a file of an unsupported type; `claimed` is the type the client sent.
pub fn unsupported(claimed: &str) -> String {
    let claimed: String = claimed.chars().filter(|c| !c.is_control()).take(100).collect();
    format!(
        "File type \"{claimed}\" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or \
         video files (MP4, MOV, AVI, WebM)"
    )
}

/// The error message for a file whose content is not of the type that was claimed; `noun` is that type with its article.
pub fn damaged(noun: &str) -> String {
    format!("This is not {noun} file, or it is damaged.")
}

pub const LONGEST_TITLE: usize = 200;
/// The content types of a beat's main file that give it a role: [`Role::Mp3`] and [`Role::Wav`].
pub const MP3: &str = "audio/mpeg";
pub const WAV: &str = "audio/wav";

const LONGEST_GENRE: usize = 60;
const LONGEST_TAG: usize = 40;
const MOST_TAGS: usize = 20;
const LONGEST_NOTES: usize = 20_000;

pub fn title(text: &str) -> Result<String, Invalid> {
    match one_line("title", text, LONGEST_TITLE)? {
        Some(title) => Ok(title),
        None => Err(Invalid::new("title", "Please enter a title")),
    }
}

pub fn genre(text: &str) -> Result<Option<String>, Invalid> {
    one_line("genre", text, LONGEST_GENRE)
}

pub fn artist(text: &str) -> Result<Option<String>, Invalid> {
    one_line("artist", text, LONGEST_TITLE)
}

/// Removes duplicates regardless of letter case; the first spelling and the order stay.
pub fn tags(sent: &[String]) -> Result<Vec<String>, Invalid> {
    let mut tags: Vec<String> = Vec::new();
    for text in sent {
        let Some(tag) = one_line("tags", text, LONGEST_TAG)? else { continue };
        if !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag);
        }
    }
    if tags.len() > MOST_TAGS {
        return Err(Invalid::new("tags", format!("There can be at most {MOST_TAGS} tags")));
    }
    Ok(tags)
}

/// Free text with line breaks and tabs.
pub fn notes(text: &str) -> Result<Option<String>, Invalid> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim_end();
    if text.chars().count() > LONGEST_NOTES {
        return Err(Invalid::new("notes", "notes must be at most 20,000 characters"));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Invalid::new("notes", "notes must not contain control characters"));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

fn one_line(field: &'static str, text: &str, most: usize) -> Result<Option<String>, Invalid> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(Invalid::new(field, format!("{field} must be at most {most} characters")));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::new(field, format!("{field} must not contain control characters")));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub id: DocumentId,
    pub title: String,
    pub file_name: String,
    pub mime: String,
    pub size: i64,
    pub category: Category,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub content_hash: String,
    pub status: Status,
    pub genre: Option<String>,
    /// The price in cents.
    pub price: Option<i64>,
    pub tags: Vec<String>,
    pub bpm: Option<Bpm>,
    /// The confidence of the detected tempo, in thousandths; `None` for a tempo that a person entered.
    pub bpm_confidence: Option<i64>,
    pub musical_key: Option<MusicalKey>,
    pub key_confidence: Option<i64>,
    /// The relative key, where it fits the sound nearly as well as the detected one.
    pub relative_key: Option<MusicalKey>,
    pub duration_ms: Option<i64>,
    /// The loudness in hundredths of a LUFS.
    pub loudness: Option<i64>,
    pub artist: Option<String>,
    pub outline: Option<Outline>,
    pub analysis: Analysis,
    pub analysis_error: Option<String>,
    /// The hash of the thumbnail, which is part of its blob key.
    pub thumbnail: Option<String>,
    pub uploaded_at: Timestamp,
    pub updated_at: Timestamp,
    /// The roles of its files beside the one that plays; kept up to date by the functions that change those.
    pub file_roles: Vec<Role>,
    /// Whether the file that plays contains a voice tag; `None` if the producer has not said.
    pub is_tagged: Option<bool>,
    pub notes: Option<String>,
    /// Whether the beat is on the public page.
    pub is_public: bool,
}

impl Document {
    /// The playing time; zero if it is unknown.
    pub fn length(&self) -> Duration {
        length(self.duration_ms)
    }

    /// The role of the file that plays. A tagged file is neither an MP3 nor a WAV to deliver.
    pub fn own_role(&self) -> Option<Role> {
        match (self.is_tagged, self.mime.as_str()) {
            (Some(true), _) => Some(Role::Tagged),
            (_, MP3) => Some(Role::Mp3),
            (_, WAV) => Some(Role::Wav),
            _ => None,
        }
    }

    /// The roles of all its files, in their order.
    pub fn roles(&self) -> Vec<Role> {
        let has = |role: &Role| self.own_role() == Some(*role) || self.file_roles.contains(role);
        Role::ALL.iter().copied().filter(has).collect()
    }

    /// The sort key for titles. It is computed here because the two engines lower-case text differently.
    pub fn title_key(&self) -> String {
        self.title.to_lowercase()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaFile {
    pub id: DocumentId,
    pub title: String,
    pub mime: String,
    pub size: i64,
    pub content_hash: String,
    pub thumbnail: Option<String>,
    pub duration_ms: Option<i64>,
    /// The name to save a file of a beat under; none for the file that plays, which is saved under its title.
    pub name: Option<String>,
    /// Whether it is only ever sent as an attachment.
    pub is_attachment: bool,
}

impl MediaFile {
    pub fn length(&self) -> Duration {
        length(self.duration_ms)
    }
}

impl From<Document> for MediaFile {
    fn from(document: Document) -> Self {
        let Document { id, title, mime, size, content_hash, thumbnail, duration_ms, .. } = document;
        let (name, is_attachment) = (None, false);
        Self { id, title, mime, size, content_hash, thumbnail, duration_ms, name, is_attachment }
    }
}

/// The playing time; zero if it is unknown.
fn length(duration_ms: Option<i64>) -> Duration {
    Duration::from_millis(duration_ms.and_then(|millis| millis.try_into().ok()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // MED-02
    #[test]
    fn limits_and_their_sentences_are_the_spec_s() {
        let limits = UploadLimits::default();
        assert_eq!(limits.bytes(Category::Beat), 50 * 1024 * 1024);
        assert_eq!(limits.bytes(Category::Video), 200 * 1024 * 1024);
        let sentence = "File size too large. Maximum size is 50MB.";
        assert_eq!(limits.too_large(Category::Beat), sentence);
        let wide = UploadLimits { audio_mb: 90, video_mb: 1, ..limits };
        assert_eq!(wide.too_large(Category::Beat), "File size too large. Maximum size is 90MB.");
        assert_eq!(
            unsupported("text/html"),
            "File type \"text/html\" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) \
             or video files (MP4, MOV, AVI, WebM)"
        );
        assert!(unsupported(&"x\r\n".repeat(500)).len() < 300);
    }

    #[test]
    fn a_tempo_is_kept_to_a_hundredth() {
        let bpm = Bpm::parse("bpm", 139.999).unwrap();
        assert_eq!((bpm.hundredths(), bpm.beats()), (14_000, 140.0));
        assert_eq!(Bpm::parse("bpm", 92.57).unwrap().beats(), 92.57);
        for beats in [0.0, 19.99, 400.01, -90.0, f64::NAN, f64::INFINITY] {
            assert!(Bpm::parse("bpm", beats).is_err(), "{beats}");
        }
    }

    #[test]
    fn tags_are_few_short_and_each_once() {
        let sent =
            |words: &[&str]| tags(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert_eq!(sent(&[" Dark ", "trap", "TRAP", ""]).unwrap(), ["Dark", "trap"]);
        assert!(sent(&[&"x".repeat(41)]).is_err() && sent(&["a\nb"]).is_err());
        let many: Vec<String> = (0..21).map(|n| n.to_string()).collect();
        assert!(tags(&many).is_err());
    }

    // FILE-10
    #[test]
    fn notes_are_long_and_have_lines() {
        assert_eq!(notes("one\r\n\ttwo\n\n").unwrap().as_deref(), Some("one\n\ttwo"));
        assert_eq!(notes(" \n").unwrap(), None);
        assert!(notes(&"ä".repeat(20_000)).is_ok() && notes(&"ä".repeat(20_001)).is_err());
        assert!(notes("a\0b").is_err() && notes("a\u{1b}[2J").is_err());
    }

    #[test]
    fn a_title_is_a_line_with_something_in_it() {
        assert_eq!(title("  Night Drive ").unwrap(), "Night Drive");
        assert!(title(" ").is_err() && title("a\nb").is_err() && title(&"x".repeat(201)).is_err());
    }
}
