//! Analyzes real files of every type, and broken files.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails its test")]

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::process::Command;
use std::time::Duration;

use ledgerline_media::{
    Analysis, AnalysisError, Ffmpeg, Key, Kind, Limits, Mode, WAVEFORM_PEAKS, analyze,
};
use testbed::budget::Stopwatch;
use testbed::fixtures::{ARTIST, Beat, PATTERNS, Sample, TITLE, ffmpeg, tone, wav};

fn tool() -> Ffmpeg {
    Ffmpeg::find().expect("ffmpeg is installed (Debian: apt install ffmpeg)")
}

fn read(file: &[u8]) -> Result<Analysis, AnalysisError> {
    analyze(&mut Cursor::new(file), &Limits::default(), Some(&tool()))
}

fn read_alone(file: &[u8]) -> Result<Analysis, AnalysisError> {
    analyze(&mut Cursor::new(file), &Limits::default(), None)
}

fn a_beat() -> Beat {
    let key = Key::new(9, Mode::Minor);
    Beat { bpm: 120.0, pattern: PATTERNS[1], key, bars: 6, rate: 44_100 }
}

// MED-09
#[test]
fn every_type_is_heard_from_start_to_end() {
    for sample in Sample::ALL {
        let analysis = read(sample.bytes()).unwrap_or_else(|error| panic!("{sample:?}: {error}"));
        assert_eq!(analysis.kind, sample.kind());
        let seconds = analysis.duration.unwrap().as_secs_f64();
        assert!((1.9..2.25).contains(&seconds), "{sample:?} is {seconds} s long");
        let sound = analysis.sound.unwrap();
        assert_eq!(sound.waveform.len(), WAVEFORM_PEAKS);
        let middle = sound.waveform[WAVEFORM_PEAKS / 2];
        assert!((115..=145).contains(&middle), "{sample:?} has a peak of {middle}");
        let loudness = sound.loudness.unwrap();
        assert!((-11.0..-8.0).contains(&loudness), "{sample:?} has {loudness} LUFS");
    }
}

// MED-09
#[test]
fn tags_are_read_where_a_type_has_them() {
    let untagged = [Sample::Wav, Sample::Aac, Sample::Mp3WithoutTag];
    for sample in Sample::ALL.into_iter().filter(|sample| !untagged.contains(sample)) {
        // These types have no tags, or a tag format that this crate does not read.
        if matches!(
            sample.kind(),
            Kind::Avi | Kind::Mpeg | Kind::Mov | Kind::WebM | Kind::WebMAudio
        ) {
            continue;
        }
        let tags = read(sample.bytes()).unwrap().tags;
        assert_eq!(tags.title.as_deref(), Some(TITLE), "{sample:?}");
        assert_eq!(tags.artist.as_deref(), Some(ARTIST), "{sample:?}");
    }
    let genre = ["-c:a", "libmp3lame", "-metadata", "genre=Trap", "-metadata", "album=\u{7}  "];
    let tags = read(&ffmpeg(&tone(44_100, 1.0), false, &genre, "mp3")).unwrap().tags;
    assert_eq!(tags.genre.as_deref(), Some("Trap"));
    assert_eq!(tags.album, None, "a tag of control characters is no tag");
}

/// A file with a cover, as a music program writes it.
fn with_cover(extension: &str, codec: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (sound, cover) = (folder.path().join("sound.wav"), folder.path().join("cover.jpg"));
    let target = folder.path().join("target").with_extension(extension);
    std::fs::write(&sound, tone(44_100, 1.0)).unwrap();
    let run = |command: &mut Command| assert!(command.status().unwrap().success());
    let quiet = ["-v", "error", "-nostdin"];
    run(Command::new("ffmpeg")
        .args(quiet)
        .args(["-f", "lavfi", "-i", "testsrc=size=300x300", "-frames:v", "1"])
        .arg(&cover));
    run(Command::new("ffmpeg")
        .args(quiet)
        .arg("-i")
        .arg(sound)
        .arg("-i")
        .arg(cover)
        .args(["-map", "0", "-map", "1", "-c:v", "copy", "-c:a", codec])
        .args(["-disposition:v", "attached_pic"])
        .arg(&target));
    std::fs::read(target).unwrap()
}

// MED-09
#[test]
fn a_cover_is_taken_out_unless_it_is_too_large() {
    for (extension, codec) in [("mp3", "libmp3lame"), ("flac", "flac"), ("m4a", "aac")] {
        let file = with_cover(extension, codec);
        let cover = read(&file).unwrap().cover.unwrap_or_else(|| panic!("no cover in {extension}"));
        assert_eq!(cover.mime, "image/jpeg");
        assert!(cover.bytes.starts_with(&[0xff, 0xd8, 0xff]) && cover.bytes.len() > 1000);
        let limits = Limits { max_cover_bytes: 500, ..Limits::default() };
        let without = analyze(&mut Cursor::new(file), &limits, None).unwrap();
        assert_eq!(without.cover, None);
    }
}

/// The loudness that ffmpeg measures.
fn measured_by_ffmpeg(file: &[u8]) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, file).unwrap();
    let output = Command::new("ffmpeg")
        .args(["-hide_banner", "-nostdin", "-i"])
        .arg(path)
        .args(["-af", "ebur128=framelog=verbose", "-f", "null", "-"])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let summary = words.rsplit("Integrated loudness:").next().unwrap();
    let value = summary.split_once("I:").unwrap().1.split_whitespace().next().unwrap();
    value.parse().unwrap_or_else(|_| panic!("no loudness in {words}"))
}

// MED-09
#[test]
fn loudness_agrees_with_ffmpeg() {
    let beat = a_beat().wav();
    let mono: Vec<f32> = a_beat().samples().chunks(2).map(|frame| frame[0]).collect();
    // A quiet stretch, so that the gate has something to leave out.
    let mut gated = a_beat().samples();
    gated.iter_mut().take(44_100 * 8).for_each(|sample| *sample *= 0.01);
    let files = [
        ("a WAV", beat.clone()),
        ("a mono WAV", wav(44_100, 1, &mono)),
        ("a gated WAV", wav(44_100, 2, &gated)),
        ("an MP3", Sample::Mp3.encode(&beat)),
        ("Vorbis", Sample::OggVorbis.encode(&beat)),
        ("Opus", Sample::OggOpus.encode(&beat)),
        ("FLAC", Sample::Flac.encode(&beat)),
        ("M4A", Sample::M4a.encode(&beat)),
        ("5.1", ffmpeg(&beat, false, &["-ac", "6", "-c:a", "flac"], "flac")),
        ("48 kHz", ffmpeg(&beat, false, &["-ar", "48000"], "wav")),
    ];
    for (name, file) in files {
        let (ours, theirs) = (read(&file).unwrap().sound.unwrap(), measured_by_ffmpeg(&file));
        let ours = ours.loudness.unwrap();
        assert!((ours - theirs).abs() <= 0.3, "{name}: {ours} here, {theirs} by ffmpeg");
    }
}

// MED-09
#[test]
fn tempo_and_key_survive_compression_and_ffmpegs_decoding() {
    let beat = a_beat().wav();
    for sample in [Sample::Mp3, Sample::M4a, Sample::OggOpus, Sample::Avi] {
        let sound = read(&sample.encode(&beat)).unwrap().sound.unwrap();
        let tempo = sound.tempo.unwrap();
        assert!((tempo.bpm - 120.0).abs() < 1.0, "{sample:?}: {tempo:?}");
        assert_eq!(sound.key.unwrap().key.name(), "A minor", "{sample:?}");
    }
}

#[test]
fn the_waveform_follows_the_sound() {
    let rate = 44_100;
    let samples: Vec<f32> = (0..rate * 8).map(|n| if n < rate * 4 { 0.25 } else { -1.0 }).collect();
    let sound = read(&wav(rate as u32, 1, &samples)).unwrap().sound.unwrap();
    assert!(sound.waveform[..399].iter().all(|peak| *peak == 64));
    assert!(sound.waveform[401..].iter().all(|peak| *peak == 255));
    let tiny = read(&wav(8000, 1, &[0.5; 40])).unwrap().sound.unwrap();
    assert_eq!(tiny.waveform, vec![128; WAVEFORM_PEAKS]);
}

// MED-10
#[test]
fn an_incomplete_file_says_so() {
    for sample in [Sample::Wav, Sample::Flac, Sample::Mp3, Sample::Mp4FastStart] {
        let file = sample.bytes();
        let error = read(&file[..file.len() * 2 / 3]).unwrap_err();
        assert!(matches!(error, AnalysisError::Truncated { .. }), "{sample:?}: {error:?}");
        assert!(error.to_string().contains("incomplete"), "{error}");
        assert!(!error.is_passing());
    }
    for sample in [Sample::Mp4, Sample::Mov, Sample::M4a] {
        let file = sample.bytes();
        let error = read(&file[..file.len() * 2 / 3]).unwrap_err();
        assert!(matches!(error, AnalysisError::Broken(_)), "{sample:?}: {error:?}");
    }
    // A program stream has no length; cut anywhere after its first header, it is a shorter film.
    for sample in Sample::ALL.into_iter().filter(|sample| *sample != Sample::MpegProgram) {
        let file = &sample.bytes()[..150];
        assert!(read(file).is_err(), "{sample:?} of 150 bytes");
    }
}

// MED-10
#[test]
fn what_is_no_media_is_refused() {
    assert!(matches!(read(b"<html></html>"), Err(AnalysisError::NotMedia)));
    assert!(matches!(read(b""), Err(AnalysisError::NotMedia)));
}

// MED-10
#[test]
fn without_ffmpeg_the_rest_is_still_told() {
    for sample in [Sample::OggOpus, Sample::WebM, Sample::Avi] {
        let analysis = read_alone(sample.bytes()).unwrap();
        assert_eq!(analysis.sound, None);
        let seconds = analysis.duration.unwrap_or_else(|| panic!("{sample:?}")).as_secs_f64();
        assert!((1.9..2.2).contains(&seconds), "{sample:?} is {seconds} s long");
    }
    assert_eq!(read_alone(Sample::MpegProgram.bytes()).unwrap().duration, None);
    assert!(Ffmpeg::find_in("".as_ref()).is_none());
    assert!(Ffmpeg::find_in("relative:/nonexistent".as_ref()).is_none());
}

// MED-09
#[test]
fn video_without_sound_has_a_length_and_no_sound() {
    let silent = ["-map", "1:v", "-t", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p"];
    for extension in ["mp4", "mov"] {
        let analysis = read(&ffmpeg(&tone(44_100, 2.0), true, &silent, extension)).unwrap();
        assert_eq!(analysis.sound, None);
        assert!((1.9..2.2).contains(&analysis.duration.unwrap().as_secs_f64()));
    }
    let silent = ["-map", "1:v", "-t", "2", "-c:v", "mpeg4"];
    let analysis = read(&ffmpeg(&tone(44_100, 2.0), true, &silent, "avi")).unwrap();
    assert_eq!(analysis.sound, None);
}

// MED-10
#[test]
fn a_sound_file_without_sound_is_damaged() {
    let silent = ["-map", "1:v", "-t", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p"];
    let mut film = ffmpeg(&tone(44_100, 1.0), true, &silent, "mp4");
    film[8..12].copy_from_slice(b"M4A ");
    for error in [read(&film).unwrap_err(), read_alone(&film).unwrap_err()] {
        assert_eq!(error.to_string(), "the file is damaged: there is no sound in it");
    }
}

// MED-10
#[test]
fn days_of_silence_in_a_small_file_are_refused() {
    let file = Sample::Flac.encode(&wav(8000, 1, &vec![0.0; 8000 * 100]));
    let limits = Limits { max_duration: Duration::from_secs(60), ..Limits::default() };
    let error = analyze(&mut Cursor::new(file), &limits, None).unwrap_err();
    assert!(matches!(error, AnalysisError::TooLong(_)), "{error:?}");
}

// MED-10
#[test]
fn the_time_is_bounded() {
    let limits = Limits { max_time: Duration::ZERO, ..Limits::default() };
    for sample in [Sample::Mp3, Sample::Avi] {
        let started = Stopwatch::start();
        let error = analyze(&mut Cursor::new(sample.bytes()), &limits, Some(&tool())).unwrap_err();
        assert!(matches!(error, AnalysisError::TooSlow), "{sample:?}: {error:?}");
        assert!(started.elapsed() < Duration::from_secs(5));
    }
}

/// A source that fails in the middle of the file.
struct Failing(Cursor<&'static [u8]>);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.position() > 20_000 {
            return Err(io::Error::other("the store is away"));
        }
        let size = buffer.len().min(4096);
        self.0.read(&mut buffer[..size])
    }
}

impl Seek for Failing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

// MED-10
#[test]
fn a_store_that_fails_is_not_a_broken_file() {
    for sample in [Sample::Wav, Sample::Mp3, Sample::MpegTransport, Sample::Avi] {
        let mut source = Failing(Cursor::new(sample.bytes()));
        let error = analyze(&mut source, &Limits::default(), Some(&tool())).unwrap_err();
        assert!(error.is_passing(), "{sample:?}: {error:?}");
    }
}

// MED-10
#[test]
fn a_tag_that_would_fill_the_memory_is_refused() {
    let length = 40_000_000_u32;
    let mut file = b"ID3\x04\0\0".to_vec();
    file.extend([21, 14, 7, 0].map(|shift| (length >> shift & 0x7f) as u8));
    let picture = length - 10;
    file.extend(b"APIC");
    file.extend([21, 14, 7, 0].map(|shift| (picture >> shift & 0x7f) as u8));
    file.extend([0, 0]);
    file.resize(10 + length as usize, 1);
    file.extend(Sample::Mp3WithoutTag.bytes());
    let error = read_alone(&file).unwrap_err();
    assert_eq!(error.to_string(), "the file is damaged: its tags or its index are too large");
}
