//! Estimates the musical key. The tones of the whole piece are folded into one octave, corrected for its
//! tuning, and compared with how often each tone occurs in major and minor pieces. Relative keys use the same
//! tones; the bass, mostly on the tonic, distinguishes them.

use std::f32::consts::TAU;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    Major,
    Minor,
}

/// A tonic, in semitones above C, and a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    tonic: u8,
    mode: Mode,
}

const MAJOR_NAMES: [&str; 12] = [
    "C major", "Db major", "D major", "Eb major", "E major", "F major", "F# major", "G major",
    "Ab major", "A major", "Bb major", "B major",
];
const MINOR_NAMES: [&str; 12] = [
    "C minor", "C# minor", "D minor", "Eb minor", "E minor", "F minor", "F# minor", "G minor",
    "G# minor", "A minor", "Bb minor", "B minor",
];

impl Key {
    /// `tonic` is in semitones above C; octaves do not matter.
    pub fn new(tonic: u8, mode: Mode) -> Self {
        Self { tonic: tonic % 12, mode }
    }

    pub fn all() -> impl Iterator<Item = Self> {
        [Mode::Major, Mode::Minor]
            .into_iter()
            .flat_map(|mode| (0..12).map(move |t| Self::new(t, mode)))
    }

    pub fn tonic(self) -> u8 {
        self.tonic
    }

    pub fn mode(self) -> Mode {
        self.mode
    }

    /// The key of the other mode with the same tones: A minor for C major.
    pub fn relative(self) -> Self {
        match self.mode {
            Mode::Major => Self::new(self.tonic + 9, Mode::Minor),
            Mode::Minor => Self::new(self.tonic + 3, Mode::Major),
        }
    }

    /// The usual spelling, with `b` and `#`: `Eb major`, `F# minor`.
    pub fn name(self) -> &'static str {
        match self.mode {
            Mode::Major => MAJOR_NAMES[usize::from(self.tonic)],
            Mode::Minor => MINOR_NAMES[usize::from(self.tonic)],
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Key {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::all().find(|key| key.name() == name).ok_or(())
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyFound {
    pub key: Key,
    /// From 0 (a guess) to 1 (certain).
    pub confidence: f32,
    /// Whether the relative key fits nearly as well.
    pub fits_relative: bool,
}

const WINDOW: usize = 8192;
const HOP: usize = 4096;
/// The number of steps per octave in which tones are counted before the tuning is known.
const FINE: usize = 120;
const LOWEST: f32 = 60.0;
const HIGHEST: f32 = 1600.0;
const BASS: f32 = 180.0;
/// How often each degree occurs in pieces of this mode, from the tonic up.
const MAJOR: [f32; 12] = [0.24, 0.01, 0.11, 0.01, 0.14, 0.09, 0.02, 0.21, 0.01, 0.08, 0.01, 0.08];
const MINOR: [f32; 12] = [0.22, 0.01, 0.10, 0.12, 0.02, 0.10, 0.01, 0.21, 0.06, 0.02, 0.06, 0.05];
/// The weight of the bass on the tonic, relative to the correlation of all tones.
const BASS_WEIGHT: f32 = 0.35;
/// Below this correlation, the tones fit no key.
const LEAST_FIT: f32 = 0.4;
/// The relative key fits too if its score is at most this much lower.
const CLOSE: f32 = 0.08;

pub struct Harmony {
    rate: f32,
    waiting: Vec<f32>,
    shape: Vec<f32>,
    fft: Arc<dyn RealToComplex<f32>>,
    input: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
    levels: Vec<f32>,
    tones: Vec<f32>,
    bass: Vec<f32>,
}

impl Harmony {
    pub fn new(rate: f32) -> Self {
        let fft = RealFftPlanner::new().plan_fft_forward(WINDOW);
        let shape = (0..WINDOW).map(|n| 0.5 - 0.5 * (TAU * n as f32 / WINDOW as f32).cos());
        Self {
            rate,
            waiting: Vec::new(),
            shape: shape.collect(),
            input: fft.make_input_vec(),
            spectrum: fft.make_output_vec(),
            scratch: fft.make_scratch_vec(),
            fft,
            levels: Vec::new(),
            tones: vec![0.0; FINE],
            bass: vec![0.0; FINE],
        }
    }

    pub fn push(&mut self, samples: &[f32]) {
        self.waiting.extend_from_slice(samples);
        let mut at = 0;
        while at + WINDOW <= self.waiting.len() {
            self.look(at);
            at += HOP;
        }
        self.waiting.drain(..at);
    }

    fn look(&mut self, at: usize) {
        let window = &self.waiting[at..at + WINDOW];
        for ((input, sample), shape) in self.input.iter_mut().zip(window).zip(&self.shape) {
            *input = sample * shape;
        }
        // Fails only if a buffer has the wrong length; these buffers come from the FFT plan.
        if self
            .fft
            .process_with_scratch(&mut self.input, &mut self.spectrum, &mut self.scratch)
            .is_err()
        {
            return;
        }
        let bin = |frequency: f32| (frequency * WINDOW as f32 / self.rate) as usize;
        let (low, high) = (bin(LOWEST).max(2), bin(HIGHEST).min(WINDOW / 2 - 2));
        self.levels.clear();
        self.levels.extend(self.spectrum[..high + 2].iter().map(|value| value.norm()));
        let loudest = self.levels[low..high].iter().copied().fold(0.0, f32::max);
        if loudest < 0.5 {
            return;
        }
        for at in low..high {
            let [before, level, after] =
                [self.levels[at - 1], self.levels[at], self.levels[at + 1]];
            if level < before || level <= after || level < loudest * 0.02 {
                continue;
            }
            // A tone stands out from the frequencies around it; the noise of a drum does not.
            let around = &self.levels[at.saturating_sub(9)..(at + 10).min(self.levels.len())];
            if level * (around.len() as f32) < 2.2 * around.iter().sum::<f32>() {
                continue;
            }
            let bend = before - 2.0 * level + after;
            let shift = if bend < 0.0 { 0.5 * (before - after) / bend } else { 0.0 };
            let frequency = (at as f32 + shift) * self.rate / WINDOW as f32;
            let octaves = (frequency / 440.0).log2() + 0.75 + 10.0;
            let step = (octaves.fract() * FINE as f32).round() as usize % FINE;
            let weight = (level / loudest).sqrt();
            if frequency < BASS {
                self.bass[step] += weight;
            }
            // High tones are mostly overtones of lower ones.
            self.tones[step] += weight * (1.0 / (1.0 + (frequency / 700.0).powi(2)));
        }
    }

    pub fn key(self) -> Option<KeyFound> {
        let tuning = tuning(&self.tones);
        let tones = fold(&self.tones, tuning)?;
        let bass = fold(&self.bass, tuning);
        let fit = |key: Key| {
            let profile = if key.mode == Mode::Major { MAJOR } else { MINOR };
            let tonic = usize::from(key.tonic);
            let agreement =
                correlation(&tones, &std::array::from_fn(|t| profile[(t + 12 - tonic) % 12]));
            let rests = bass.map_or(0.0, |bass| bass[tonic] + 0.3 * bass[(tonic + 7) % 12]);
            (agreement, agreement + BASS_WEIGHT * rests)
        };
        let mut keys: Vec<(Key, f32, f32)> = Key::all()
            .map(|key| {
                let (agreement, score) = fit(key);
                (key, agreement, score)
            })
            .collect();
        keys.sort_by(|a, b| b.2.total_cmp(&a.2));
        let (key, agreement, score) = keys[0];
        if agreement < LEAST_FIT {
            return None;
        }
        let lead = ((score - keys[1].2) / 0.25).min(1.0);
        let confidence = (agreement * (0.35 + 0.65 * lead)).clamp(0.0, 1.0);
        let (relative_agreement, relative_score) = fit(key.relative());
        let fits_relative = relative_agreement >= LEAST_FIT && score - relative_score <= CLOSE;
        Some(KeyFound { key, confidence, fits_relative })
    }
}

/// The deviation from concert pitch, in fine steps: the circular mean of all tones within their semitones.
fn tuning(tones: &[f32]) -> f32 {
    let per_semitone = (FINE / 12) as f32;
    let (mut x, mut y) = (0.0, 0.0);
    for (step, weight) in tones.iter().enumerate() {
        let angle = TAU * step as f32 / per_semitone;
        x += weight * angle.cos();
        y += weight * angle.sin();
    }
    y.atan2(x) / TAU * per_semitone
}

/// The share of each semitone from C up; `None` if there was no tone.
fn fold(tones: &[f32], tuning: f32) -> Option<[f32; 12]> {
    let per_semitone = (FINE / 12) as f32;
    let mut folded = [0.0_f32; 12];
    for (step, weight) in tones.iter().enumerate() {
        let semitone = (step as f32 - tuning) / per_semitone;
        // A tone between two semitones counts for neither.
        let off = (semitone - semitone.round()).abs();
        folded[(semitone.round() as isize).rem_euclid(12) as usize] +=
            weight * (1.0 - 1.6 * off).max(0.0);
    }
    let sum: f32 = folded.iter().sum();
    (sum > 0.0).then(|| folded.map(|value| value / sum))
}

fn correlation(left: &[f32; 12], right: &[f32; 12]) -> f32 {
    let mean = |values: &[f32; 12]| values.iter().sum::<f32>() / 12.0;
    let (left_mean, right_mean) = (mean(left), mean(right));
    let (mut both, mut left_power, mut right_power) = (0.0, 0.0, 0.0);
    for (a, b) in left.iter().zip(right) {
        both += (a - left_mean) * (b - right_mean);
        left_power += (a - left_mean).powi(2);
        right_power += (b - right_mean).powi(2);
    }
    let scale = (left_power * right_power).sqrt();
    if scale > 0.0 { both / scale } else { 0.0 }
}
