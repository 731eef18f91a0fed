//! Measures the making of previews: the processor time and the memory to put a voice tag into a beat of three minutes,
//! with ffmpeg (MP3) and without it (FLAC). PRV-07

use std::error::Error;
use std::fs::File;
use std::io::{Cursor, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use ::media::preview::{Clip, Names, Recipe, make_preview};
use ::media::{Ffmpeg, Limits};

use crate::load::median;
use crate::media;
use crate::report::Report;

/// The hidden command that makes one preview in a separate process and prints its time and memory.
pub const COMMAND: &str = "make-preview";
const ROUNDS: usize = 3;
/// The clock ticks per second in which the system counts processor time.
const TICKS_A_SECOND: f64 = 100.0;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub fn run() -> Outcome {
    let mut report = Report::new();
    let folder = tempfile::tempdir()?;
    let beat = media::beat(folder.path())?;
    for (kind, way) in [("MP3", "with-ffmpeg"), ("FLAC", "without")] {
        let rounds =
            (0..ROUNDS).map(|_| measure_preview(&beat, way)).collect::<Outcome<Vec<_>>>()?;
        let (seconds, megabytes): (Vec<f64>, Vec<f64>) = rounds.into_iter().unzip();
        let what = format!("a preview of three minutes as {kind}");
        report.below(&format!("{what}, time of one core"), median(seconds), 6.0, "s");
        report.below(&format!("{what}, memory"), median(megabytes), 30.0, "MB");
    }
    report.print();
    Ok(())
}

fn measure_preview(beat: &Path, way: &str) -> Outcome<(f64, f64)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(COMMAND).arg(beat).arg(way).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let (seconds, megabytes) = text.trim().split_once(' ').ok_or("no preview was made")?;
    Ok((seconds.parse()?, megabytes.parse()?))
}

/// Prints the processor time, ffmpeg's included, and the memory that this process gained.
pub fn make(beat: &str, way: Option<&str>) -> Outcome {
    let ffmpeg = match way {
        Some("with-ffmpeg") => Some(Ffmpeg::find().ok_or("ffmpeg is not installed")?),
        _ => None,
    };
    let limits = Limits::default();
    let tag = Clip::read(&mut Cursor::new(media::sound(300_000, 3)), &limits, None)?;
    let recipe = Recipe {
        first: Duration::from_secs(5),
        every: Duration::from_secs(25),
        tag_level: -3.0,
        duck: 6.0,
        length: None,
    };
    let names = Names { title: "Midnight Drive", artist: "Maya Okafor" };
    let before = status("VmRSS:")?;
    let begun = processor_seconds()?;
    let (mut source, mut out) = (File::open(beat)?, tempfile::tempfile()?);
    make_preview(&mut source, &tag, &recipe, names, &limits, ffmpeg.as_ref(), &mut out)?;
    out.flush()?;
    if out.stream_position()? == 0 {
        return Err("the preview is empty".into());
    }
    println!("{} {}", processor_seconds()? - begun, status("VmHWM:")? - before);
    Ok(())
}

/// Reads a value of `/proc/self/status` in megabytes.
fn status(name: &str) -> Outcome<f64> {
    let all = std::fs::read_to_string("/proc/self/status")?;
    let line = all.lines().find(|line| line.starts_with(name)).ok_or("no memory value")?;
    let kib: f64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
    Ok(kib / 1024.0)
}

/// The processor time of this process and of its ended child processes.
fn processor_seconds() -> Outcome<f64> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = text.rsplit_once(')').ok_or("no processor times")?;
    let times = rest.split_whitespace().skip(11).take(4);
    let ticks = times.map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / TICKS_A_SECOND)
}
