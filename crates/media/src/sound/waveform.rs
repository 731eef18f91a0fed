//! The waveform of a piece. Its length is known only at the end, so the peaks are finer than needed, and pairs
//! are merged whenever there are too many.

/// The number of peaks of a waveform.
pub const WAVEFORM_PEAKS: usize = 800;

const MOST: usize = 16_384;
const FIRST_SPAN: u32 = 16;

pub struct Waveform {
    peaks: Vec<f32>,
    span: u32,
    in_span: u32,
    peak: f32,
}

impl Waveform {
    pub fn new() -> Self {
        Self { peaks: Vec::new(), span: FIRST_SPAN, in_span: 0, peak: 0.0 }
    }

    /// Takes one sample of each channel.
    pub fn push(&mut self, frame: &[f32]) {
        self.peak = frame.iter().fold(self.peak, |peak, sample| peak.max(sample.abs()));
        self.in_span += 1;
        if self.in_span == self.span {
            self.close();
        }
    }

    fn close(&mut self) {
        self.peaks.push(self.peak);
        self.peak = 0.0;
        self.in_span = 0;
        if self.peaks.len() == MOST {
            self.peaks = self.peaks.chunks(2).map(|pair| pair[0].max(pair[1])).collect();
            self.span *= 2;
        }
    }

    pub fn peaks(mut self) -> Vec<u8> {
        if self.in_span > 0 {
            self.close();
        }
        let count = self.peaks.len();
        let part = |at: usize| {
            let from = at * count / WAVEFORM_PEAKS;
            let to = ((at + 1) * count).div_ceil(WAVEFORM_PEAKS);
            let peak = self.peaks[from..to].iter().copied().fold(0.0, f32::max);
            (peak.min(1.0) * 255.0).round() as u8
        };
        (0..WAVEFORM_PEAKS).map(part).collect()
    }
}
