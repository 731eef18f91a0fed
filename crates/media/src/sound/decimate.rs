//! Reduces the sample rate: a low-pass filter, then every n-th sample.

use std::f32::consts::PI;

pub struct Decimator {
    factor: usize,
    taps: Vec<f32>,
    waiting: Vec<f32>,
}

impl Decimator {
    pub fn new(factor: usize) -> Self {
        let half = (8 * factor) as isize;
        // A windowed sinc that passes nine tenths of the new band.
        let cut = 0.9 / factor as f32;
        let tap = |at: isize| {
            let x = at as f32 * cut * PI;
            let sinc = if at == 0 { 1.0 } else { x.sin() / x };
            let window = 0.5 + 0.5 * (PI * at as f32 / half as f32).cos();
            sinc * cut * window
        };
        // One extra tap of zero makes the number of taps a multiple of eight.
        let all = (1 - half..half).map(tap).chain([0.0]);
        let taps = if factor == 1 { vec![1.0] } else { all.collect() };
        Self { factor, taps, waiting: Vec::new() }
    }

    /// Replaces the content of `out` with the reduced samples.
    pub fn reduce(&mut self, samples: &[f32], out: &mut Vec<f32>) {
        out.clear();
        self.waiting.extend_from_slice(samples);
        let mut at = 0;
        while let Some(window) = self.waiting.get(at..at + self.taps.len()) {
            out.push(dot(window, &self.taps));
            at += self.factor;
        }
        self.waiting.drain(..at.min(self.waiting.len()));
    }
}

/// Eight partial sums, which the compiler turns into vector instructions.
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left_eights, left_rest) = left.as_chunks::<8>();
    let (right_eights, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (a, b) in left_eights.iter().zip(right_eights) {
        sums = std::array::from_fn(|lane| sums[lane] + a[lane] * b[lane]);
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(a, b)| a * b).sum();
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}
