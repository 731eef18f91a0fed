//! Small real media files for tests. WAV files are written here; ffmpeg encodes all others from a WAV, so that
//! the tests use files as other programs write them. Without ffmpeg such a test fails instead of being skipped
//! silently.

#![expect(
    clippy::expect_used,
    reason = "only tests use this, and a test without its file must stop"
)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use media::Kind;
pub use media::beats::{Beat, PATTERNS, Pattern};
pub use media::wav;

/// One variant of a file of a supported type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    Mp3,
    Mp3WithoutTag,
    Wav,
    OggVorbis,
    OggOpus,
    OggFlac,
    Flac,
    Aac,
    M4a,
    Mp4,
    /// With its index at the beginning, as for streaming.
    Mp4FastStart,
    Mov,
    Avi,
    WebM,
    /// Sound only, as browsers record it.
    WebMAudio,
    MpegProgram,
    MpegTransport,
}

impl Sample {
    pub const ALL: [Self; 17] = [
        Self::Mp3,
        Self::Mp3WithoutTag,
        Self::Wav,
        Self::OggVorbis,
        Self::OggOpus,
        Self::OggFlac,
        Self::Flac,
        Self::Aac,
        Self::M4a,
        Self::Mp4,
        Self::Mp4FastStart,
        Self::Mov,
        Self::Avi,
        Self::WebM,
        Self::WebMAudio,
        Self::MpegProgram,
        Self::MpegTransport,
    ];

    /// The type that must be detected.
    pub fn kind(self) -> Kind {
        match self {
            Self::Mp3 | Self::Mp3WithoutTag => Kind::Mp3,
            Self::Wav => Kind::Wav,
            Self::OggVorbis | Self::OggOpus | Self::OggFlac => Kind::Ogg,
            Self::Flac => Kind::Flac,
            Self::Aac => Kind::Aac,
            Self::M4a => Kind::M4a,
            Self::Mp4 | Self::Mp4FastStart => Kind::Mp4,
            Self::Mov => Kind::Mov,
            Self::Avi => Kind::Avi,
            Self::WebM => Kind::WebM,
            Self::WebMAudio => Kind::WebMAudio,
            Self::MpegProgram | Self::MpegTransport => Kind::Mpeg,
        }
    }

    /// Two seconds of a tone (and a moving picture, for video) with a title and an artist.
    pub fn bytes(self) -> &'static [u8] {
        static MADE: [OnceLock<Vec<u8>>; Sample::ALL.len()] =
            [const { OnceLock::new() }; Sample::ALL.len()];
        MADE[self as usize].get_or_init(|| self.encode(&tone(44_100, 2.0)))
    }

    /// Encodes a WAV as this type, tagged with [`TITLE`] and [`ARTIST`] if the type supports tags.
    pub fn encode(self, wav: &[u8]) -> Vec<u8> {
        if self == Self::Wav {
            return wav.to_vec();
        }
        ffmpeg(wav, self.kind().is_video(), self.arguments(), self.extension())
    }

    fn extension(self) -> &'static str {
        match self {
            Self::MpegTransport => "ts",
            other => other.kind().extension(),
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Wav => &[],
            Self::Mp3 => &["-c:a", "libmp3lame", "-b:a", "128k"],
            Self::Mp3WithoutTag => {
                &["-c:a", "libmp3lame", "-q:a", "4", "-id3v2_version", "0", "-write_xing", "0"]
            }
            Self::OggVorbis => &["-c:a", "libvorbis"],
            Self::OggOpus | Self::WebMAudio => &["-c:a", "libopus", "-ar", "48000"],
            Self::OggFlac | Self::Flac => &["-c:a", "flac"],
            Self::Aac | Self::M4a => &["-c:a", "aac"],
            Self::Mp4 | Self::Mov => &["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"],
            Self::Mp4FastStart => &[
                "-c:v",
                "libx264",
                "-pix_fmt",
                "yuv420p",
                "-c:a",
                "aac",
                "-movflags",
                "+faststart",
            ],
            Self::Avi => &["-c:v", "mpeg4", "-c:a", "libmp3lame"],
            Self::WebM => &["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"],
            Self::MpegProgram => &["-c:v", "mpeg2video", "-r", "25", "-c:a", "mp2"],
            Self::MpegTransport => &["-c:v", "mpeg2video", "-r", "25", "-c:a", "mp2"],
        }
    }
}

pub const TITLE: &str = "Night Drive — dämmern";
pub const ARTIST: &str = "Ada Producer";

/// A 16-bit WAV with a tone of 440 Hz at half the full scale.
pub fn tone(rate: u32, seconds: f64) -> Vec<u8> {
    let count = (f64::from(rate) * seconds) as usize;
    let step = std::f64::consts::TAU * 440.0 / f64::from(rate);
    let samples: Vec<f32> = (0..count).map(|n| (0.5 * (step * n as f64).sin()) as f32).collect();
    wav(rate, 1, &samples)
}

/// A 16-bit WAV in which these MIDI notes sound together.
pub fn chord(notes: &[i32], seconds: f64) -> Vec<u8> {
    let rate = 44_100;
    let pitches: Vec<f64> =
        notes.iter().map(|note| 440.0 * (f64::from(note - 69) / 12.0).exp2()).collect();
    let level = 0.8 / notes.len() as f64;
    let at = |n: usize| {
        let time = n as f64 / f64::from(rate);
        let sum: f64 = pitches.iter().map(|hz| (std::f64::consts::TAU * hz * time).sin()).sum();
        (sum * level) as f32
    };
    let samples: Vec<f32> = (0..(f64::from(rate) * seconds) as usize).map(at).collect();
    wav(rate, 1, &samples)
}

/// Runs ffmpeg on a WAV with these arguments; for video a moving test picture is added.
///
/// # Panics
/// If ffmpeg is not installed or cannot encode this type: the test cannot run without the file.
pub fn ffmpeg(wav: &[u8], video: bool, arguments: &[&str], extension: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("source.wav");
    let target = folder.path().join("target").with_extension(extension);
    fs::write(&source, wav).expect("room for the source");
    let mut command = Command::new("ffmpeg");
    command.args(["-v", "error", "-nostdin", "-threads", "1", "-i"]).arg(&source);
    if video {
        let picture = format!("testsrc=size=320x180:rate=25:duration={}", wav_seconds(wav));
        command.args(["-f", "lavfi", "-i", &picture]);
    }
    command
        .args(["-metadata", &format!("title={TITLE}"), "-metadata", &format!("artist={ARTIST}")])
        .args(arguments)
        .arg(&target);
    run(&mut command, &target)
}

/// The duration of a WAV written by this crate.
fn wav_seconds(wav: &[u8]) -> f64 {
    let rate = wav[28..].first_chunk().copied().map_or(1, u32::from_le_bytes);
    (wav.len() - 44) as f64 / f64::from(rate)
}

fn run(command: &mut Command, target: &Path) -> Vec<u8> {
    let output = command.output().expect("ffmpeg is installed (Debian: apt install ffmpeg)");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "ffmpeg made no file: {errors}");
    fs::read(target).expect("ffmpeg wrote the file")
}
