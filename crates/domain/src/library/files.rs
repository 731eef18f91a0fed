//! The files of a beat beside the one that plays: WAV, stems, project, artwork and so on. Each role has versions 1, 2, …;
//! one of them is current.

use crate::ids::{DocumentId, FileId};
use crate::licenses::Role;
use crate::time::Timestamp;

/// The most files that a beat can have, and how many of them can be artwork.
pub const MOST_FILES: usize = 40;
pub const MOST_ARTWORK: usize = 5;

pub const ZIP: &str = "application/zip";
pub const MIDI: &str = "audio/midi";
/// The type of a file that is only stored and sent.
pub const BYTES: &str = "application/octet-stream";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub id: FileId,
    pub document: DocumentId,
    pub role: Role,
    pub version: i64,
    pub is_current: bool,
    pub name: String,
    pub mime: String,
    pub size: i64,
    /// BLAKE3 of the bytes, in hexadecimal.
    pub content_hash: String,
    pub duration_ms: Option<i64>,
    pub created_at: Timestamp,
}

impl File {
    /// Whether a browser may show or play it in place; anything else is only ever sent as an attachment.
    pub fn is_shown_in_place(&self) -> bool {
        self.role.is_audio() || self.role == Role::Artwork
    }
}

impl Role {
    /// Whether files of this role are sound.
    pub fn is_audio(self) -> bool {
        matches!(self, Self::Mp3 | Self::Wav | Self::Tagged)
    }

    /// Whether a file whose content is of this type may have this role. Artwork is drawn anew at its upload, so no
    /// other file becomes artwork later.
    pub fn takes(self, mime: &str) -> bool {
        match self {
            Self::Mp3 => is_sound(mime) && mime != "audio/wav",
            Self::Wav => is_sound(mime) && mime != "audio/mpeg",
            Self::Tagged => is_sound(mime),
            Self::Stems | Self::Project => mime == ZIP,
            Self::Midi => mime == MIDI,
            Self::Artwork => false,
            Self::Other => true,
        }
    }

    /// The sentence that refuses content of this type for this role.
    pub fn refusal(self, mime: &str) -> String {
        match (self, mime) {
            (Self::Wav, "audio/mpeg") => "This is an MP3 file, not a WAV.".to_owned(),
            (Self::Mp3, "audio/wav") => "This is a WAV file, not an MP3.".to_owned(),
            (Self::Mp3 | Self::Wav | Self::Tagged, _) => {
                "Please choose an audio file: MP3, WAV, OGG, FLAC or AAC.".to_owned()
            }
            (Self::Stems | Self::Project, _) => {
                "Please choose a ZIP file. This one is something else, or it is damaged.".to_owned()
            }
            (Self::Midi, _) => {
                "Please choose a MIDI file. This one is something else, or it is damaged."
                    .to_owned()
            }
            (Self::Artwork, _) => "Please choose a PNG, JPEG or WebP picture.".to_owned(),
            (Self::Other, _) => "This file was not accepted.".to_owned(),
        }
    }
}

fn is_sound(mime: &str) -> bool {
    mime.starts_with("audio/") && mime != MIDI
}

/// The largest files of each role, set by the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLimits {
    pub audio_mb: u32,
    pub stems_mb: u32,
    pub project_mb: u32,
    pub artwork_mb: u32,
    pub other_mb: u32,
}

impl Default for FileLimits {
    fn default() -> Self {
        Self { audio_mb: 300, stems_mb: 2048, project_mb: 2048, artwork_mb: 10, other_mb: 100 }
    }
}

impl FileLimits {
    fn megabytes(self, role: Role) -> u32 {
        match role {
            Role::Mp3 | Role::Wav | Role::Tagged => self.audio_mb,
            Role::Stems => self.stems_mb,
            Role::Project => self.project_mb,
            Role::Artwork => self.artwork_mb,
            Role::Midi | Role::Other => self.other_mb,
        }
    }

    pub fn bytes(self, role: Role) -> u64 {
        u64::from(self.megabytes(role)) << 20
    }

    /// The largest file of any role.
    pub fn most_bytes(self) -> u64 {
        Role::ALL.iter().map(|role| self.bytes(*role)).max().unwrap_or(0)
    }

    pub fn too_large(self, role: Role) -> String {
        format!("File size too large. Maximum size is {}MB.", self.megabytes(role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // FILE-04
    #[test]
    fn each_role_has_its_largest_size() {
        let limits = FileLimits::default();
        for (role, megabytes) in [
            (Role::Wav, 300),
            (Role::Mp3, 300),
            (Role::Tagged, 300),
            (Role::Stems, 2048),
            (Role::Project, 2048),
            (Role::Artwork, 10),
            (Role::Midi, 100),
            (Role::Other, 100),
        ] {
            assert_eq!(limits.bytes(role), megabytes << 20, "{role:?}");
        }
        assert_eq!(limits.too_large(Role::Wav), "File size too large. Maximum size is 300MB.");
    }

    // FILE-03
    #[test]
    fn content_decides_which_roles_a_file_may_have() {
        let roles = |mime: &str| {
            let fits = Role::ALL.iter().filter(|role| role.takes(mime));
            fits.map(|role| role.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(roles("audio/wav"), ["wav", "tagged", "other"]);
        assert_eq!(roles("audio/mpeg"), ["mp3", "tagged", "other"]);
        assert_eq!(roles("audio/flac"), ["mp3", "wav", "tagged", "other"]);
        assert_eq!(roles(ZIP), ["stems", "project", "other"]);
        assert_eq!(roles(MIDI), ["midi", "other"]);
        for mime in [BYTES, "video/mp4", "image/png", "text/html"] {
            assert_eq!(roles(mime), ["other"], "{mime}");
        }
    }
}
