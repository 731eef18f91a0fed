//! Estimates the tempo of a piece. At the onset of a sound its spectrum grows; the autocorrelation of that growth is
//! high at the length of a beat, and at two, four and eight beats, because music comes in bars. This cannot distinguish
//! half from double tempo (70 or 140 BPM); that is decided by which tempo is more usual.

use std::f32::consts::TAU;
use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tempo {
    /// Beats per minute, to a tenth.
    pub bpm: f32,
    /// The confidence of the estimate, from 0 (a guess) to 1 (certain).
    pub confidence: f32,
}

const WINDOW: usize = 1024;
const HOP: usize = 256;
const BANDS: usize = 24;
/// The longest time that is analyzed: more than the first minutes does not improve the estimate.
const MOST_SECONDS: f32 = 900.0;
/// A shorter piece has no tempo.
const LEAST_SECONDS: f32 = 4.0;
const SLOWEST: f32 = 55.0;
const FASTEST: f32 = 200.0;
/// The most usual tempo, and the spread of usual tempos around it in octaves: a wide one for the search for the beat, a
/// narrow one for the decision between half and double.
const USUAL: f32 = 112.0;
const SEARCH_SPREAD: f32 = 1.2;
const SLOWER_SPREAD: f32 = 0.5;
const FASTER_SPREAD: f32 = 0.62;
/// Lengths in beats that a beat repeats at, and the weight of each. Patterns repeat after a bar of four.
const MULTIPLES: [(f32, f32); 5] = [(1.0, 1.0), (2.0, 1.0), (4.0, 1.5), (8.0, 1.0), (16.0, 0.5)];
/// The lowest autocorrelation of a beat; a weaker repetition occurs by chance.
const LEAST_STRENGTH: f32 = 0.12;
/// The lowest strength of an onset that counts as a note.
const LEAST_ONSET: f32 = 3.0;

pub struct Rhythm {
    frames_per_second: f32,
    waiting: Vec<f32>,
    shape: Vec<f32>,
    fft: Arc<dyn RealToComplex<f32>>,
    input: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
    /// The first frequency bin of each band, and the end of the last band.
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
        // This fails only for buffers of a wrong length; these buffers come from the FFT plan.
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
            // The logarithm corresponds to loudness as it is heard; sound far below the rest is ignored.
            let level = (1.0 + 10.0 * energy.sqrt()).ln();
            growth += (level - *before).max(0.0);
            *before = level;
        }
        // The first window has no window before it, so it has no growth.
        let first = self.growth.is_empty();
        self.growth.push(if first { 0.0 } else { growth });
    }

    pub fn tempo(self) -> Option<Tempo> {
        let fps = self.frames_per_second;
        if (self.growth.len() as f32) < LEAST_SECONDS * fps {
            return None;
        }
        let onsets = limit_onsets(onsets(&self.growth, (0.4 * fps) as usize))?;
        let longest = (16.0 * 60.0 * fps / SLOWEST) as usize + 4;
        let echo = autocorrelation(&blur_onsets(&onsets), longest)?;
        let steps = ((FASTEST - SLOWEST) * 10.0) as usize;
        let scores: Vec<(f32, f32)> = (0..=steps)
            .map(|step| SLOWEST + step as f32 / 10.0)
            .map(|bpm| (bpm, score(&echo, 60.0 * fps / bpm) * usual(bpm, SEARCH_SPREAD)))
            .collect();
        let best = scores.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let strength = comb(&echo, 60.0 * fps / best.0);
        if strength < LEAST_STRENGTH {
            return None;
        }
        // A rival is a tempo that is not half or double of the found one, and so not the same beat.
        let is_rival = |bpm: f32| {
            let octaves = (bpm / best.0).log2();
            (octaves - octaves.round()).abs() > 0.06
        };
        let rival = scores.iter().filter(|(bpm, _)| is_rival(*bpm)).map(|(_, score)| *score);
        let lead = 1.0 - rival.fold(0.0, f32::max) / best.1;
        let bpm = refine(&echo, best.0, fps);
        let (octave, doubt) = octave(&onsets, bpm, fps);
        let confidence = strength.sqrt() * (0.4 + 1.2 * lead).min(1.0) * (1.0 - 0.5 * doubt);
        Some(Tempo {
            bpm: (bpm * octave * 10.0).round() / 10.0,
            confidence: confidence.clamp(0.0, 1.0),
        })
    }
}

/// How well a beat of this length, in frames, fits: the mean of the autocorrelation at one, two, four, eight and
/// sixteen beats.
fn comb(echo: &[f32], beat: f32) -> f32 {
    let found = MULTIPLES
        .iter()
        .filter_map(|(beats, weight)| Some((value_at(echo, beat * beats)?, weight)));
    let (sum, weights) =
        found.fold((0.0, 0.0), |(sum, all), (value, weight)| (sum + value * weight, all + weight));
    if weights > 0.0 { sum / weights } else { 0.0 }
}

/// Like `comb`, minus the evidence for three quarters of this tempo: music in four repeats after 4/3 and 8/3 of a wrong
/// beat that is 3/2 of the right one, but not after 4/3 and 8/3 of the right beat.
fn score(echo: &[f32], beat: f32) -> f32 {
    let against = |beats: f32| value_at(echo, beat * beats).unwrap_or(0.0).max(0.0);
    comb(echo, beat) - 0.35 * (against(4.0 / 3.0) + against(8.0 / 3.0))
}

/// How usual a tempo is: 1 for the most usual one, less for others.
fn usual(bpm: f32, spread: f32) -> f32 {
    (-0.5 * ((bpm / USUAL).log2() / spread).powi(2)).exp()
}

/// Decides whether a producer would write half or double of a tempo that fits. Returns the factor, and how doubtful it
/// is from 0 to 1. The faster of two tempos is chosen if there are notes between its beats: trap at 140 has hi-hats
/// there, boom bap at 90 has little between the beats of 180.
fn octave(onsets: &[f32], bpm: f32, fps: f32) -> (f32, f32) {
    let mut factors =
        [0.5, 1.0, 2.0].into_iter().filter(|factor| (SLOWEST..=FASTEST).contains(&(bpm * factor)));
    let Some(mut taken) = factors.next() else { return (1.0, 0.0) };
    let mut doubt = 0.0_f32;
    for faster in factors {
        let spread = |factor: f32| if bpm * factor < USUAL { SLOWER_SPREAD } else { FASTER_SPREAD };
        let prior = |factor: f32| -0.5 * ((bpm * factor / USUAL).log2() / spread(factor)).powi(2);
        let gain = prior(faster) - prior(taken)
            + 2.0 * (between_beats(onsets, 60.0 * fps / (bpm * faster)) - 0.42);
        doubt = doubt.max(1.0 - gain.abs());
        if gain > 0.0 {
            taken = faster;
        }
    }
    (taken, doubt.clamp(0.0, 1.0))
}

/// The strength of the onsets halfway between beats, plus half of that at a quarter before and after them, relative to
/// the onsets on the beats; at most 1.
fn between_beats(onsets: &[f32], beat: f32) -> f32 {
    const PARTS: usize = 32;
    let mut parts = [0.0_f32; PARTS];
    for (frame, onset) in onsets.iter().enumerate() {
        let phase = (frame as f32 / beat).fract();
        parts[(phase * PARTS as f32) as usize % PARTS] += onset;
    }
    let around = |part: usize| {
        parts[(part + PARTS - 1) % PARTS] + parts[part % PARTS] + parts[(part + 1) % PARTS]
    };
    let on_beat = (0..PARTS).max_by(|a, b| around(*a).total_cmp(&around(*b))).unwrap_or(0);
    let most = around(on_beat);
    if most <= 0.0 {
        return 0.0;
    }
    let halfway = around(on_beat + PARTS / 2) / most;
    let quarters = (around(on_beat + PARTS / 4) + around(on_beat + 3 * PARTS / 4)) / 2.0 / most;
    (halfway + 0.5 * quarters).min(1.0)
}

/// Limits onsets to the mean of the strongest 2 %: a single crash must not count more than all beats. Returns `None` if
/// there are no onsets at all, as in a steady tone.
fn limit_onsets(onsets: Vec<f32>) -> Option<Vec<f32>> {
    let mut sorted = onsets.clone();
    sorted.sort_by(f32::total_cmp);
    let strongest = &sorted[sorted.len() - (sorted.len() / 50).max(1)..];
    let most = strongest.iter().sum::<f32>() / strongest.len() as f32;
    (most >= LEAST_ONSET).then(|| onsets.into_iter().map(|onset| onset.min(most)).collect())
}

/// Blurs onsets by a frame to each side, because beats do not fall on whole frames.
fn blur_onsets(onsets: &[f32]) -> Vec<f32> {
    let value = |at: Option<usize>| at.and_then(|at| onsets.get(at)).copied().unwrap_or(0.0);
    (0..onsets.len())
        .map(|at| {
            0.25 * value(at.checked_sub(1)) + 0.5 * onsets[at] + 0.25 * value(at.checked_add(1))
        })
        .collect()
}

/// The onsets: growth that exceeds the mean around it.
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

/// The normalized autocorrelation of the onsets for each lag (1 means equal); `None` if there are no onsets.
fn autocorrelation(onsets: &[f32], longest: usize) -> Option<Vec<f32>> {
    let count = onsets.len();
    let mean = onsets.iter().sum::<f32>() / count as f32;
    let centred: Vec<f32> = onsets.iter().map(|value| value - mean).collect();
    let power = centred.iter().map(|value| value * value).sum::<f32>() / count as f32;
    // Half of the piece must be left to compare with.
    let longest = longest.min(count / 2);
    let echo = |lag: usize| {
        let (left, right) = (&centred[..count - lag], &centred[lag..]);
        let sum: f32 = left.iter().zip(right).map(|(a, b)| a * b).sum();
        sum / (count - lag) as f32 / power
    };
    (power > 1e-6).then(|| (0..longest).map(echo).collect())
}

fn value_at(echo: &[f32], lag: f32) -> Option<f32> {
    let whole = lag as usize;
    let (left, right) = (echo.get(whole)?, echo.get(whole + 1)?);
    Some(left + (right - left) * lag.fract())
}

/// Refines a tempo. The distance of two beats gives the tempo more exactly the farther apart they are: each multiple of
/// the beat is searched near the position that the last one predicts, and its peak is interpolated between whole lags.
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
