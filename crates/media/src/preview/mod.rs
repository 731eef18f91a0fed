//! Makes previews: the music with a voice tag over it, so that a listener cannot use it as the finished beat. The
//! music is lowered under the tag, and the result never clips. A preview is an MP3 if ffmpeg is installed and a FLAC
//! file otherwise.

mod flac;
mod limiter;
mod mixer;
mod mp3;
mod recipe;
mod resample;

use std::io::{self, Read, Seek, Write};
use std::time::Duration;

use flac::FlacWriter;
use limiter::Limiter;
use mixer::Mixer;
use mp3::Mp3Encoder;
use recipe::Encoder;
pub use recipe::{Names, Recipe};
use resample::Resampler;

use crate::analysis::{play, run_guarded};
use crate::decode::{Sink, Wanted};
use crate::sound::make_finite;
use crate::{AnalysisError, Ffmpeg, Kind, Limits};

pub const SHORTEST_TAG: Duration = Duration::from_millis(300);
pub const LONGEST_TAG: Duration = Duration::from_secs(15);
/// A preview without ffmpeg has one channel of this rate.
const FLAC_RATE: u32 = 32_000;
/// -2 dB: the encoder and a lower sample rate change peaks a little, and -1 dB must not be exceeded.
const CEILING: f32 = 0.794;

/// A short piece of sound in memory: a voice tag.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    rate: u32,
    frames: Vec<[f32; 2]>,
}

impl Clip {
    /// Decodes a voice tag.
    pub fn read<S: Read + Seek + Send>(
        source: &mut S,
        limits: &Limits,
        ffmpeg: Option<&Ffmpeg>,
    ) -> Result<Self, AnalysisError> {
        let limits = Limits { max_duration: LONGEST_TAG, ..limits.clone() };
        let mut collect = CollectSink { clip: Self { rate: 0, frames: Vec::new() }, channels: 1 };
        run_guarded(&limits, |watch| play(source, &limits, ffmpeg, watch, &mut collect))?;
        Ok(collect.clip)
    }

    /// The soft tone of [`Recipe::TONE`]: two notes that swell and fade.
    pub fn tone() -> Self {
        let rate = 44_100;
        let note = |hertz: f32| {
            (0..rate * 2 / 5).map(move |at| {
                let time = at as f32 / rate as f32;
                let swell = (std::f32::consts::PI * time / 0.4).sin();
                [0.25 * swell * swell * (std::f32::consts::TAU * hertz * time).sin(); 2]
            })
        };
        Self { rate, frames: note(880.0).chain(note(1_174.7)).collect() }
    }

    pub fn duration(&self) -> Duration {
        Duration::from_secs_f64(self.frames.len() as f64 / f64::from(self.rate.max(1)))
    }

    fn at_rate(&self, rate: u32) -> Vec<[f32; 2]> {
        if rate == self.rate {
            return self.frames.clone();
        }
        let channel = |side: usize| {
            let mut resampler = Resampler::new(self.rate, rate);
            let samples = self.frames.iter().map(|frame| frame[side]).collect::<Vec<_>>();
            let mut out = Vec::new();
            resampler.push(&samples, &mut out);
            resampler.finish(&mut out);
            out
        };
        channel(0).into_iter().zip(channel(1)).map(|(left, right)| [left, right]).collect()
    }
}

struct CollectSink {
    clip: Clip,
    channels: usize,
}

impl Sink for CollectSink {
    fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError> {
        (self.clip.rate, self.channels) = (rate, channels);
        Ok(())
    }

    fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError> {
        make_finite(samples);
        self.clip.frames.extend(samples.chunks_exact(self.channels).map(stereo));
        Ok(Wanted::More)
    }
}

/// Makes a preview of a file. Blocks for the whole time, so run it on a thread of its own. Returns the type that was
/// written.
pub fn make_preview<S: Read + Seek + Send, W: Write + Seek + Send>(
    source: &mut S,
    tag: &Clip,
    recipe: &Recipe,
    names: Names<'_>,
    limits: &Limits,
    ffmpeg: Option<&Ffmpeg>,
    out: &mut W,
) -> Result<Kind, AnalysisError> {
    run_guarded(limits, |watch| match ffmpeg {
        Some(tool) => {
            let encode = |rate: u32| Mp3Encoder::start(tool, rate, names, watch.deadline());
            let mut making = PreviewSink::new(tag, recipe, encode);
            play(source, limits, ffmpeg, watch, &mut making)?;
            let bytes = making.finish()?.map(Mp3Encoder::finish).transpose();
            let bytes = bytes.map_err(AnalysisError::Source)?.unwrap_or_default();
            out.write_all(&bytes).map_err(AnalysisError::Source)?;
            Ok(Kind::Mp3)
        }
        None => {
            let encode = move |rate: u32| MonoFlac::start(out, rate);
            let mut making = PreviewSink::new(tag, recipe, encode);
            play(source, limits, None, watch, &mut making)?;
            let written = making.finish()?.map(MonoFlac::finish).transpose();
            written.map_err(AnalysisError::Source)?;
            Ok(Kind::Flac)
        }
    })
}

/// A sink that mixes, limits and encodes the decoded music.
struct PreviewSink<'m, F, E> {
    tag: &'m Clip,
    recipe: &'m Recipe,
    start: Option<F>,
    channels: usize,
    running: Option<(Mixer, Limiter, E)>,
    frames: Vec<[f32; 2]>,
}

impl<'m, F: FnOnce(u32) -> io::Result<E>, E: Encoder> PreviewSink<'m, F, E> {
    fn new(tag: &'m Clip, recipe: &'m Recipe, start: F) -> Self {
        let start = Some(start);
        Self { tag, recipe, start, channels: 1, running: None, frames: Vec::new() }
    }

    fn finish(mut self) -> Result<Option<E>, AnalysisError> {
        let Some((_, mut limiter, mut encoder)) = self.running.take() else { return Ok(None) };
        self.frames.clear();
        while let Some(frame) = limiter.finish() {
            self.frames.push(frame);
        }
        encoder.push(&self.frames).map_err(AnalysisError::Source)?;
        Ok(Some(encoder))
    }
}

impl<F: FnOnce(u32) -> io::Result<E>, E: Encoder> Sink for PreviewSink<'_, F, E> {
    fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError> {
        self.channels = channels;
        if let Some(start) = self.start.take() {
            let encoder = start(rate).map_err(AnalysisError::Source)?;
            let mixer = Mixer::new(rate, self.tag.at_rate(rate), self.recipe);
            self.running = Some((mixer, Limiter::new(rate, CEILING), encoder));
        }
        Ok(())
    }

    fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError> {
        let Some((mixer, limiter, encoder)) = &mut self.running else { return Ok(Wanted::Nothing) };
        make_finite(samples);
        self.frames.clear();
        let mut wanted = Wanted::More;
        for frame in samples.chunks_exact(self.channels) {
            let Some(mixed) = mixer.push(stereo(frame)) else {
                wanted = Wanted::Nothing;
                break;
            };
            self.frames.extend(limiter.push(mixed));
        }
        encoder.push(&self.frames).map_err(AnalysisError::Source)?;
        Ok(wanted)
    }
}

/// The even channels on the left and the odd ones on the right; one channel on both sides.
fn stereo(frame: &[f32]) -> [f32; 2] {
    match *frame {
        [one] => [one; 2],
        [left, right] => [left, right],
        _ => {
            let mean = |first: usize| {
                let side = frame.iter().skip(first).step_by(2);
                let count = side.len().max(1) as f32;
                side.sum::<f32>() / count
            };
            [mean(0), mean(1)]
        }
    }
}

struct MonoFlac<W> {
    resampler: Resampler,
    writer: FlacWriter<W>,
    mono: Vec<f32>,
    samples: Vec<f32>,
}

impl<W: Write + Seek> MonoFlac<W> {
    fn start(out: W, rate: u32) -> io::Result<Self> {
        Ok(Self {
            resampler: Resampler::new(rate, FLAC_RATE),
            writer: FlacWriter::new(out, FLAC_RATE)?,
            mono: Vec::new(),
            samples: Vec::new(),
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.samples.clear();
        self.resampler.finish(&mut self.samples);
        self.writer.push(&self.samples)?;
        self.writer.finish().map(drop)
    }
}

impl<W: Write + Seek> Encoder for MonoFlac<W> {
    fn push(&mut self, frames: &[[f32; 2]]) -> io::Result<()> {
        self.mono.clear();
        self.mono.extend(frames.iter().map(|[left, right]| (left + right) / 2.0));
        self.samples.clear();
        self.resampler.push(&self.mono, &mut self.samples);
        self.writer.push(&self.samples)
    }
}
