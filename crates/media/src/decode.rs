//! Decodes the sound of a file: opens the container, finds the audio track and passes every block of samples to a
//! sink.

use std::sync::Arc;
use std::time::Duration;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, Track, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::units::TimeBase;

use crate::error::AnalysisError;
use crate::source::Watch;

/// A receiver of decoded sound.
pub trait Sink {
    /// Called once, before the first samples.
    fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError>;

    /// Takes the next interleaved samples, which may hold any bit pattern.
    fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    More,
    /// The rest of the file need not be decoded.
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoded {
    Sound,
    /// The file has no audio track.
    Silent,
    /// The audio track has a codec that this crate does not decode.
    Unknown,
}

/// Opens a container; `extension` is the one of the sniffed type.
pub fn open<'s>(
    source: Box<dyn MediaSource + 's>,
    extension: &str,
) -> Result<Box<dyn FormatReader + 's>, Error> {
    let mut hint = Hint::new();
    hint.with_extension(extension);
    let stream = MediaSourceStream::new(source, Default::default());
    symphonia::default::get_probe().probe(
        &hint,
        stream,
        FormatOptions::default(),
        MetadataOptions::default(),
    )
}

/// The duration in the container's header, which may be an estimate or wrong.
pub fn container_duration(format: &dyn FormatReader) -> Option<Duration> {
    let info = format.media_info();
    let whole = seconds(info.time_base, info.duration.map(|duration| duration.get()));
    let tracks = format.tracks().iter().filter_map(track_duration);
    whole.into_iter().chain(tracks).max()
}

/// Whether the container has tracks and all of them are sound.
pub fn is_sound_only(format: &dyn FormatReader) -> bool {
    let is_sound = |track: &Track| track.track_type() == Some(TrackType::Audio);
    !format.tracks().is_empty() && format.tracks().iter().all(is_sound)
}

fn track_duration(track: &Track) -> Option<Duration> {
    seconds(track.time_base, track.duration.map(|duration| duration.get()))
}

fn seconds(base: Option<TimeBase>, ticks: Option<u64>) -> Option<Duration> {
    let base = base?;
    let seconds = ticks? as f64 * f64::from(base.numer.get()) / f64::from(base.denom.get());
    Duration::try_from_secs_f64(seconds).ok().filter(|duration| !duration.is_zero())
}

/// Decodes a file from its first block to its last one, or until the sink wants no more. `is_exact` means that the
/// container stores an exact duration, so that a truncated file is detected.
pub fn decode(
    format: &mut dyn FormatReader,
    watch: &Arc<Watch>,
    max_duration: Duration,
    is_exact: bool,
    sink: &mut dyn Sink,
) -> Result<Decoded, AnalysisError> {
    let Some(track) = format.default_track(TrackType::Audio) else { return Ok(Decoded::Silent) };
    let (id, expected) = (track.id, track_duration(track).filter(|_| is_exact));
    let Some(mut decoder) = decoder(track) else { return Ok(Decoded::Unknown) };
    let mut state =
        DecodeState { sink, spec: None, frames: 0, samples: Vec::new(), good: 0, bad: 0 };
    let mut cut = false;
    loop {
        if watch.is_late() {
            return Err(AnalysisError::TooSlow);
        }
        let packet = match format.next_packet() {
            Ok(Some(packet)) => packet,
            Ok(None) => break,
            // The samples decoded before the container's error still count for the verdict.
            Err(Error::ResetRequired | Error::DecodeError(_)) => {
                cut = true;
                break;
            }
            Err(Error::IoError(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                cut = true;
                break;
            }
            Err(error) => return Err(AnalysisError::from_decoder(&error)),
        };
        if packet.track_id != id {
            continue;
        }
        if state.push(decoder.as_mut(), &packet)? == Wanted::Nothing {
            return Ok(Decoded::Sound);
        }
        if state.duration() > max_duration {
            return Err(AnalysisError::TooLong(max_duration));
        }
    }
    state.verdict(expected, cut)
}

fn decoder(track: &Track) -> Option<Box<dyn AudioDecoder>> {
    let Some(CodecParameters::Audio(parameters)) = &track.codec_params else { return None };
    symphonia::default::get_codecs()
        .make_audio_decoder(parameters, &AudioDecoderOptions::default())
        .ok()
}

struct DecodeState<'s> {
    sink: &'s mut dyn Sink,
    /// Sample rate and channels of the first block; blocks with other values cannot be joined to it.
    spec: Option<(u32, usize)>,
    frames: u64,
    samples: Vec<f32>,
    good: u64,
    bad: u64,
}

impl DecodeState<'_> {
    fn duration(&self) -> Duration {
        let seconds = self.spec.map(|(rate, _)| self.frames as f64 / f64::from(rate));
        Duration::from_secs_f64(seconds.unwrap_or_default())
    }

    fn push(
        &mut self,
        decoder: &mut dyn AudioDecoder,
        packet: &symphonia::core::packet::Packet,
    ) -> Result<Wanted, AnalysisError> {
        let block = match decoder.decode(packet) {
            Ok(block) => block,
            Err(Error::IoError(_) | Error::DecodeError(_) | Error::ResetRequired) => {
                self.bad += 1;
                return Ok(Wanted::More);
            }
            Err(error) => return Err(AnalysisError::from_decoder(&error)),
        };
        let spec = (block.spec().rate(), block.spec().channels().count());
        if block.frames() == 0 {
            return Ok(Wanted::More);
        }
        if self.spec.is_none() {
            // The demuxers accept any numbers; music stays within these.
            if !(4_000..=768_000).contains(&spec.0) || !(1..=32).contains(&spec.1) {
                return Err(AnalysisError::Broken(format!(
                    "it claims {} channels at {} Hz",
                    spec.1, spec.0
                )));
            }
            self.sink.begin(spec.0, spec.1)?;
            self.spec = Some(spec);
        }
        if self.spec != Some(spec) {
            self.bad += 1;
            return Ok(Wanted::More);
        }
        block.copy_to_vec_interleaved(&mut self.samples);
        self.good += 1;
        self.frames += (self.samples.len() / spec.1) as u64;
        self.sink.push(&mut self.samples)
    }

    /// A few bad blocks are tolerated; many of them, or an early end, mean a broken file.
    fn verdict(self, expected: Option<Duration>, cut: bool) -> Result<Decoded, AnalysisError> {
        if self.spec.is_none() {
            if let (Some(expected), true) = (expected, cut) {
                return Err(AnalysisError::Truncated { decoded: Duration::ZERO, expected });
            }
            return Err(AnalysisError::Broken("no sound can be decoded from it".into()));
        }
        let decoded = self.duration();
        if let Some(expected) = expected
            && decoded.as_secs_f64() < expected.as_secs_f64() * 0.97 - 0.1
        {
            return Err(AnalysisError::Truncated { decoded, expected });
        }
        if self.bad * 10 > self.good {
            let all = self.good + self.bad;
            let sentence = format!("{} of {all} blocks of its sound are damaged", self.bad);
            return Err(AnalysisError::Broken(sentence));
        }
        if cut && self.good < 2 {
            return Err(AnalysisError::Broken("it ends in its first block".into()));
        }
        Ok(Decoded::Sound)
    }
}
