//! The supported media types, each with the one MIME type it is stored and served as.

/// The type of a file, detected from its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Mp3,
    Wav,
    /// Vorbis, Opus or FLAC in Ogg.
    Ogg,
    Flac,
    /// AAC as a bare stream of ADTS frames.
    Aac,
    /// An MP4 container with sound only.
    M4a,
    Mp4,
    Mov,
    Avi,
    WebM,
    /// MPEG-1 and MPEG-2: program stream, transport stream or bare video stream.
    Mpeg,
}

impl Kind {
    pub const ALL: [Self; 11] = [
        Self::Mp3,
        Self::Wav,
        Self::Ogg,
        Self::Flac,
        Self::Aac,
        Self::M4a,
        Self::Mp4,
        Self::Mov,
        Self::Avi,
        Self::WebM,
        Self::Mpeg,
    ];

    /// The MIME type to store and to send, whatever the uploader claimed.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Mp3 => "audio/mpeg",
            Self::Wav => "audio/wav",
            Self::Ogg => "audio/ogg",
            Self::Flac => "audio/flac",
            Self::Aac => "audio/aac",
            Self::M4a => "audio/mp4",
            Self::Mp4 => "video/mp4",
            Self::Mov => "video/quicktime",
            Self::Avi => "video/x-msvideo",
            Self::WebM => "video/webm",
            Self::Mpeg => "video/mpeg",
        }
    }

    /// The usual file extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Mp3 => "mp3",
            Self::Wav => "wav",
            Self::Ogg => "ogg",
            Self::Flac => "flac",
            Self::Aac => "aac",
            Self::M4a => "m4a",
            Self::Mp4 => "mp4",
            Self::Mov => "mov",
            Self::Avi => "avi",
            Self::WebM => "webm",
            Self::Mpeg => "mpg",
        }
    }

    pub fn is_video(self) -> bool {
        self.mime().starts_with("video/")
    }

    /// The type for a stored MIME type.
    pub fn from_mime(mime: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.mime() == mime)
    }
}
