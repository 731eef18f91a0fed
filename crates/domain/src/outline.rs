//! A small outline of a waveform for lists: enough to tell one beat from another.

use std::fmt;

pub const PARTS: usize = 22;

/// The average peak of each part, from 0 to 255; the highest peak is about the same everywhere in most music.
/// Stored as two hexadecimal digits per part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline([u8; PARTS]);

impl Outline {
    /// Returns `None` if there are fewer peaks than parts.
    pub fn of(peaks: &[u8]) -> Option<Self> {
        if peaks.len() < PARTS {
            return None;
        }
        let from = |part: usize| peaks.len() * part / PARTS;
        let average = |part: usize| {
            let peaks = &peaks[from(part)..from(part + 1)];
            let sum: usize = peaks.iter().map(|peak| usize::from(*peak)).sum();
            u8::try_from(sum / peaks.len().max(1)).unwrap_or(u8::MAX)
        };
        Some(Self(std::array::from_fn(average)))
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = [0; PARTS];
        let digits = text.as_bytes();
        if digits.len() != 2 * PARTS {
            return None;
        }
        for (part, pair) in parts.iter_mut().zip(digits.chunks_exact(2)) {
            let [high, low] = [pair[0], pair[1]].map(|digit| char::from(digit).to_digit(16));
            *part = u8::try_from(high? * 16 + low?).ok()?;
        }
        Some(Self(parts))
    }

    pub fn parts(self) -> [u8; PARTS] {
        self.0
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| write!(f, "{part:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_its_peaks_on_average_and_none_is_left_out() {
        let mut peaks = vec![7; 800];
        peaks[..36].fill(200);
        peaks[799] = 7 + 37;
        let parts = Outline::of(&peaks).unwrap().parts();
        assert_eq!((parts[0], parts[1], parts[20], parts[21]), (200, 7, 7, 8));
        assert_eq!(Outline::of(&[255; 10_000]).unwrap().parts(), [255; PARTS]);
        assert_eq!(Outline::of(&[9; PARTS]).unwrap().parts(), [9; PARTS]);
        assert_eq!(Outline::of(&[9; PARTS - 1]), None);
    }

    #[test]
    fn what_is_written_is_read() {
        let outline = Outline::of(&(0..=255).collect::<Vec<u8>>()).unwrap();
        let text = outline.to_string();
        assert_eq!(Outline::parse(&text), Some(outline));
        assert_eq!(Outline::parse(&text.to_uppercase()), Some(outline));
        for broken in
            ["", &text[1..], &format!("{text}0"), &text.replace('0', "g"), &"é".repeat(22)]
        {
            assert_eq!(Outline::parse(broken), None, "{broken}");
        }
    }
}
