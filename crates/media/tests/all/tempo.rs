//! Detects the tempo of synthesized loops in the styles producers write, from 60 to 190 BPM, with and without bass and
//! chords, at 44.1 and 48 kHz. SOUND-01

use std::f32::consts::TAU;
use std::io::Cursor;

use ledgerline_media::{Limits, Tempo, analyze, wav};

const SECONDS: f32 = 12.0;

#[derive(Clone, Copy)]
enum Drum {
    Kick,
    Snare,
    Hat,
    OpenHat,
}

/// A pattern of drums that repeats, and the tempos it is written at.
struct Style {
    name: &'static str,
    /// The pattern of each drum, one or two bars in sixteenths: `x` is a loud hit, `o` a soft one.
    kick: &'static str,
    snare: &'static str,
    hat: &'static str,
    open_hat: &'static str,
    /// Runs of hits that are not on a sixteenth: the begin and end of each run in beats, and its number of hits.
    rolls: &'static [(f32, f32, usize)],
    /// The delay of an off-beat eighth, in beats.
    swing: f32,
    written: (f32, f32),
}

const PLAIN: Style = Style {
    name: "",
    kick: "",
    snare: "",
    hat: "",
    open_hat: "",
    rolls: &[],
    swing: 0.0,
    written: (0.0, 0.0),
};

const STYLES: [Style; 12] = [
    Style {
        name: "four on the floor",
        kick: "x---x---x---x---",
        snare: "----x-------x---",
        open_hat: "--x---x---x---x-",
        written: (110.0, 145.0),
        ..PLAIN
    },
    Style {
        name: "boom bap",
        kick: "x------x--x-----",
        snare: "----x-------x--o",
        hat: "x-x-x-x-x-x-x-x-",
        written: (80.0, 100.0),
        ..PLAIN
    },
    Style {
        name: "trap with triplets",
        kick: "x-----x---x-----x-------x--x----",
        snare: "--------x---------------x-------",
        hat: "x-x-x-x-x-x-x-x-x-x-x-x-x-x-----",
        rolls: &[(7.0, 8.0, 6), (3.5, 4.0, 3)],
        written: (130.0, 165.0),
        ..PLAIN
    },
    Style {
        name: "trap with rolling hats",
        kick: "x---------x-----x--x------x-----",
        snare: "--------x---------------x-------",
        hat: "xxxxxxxxxxxxxxxxxxxxxxxxxxxx----",
        rolls: &[(7.0, 8.0, 8)],
        written: (130.0, 165.0),
        ..PLAIN
    },
    Style {
        name: "drill",
        kick: "x--x------x--x--x-----x---x-----",
        snare: "------x-----x-------x-----x---x-",
        hat: "x--x--x-x--x--x-x--x--x-x--x--x-",
        rolls: &[(7.5, 8.0, 3)],
        written: (138.0, 148.0),
        ..PLAIN
    },
    Style {
        name: "drum and bass",
        kick: "x---------x-----",
        snare: "----x--o-o--x--o",
        hat: "x-x-x-x-x-x-x-x-",
        written: (166.0, 180.0),
        ..PLAIN
    },
    Style {
        name: "jungle",
        kick: "x-x-------xx----x-x-------x-----",
        snare: "----x--o-o--x--o----x--o-o----x-",
        hat: "x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-",
        written: (155.0, 175.0),
        ..PLAIN
    },
    Style {
        name: "house",
        kick: "x---x---x---x---",
        snare: "----x-------x---",
        hat: "oox-oox-oox-oox-",
        open_hat: "--x---x---x---x-",
        written: (116.0, 130.0),
        ..PLAIN
    },
    Style {
        name: "techno",
        kick: "x---x---x---x---",
        snare: "------------x---",
        hat: "xoxoxoxoxoxoxoxo",
        open_hat: "--x---x---x---x-",
        written: (126.0, 150.0),
        ..PLAIN
    },
    Style {
        name: "lo-fi with swing",
        kick: "x------x--x-----x--------xx-----",
        snare: "----x-------x-------x-------x---",
        hat: "x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-x-",
        swing: 0.12,
        written: (65.0, 90.0),
        ..PLAIN
    },
    Style {
        name: "dembow",
        kick: "x---x---x---x---",
        snare: "---x--x----x--x-",
        hat: "x-o-x-o-x-o-x-o-",
        written: (85.0, 105.0),
        ..PLAIN
    },
    Style {
        name: "halftime",
        kick: "x-----------x---",
        snare: "--------x-------",
        hat: "x-x-x-x-x-x-x-x-",
        written: (135.0, 160.0),
        ..PLAIN
    },
];

/// A pseudo-random generator with the same numbers in every run.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32 * 2.0 - 1.0
    }
}

impl Drum {
    fn samples(self, rate: f32, noise: &mut Noise) -> Vec<f32> {
        let seconds = match self {
            Self::Kick => 0.18,
            Self::Snare => 0.16,
            Self::Hat => 0.05,
            Self::OpenHat => 0.2,
        };
        let mut phase = 0.0;
        let mut before = 0.0;
        let mut sample = |at: usize| {
            let time = at as f32 / rate;
            let fresh = noise.next();
            let hiss = fresh - before;
            before = fresh;
            match self {
                Self::Kick => {
                    phase += TAU * (50.0 + 120.0 * (-time / 0.03).exp()) / rate;
                    0.9 * phase.sin() * (-time / 0.07).exp()
                }
                Self::Snare => {
                    let tone = (TAU * 190.0 * time).sin() * (-time / 0.04).exp();
                    0.6 * fresh * (-time / 0.05).exp() + 0.3 * tone
                }
                Self::Hat => 0.25 * hiss * (-time / 0.015).exp(),
                Self::OpenHat => 0.22 * hiss * (-time / 0.07).exp(),
            }
        };
        (0..(seconds * rate) as usize).map(&mut sample).collect()
    }
}

impl Style {
    /// The time in beats, drum and loudness of each hit, and the length of the pattern in beats.
    fn hits(&self) -> (Vec<(f32, Drum, f32)>, f32) {
        let rows = [
            (self.kick, Drum::Kick),
            (self.snare, Drum::Snare),
            (self.hat, Drum::Hat),
            (self.open_hat, Drum::OpenHat),
        ];
        let mut hits = Vec::new();
        let mut beats = 4.0_f32;
        for (row, drum) in rows {
            beats = beats.max(row.len() as f32 / 4.0);
            for (step, sign) in row.chars().enumerate().filter(|(_, sign)| *sign != '-') {
                let late = if step % 4 == 2 { self.swing } else { 0.0 };
                let loudness = if sign == 'x' { 1.0 } else { 0.45 };
                hits.push((step as f32 / 4.0 + late, drum, loudness));
            }
        }
        for (from, to, count) in self.rolls {
            for hit in 0..*count {
                let at = from + (to - from) * hit as f32 / *count as f32;
                hits.push((at, Drum::Hat, 0.6));
            }
        }
        (hits, beats)
    }

    fn tempo(&self, bpm: f32, has_music: bool, rate: u32) -> Option<Tempo> {
        let rate_f = rate as f32;
        let mut mono = vec![0.0_f32; (SECONDS * rate_f) as usize];
        let mut noise = Noise(0x2545_f491);
        let (hits, beats) = self.hits();
        let beat = 60.0 / bpm;
        let mut start = 0.07;
        while start < SECONDS {
            for (at, drum, loudness) in &hits {
                let from = ((start + at * beat) * rate_f) as usize;
                let samples = drum.samples(rate_f, &mut noise);
                for (place, sample) in mono.iter_mut().skip(from).zip(samples) {
                    *place += loudness * sample;
                }
            }
            start += beats * beat;
        }
        if has_music {
            self.add_music(&mut mono, beat, rate_f);
        }
        let samples: Vec<f32> = mono.iter().map(|sample| sample * 0.6).collect();
        detect_tempo(&samples, rate)
    }

    /// Adds chords that change with each bar, and a bass between the beats.
    fn add_music(&self, mono: &mut [f32], beat: f32, rate: f32) {
        const CHORDS: [[f32; 3]; 4] =
            [[0.0, 3.0, 7.0], [8.0, 12.0, 15.0], [5.0, 8.0, 12.0], [7.0, 10.0, 14.0]];
        let bass: &[f32] = if self.kick.starts_with("x---x---") {
            &[0.5, 1.5, 2.5, 3.5]
        } else {
            &[0.0, 1.5, 2.5]
        };
        for (at, sample) in mono.iter_mut().enumerate() {
            let time = at as f32 / rate;
            let bar = (time / (4.0 * beat)) as usize;
            let within = time - bar as f32 * 4.0 * beat;
            let fade = (within / 0.05).min(1.0) * ((4.0 * beat - within) / 0.05).min(1.0);
            for step in CHORDS[bar % 4] {
                let pitch = 220.0 * 2.0_f32.powf(step / 12.0);
                *sample += 0.06 * fade * (TAU * pitch * time).sin();
            }
            let root = 55.0 * 2.0_f32.powf(CHORDS[bar % 4][0] / 12.0);
            for begins in bass {
                let since = within - begins * beat;
                if (0.0..0.6 * beat).contains(&since) {
                    let loudness = (since / 0.01).min(1.0) * (-since / (0.5 * beat)).exp();
                    *sample += 0.25 * loudness * (TAU * root * time).sin();
                }
            }
        }
    }
}

fn detect_tempo(mono: &[f32], rate: u32) -> Option<Tempo> {
    let bytes = wav(rate, 1, mono);
    let analysis = analyze(&mut Cursor::new(bytes), &Limits::default(), None).unwrap();
    analysis.sound.unwrap().tempo
}

fn is(found: f32, wanted: f32) -> bool {
    (found / wanted - 1.0).abs() <= 0.01
}

/// Loops of all styles, on as many threads as there are cores; each is given to `judge` with its true tempo.
fn judged<T: Send>(
    loops: Vec<(&'static Style, f32, bool, u32)>,
    judge: impl Fn(&Style, f32, Option<Tempo>) -> T + Sync,
) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = loops.len().div_ceil(threads);
    let judge = &judge;
    std::thread::scope(|scope| {
        let parts = loops.chunks(share).map(|part| {
            scope.spawn(move || {
                let one = |(style, bpm, music, rate): &(&'static Style, f32, bool, u32)| {
                    judge(style, *bpm, style.tempo(*bpm, *music, *rate))
                };
                part.iter().map(one).collect::<Vec<T>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

#[test]
fn the_tempo_of_any_style_is_right_or_its_half_or_double() {
    const TEMPOS: [f32; 10] = [60.0, 72.0, 84.5, 97.0, 112.0, 128.0, 145.0, 160.0, 174.0, 190.0];
    static ALL: [Style; 12] = STYLES;
    let mut loops = Vec::new();
    for (row, style) in ALL.iter().enumerate() {
        for (column, bpm) in TEMPOS.into_iter().enumerate() {
            let rate = if (row + column) % 3 == 0 { 48_000 } else { 44_100 };
            loops.push((style, bpm, (row + column) % 2 == 0, rate));
        }
    }
    let count = loops.len();
    let wrong: Vec<String> = judged(loops, |style, bpm, found| {
        let fits = found
            .is_some_and(|tempo| [1.0, 0.5, 2.0].iter().any(|factor| is(tempo.bpm, bpm * factor)));
        let is_in_three = found
            .is_some_and(|tempo| [2.0 / 3.0, 1.5].iter().any(|factor| is(tempo.bpm, bpm * factor)));
        let name = style.name;
        assert!(
            !is_in_three,
            "{name} at {bpm} was taken for two thirds or three halves: {found:?}"
        );
        (!fits).then(|| format!("{name} at {bpm}: {found:?}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.len() * 20 <= count, "{} of {count}: {wrong:#?}", wrong.len());
}

#[test]
fn the_tempo_is_the_one_a_producer_of_the_style_writes() {
    static ALL: [Style; 12] = STYLES;
    let mut loops = Vec::new();
    for (row, style) in ALL.iter().enumerate() {
        let (from, to) = style.written;
        for part in 0..5_u8 {
            let bpm = from + (to - from) * f32::from(part) / 4.0;
            loops.push((style, bpm, (row + usize::from(part)) % 2 == 0, 44_100));
        }
    }
    let count = loops.len();
    let other: Vec<String> = judged(loops, |style, bpm, found| {
        let is_written = found.is_some_and(|tempo| is(tempo.bpm, bpm));
        (!is_written).then(|| format!("{} at {bpm}: {found:?}", style.name))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(other.len() * 4 <= count, "{} of {count}: {other:#?}", other.len());
}

#[test]
fn sound_without_a_beat_has_no_tempo() {
    let rate = 44_100_u32;
    let count = SECONDS as usize * rate as usize;
    let time = |at: usize| at as f32 / rate as f32;
    let tone = |pitch: f32| move |at: usize| 0.3 * (TAU * pitch * at as f32 / rate as f32).sin();
    let mut noise = Noise(7);
    let hiss: Vec<f32> = (0..count).map(|_| 0.2 * noise.next()).collect();
    let chord: Vec<f32> = (0..count)
        .map(|at| [220.0, 277.2, 329.6].iter().map(|pitch| tone(*pitch)(at) / 3.0).sum())
        .collect();
    let pad: Vec<f32> = (0..count)
        .map(|at| {
            let swell = 1.0 + 0.3 * (TAU * 0.07 * time(at)).sin();
            [110.0, 165.0, 220.0].iter().map(|pitch| swell * tone(*pitch)(at) / 3.0).sum()
        })
        .collect();
    let sweep: Vec<f32> =
        (0..count).map(|at| 0.3 * (TAU * (200.0 + 100.0 * time(at)) * time(at)).sin()).collect();
    let steady: Vec<f32> = (0..count).map(tone(330.0)).collect();
    for (name, samples) in
        [("tone", steady), ("noise", hiss), ("chord", chord), ("pad", pad), ("sweep", sweep)]
    {
        assert_eq!(detect_tempo(&samples, rate), None, "{name}");
    }
}
