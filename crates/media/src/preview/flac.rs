//! Writes sound as a FLAC file of one channel and 16 bits: fixed predictors and Rice codes, which is all that a
//! preview needs.

use std::io::{self, Seek, SeekFrom, Write};

const BLOCK: usize = 4_096;
/// The samples of a block are split into 2^3 parts with a Rice parameter each.
const PARTITION_ORDER: u32 = 3;
const HIGHEST_ORDER: usize = 4;
/// The largest Rice parameter; 15 would mark samples without a code.
const HIGHEST_PARAMETER: u32 = 14;

pub struct FlacWriter<W> {
    out: W,
    rate: u32,
    start: u64,
    waiting: Vec<i32>,
    frames: u64,
    samples: u64,
}

impl<W: Write + Seek> FlacWriter<W> {
    pub fn new(mut out: W, rate: u32) -> io::Result<Self> {
        let start = out.stream_position()?;
        let mut writer = Self { out, rate, start, waiting: Vec::new(), frames: 0, samples: 0 };
        writer.write_header()?;
        Ok(writer)
    }

    /// Takes samples between -1 and 1.
    pub fn push(&mut self, samples: &[f32]) -> io::Result<()> {
        let whole =
            samples.iter().map(|sample| (sample.clamp(-1.0, 1.0) * 32_767.0).round() as i32);
        self.waiting.extend(whole);
        let mut done = 0;
        while let Some(block) = self.waiting.get(done..done + BLOCK) {
            let frame = frame(self.frames, block);
            self.out.write_all(&frame)?;
            self.frames += 1;
            self.samples += BLOCK as u64;
            done += BLOCK;
        }
        self.waiting.drain(..done);
        Ok(())
    }

    /// Writes the last block, and the number of samples into the header.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.waiting.is_empty() {
            self.out.write_all(&frame(self.frames, &self.waiting))?;
            self.samples += self.waiting.len() as u64;
        }
        let end = self.out.stream_position()?;
        self.out.seek(SeekFrom::Start(self.start))?;
        self.write_header()?;
        self.out.seek(SeekFrom::Start(end))?;
        Ok(self.out)
    }

    fn write_header(&mut self) -> io::Result<()> {
        let mut bits = Bits::default();
        bits.put(u64::from(u32::from_be_bytes(*b"fLaC")), 32);
        // The header of the only, and therefore last, metadata block: STREAMINFO, 34 bytes.
        bits.put(0x80, 8);
        bits.put(34, 24);
        bits.put(BLOCK as u64, 16);
        bits.put(BLOCK as u64, 16);
        // The frame sizes here, and the checksum of the sound below, are written as unknown.
        bits.put(0, 48);
        bits.put(u64::from(self.rate), 20);
        bits.put(0, 3);
        bits.put(15, 5);
        bits.put(self.samples, 36);
        bits.put(0, 64);
        bits.put(0, 64);
        self.out.write_all(&bits.finish())
    }
}

fn frame(number: u64, samples: &[i32]) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0b1111_1111_1111_1000, 16);
    // The block size follows the frame number; the sample rate is that of STREAMINFO.
    bits.put(0b0111, 4);
    bits.put(0b0000, 4);
    // One channel, 16 bits, and a bit that is always 0.
    bits.put(0b0000, 4);
    bits.put(0b1000, 4);
    bits.put_number(number);
    bits.put(samples.len() as u64 - 1, 16);
    bits.put(u64::from(crc8(&bits.bytes)), 8);
    subframe(&mut bits, samples);
    bits.align();
    let check = crc16(&bits.bytes);
    bits.put(u64::from(check), 16);
    bits.finish()
}

fn subframe(bits: &mut Bits, samples: &[i32]) {
    // A short last block cannot be split evenly.
    let partition_order = if samples.len() == BLOCK { PARTITION_ORDER } else { 0 };
    let (order, residual) = best_residual(samples);
    bits.put(0b0_001_000 << 1 | (order as u64) << 1, 8);
    for sample in samples.iter().take(order) {
        bits.put_signed(*sample, 16);
    }
    bits.put(0, 2);
    bits.put(u64::from(partition_order), 4);
    let size = samples.len() >> partition_order;
    let mut rest = residual.as_slice();
    for part in 0..1_usize << partition_order {
        let count = if part == 0 { size - order } else { size };
        let (values, after) = rest.split_at(count.min(rest.len()));
        rest = after;
        let parameter = rice_parameter(values);
        bits.put(u64::from(parameter), 4);
        for value in values {
            bits.put_rice(*value, parameter);
        }
    }
}

/// The order of the best fixed predictor, and its residual.
fn best_residual(samples: &[i32]) -> (usize, Vec<i32>) {
    let mut current = samples.to_vec();
    let mut best = (0, current.clone(), total(&current));
    for order in 1..=HIGHEST_ORDER.min(samples.len() - 1) {
        current = current.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let sum = total(&current);
        if sum < best.2 {
            best = (order, current.clone(), sum);
        }
    }
    (best.0, best.1)
}

fn total(values: &[i32]) -> u64 {
    values.iter().map(|value| u64::from(value.unsigned_abs())).sum()
}

/// The parameter for which a value takes about one unary bit.
fn rice_parameter(values: &[i32]) -> u32 {
    let mean = total(values) * 2 / (values.len().max(1) as u64);
    mean.checked_ilog2().unwrap_or_default().min(HIGHEST_PARAMETER)
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u64, count: u32) {
        for at in (0..count).rev() {
            self.waiting = self.waiting << 1 | (value >> at & 1);
            self.count += 1;
            if self.count == 8 {
                self.bytes.push(self.waiting as u8);
                (self.waiting, self.count) = (0, 0);
            }
        }
    }

    fn put_signed(&mut self, value: i32, count: u32) {
        self.put(u64::from(value as u32), count);
    }

    fn put_rice(&mut self, value: i32, parameter: u32) {
        let folded = (value << 1 ^ value >> 31) as u32;
        for _ in 0..folded >> parameter {
            self.put(0, 1);
        }
        self.put(1, 1);
        self.put(u64::from(folded), parameter);
    }

    /// Writes a number of up to 36 bits, encoded like a UTF-8 character.
    fn put_number(&mut self, number: u64) {
        if number < 0x80 {
            return self.put(number, 8);
        }
        let width = 64 - number.leading_zeros();
        // A first byte with n leading ones holds 7 - n bits, and each of the n - 1 further bytes holds 6.
        let bytes = (2..=7).find(|n| width <= 7 - n + 6 * (n - 1)).unwrap_or(7);
        let head = 0xff_u64 << (8 - bytes) & 0xff;
        self.put(head | number >> (6 * (bytes - 1)), 8);
        for at in (0..bytes - 1).rev() {
            self.put(0x80 | number >> (6 * at) & 0x3f, 8);
        }
    }

    fn align(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ byte, |crc, _| crc << 1 ^ if crc & 0x80 == 0 { 0 } else { 0x07 })
    })
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        let start = crc ^ u16::from(*byte) << 8;
        (0..8).fold(start, |crc, _| crc << 1 ^ if crc & 0x8000 == 0 { 0 } else { 0x8005 })
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::analysis::{play, run_guarded};
    use crate::decode::{Sink, Wanted};
    use crate::{AnalysisError, Limits};

    #[derive(Default)]
    struct Samples(Vec<f32>, u32, usize);

    impl Sink for Samples {
        fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError> {
            (self.1, self.2) = (rate, channels);
            Ok(())
        }

        fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError> {
            self.0.extend_from_slice(samples);
            Ok(Wanted::More)
        }
    }

    fn written(samples: &[f32]) -> Vec<u8> {
        let mut writer = FlacWriter::new(Cursor::new(Vec::new()), 32_000).unwrap();
        for block in samples.chunks(777) {
            writer.push(block).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn decoded(file: Vec<u8>) -> Samples {
        let mut samples = Samples::default();
        let limits = Limits::default();
        run_guarded(&limits, |watch| {
            play(&mut Cursor::new(file), &limits, None, watch, &mut samples)
        })
        .unwrap();
        samples
    }

    #[test]
    fn what_is_written_is_read_back_to_the_bit() {
        let mut random = 7_u32;
        let mut noise = move || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as f32 / 8_388_608.0 - 1.0
        };
        let tone = |at: usize| (at as f32 * 0.05).sin() * 0.7;
        for count in [1, 3, 4_096, 4_097, 700_000] {
            let samples = (0..count)
                .map(|at| match at / 20_000 % 3 {
                    0 => tone(at),
                    1 => noise(),
                    _ => 0.0,
                })
                .collect::<Vec<_>>();
            let Samples(read, rate, channels) = decoded(written(&samples));
            assert_eq!((rate, channels, read.len()), (32_000, 1, count));
            for (at, (read, sample)) in read.iter().zip(&samples).enumerate() {
                let expected = (sample * 32_767.0).round();
                assert_eq!((read * 32_768.0).round(), expected, "sample {at} of {count}");
            }
        }
    }

    #[test]
    fn a_tone_takes_less_than_plain_samples() {
        let samples = (0..320_000).map(|at| (at as f32 * 0.05).sin() * 0.5).collect::<Vec<_>>();
        let size = written(&samples).len();
        assert!(size < samples.len() * 2 * 6 / 10, "{size} bytes");
    }
}
