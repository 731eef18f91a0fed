//! Estimates the tempo. The spectrum grows at each onset; the autocorrelation of that growth is high at the
//! length of one beat, and of two, four and eight beats. Whether the tempo is 70 or 140 is decided by what
//! listeners tap most often.

use std::f32::consts::TAU;
use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tempo {
    /// Beats per minute, to a tenth.
    pub bpm: f32,
    /// From 0 (a guess) to 1 (certain).
    pub confidence: f32,
}

const WINDOW: usize = 1024;
const HOP: usize = 256;
const BANDS: usize = 24;
/// The first minutes are enough; analyzing more does not improve the result.
const MOST_SECONDS: f32 = 900.0;
/// Shorter sound has too few beats.
const LEAST_SECONDS: f32 = 4.0;
const SLOWEST: f32 = 55.0;
const FASTEST: f32 = 205.0;
/// The most common tapping tempo; `SPREAD` says how much rarer a tempo one octave away is.
const USUAL: f32 = 115.0;
const SPREAD: f32 = 0.6;
/// Multiples of a beat at which onsets repeat, with their weights.
const MULTIPLES: [(f32, f32); 4] = [(1.0, 1.0), (2.0, 1.0), (4.0, 1.0), (8.0, 0.5)];
/// Below this strength, a repetition may be chance.
const LEAST_STRENGTH: f32 = 0.12;

pub struct Rhythm {
    frames_per_second: f32,
    waiting: Vec<f32>,
    shape: Vec<f32>,
    fft: Arc<dyn RealToComplex<f32>>,
    input: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
    /// The first bin of each band, and the end of the last band.
    edges: Vec<usize>,
    before: [f32; BANDS],
    growth: Vec<f32>,
}

impl Rhythm {
    pub fn new(rate: f32) -> Self {
        let fft = RealFftPlanner::new().plan_fft_forward(WINDOW);
        let shape = (0..WINDOW).map(|n| 0.5 - 0.5 * (TAU * n as f32 / WINDOW as f32).cos());
        let bins = WINDOW / 2;
        let edge = |band: usize| {
            // From about 40 Hz to the top, in equal steps of pitch.
            let lowest = (40.0 * WINDOW as f32 / rate).max(1.0);
            let step = (bins as f32 / lowest).powf(band as f32 / BANDS as f32);
            ((lowest * step) as usize).min(bins)
        };
        let mut edges: Vec<usize> = (0..=BANDS).map(edge).collect();
        for at in 1..edges.len() {
            edges[at] = edges[at].max(edges[at - 1] + 1).min(bins);
        }
        Self {
            frames_per_second: rate / HOP as f32,
            waiting: Vec::new(),
            shape: shape.collect(),
            input: fft.make_input_vec(),
            spectrum: fft.make_output_vec(),
            scratch: fft.make_scratch_vec(),
            fft,
            edges,
            before: [0.0; BANDS],
            growth: Vec::new(),
        }
    }

    pub fn push(&mut self, samples: &[f32]) {
        if self.growth.len() as f32 > MOST_SECONDS * self.frames_per_second {
            return;
        }
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
        let mut growth = 0.0;
        for (band, before) in self.before.iter_mut().enumerate() {
            let bins = &self.spectrum[self.edges[band]..self.edges[band + 1]];
            let energy: f32 = bins.iter().map(Complex::norm_sqr).sum();
            // Loudness is perceived logarithmically, and sound far below the rest is not heard.
            let level = (1.0 + 10.0 * energy.sqrt()).ln();
            growth += (level - *before).max(0.0);
            *before = level;
        }
        // The first window has no predecessor to grow from.
        let first = self.growth.is_empty();
        self.growth.push(if first { 0.0 } else { growth });
    }

    pub fn tempo(self) -> Option<Tempo> {
        let fps = self.frames_per_second;
        if (self.growth.len() as f32) < LEAST_SECONDS * fps {
            return None;
        }
        let onsets = onsets(&self.growth, (0.4 * fps) as usize);
        let longest = (16.0 * 60.0 * fps / SLOWEST) as usize + 4;
        let echo = autocorrelation(&onsets, longest)?;
        let strength = |bpm: f32| {
            let beat = 60.0 * fps / bpm;
            let reached = MULTIPLES
                .iter()
                .filter_map(|(beats, weight)| Some((at(&echo, beat * beats)? * weight, weight)));
            let (sum, weights) =
                reached.fold((0.0, 0.0), |(sum, all), (value, weight)| (sum + value, all + weight));
            if weights > 0.0 { sum / weights } else { 0.0 }
        };
        let usual = |bpm: f32| (-0.5 * ((bpm / USUAL).log2() / SPREAD).powi(2)).exp();
        let steps = ((FASTEST - SLOWEST) * 10.0) as usize;
        let scores: Vec<(f32, f32)> = (0..=steps)
            .map(|step| SLOWEST + step as f32 / 10.0)
            .map(|bpm| (bpm, strength(bpm) * usual(bpm)))
            .collect();
        let best = scores.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let sure = strength(best.0);
        if sure < LEAST_STRENGTH {
            return None;
        }
        let is_rival = |bpm: f32| (bpm / best.0).log2().abs() > 0.06;
        let rival = scores.iter().filter(|(bpm, _)| is_rival(*bpm)).map(|(_, score)| *score);
        let lead = 1.0 - rival.fold(0.0, f32::max) / best.1;
        let confidence = (sure.sqrt() * (0.4 + 1.2 * lead)).clamp(0.0, 1.0);
        let bpm = refine(&echo, best.0, fps);
        Some(Tempo { bpm: (bpm * 10.0).round() / 10.0, confidence })
    }
}

/// Growth that stands out from its surroundings.
fn onsets(growth: &[f32], reach: usize) -> Vec<f32> {
    let mut sums = Vec::with_capacity(growth.len() + 1);
    sums.push(0.0_f64);
    let mut sum = 0.0;
    for value in growth {
        sum += f64::from(*value);
        sums.push(sum);
    }
    let stands_out = |(at, value): (usize, &f32)| {
        let from = at.saturating_sub(reach);
        let to = (at + reach + 1).min(growth.len());
        (value - ((sums[to] - sums[from]) / (to - from) as f64) as f32).max(0.0)
    };
    growth.iter().enumerate().map(stands_out).collect()
}

/// The similarity of the onsets with themselves at each lag, 1 for equal; `None` if there are no onsets.
fn autocorrelation(onsets: &[f32], longest: usize) -> Option<Vec<f32>> {
    let count = onsets.len();
    let mean = onsets.iter().sum::<f32>() / count as f32;
    let centred: Vec<f32> = onsets.iter().map(|value| value - mean).collect();
    let power = centred.iter().map(|value| value * value).sum::<f32>() / count as f32;
    // At least half of the piece must overlap.
    let longest = longest.min(count / 2);
    let echo = |lag: usize| {
        let (left, right) = (&centred[..count - lag], &centred[lag..]);
        let sum: f32 = left.iter().zip(right).map(|(a, b)| a * b).sum();
        sum / (count - lag) as f32 / power
    };
    (power > 1e-6).then(|| (0..longest).map(echo).collect())
}

fn at(echo: &[f32], lag: f32) -> Option<f32> {
    let whole = lag as usize;
    let (left, right) = (echo.get(whole)?, echo.get(whole + 1)?);
    Some(left + (right - left) * lag.fract())
}

/// Refines the tempo: the distance over more beats is more exact, so the peak near each further multiple is
/// searched and interpolated between the whole steps.
fn refine(echo: &[f32], bpm: f32, fps: f32) -> f32 {
    [1.0, 2.0, 4.0, 8.0, 16.0].iter().fold(bpm, |bpm, beats| {
        let lag = 60.0 * fps / bpm * beats;
        let (from, to) = (((lag * 0.98) as usize).max(1), (lag * 1.02).ceil() as usize + 1);
        let Some(near) = echo.get(from..to) else { return bpm };
        let highest = near.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        let Some((top, at)) = highest.map(|(step, top)| (*top, from + step)) else { return bpm };
        let (Some(before), Some(after)) = (echo.get(at - 1), echo.get(at + 1)) else { return bpm };
        let bend = before - 2.0 * top + after;
        let is_top = bend < 0.0 && top >= *before && top >= *after && top > LEAST_STRENGTH;
        let lag = at as f32 + 0.5 * (before - after) / bend;
        if is_top { 60.0 * fps * beats / lag } else { bpm }
    })
}
