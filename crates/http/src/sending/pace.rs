//! How fast a file is sent to a player. A browser downloads all it can get, even of a video that is left after
//! a few seconds. Sending only somewhat faster than playback saves bandwidth without stalling the player.

use std::time::Duration;

/// Bytes sent at full speed at the start and after each seek.
const AT_ONCE: u64 = 1 << 20;
/// Send at this multiple of the playback rate.
const AHEAD: f64 = 3.0;
/// Never slower than this many bytes per second.
const LEAST: f64 = (1 << 20) as f64;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    per_second: f64,
}

impl Pace {
    pub fn of(size: u64, length: Duration) -> Option<Self> {
        let per_second = size as f64 / length.as_secs_f64() * AHEAD;
        per_second.is_finite().then_some(Self { per_second: per_second.max(LEAST) })
    }

    /// The time after the start of the answer at which this many bytes may have been sent.
    pub fn due(self, bytes: u64) -> Duration {
        Duration::from_secs_f64(bytes.saturating_sub(AT_ONCE) as f64 / self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_is_sent_thrice_as_fast_as_it_plays_and_a_beat_within_seconds() {
        let film = Pace::of(200 << 20, Duration::from_secs(80)).unwrap();
        assert_eq!(film.due(0), Duration::ZERO);
        assert_eq!(film.due(AT_ONCE), Duration::ZERO);
        let all = film.due(200 << 20).as_secs_f64();
        assert!((26.0..27.0).contains(&all), "{all}");
        let beat = Pace::of(7 << 20, Duration::from_secs(180)).unwrap();
        assert_eq!(beat.due(7 << 20), Duration::from_secs(6));
    }

    #[test]
    fn without_a_length_there_is_no_pace() {
        assert_eq!(Pace::of(200 << 20, Duration::ZERO), None);
        assert_eq!(Pace::of(0, Duration::ZERO), None);
    }
}
