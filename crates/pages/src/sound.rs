//! How pages show lengths, musical keys and waveforms.

/// The loudness of 96 equal parts of a sound.
#[derive(Debug, Clone, Copy)]
pub struct Waveform(pub [u8; PARTS]);

/// The number of parts of a waveform.
pub const PARTS: usize = 96;

/// The state of the preview that a page plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preview {
    #[default]
    Ready,
    /// The preview is being made; the page asks the visitor to come back in a minute.
    Pending,
    /// The preview cannot be made.
    Missing,
}

impl Preview {
    /// The name of the state for the script.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Pending => "pending",
            Self::Missing => "missing",
        }
    }

    pub(crate) fn is_ready(self) -> bool {
        self == Self::Ready
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Ready => "Preview",
            Self::Pending => "Preview is being made",
            Self::Missing => "No preview",
        }
    }
}

impl Waveform {
    /// Draws the waveform as bars in an SVG path, `height` units high and 6 units apart.
    pub fn path(&self, bars: usize, height: u32) -> String {
        self.heights(bars, height)
            .enumerate()
            .map(|(bar, tall)| format!("M{} {}v{tall}", bar * 6 + 3, (height - tall) / 2))
            .collect()
    }

    /// Draws the waveform as columns from the baseline up, 16 units apart, in an SVG path.
    pub(crate) fn skyline(&self, columns: usize, height: u32) -> String {
        let column = |(at, tall)| format!("M{} {height}v-{}", at * 16 + 8, tall * 9 / 10);
        self.heights(columns, height).enumerate().map(column).collect()
    }

    /// Draws only the part of the columns above `line`.
    pub(crate) fn skyline_tops(&self, columns: usize, height: u32, line: u32) -> String {
        let tops = self.heights(columns, height).map(|tall| tall * 9 / 10).enumerate();
        tops.filter(|(_, tall)| *tall > line)
            .map(|(at, tall)| format!("M{} {}v-{}", at * 16 + 8, height - line, tall - line))
            .collect()
    }

    /// The level of each part as a letter, for the script.
    pub fn letters(&self) -> String {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        self.0.iter().map(|level| char::from(LETTERS[usize::from(level / 4)])).collect()
    }

    /// The level of each of `bars` bars, from 0 to 1.
    pub(crate) fn levels(&self, bars: usize) -> Vec<f32> {
        (0..bars).map(|bar| f32::from(self.level(bar, bars)) / 255.0).collect()
    }

    /// The level of a bar: the highest level of its parts.
    fn level(&self, bar: usize, bars: usize) -> u8 {
        let parts = &self.0[PARTS * bar / bars..(PARTS * (bar + 1) / bars).min(PARTS)];
        parts.iter().copied().max().unwrap_or(0)
    }

    /// The height of each bar: even numbers from a small dot to nearly `height`.
    fn heights(&self, bars: usize, height: u32) -> impl Iterator<Item = u32> {
        let of = move |bar: usize| {
            let level = self.level(bar, bars);
            let most = height / 2 - 2;
            2 * (1 + u32::from(level) * (most - 1) / 255)
        };
        (0..bars).map(of)
    }
}

/// Formats a number of seconds: `199` is `3:19`, `4000` is `1:06:40`.
pub fn clock(seconds: &u32) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Formats a musical key: `C#m` is `C♯m`, `Bb` is `B♭`.
pub fn key_sign(key: &str) -> String {
    let mut letters = key.chars();
    let sign = match (letters.next(), letters.next()) {
        (Some('A'..='G'), Some('#')) => '♯',
        (Some('A'..='G'), Some('b')) => '♭',
        _ => return key.to_owned(),
    };
    format!("{}{sign}{}", &key[..1], &key[2..])
}
