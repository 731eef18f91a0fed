//! Measures the sound of a file in one pass: each block of samples goes to every meter and is then dropped. The
//! memory does not grow with the file, except for a few bytes per second of sound.

mod decimate;
mod key;
mod tempo;
mod waveform;

use std::time::Duration;

use decimate::Decimator;
use ebur128::{EbuR128, Mode as Loudness};
pub use key::{Key, KeyFound, Mode};
pub use tempo::Tempo;
pub use waveform::WAVEFORM_PEAKS;

use crate::decode::{Sink, Wanted};
use crate::error::AnalysisError;

/// The rhythm meter needs the hi-hats, so the first reduction keeps frequencies up to about 11 kHz.
const RHYTHM_RATE: u32 = 22_050;
/// Harmony lies below 2 kHz; half the sample rate gives twice the resolution for the same work.
const HARMONY_FACTOR: usize = 2;

#[derive(Debug, Clone, PartialEq)]
pub struct Sound {
    /// The duration of the decoded samples.
    pub duration: Duration,
    /// The highest level in each of [`WAVEFORM_PEAKS`] equal parts; 255 is full scale.
    pub waveform: Vec<u8>,
    /// Integrated loudness in LUFS after EBU R 128; `None` for silence and for less than 0.4 seconds.
    pub loudness: Option<f64>,
    pub tempo: Option<Tempo>,
    pub key: Option<KeyFound>,
}

struct Listener {
    rate: u32,
    channels: usize,
    frames: u64,
    waveform: waveform::Waveform,
    loudness: Option<EbuR128>,
    to_rhythm: Decimator,
    to_harmony: Decimator,
    rhythm: tempo::Rhythm,
    harmony: key::Harmony,
    mono: Vec<f32>,
    low: Vec<f32>,
    lower: Vec<f32>,
}

/// Measures the sound of a file.
#[derive(Default)]
pub struct Meters(Option<Listener>);

impl Meters {
    /// `None` if no sound came.
    pub fn finish(self) -> Option<Sound> {
        self.0.map(Listener::finish)
    }
}

impl Sink for Meters {
    fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError> {
        self.0 = Some(Listener::new(rate, channels));
        Ok(())
    }

    fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError> {
        if let Some(listener) = &mut self.0 {
            listener.push(samples);
        }
        Ok(Wanted::More)
    }
}

impl Listener {
    fn new(rate: u32, channels: usize) -> Self {
        let factor = ((rate + RHYTHM_RATE / 2) / RHYTHM_RATE).max(1);
        let low_rate = rate as f32 / factor as f32;
        let count = u32::try_from(channels).unwrap_or(u32::MAX);
        Self {
            rate,
            channels,
            frames: 0,
            waveform: waveform::Waveform::new(),
            loudness: EbuR128::new(count, rate, Loudness::I | Loudness::HISTOGRAM).ok(),
            to_rhythm: Decimator::new(factor as usize),
            to_harmony: Decimator::new(HARMONY_FACTOR),
            rhythm: tempo::Rhythm::new(low_rate),
            harmony: key::Harmony::new(low_rate / HARMONY_FACTOR as f32),
            mono: Vec::new(),
            low: Vec::new(),
            lower: Vec::new(),
        }
    }

    fn push(&mut self, samples: &mut [f32]) {
        make_finite(samples);
        self.frames += (samples.len() / self.channels) as u64;
        let share = 1.0 / self.channels as f32;
        self.mono.clear();
        for frame in samples.chunks_exact(self.channels) {
            self.waveform.push(frame);
            self.mono.push(frame.iter().sum::<f32>() * share);
        }
        if let Some(loudness) = &mut self.loudness
            && loudness.add_frames_f32(samples).is_err()
        {
            self.loudness = None;
        }
        self.to_rhythm.reduce(&self.mono, &mut self.low);
        self.rhythm.push(&self.low);
        self.to_harmony.reduce(&self.low, &mut self.lower);
        self.harmony.push(&self.lower);
    }

    fn finish(self) -> Sound {
        let loudness = self.loudness.and_then(|meter| meter.loudness_global().ok());
        Sound {
            duration: Duration::from_secs_f64(self.frames as f64 / f64::from(self.rate)),
            waveform: self.waveform.peaks(),
            loudness: loudness.filter(|value| value.is_finite()),
            tempo: self.rhythm.tempo(),
            key: self.harmony.key(),
        }
    }
}

/// Files may hold any bit pattern: NaN and infinity become silence, and absurdly loud samples are clamped, so that sums
/// do not overflow.
pub fn make_finite(samples: &mut [f32]) {
    for sample in samples {
        *sample = if sample.is_finite() { sample.clamp(-64.0, 64.0) } else { 0.0 };
    }
}
