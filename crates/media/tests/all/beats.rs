//! Tempo and key of beats whose tempo and key are known.

use std::io::Cursor;

use ledgerline_media::{Key, Limits, Mode, Sound, analyze};
use testbed::fixtures::{Beat, PATTERNS, Pattern, chord, wav};

const KEYS: [&str; 8] =
    ["C major", "A minor", "F# minor", "Eb major", "G minor", "D major", "Bb minor", "B major"];

fn sound(file: Vec<u8>) -> Sound {
    let analysis = analyze(&mut Cursor::new(file), &Limits::default(), None);
    analysis.expect("a sound file").sound.expect("its sound")
}

fn beat(bpm: f32, pattern: Pattern, key: Key) -> Beat {
    Beat { bpm, pattern, key, bars: 8, rate: 44_100 }
}

/// Every tempo in every pattern, each in two of the keys, so that each key comes with all tempi.
fn beats() -> impl Iterator<Item = Beat> {
    [90.0, 120.0, 140.0].into_iter().enumerate().flat_map(|(row, bpm)| {
        PATTERNS.into_iter().enumerate().flat_map(move |(column, pattern)| {
            [0, 1].map(|more| {
                let name = KEYS[(row + 2 * column + more) % KEYS.len()];
                beat(bpm, pattern, name.parse().unwrap())
            })
        })
    })
}

// MED-09
#[test]
fn tempo_and_key_of_known_beats_are_right() {
    let mut wrong = Vec::new();
    for beat in beats() {
        let sound = sound(beat.wav());
        let (tempo, found) = (sound.tempo.unwrap(), sound.key.unwrap());
        if (tempo.bpm - beat.bpm).abs() > 0.5 || found.key != beat.key {
            wrong.push(format!(
                "{} {} {}: {tempo:?} {found:?}",
                beat.bpm, beat.pattern.name, beat.key
            ));
        }
        assert!((0.2..=1.0).contains(&tempo.confidence), "{tempo:?}");
        assert!((0.2..=1.0).contains(&found.confidence), "{found:?}");
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// SOUND-02: of the 24 keys at most one is taken for a neighbor, and then in doubt.
#[test]
fn every_key_is_found_in_clear_material() {
    let mut wrong = Vec::new();
    for (number, key) in Key::all().enumerate() {
        let made = beat(110.0, PATTERNS[number % PATTERNS.len()], key);
        let found = sound(made.wav()).key.unwrap();
        if found.key != key {
            wrong.push(format!("{key}: {found:?}"));
            assert!(found.confidence < 0.35, "{key}: {found:?}");
        }
    }
    assert!(wrong.len() <= 1, "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// SOUND-02: tones that two relative keys share equally name both; a chord that belongs to one names one.
#[test]
fn a_relative_key_is_offered_where_both_fit() {
    // C, E, G and A: C major with a sixth, or A minor with a seventh.
    let both = sound(chord(&[60, 64, 67, 69], 6.0)).key.unwrap();
    assert!(["C major", "A minor"].contains(&both.key.name()), "{both:?}");
    assert!(both.fits_relative, "{both:?}");
    let clear = sound(chord(&[48, 60, 64, 67, 72], 6.0)).key.unwrap();
    assert_eq!((clear.key.name(), clear.fits_relative), ("C major", false), "{clear:?}");
    for key in Key::all() {
        assert_eq!(key.relative().relative(), key);
    }
}

#[test]
fn a_tempo_between_whole_numbers_is_found_too() {
    let sound = sound(beat(97.3, PATTERNS[1], Key::new(0, Mode::Minor)).wav());
    assert!((sound.tempo.unwrap().bpm - 97.3).abs() < 0.3, "{:?}", sound.tempo);
}

// MED-09
#[test]
fn what_has_no_beat_and_no_key_gets_none() {
    let silence = sound(wav(44_100, 2, &vec![0.0; 44_100 * 20]));
    assert_eq!((silence.tempo, silence.key, silence.loudness), (None, None, None));
    assert!(silence.waveform.iter().all(|peak| *peak == 0));

    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0 - 0.5
    };
    let hiss: Vec<f32> = (0..44_100 * 10).map(|_| noise()).collect();
    let hiss = sound(wav(44_100, 1, &hiss));
    assert_eq!(hiss.key, None);
    assert!(hiss.tempo.is_none_or(|tempo| tempo.confidence < 0.3), "{:?}", hiss.tempo);

    let short = Beat { bars: 1, ..beat(120.0, PATTERNS[0], Key::new(0, Mode::Major)) };
    let short = sound(short.wav());
    assert_eq!(short.tempo, None);
}

#[test]
fn every_key_has_a_name_that_reads_back() {
    assert_eq!(Key::all().count(), 24);
    assert!(Key::all().all(|key| key.name().parse() == Ok(key)));
    assert_eq!(Key::new(6, Mode::Minor).to_string(), "F# minor");
}
