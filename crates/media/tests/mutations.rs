//! Analyzes files with a few changed bytes or a missing end: each analysis must end in time and without a panic.

use std::io::Cursor;
use std::panic;
use std::sync::Once;
use std::time::Duration;

use ledgerline_media::{AnalysisError, Limits, analyze};
use proptest::prelude::*;
use testbed::budget;
use testbed::fixtures::Sample;

/// Silences the panic hook: a decoder's panic is caught and reported as a broken file, and its message would only fill
/// the test's output.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map_or("", |place| place.file());
            if !place.contains("symphonia") {
                usual(info);
            }
        }));
    });
}

#[derive(Debug, Clone)]
enum Change {
    Set(usize, u8),
    Cut(usize),
    Repeat(usize, usize),
    Remove(usize, usize),
}

/// A position in the file, more often near the start, where the headers are.
fn place() -> impl Strategy<Value = usize> {
    prop_oneof![3 => 0_usize..600, 2 => 0_usize..60_000]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (place(), prop_oneof![Just(0), Just(0xff), Just(0x7f), any::<u8>()])
            .prop_map(|(at, value)| Change::Set(at, value)),
        1 => place().prop_map(Change::Cut),
        1 => (place(), 1_usize..200).prop_map(|(at, length)| Change::Repeat(at, length)),
        1 => (place(), 1_usize..200).prop_map(|(at, length)| Change::Remove(at, length)),
    ]
}

fn apply(file: &mut Vec<u8>, change: &Change) {
    match *change {
        Change::Set(at, value) => {
            if let Some(byte) = file.get_mut(at) {
                *byte = value;
            }
        }
        Change::Cut(at) => file.truncate(at),
        Change::Repeat(at, length) => {
            let part = file.iter().skip(at).take(length).copied().collect::<Vec<u8>>();
            let at = at.min(file.len());
            file.splice(at..at, part);
        }
        Change::Remove(at, length) => {
            let at = at.min(file.len());
            file.drain(at..(at + length).min(file.len()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("MUTATIONS").map_or(160, |count| count.parse().unwrap()),
        ..ProptestConfig::default()
    })]

    // MED-10
    #[test]
    fn a_changed_file_gets_an_answer(
        which in 0..Sample::ALL.len(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        hush();
        let mut file = Sample::ALL[which].bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut file, change));
        let limits = Limits { max_time: budget::wall_limit(Duration::from_secs(20)), ..Limits::default() };
        match analyze(&mut Cursor::new(file), &limits, None) {
            Ok(analysis) => {
                if let Some(sound) = analysis.sound {
                    prop_assert_eq!(sound.waveform.len(), 800);
                    prop_assert!(sound.loudness.is_none_or(f64::is_finite));
                }
            }
            Err(AnalysisError::Source(error)) => {
                prop_assert!(false, "the store is blamed: {}", error);
            }
            Err(AnalysisError::TooSlow) => prop_assert!(false, "it takes too long"),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
