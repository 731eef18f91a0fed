//! Keeps the true peak under a ceiling. The peak between samples is estimated by interpolation; the gain goes down
//! before a peak arrives, because the sound is delayed by the length of the window.

use std::collections::VecDeque;
use std::f32::consts::PI;

/// The gain reaches its lowest value within this time.
const WINDOW_SECONDS: f32 = 0.004;
/// The gain comes back within about this time.
const RELEASE_SECONDS: f32 = 0.12;
/// Points between two samples at which the peak is estimated.
const PHASES: usize = 4;
/// Samples that an interpolated point is made of.
const TAPS: usize = 16;

pub type Frame = [f32; 2];

pub struct Limiter {
    ceiling: f32,
    release: f32,
    window: usize,
    taps: [[f32; TAPS]; PHASES],
    /// The largest factor by which an interpolated point can exceed the samples around it.
    overshoot: f32,
    /// The last [`TAPS`] frames, for the interpolation.
    recent: VecDeque<Frame>,
    delayed: VecDeque<Frame>,
    /// Frames that were taken and not yet returned.
    held: usize,
    /// Needed gains that are still in the window, rising from the oldest to the newest, with their numbers.
    lowest: VecDeque<(u64, f32)>,
    count: u64,
    gain: f32,
    /// The last gains, whose mean is the gain that is applied.
    gains: VecDeque<f32>,
    sum: f64,
}

impl Limiter {
    pub fn new(rate: u32, ceiling: f32) -> Self {
        let window = (rate as f32 * WINDOW_SECONDS).ceil() as usize + TAPS;
        let taps: [[f32; TAPS]; PHASES] =
            std::array::from_fn(|phase| interpolation(phase as f32 / PHASES as f32));
        let sum = |taps: &[f32; TAPS]| taps.iter().map(|tap| tap.abs()).sum::<f32>();
        Self {
            ceiling,
            release: 1.0 - (-1.0 / (rate as f32 * RELEASE_SECONDS)).exp(),
            window,
            overshoot: taps.iter().map(sum).fold(1.0, f32::max),
            taps,
            recent: VecDeque::from(vec![[0.0; 2]; TAPS]),
            delayed: VecDeque::new(),
            held: 0,
            lowest: VecDeque::new(),
            count: 0,
            gain: 1.0,
            gains: VecDeque::from(vec![1.0; window]),
            sum: window as f64,
        }
    }

    /// Takes a frame and returns the limited frame that came a little earlier.
    pub fn push(&mut self, frame: Frame) -> Option<Frame> {
        self.held += 1;
        self.advance(frame)
    }

    /// Returns the next frame that is still held back.
    pub fn finish(&mut self) -> Option<Frame> {
        while self.held > 0 {
            let next = self.advance([0.0; 2]);
            if next.is_some() {
                return next;
            }
        }
        None
    }

    fn advance(&mut self, frame: Frame) -> Option<Frame> {
        self.recent.pop_front();
        self.recent.push_back(frame);
        let peak = self.peak();
        let needed = if peak > self.ceiling { self.ceiling / peak } else { 1.0 };
        while self.lowest.back().is_some_and(|(_, gain)| *gain >= needed) {
            self.lowest.pop_back();
        }
        self.lowest.push_back((self.count, needed));
        let oldest = (self.count + 1).saturating_sub(2 * self.window as u64);
        while self.lowest.front().is_some_and(|(number, _)| *number < oldest) {
            self.lowest.pop_front();
        }
        self.count += 1;
        let lowest = self.lowest.front().map_or(1.0, |(_, gain)| *gain);
        self.gain = lowest.min(self.gain + (1.0 - self.gain) * self.release);
        self.sum += f64::from(self.gain);
        self.gains.push_back(self.gain);
        self.sum -= f64::from(self.gains.pop_front().unwrap_or(1.0));
        self.delayed.push_back(frame);
        if self.delayed.len() <= self.window {
            return None;
        }
        self.held = self.held.saturating_sub(1);
        let gain = (self.sum / self.gains.len() as f64) as f32;
        let frame = self.delayed.pop_front()?;
        Some(frame.map(|sample| (sample * gain).clamp(-self.ceiling, self.ceiling)))
    }

    /// The highest level around the middle of the recent frames.
    fn peak(&self) -> f32 {
        let plain = self.recent.iter().fold(0.0_f32, |most, [l, r]| most.max(l.abs()).max(r.abs()));
        if plain * self.overshoot <= self.ceiling {
            return plain;
        }
        let mut most = plain;
        for taps in &self.taps {
            let mut sums = [0.0_f32; 2];
            for (frame, tap) in self.recent.iter().zip(taps) {
                sums[0] += frame[0] * tap;
                sums[1] += frame[1] * tap;
            }
            most = most.max(sums[0].abs()).max(sums[1].abs());
        }
        most
    }
}

/// A windowed sinc around the middle of [`TAPS`] samples, moved by a part of a sample.
fn interpolation(part: f32) -> [f32; TAPS] {
    let middle = (TAPS / 2 - 1) as f32 + part;
    std::array::from_fn(|at| {
        let x = at as f32 - middle;
        let sinc = if x.abs() < 1e-6 { 1.0 } else { (PI * x).sin() / (PI * x) };
        let window = 0.5 + 0.5 * (2.0 * PI * x / TAPS as f32).cos();
        sinc * window
    })
}

#[cfg(test)]
mod tests {
    use ebur128::{EbuR128, Mode};

    use super::*;

    const CEILING: f32 = 0.891;

    fn limited(rate: u32, frames: &[Frame]) -> Vec<Frame> {
        let mut limiter = Limiter::new(rate, CEILING);
        let mut out = frames.iter().filter_map(|frame| limiter.push(*frame)).collect::<Vec<_>>();
        while let Some(frame) = limiter.finish() {
            out.push(frame);
        }
        out
    }

    fn true_peak(rate: u32, frames: &[Frame]) -> f64 {
        let mut meter = EbuR128::new(2, rate, Mode::TRUE_PEAK).unwrap();
        meter.add_frames_f32(frames.as_flattened()).unwrap();
        meter.true_peak(0).unwrap().max(meter.true_peak(1).unwrap())
    }

    #[test]
    fn every_frame_comes_out_in_its_order() {
        let frames = (0..1_000).map(|at| [at as f32 / 2_000.0; 2]).collect::<Vec<_>>();
        assert!(limited(44_100, &frames) == frames);
        assert!(limited(44_100, &frames[..3]) == frames[..3]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]
        #[test]
        fn the_true_peak_stays_under_the_ceiling(
            hertz in 30.0_f32..18_000.0, level in 0.2_f32..8.0, noise in 0.0_f32..2.0, seed in 0_u32..1_000,
        ) {
            let mut random = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
            let frames = (0..22_050).map(|at| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let crackle = (random >> 8) as f32 / 8_388_608.0 - 1.0;
                let tone = (2.0 * PI * hertz * at as f32 / 44_100.0).sin();
                let gate = if at % 4_410 < 2_205 { 1.0 } else { 0.1 };
                [gate * (level * tone + noise * crackle), gate * level * tone]
            }).collect::<Vec<_>>();
            let out = limited(44_100, &frames);
            proptest::prop_assert_eq!(out.len(), frames.len());
            let peak = true_peak(44_100, &out);
            proptest::prop_assert!(peak <= 1.03 * f64::from(CEILING), "{}", peak);
        }
    }
}
