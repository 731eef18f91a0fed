//! Makes posters of videos, with the real ffmpeg and with fake programs that fail.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails its test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use ledgerline_media::{Ffmpeg, Kind, Launcher, Limits, analyze};
use testbed::budget::{self, Stopwatch};
use testbed::fixtures::{Sample, ffmpeg, tone};

fn tool() -> Ffmpeg {
    Ffmpeg::find().expect("ffmpeg is installed (Debian: apt install ffmpeg)")
}

/// Creates a fake ffmpeg program that runs a shell script.
fn impostor(folder: &Path, script: &str) -> Ffmpeg {
    let program = folder.join("ffmpeg");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    Ffmpeg::find_in(folder.as_os_str()).unwrap()
}

// MED-09
#[test]
fn every_film_has_a_poster_and_no_sound_has() {
    let folder = tempfile::tempdir().unwrap();
    for sample in Sample::ALL {
        let path = folder.path().join("-file with 'odd' name: %d");
        fs::write(&path, sample.bytes()).unwrap();
        let poster = tool().poster(&path, sample.kind()).unwrap();
        assert_eq!(poster.is_some(), sample.kind().is_video(), "{sample:?}");
        if let Some(poster) = poster {
            assert_eq!(poster.mime, "image/jpeg");
            assert!((1000..200_000).contains(&poster.bytes.len()), "{sample:?}: {poster:?}");
        }
    }
}

#[test]
fn a_film_shorter_than_a_second_has_a_poster() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.mp4");
    let short = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-t", "0.4"];
    fs::write(&path, ffmpeg(&tone(44_100, 0.5), true, &short, "mp4")).unwrap();
    assert!(tool().poster(&path, Kind::Mp4).unwrap().is_some());
}

// MED-10
#[test]
fn a_broken_film_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.mp4");
    fs::write(&path, &Sample::Mp4.bytes()[..5000]).unwrap();
    assert_eq!(tool().poster(&path, Kind::Mp4).unwrap(), None);
    assert_eq!(tool().poster(&folder.path().join("absent"), Kind::Mp4).unwrap(), None);
}

// MED-10
#[test]
fn a_playlist_that_calls_itself_a_film_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    fs::write(&film, Sample::Mp4.bytes()).unwrap();
    let path = folder.path().join("list.mp4");
    fs::write(&path, format!("ffconcat version 1.0\nfile '{}'\n", film.display())).unwrap();
    for kind in [Kind::Mp4, Kind::Mpeg, Kind::Avi, Kind::WebM] {
        assert_eq!(tool().poster(&path, kind).unwrap(), None, "{kind:?}");
    }
}

// MED-10
#[test]
fn a_program_that_talks_without_end_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let started = Stopwatch::start();
    let endless = impostor(folder.path(), "exec /usr/bin/yes");
    assert_eq!(endless.poster(Path::new("/dev/null"), Kind::Mp4).unwrap(), None);
    assert!(started.elapsed() < Duration::from_secs(10));
}

// MED-10
#[test]
fn a_program_that_hangs_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let script = format!("echo $$ > '{}'\nexec /bin/sleep 600", pid.display());
    let hanging = impostor(folder.path(), &script);
    let limits =
        Limits { max_time: budget::wall_limit(Duration::from_millis(500)), ..Limits::default() };
    let started = Stopwatch::start();
    let mut file = std::io::Cursor::new(Sample::Avi.bytes());
    let error = analyze(&mut file, &limits, Some(&hanging)).unwrap_err();
    assert_eq!(error.to_string(), "the file takes too long to analyze");
    assert!(started.elapsed() < Duration::from_secs(10));
    let pid = fs::read_to_string(pid).unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "it is still there");
}

/// A launcher gets the file that may be read and ffmpeg's unchanged command line.
#[test]
fn ffmpeg_is_run_by_its_launcher() {
    let folder = tempfile::tempdir().unwrap();
    let (program, told) = (folder.path().join("launcher"), folder.path().join("told"));
    let script = format!("echo \"$1 $2 $3 $4\" >> {}; shift 4; exec \"$@\"", told.display());
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = folder.path().join("film.avi");
    fs::write(&path, Sample::Avi.bytes()).unwrap();
    let launcher = Launcher { program, arguments: vec!["confine".into()] };
    let confined = tool().with_launcher(Some(launcher));
    assert!(confined.poster(&path, Kind::Avi).unwrap().is_some());
    let told = fs::read_to_string(told).unwrap();
    let expected = format!("confine --read {} --", path.display());
    assert!(told.lines().count() >= 1 && told.lines().all(|line| line == expected), "{told}");
}
