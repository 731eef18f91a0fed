//! Lays the voice tag over the music at its places, lowers the music under it, and fades out where a preview is cut.

use std::time::Duration;

use super::recipe::Recipe;

/// The music goes down and comes back within this time.
const RAMP_SECONDS: f32 = 0.08;
const FADE_SECONDS: f32 = 2.0;

pub struct Mixer {
    tag: Vec<[f32; 2]>,
    tag_gain: f32,
    /// By how many decibels the music is lowered under the tag.
    duck: f32,
    first: u64,
    every: u64,
    ramp: u64,
    fade: u64,
    end: Option<u64>,
    at: u64,
}

impl Mixer {
    pub fn new(rate: u32, tag: Vec<[f32; 2]>, recipe: &Recipe) -> Self {
        let frames = |time: Duration| (time.as_secs_f64() * f64::from(rate)).round() as u64;
        Self {
            tag,
            tag_gain: gain(recipe.tag_level),
            duck: recipe.duck,
            first: frames(recipe.first),
            every: frames(recipe.every).max(1),
            ramp: frames(Duration::from_secs_f32(RAMP_SECONDS)).max(1),
            fade: frames(Duration::from_secs_f32(FADE_SECONDS)),
            end: recipe.length.map(frames),
            at: 0,
        }
    }

    /// The next frame of the preview; `None` after its end.
    pub fn push(&mut self, music: [f32; 2]) -> Option<[f32; 2]> {
        if self.end.is_some_and(|end| self.at >= end) {
            return None;
        }
        let (voice, closeness) = self.tag_here();
        let lowered = gain(-self.duck * closeness);
        let fade = self.end.map_or(1.0, |end| ((end - self.at) as f32 / self.fade as f32).min(1.0));
        self.at += 1;
        let mixed = |side: usize| fade * (music[side] * lowered + voice[side] * self.tag_gain);
        Some([mixed(0), mixed(1)])
    }

    /// The frame of the tag at this place, and how far the music is lowered: 1 under a tag, 0 away from it.
    fn tag_here(&self) -> ([f32; 2], f32) {
        let mut voice = [0.0; 2];
        let mut closeness: f32 = 0.0;
        let length = self.tag.len() as u64;
        if length == 0 || self.at + self.ramp < self.first {
            return (voice, closeness);
        }
        // Tags that have begun, or begin within a ramp, and whose ramp has not ended. A tag that is longer than the
        // time between two of them overlaps the next one.
        let newest = (self.at + self.ramp - self.first) / self.every;
        let reach = (length + self.ramp) / self.every + 1;
        for number in newest.saturating_sub(reach)..=newest {
            let start = self.first + number * self.every;
            let distance = if self.at < start {
                start - self.at
            } else {
                (self.at - start + 1).saturating_sub(length)
            };
            closeness = closeness.max(1.0 - distance as f32 / self.ramp as f32);
            let index = self.at.checked_sub(start).and_then(|index| usize::try_from(index).ok());
            if let Some(frame) = index.and_then(|index| self.tag.get(index)) {
                voice = [voice[0] + frame[0], voice[1] + frame[1]];
            }
        }
        (voice, closeness)
    }
}

fn gain(decibels: f32) -> f32 {
    10_f32.powf(decibels / 20.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 1_000;

    fn mixed(recipe: Recipe, tag: usize, music: f32, count: usize) -> Vec<f32> {
        let mut mixer = Mixer::new(RATE, vec![[0.5; 2]; tag], &recipe);
        (0..count).map_while(|_| mixer.push([music; 2])).map(|[left, _]| left).collect()
    }

    fn recipe() -> Recipe {
        Recipe {
            first: Duration::from_secs(1),
            every: Duration::from_secs(10),
            tag_level: 0.0,
            duck: 6.0,
            length: None,
        }
    }

    #[test]
    fn prv_02_the_tag_is_at_its_places_and_nowhere_else() {
        let out = mixed(recipe(), 500, 0.0, 25_000);
        let heard = |at: usize| {
            (1_000..1_500).contains(&at)
                || (11_000..11_500).contains(&at)
                || (21_000..21_500).contains(&at)
        };
        for (at, sample) in out.iter().enumerate() {
            assert_eq!(*sample > 0.4, heard(at), "frame {at}");
        }
    }

    #[test]
    fn prv_02_the_music_is_lowered_under_the_tag_with_ramps() {
        let mut mixer = Mixer::new(RATE, vec![[0.0; 2]; 500], &recipe());
        let music = (0..2_000).filter_map(|_| mixer.push([1.0; 2])).map(|[left, _]| left);
        let music = music.collect::<Vec<_>>();
        assert_eq!((music[900], music[1_600]), (1.0, 1.0));
        assert!(music[1_000..1_500].iter().all(|level| (level - 0.501).abs() < 0.001));
        assert!((0.65..0.75).contains(&music[960]), "{}", music[960]);
        assert!(music[920..1_000].windows(2).all(|pair| pair[1] < pair[0]));
        assert!(music[1_500..1_580].windows(2).all(|pair| pair[1] > pair[0]));
    }

    #[test]
    fn prv_02_a_cut_preview_fades_and_ends() {
        let cut = Recipe { length: Some(Duration::from_secs(30)), duck: 0.0, ..recipe() };
        let out = mixed(cut, 0, 1.0, 60_000);
        assert_eq!(out.len(), 30_000);
        assert_eq!((out[27_999], out[29_000]), (1.0, 0.5));
        assert!(out[29_999] < 0.001);
    }

    #[test]
    fn a_tag_longer_than_its_interval_overlaps_the_next() {
        let out = mixed(recipe(), 15_000, 0.0, 12_000);
        assert_eq!((out[10_999], out[11_000]), (0.5, 1.0));
    }
}
