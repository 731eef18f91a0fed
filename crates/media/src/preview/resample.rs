//! Changes the sample rate of one channel by any ratio, with a windowed sinc.

use std::f64::consts::PI;

/// Zero crossings on each side of the sinc.
const CROSSINGS: usize = 16;
/// Table entries for each zero crossing; values between them are interpolated.
const STEPS: usize = 512;

pub struct Resampler {
    /// Input samples for one output sample.
    step: f64,
    /// One half of the windowed sinc.
    table: Vec<f32>,
    /// Zero crossings of the sinc for one input sample: below 1 where the rate is reduced.
    scale: f64,
    /// Input samples on each side of an output sample.
    reach: usize,
    /// Input samples from `reach` before the next output sample on.
    waiting: Vec<f32>,
    /// The place of the next output sample in `waiting`.
    at: f64,
}

impl Resampler {
    pub fn new(from: u32, to: u32) -> Self {
        let step = f64::from(from) / f64::from(to);
        // A little less than the new band, so that the slope of the filter ends inside it.
        let scale = if step > 1.0 { 0.95 / step } else { 1.0 };
        let reach = (CROSSINGS as f64 / scale).ceil() as usize;
        let table = (0..=CROSSINGS * STEPS)
            .map(|at| {
                let x = at as f64 / STEPS as f64;
                let sinc = if at == 0 { 1.0 } else { (PI * x).sin() / (PI * x) };
                let window = 0.5 + 0.5 * (PI * x / CROSSINGS as f64).cos();
                (sinc * window * scale) as f32
            })
            .collect();
        Self { step, table, scale, reach, waiting: vec![0.0; reach], at: reach as f64 }
    }

    /// Appends the samples of the new rate to `out`.
    pub fn push(&mut self, samples: &[f32], out: &mut Vec<f32>) {
        self.waiting.extend_from_slice(samples);
        while (self.at as usize) + self.reach + 1 < self.waiting.len() {
            out.push(self.sample());
            self.at += self.step;
        }
        let done = (self.at as usize).saturating_sub(self.reach).min(self.waiting.len());
        self.waiting.drain(..done);
        self.at -= done as f64;
    }

    /// Appends the remaining output samples after the end of the input.
    pub fn finish(&mut self, out: &mut Vec<f32>) {
        let rest = vec![0.0; self.reach + 1];
        self.push(&rest, out);
    }

    fn sample(&self) -> f32 {
        let first = (self.at as usize) + 1 - self.reach;
        let window = self.waiting.iter().enumerate().skip(first).take(2 * self.reach);
        window.map(|(at, sample)| sample * self.tap((at as f64 - self.at).abs())).sum()
    }

    fn tap(&self, distance: f64) -> f32 {
        let place = distance * self.scale * STEPS as f64;
        let (at, part) = (place as usize, place.fract() as f32);
        match (self.table.get(at), self.table.get(at + 1)) {
            (Some(left), Some(right)) => left + (right - left) * part,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(rate: u32, hertz: f64, seconds: f64) -> Vec<f32> {
        let count = (f64::from(rate) * seconds) as usize;
        let sample = |at: usize| (2.0 * PI * hertz * at as f64 / f64::from(rate)).sin() as f32;
        (0..count).map(sample).collect()
    }

    fn resampled(from: u32, to: u32, samples: &[f32]) -> Vec<f32> {
        let mut resampler = Resampler::new(from, to);
        let mut out = Vec::new();
        for block in samples.chunks(1_000) {
            resampler.push(block, &mut out);
        }
        resampler.finish(&mut out);
        out
    }

    #[test]
    fn a_tone_keeps_its_place_and_its_level() {
        for (from, to) in [(44_100, 32_000), (48_000, 32_000), (8_000, 32_000), (96_000, 44_100)] {
            let out = resampled(from, to, &tone(from, 440.0, 0.5));
            let expected = tone(to, 440.0, 0.5);
            assert!(out.len().abs_diff(expected.len()) <= 2, "{from} to {to}: {}", out.len());
            let middle = 500..expected.len() - 500;
            let worst = middle.map(|at| (out[at] - expected[at]).abs()).fold(0.0, f32::max);
            assert!(worst < 0.01, "{from} to {to} is off by {worst}");
        }
    }

    #[test]
    fn what_the_new_rate_cannot_hold_is_gone() {
        let out = resampled(48_000, 32_000, &tone(48_000, 20_000.0, 0.5));
        let loudest = out[500..out.len() - 500].iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        assert!(loudest < 0.01, "{loudest}");
    }
}
