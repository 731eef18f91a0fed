//! Previews as a listener gets them: decoded by ffmpeg, searched for the voice tag, and measured.

use std::io::{Cursor, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use ledgerline_media::preview::{Clip, Names, Recipe, make_preview};
use ledgerline_media::{AnalysisError, Ffmpeg, Key, Kind, Limits, Mode};
use testbed::fixtures::{Beat, PATTERNS, Sample, wav};

const RATE: usize = 4_000;
const NAMES: Names<'_> = Names { title: "Slow Harbor", artist: "Maya Okafor" };

fn tool() -> Ffmpeg {
    Ffmpeg::find().expect("ffmpeg is installed (Debian: apt install ffmpeg)")
}

fn music(bars: usize) -> Vec<u8> {
    let key = Key::new(9, Mode::Minor);
    Beat { bpm: 96.0, pattern: PATTERNS[1], key, bars, rate: 44_100 }.wav()
}

/// A sound that correlates with nothing but itself: a sweep over 1.2 seconds.
fn tag(rate: u32) -> Vec<u8> {
    let count = rate * 6 / 5;
    let sample = |at: u32| {
        let time = at as f32 / rate as f32;
        0.6 * (std::f32::consts::TAU * (300.0 + 900.0 * time) * time).sin()
    };
    wav(rate, 1, &(0..count).map(sample).collect::<Vec<_>>())
}

fn clip(rate: u32) -> Clip {
    Clip::read(&mut Cursor::new(tag(rate)), &Limits::default(), None).unwrap()
}

fn recipe() -> Recipe {
    Recipe {
        first: Duration::from_secs(4),
        every: Duration::from_secs(12),
        tag_level: 0.0,
        duck: 6.0,
        length: None,
    }
}

fn preview(file: &[u8], recipe: &Recipe, ffmpeg: Option<&Ffmpeg>) -> (Kind, Vec<u8>) {
    let mut out = Cursor::new(Vec::new());
    let (limits, tag) = (Limits::default(), clip(48_000));
    let kind = make_preview(&mut Cursor::new(file), &tag, recipe, NAMES, &limits, ffmpeg, &mut out)
        .unwrap();
    (kind, out.into_inner())
}

/// Decodes a file with ffmpeg to one channel.
fn decode_mono(file: &[u8]) -> Vec<f32> {
    let mut child = Command::new("ffmpeg")
        .args(["-v", "error", "-i", "pipe:0", "-f", "f32le", "-ac", "1", "-ar"])
        .args([&RATE.to_string(), "pipe:1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = file.to_vec();
    let feeding = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap().unwrap();
    assert!(output.status.success());
    output.stdout.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// The seconds at which the tag is heard: peaks of the normalized correlation.
fn tags_in(samples: &[f32]) -> Vec<f64> {
    let wanted = decode_mono(&tag(48_000));
    let energy = |part: &[f32]| part.iter().map(|s| s * s).sum::<f32>().sqrt();
    let own = energy(&wanted);
    let likeness = |at: usize| {
        let part = &samples[at..at + wanted.len()];
        let product = part.iter().zip(&wanted).map(|(a, b)| a * b).sum::<f32>();
        product / (own * energy(part) + 1e-6)
    };
    let all = (0..samples.len() - wanted.len()).step_by(4).map(likeness).collect::<Vec<_>>();
    let mut found: Vec<(usize, f32)> = Vec::new();
    for (at, value) in all.into_iter().enumerate().filter(|(_, value)| *value > 0.4) {
        match found.last_mut() {
            Some(last) if at - last.0 < RATE / 8 => {
                if value > last.1 {
                    *last = (at, value);
                }
            }
            _ => found.push((at, value)),
        }
    }
    found.into_iter().map(|(at, _)| at as f64 * 4.0 / RATE as f64).collect()
}

fn assert_tags_at(samples: &[f32], expected: &[f64]) {
    let found = tags_in(samples);
    assert_eq!(found.len(), expected.len(), "heard at {found:?}");
    for (at, second) in found.iter().zip(expected) {
        assert!((at - second).abs() <= 0.02, "heard at {found:?}");
    }
}

// PRV-02, PRV-07
#[test]
fn the_tag_is_heard_at_the_promised_seconds_and_nowhere_else() {
    let file = music(10);
    for ffmpeg in [None, Some(tool())] {
        let (kind, bytes) = preview(&file, &recipe(), ffmpeg.as_ref());
        let samples = decode_mono(&bytes);
        assert!((samples.len() as f64 / RATE as f64 - 25.0).abs() < 0.2, "{kind:?}");
        // An MP3 without its length in the first frame starts with the delay of the encoder.
        let delay = if kind == Kind::Mp3 { 0.025 } else { 0.0 };
        assert_tags_at(&samples[(delay * RATE as f64) as usize..], &[4.0, 16.0]);
    }
}

// PRV-04
#[test]
fn the_type_is_mp3_with_ffmpeg_and_flac_without() {
    let file = music(4);
    let (kind, bytes) = preview(&file, &recipe(), Some(&tool()));
    assert_eq!(kind, Kind::Mp3);
    let analysis =
        ledgerline_media::analyze(&mut Cursor::new(&bytes), &Limits::default(), None).unwrap();
    assert_eq!(analysis.kind, Kind::Mp3);
    assert_eq!(analysis.tags.title.as_deref(), Some("Slow Harbor"));
    assert_eq!(analysis.tags.artist.as_deref(), Some("Maya Okafor"));
    let seconds = analysis.duration.unwrap().as_secs_f64();
    assert!((bytes.len() as f64 * 8.0 / seconds - 128_000.0).abs() < 3_000.0);

    let (kind, bytes) = preview(&file, &recipe(), None);
    assert_eq!(kind, Kind::Flac);
    let analysis =
        ledgerline_media::analyze(&mut Cursor::new(&bytes), &Limits::default(), None).unwrap();
    assert_eq!(analysis.kind, Kind::Flac);
}

// PRV-02
#[test]
fn a_cut_preview_has_its_length_and_ends_softly() {
    let cut = Recipe { length: Some(Duration::from_secs(30)), ..recipe() };
    let file = music(16);
    for ffmpeg in [None, Some(tool())] {
        let samples = decode_mono(&preview(&file, &cut, ffmpeg.as_ref()).1);
        assert!((samples.len() as f64 / RATE as f64 - 30.0).abs() < 0.1);
        let loudest = |part: &[f32]| part.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        let end = samples.len();
        assert!(loudest(&samples[end - RATE / 10..]) < 0.1);
        assert!(loudest(&samples[end - 4 * RATE..end - 3 * RATE]) > 0.2);
    }
}

// PRV-02
#[test]
fn a_preview_never_clips() {
    // A square wave at full scale, over which a tag at +6 dB is laid.
    let loud = (0..44_100 * 12).map(|at| if at / 50 % 2 == 0 { 0.99 } else { -0.99 });
    let file = wav(44_100, 1, &loud.collect::<Vec<_>>());
    let hot = Recipe { tag_level: 6.0, duck: 0.0, ..recipe() };
    for ffmpeg in [None, Some(tool())] {
        let (kind, bytes) = preview(&file, &hot, ffmpeg.as_ref());
        let output = Command::new("ffmpeg")
            .args(["-nostats", "-i", &written(&bytes, kind)])
            .args(["-af", "ebur128=peak=true", "-f", "null", "-"])
            .output()
            .unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        let peak = words.rsplit("Peak:").next().unwrap().split_whitespace().next().unwrap();
        let peak = peak.parse::<f32>().unwrap();
        assert!(peak <= -1.0, "{kind:?} has a true peak of {peak} dB");
        assert!(peak > -6.0, "{kind:?} has a true peak of {peak} dB");
    }
}

fn written(bytes: &[u8], kind: Kind) -> String {
    let path = std::env::temp_dir().join(format!(
        "ledgerline-preview-{}.{}",
        std::process::id(),
        kind.extension()
    ));
    std::fs::write(&path, bytes).unwrap();
    path.to_string_lossy().into_owned()
}

// PRV-07
#[test]
fn every_type_gets_a_preview_and_broken_files_an_error() {
    let tag = clip(44_100);
    let limits = Limits::default();
    let make = |file: &[u8], ffmpeg: Option<&Ffmpeg>| {
        let mut out = Cursor::new(Vec::new());
        make_preview(&mut Cursor::new(file), &tag, &recipe(), NAMES, &limits, ffmpeg, &mut out)
    };
    for sample in Sample::ALL {
        make(sample.bytes(), Some(&tool())).unwrap_or_else(|error| panic!("{sample:?}: {error}"));
        let half = &sample.bytes()[..sample.bytes().len() / 2];
        // Half a file is an error or a short preview, and never a panic.
        drop(make(half, Some(&tool())));
        drop(make(half, None));
    }
    assert!(matches!(make(b"not a sound at all", None), Err(AnalysisError::NotMedia)));
}

// PRV-01
#[test]
fn a_voice_tag_is_at_most_fifteen_seconds_long() {
    let read = |seconds: u32| {
        let file = wav(8_000, 1, &vec![0.1; 8_000 * seconds as usize]);
        Clip::read(&mut Cursor::new(file), &Limits::default(), None)
    };
    assert_eq!(read(15).unwrap().duration(), Duration::from_secs(15));
    assert!(matches!(read(16), Err(AnalysisError::TooLong(_))));
}

// PRV-06
#[test]
fn without_a_voice_tag_a_soft_tone_is_heard() {
    let file = music(4);
    let limits = Limits::default();
    let mut out = Cursor::new(Vec::new());
    let tone = Clip::tone();
    make_preview(&mut Cursor::new(&file), &tone, &Recipe::TONE, NAMES, &limits, None, &mut out)
        .unwrap();
    assert_ne!(decode_mono(&out.into_inner()), decode_mono(&file));
}
