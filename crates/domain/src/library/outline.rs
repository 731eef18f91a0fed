//! A small outline of a waveform for lists: enough to tell one beat from another.

use std::fmt;

pub const PARTS: usize = 96;

/// The loudness of a part, from silence to the loudest. One letter a part keeps the rows of a list small.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The average peak of each part, from 0 to 63; the highest peak is about the same everywhere in most music.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline([u8; PARTS]);

impl Outline {
    /// Of peaks from 0 to 255. Returns `None` if there are none.
    pub fn of(peaks: &[u8]) -> Option<Self> {
        if peaks.is_empty() {
            return None;
        }
        let from = |part: usize| peaks.len() * part / PARTS;
        let average = |part: usize| {
            // A short sound has fewer peaks than parts; then neighbors share one.
            let peaks = &peaks[from(part)..from(part + 1).max(from(part) + 1)];
            let sum: usize = peaks.iter().map(|peak| usize::from(*peak)).sum();
            u8::try_from(sum / peaks.len() / 4).unwrap_or(u8::MAX)
        };
        Some(Self(std::array::from_fn(average)))
    }

    /// The loudness of each part, from 0 to 63.
    pub fn levels(self) -> [u8; PARTS] {
        self.0
    }

    pub fn parse(text: &str) -> Option<Self> {
        let letters: &[u8; PARTS] = text.as_bytes().try_into().ok()?;
        let mut parts = [0; PARTS];
        for (part, letter) in parts.iter_mut().zip(letters) {
            let level = LETTERS.iter().position(|one| one == letter)?;
            *part = u8::try_from(level).ok()?;
        }
        Some(Self(parts))
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |part: &u8| char::from(LETTERS[usize::from(*part) % LETTERS.len()]);
        self.0.iter().try_for_each(|part| write!(f, "{}", letter(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // MED-09
    #[test]
    fn each_part_is_its_peaks_on_average_and_none_is_left_out() {
        let mut peaks = vec![8; 960];
        peaks[..10].fill(200);
        peaks[959] = 8 + 40;
        let Outline(parts) = Outline::of(&peaks).unwrap();
        assert_eq!((parts[0], parts[1], parts[94], parts[95]), (50, 2, 2, 3));
        assert_eq!(Outline::of(&[255; 10_000]), Some(Outline([63; PARTS])));
        assert_eq!(
            Outline::of(&[4, 8]).map(|one| (one.0[0], one.0[47], one.0[48])),
            Some((1, 1, 2))
        );
        assert_eq!(Outline::of(&[]), None);
    }

    #[test]
    fn what_is_written_is_read() {
        let outline = Outline::of(&(0..=255).collect::<Vec<u8>>()).unwrap();
        let text = outline.to_string();
        assert_eq!(Outline::parse(&text), Some(outline));
        assert!(text.len() == PARTS && text.starts_with("AA") && text.ends_with('_'), "{text}");
        for broken in
            ["", &text[1..], &format!("{text}A"), &text.replace('A', "+"), &"é".repeat(48)]
        {
            assert_eq!(Outline::parse(broken), None, "{broken}");
        }
    }
}
