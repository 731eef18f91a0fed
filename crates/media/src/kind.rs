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
    /// A WebM container with sound only, as browsers record it.
    WebMAudio,
    /// MPEG-1 and MPEG-2: program stream, transport stream or bare video stream.
    Mpeg,
}

impl Kind {
    pub const ALL: [Self; 12] = [
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
        Self::WebMAudio,
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
            Self::WebMAudio => "audio/webm",
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
            Self::WebM | Self::WebMAudio => "webm",
            Self::Mpeg => "mpg",
        }
    }

    pub fn is_video(self) -> bool {
        self.mime().starts_with("video/")
    }

    /// Whether browsers can play it; they have no decoders for AVI and MPEG.
    pub fn is_playable(self) -> bool {
        !matches!(self, Self::Avi | Self::Mpeg)
    }

    /// The name of the type with its article, as in "an MP3".
    pub fn noun(self) -> &'static str {
        match self {
            Self::Mp3 => "an MP3",
            Self::Wav => "a WAV",
            Self::Ogg => "an OGG",
            Self::Flac => "a FLAC",
            Self::Aac => "an AAC",
            Self::M4a => "an M4A",
            Self::Mp4 => "an MP4",
            Self::Mov => "a MOV",
            Self::Avi => "an AVI",
            Self::WebM | Self::WebMAudio => "a WebM",
            Self::Mpeg => "an MPEG",
        }
    }

    /// The type that a sender means by a content type; browsers and systems use several for one type.
    pub fn from_claim(content_type: &str) -> Option<Self> {
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        let essence = essence.to_ascii_lowercase();
        Some(match essence.as_str() {
            "audio/mp3" | "audio/x-mp3" | "audio/mpeg3" => Self::Mp3,
            "audio/x-wav" | "audio/wave" | "audio/vnd.wave" => Self::Wav,
            "application/ogg" => Self::Ogg,
            "audio/x-flac" => Self::Flac,
            "audio/aacp" | "audio/x-aac" => Self::Aac,
            "audio/m4a" | "audio/x-m4a" => Self::M4a,
            "application/mp4" | "video/x-m4v" => Self::Mp4,
            "video/avi" | "video/msvideo" => Self::Avi,
            "video/mpg" => Self::Mpeg,
            other => return Self::from_mime(other),
        })
    }

    /// The type for a stored MIME type.
    pub fn from_mime(mime: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.mime() == mime)
    }
}
