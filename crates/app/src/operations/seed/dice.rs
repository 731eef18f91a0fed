//! A reproducible random number generator: the same seed gives the same numbers on every machine. Not for secrets.

/// SplitMix64: a counter and three mixing steps, good enough for generated data.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `first` to `last`, both included; `first` if the range is empty.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        let width = u64::try_from(last - first).unwrap_or(0) + 1;
        // The remainder is below `width`, which came from an i64.
        first + i64::try_from(self.roll() % width).unwrap_or(0)
    }

    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// Picks an element of a list that is not empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let last = i64::try_from(from.len()).unwrap_or(1) - 1;
        &from[usize::try_from(self.between(0, last)).unwrap_or(0)]
    }
}
