//! Fewer samples of the same sound: a low-pass filter, and then every n-th sample.

use std::f32::consts::PI;

pub struct Decimator {
    factor: usize,
    taps: Vec<f32>,
    waiting: Vec<f32>,
}

impl Decimator {
    pub fn new(factor: usize) -> Self {
        let half = (8 * factor) as isize;
        // A windowed sinc that lets nine tenths of the new band through.
        let cut = 0.9 / factor as f32;
        let tap = |at: isize| {
            let x = at as f32 * cut * PI;
            let sinc = if at == 0 { 1.0 } else { x.sin() / x };
            let window = 0.5 + 0.5 * (PI * at as f32 / half as f32).cos();
            sinc * cut * window
        };
        let taps = if factor == 1 { vec![1.0] } else { (1 - half..half).map(tap).collect() };
        Self { factor, taps, waiting: Vec::new() }
    }

    /// Replaces what is in `out` with what the new samples yield.
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

/// Eight sums side by side, which the compiler turns into vector instructions.
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (left_eights, left_rest) = left.as_chunks::<8>();
    let (right_eights, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (a, b) in left_eights.iter().zip(right_eights) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
