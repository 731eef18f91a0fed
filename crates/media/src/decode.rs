//! From a file to samples: opens the container, finds the sound and shows every block of it to the
//! listener.

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
use crate::sound::{Listener, Sound};
use crate::source::Watch;

pub enum Heard {
    Sound(Sound),
    /// There is no sound in it.
    Silent,
    /// There is, in a form that is not decoded here.
    Unknown,
}

/// Opens a container; the extension is that of its sniffed type.
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

/// The length that the container tells, which may be a guess or a lie.
pub fn told_duration(format: &dyn FormatReader) -> Option<Duration> {
    let info = format.media_info();
    let whole = seconds(info.time_base, info.duration.map(|duration| duration.get()));
    let tracks = format.tracks().iter().filter_map(track_duration);
    whole.into_iter().chain(tracks).max()
}

fn track_duration(track: &Track) -> Option<Duration> {
    seconds(track.time_base, track.duration.map(|duration| duration.get()))
}

fn seconds(base: Option<TimeBase>, ticks: Option<u64>) -> Option<Duration> {
    let base = base?;
    let seconds = ticks? as f64 * f64::from(base.numer.get()) / f64::from(base.denom.get());
    Duration::try_from_secs_f64(seconds).ok().filter(|duration| !duration.is_zero())
}

/// Hears a file from its first to its last block. `is_told` says that the length in the container is a
/// fact and not an estimate, so that an early end shows.
pub fn listen(
    format: &mut dyn FormatReader,
    watch: &Arc<Watch>,
    max_duration: Duration,
    is_told: bool,
) -> Result<Heard, AnalysisError> {
    let Some(track) = format.default_track(TrackType::Audio) else { return Ok(Heard::Silent) };
    let (id, told) = (track.id, track_duration(track).filter(|_| is_told));
    let Some(mut decoder) = decoder(track) else { return Ok(Heard::Unknown) };
    let mut hearing =
        Hearing { listener: None, spec: (0, 0), samples: Vec::new(), good: 0, bad: 0 };
    let mut cut = false;
    loop {
        if watch.is_late() {
            return Err(AnalysisError::TooSlow);
        }
        let packet = match format.next_packet() {
            Ok(Some(packet)) => packet,
            Ok(None) => break,
            // What was heard before the container went wrong counts for the verdict below.
            Err(Error::ResetRequired | Error::DecodeError(_)) => {
                cut = true;
                break;
            }
            Err(Error::IoError(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                cut = true;
                break;
            }
            Err(error) => return Err(AnalysisError::broken(&error)),
        };
        if packet.track_id != id {
            continue;
        }
        hearing.hear(decoder.as_mut(), &packet)?;
        if hearing.heard() > max_duration {
            return Err(AnalysisError::TooLong(max_duration));
        }
    }
    hearing.verdict(told, cut)
}

fn decoder(track: &Track) -> Option<Box<dyn AudioDecoder>> {
    let Some(CodecParameters::Audio(parameters)) = &track.codec_params else { return None };
    symphonia::default::get_codecs()
        .make_audio_decoder(parameters, &AudioDecoderOptions::default())
        .ok()
}

struct Hearing {
    listener: Option<Listener>,
    /// Rate and channels; what differs from the first block cannot be joined to it.
    spec: (u32, usize),
    samples: Vec<f32>,
    good: u64,
    bad: u64,
}

impl Hearing {
    fn heard(&self) -> Duration {
        self.listener.as_ref().map_or(Duration::ZERO, Listener::heard)
    }

    fn hear(
        &mut self,
        decoder: &mut dyn AudioDecoder,
        packet: &symphonia::core::packet::Packet,
    ) -> Result<(), AnalysisError> {
        let block = match decoder.decode(packet) {
            Ok(block) => block,
            Err(Error::IoError(_) | Error::DecodeError(_) | Error::ResetRequired) => {
                self.bad += 1;
                return Ok(());
            }
            Err(error) => return Err(AnalysisError::broken(&error)),
        };
        let spec = (block.spec().rate(), block.spec().channels().count());
        if block.frames() == 0 {
            return Ok(());
        }
        if self.listener.is_none() {
            // The demuxers let any number pass; these are what music has.
            if !(4_000..=768_000).contains(&spec.0) || !(1..=32).contains(&spec.1) {
                return Err(AnalysisError::Broken(format!(
                    "it claims {} channels at {} Hz",
                    spec.1, spec.0
                )));
            }
            self.listener = Some(Listener::new(spec.0, spec.1));
            self.spec = spec;
        }
        match &mut self.listener {
            Some(listener) if self.spec == spec => {
                block.copy_to_vec_interleaved(&mut self.samples);
                listener.hear(&mut self.samples);
                self.good += 1;
            }
            _ => self.bad += 1,
        }
        Ok(())
    }

    /// A few bad blocks are a scratch; many, or an early end, are a broken file.
    fn verdict(self, told: Option<Duration>, cut: bool) -> Result<Heard, AnalysisError> {
        let Some(listener) = self.listener else {
            if let (Some(told), true) = (told, cut) {
                return Err(AnalysisError::Truncated { heard: Duration::ZERO, told });
            }
            return Err(AnalysisError::Broken("no sound can be decoded from it".into()));
        };
        let heard = listener.heard();
        if let Some(told) = told
            && heard.as_secs_f64() < told.as_secs_f64() * 0.97 - 0.1
        {
            return Err(AnalysisError::Truncated { heard, told });
        }
        if self.bad * 10 > self.good {
            let all = self.good + self.bad;
            let sentence = format!("{} of {all} blocks of its sound are damaged", self.bad);
            return Err(AnalysisError::Broken(sentence));
        }
        if cut && self.good < 2 {
            return Err(AnalysisError::Broken("it ends in its first block".into()));
        }
        Ok(Heard::Sound(listener.finish()))
    }
}
