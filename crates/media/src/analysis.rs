//! Analyzes a whole media file in one pass: duration, tags, cover and sound. Uploaded files are untrusted, so
//! time, length and memory are bounded, and a panic of a decoder counts as a broken file.

use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use symphonia::core::formats::FormatReader;

use crate::decode::{self, Decoded, Sink};
use crate::error::AnalysisError;
use crate::limits::Limits;
use crate::sound::{Meters, Sound};
use crate::source::{Watch, WatchedSource};
use crate::{Ffmpeg, Kind, Picture, Sniffer, Tags, tags};

#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The sniffed type, except that an MP4 file whose tracks are all sound is an M4A.
    pub kind: Kind,
    /// `None` only for a video whose duration cannot be read.
    pub duration: Option<Duration>,
    pub tags: Tags,
    pub cover: Option<Picture>,
    /// `None` for a video without sound, and for sound that only ffmpeg can decode when ffmpeg is not
    /// installed.
    pub sound: Option<Sound>,
}

/// Reads a whole file and returns what was found in it. Blocks for the whole time, so run it on a thread of its
/// own. `ffmpeg` decodes what this crate cannot: Opus, and the sound of AVI and MPEG.
pub fn analyze<S: Read + Seek + Send>(
    source: &mut S,
    limits: &Limits,
    ffmpeg: Option<&Ffmpeg>,
) -> Result<Analysis, AnalysisError> {
    run_guarded(limits, |watch| look(source, limits, ffmpeg, watch))
}

/// Runs work on an untrusted file under a deadline. A panic of a decoder counts as a broken file.
pub(crate) fn run_guarded<T>(
    limits: &Limits,
    work: impl FnOnce(&Arc<Watch>) -> Result<T, AnalysisError>,
) -> Result<T, AnalysisError> {
    let watch = Watch::until(Instant::now() + limits.max_time);
    let found = catch_unwind(AssertUnwindSafe(|| work(&watch)))
        .unwrap_or_else(|_| Err(AnalysisError::Broken("its content is not valid".into())));
    // A failure of the store is the real cause, whatever error the decoder made of it.
    match (found, watch.take_failure()) {
        (Err(_), Some(failure)) => Err(AnalysisError::Source(failure)),
        (Err(_), None) if watch.is_late() => Err(AnalysisError::TooSlow),
        (Err(_), None) if watch.is_spent() => {
            Err(AnalysisError::Broken("its tags or its index are too large".into()))
        }
        (found, _) => found,
    }
}

/// The duration from the header of a sound file; `None` if the header holds none. Blocks, but reads little.
pub fn length<S: Read + Seek + Send>(source: &mut S, limits: &Limits) -> Option<Duration> {
    let watch = Watch::until(Instant::now() + limits.max_time);
    let found = catch_unwind(AssertUnwindSafe(|| {
        let kind = sniff(source).ok()?.0?;
        let watched = WatchedSource::new(source, Arc::clone(&watch)).ok()?;
        let format = decode::open(Box::new(watched), kind.extension()).ok()?;
        decode::container_duration(format.as_ref())
    }));
    found.unwrap_or(None).filter(|length| *length <= limits.max_duration)
}

fn look<S: Read + Seek + Send>(
    source: &mut S,
    limits: &Limits,
    ffmpeg: Option<&Ffmpeg>,
    watch: &Arc<Watch>,
) -> Result<Analysis, AnalysisError> {
    let (kind, head) = sniff(source).map_err(AnalysisError::Source)?;
    let kind = kind.ok_or(AnalysisError::NotMedia)?;
    let mut analysis =
        Analysis { kind, duration: None, tags: Tags::default(), cover: None, sound: None };
    let mut meters = Meters::default();
    let decoded = match kind {
        Kind::Avi | Kind::Mpeg => {
            analysis.duration = avi_duration(&head);
            Decoded::Unknown
        }
        _ => {
            let mut format = open(source, kind, watch)?;
            (analysis.tags, analysis.cover) = tags::read(format.as_mut(), limits.max_cover_bytes);
            analysis.duration = decode::container_duration(format.as_ref());
            if kind == Kind::Mp4 && decode::is_sound_only(format.as_ref()) {
                analysis.kind = Kind::M4a;
            }
            watch.header_done();
            let is_exact = has_exact_length(kind);
            decode::decode(format.as_mut(), watch, limits.max_duration, is_exact, &mut meters)?
        }
    };
    let decoded = match (decoded, ffmpeg) {
        (Decoded::Unknown, Some(ffmpeg)) => {
            ffmpeg.decode(source, kind, limits, watch, &mut meters)?
        }
        (decoded, _) => decoded,
    };
    // Only a video may have no sound.
    if decoded == Decoded::Silent && !kind.is_video() {
        return Err(AnalysisError::Broken("there is no sound in it".into()));
    }
    analysis.sound = meters.finish().filter(|_| decoded == Decoded::Sound);
    let decoded = analysis.sound.as_ref().map(|sound| sound.duration);
    // Sound lasts as long as its decoded samples; the picture of a video may go on after it.
    analysis.duration = if kind.is_video() {
        analysis.duration.max(decoded)
    } else {
        decoded.or(analysis.duration)
    };
    Ok(analysis)
}

/// Passes the sound of a file to a sink, from the first block to the last one or until the sink has enough.
pub(crate) fn play<S: Read + Seek + Send>(
    source: &mut S,
    limits: &Limits,
    ffmpeg: Option<&Ffmpeg>,
    watch: &Arc<Watch>,
    sink: &mut dyn Sink,
) -> Result<(), AnalysisError> {
    let kind = sniff(source).map_err(AnalysisError::Source)?.0.ok_or(AnalysisError::NotMedia)?;
    let decoded = match kind {
        Kind::Avi | Kind::Mpeg => Decoded::Unknown,
        _ => {
            let mut format = open(source, kind, watch)?;
            watch.header_done();
            let is_exact = has_exact_length(kind);
            decode::decode(format.as_mut(), watch, limits.max_duration, is_exact, sink)?
        }
    };
    let decoded = match (decoded, ffmpeg) {
        (Decoded::Unknown, Some(ffmpeg)) => ffmpeg.decode(source, kind, limits, watch, sink)?,
        (decoded, _) => decoded,
    };
    match decoded {
        Decoded::Sound => Ok(()),
        Decoded::Silent => Err(AnalysisError::Broken("there is no sound in it".into())),
        Decoded::Unknown => Err(AnalysisError::Broken("its sound cannot be decoded".into())),
    }
}

fn open<'s, S: Read + Seek + Send>(
    source: &'s mut S,
    kind: Kind,
    watch: &Arc<Watch>,
) -> Result<Box<dyn FormatReader + 's>, AnalysisError> {
    let watched = WatchedSource::new(source, Arc::clone(watch)).map_err(AnalysisError::Source)?;
    let bare = matches!(kind, Kind::Mp3 | Kind::Aac);
    let watched = if bare { watched.into_stream() } else { watched };
    decode::open(Box::new(watched), kind.extension())
        .map_err(|error| AnalysisError::from_decoder(&error))
}

/// Whether the container stores an exact duration, not an estimate.
fn has_exact_length(kind: Kind) -> bool {
    !matches!(kind, Kind::Aac | Kind::Ogg | Kind::WebM | Kind::WebMAudio)
}

/// Detects the type of a file; also returns its first bytes.
fn sniff<S: Read + Seek>(source: &mut S) -> io::Result<(Option<Kind>, Vec<u8>)> {
    source.seek(SeekFrom::Start(0))?;
    let mut sniffer = Sniffer::new();
    let mut head = Vec::new();
    let mut buffer = vec![0; 16 * 1024];
    while sniffer.verdict().is_none() {
        let count = match source.read(&mut buffer) {
            Ok(0) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if head.is_empty() {
            head.extend_from_slice(&buffer[..count]);
        }
        sniffer.push(&buffer[..count]);
    }
    Ok((sniffer.finish(), head))
}

/// The AVI header holds the duration of a frame and the number of frames.
fn avi_duration(head: &[u8]) -> Option<Duration> {
    let number = |at: usize| Some(u32::from_le_bytes(*head.get(at..)?.first_chunk()?));
    (head.get(24..28)? == b"avih").then_some(())?;
    let micros = u64::from(number(32)?) * u64::from(number(48)?);
    (micros > 0).then(|| Duration::from_micros(micros))
}
