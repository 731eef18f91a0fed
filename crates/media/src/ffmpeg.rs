//! Runs ffmpeg, if it is installed, to decode what this crate cannot and to make the poster of a video.
//! Uploaded files are untrusted, so ffmpeg gets the file type (if it guessed, it would follow the URLs of a
//! playlist), may open only that file, and runs under limits.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use symphonia::core::io::ReadOnlySource;

use crate::decode::{self, Decoded, Sink, Wanted};
use crate::error::AnalysisError;
use crate::limits::Limits;
use crate::process::Process;
use crate::source::Watch;
use crate::{Kind, Picture};

const POSTER_TIME: Duration = Duration::from_secs(20);
const MAX_POSTER: u64 = 2 * 1024 * 1024;
/// Wide enough for a player's window, small enough to send quickly.
const POSTER_SCALE: &str = "scale=w='min(960,iw)':h=-2";

/// An installed ffmpeg program.
#[derive(Debug, Clone)]
pub struct Ffmpeg {
    program: PathBuf,
    launcher: Option<Launcher>,
}

/// A program that confines itself and then executes another one. Its command line: its own arguments, `--read`
/// and a path for each readable file, then `--` and the command line of the other program.
#[derive(Debug, Clone)]
pub struct Launcher {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Ffmpeg {
    /// Finds ffmpeg on the `PATH`.
    pub fn find() -> Option<Self> {
        Self::find_in(&std::env::var_os("PATH")?)
    }

    /// Finds ffmpeg in the first matching folder of a list in the format of `PATH`.
    pub fn find_in(folders: &OsStr) -> Option<Self> {
        std::env::split_paths(folders)
            .map(|folder| folder.join("ffmpeg"))
            .find(|program| program.is_absolute() && program.is_file())
            .map(|program| Self { program, launcher: None })
    }

    /// Runs ffmpeg through a launcher that confines it.
    pub fn with_launcher(self, launcher: Option<Launcher>) -> Self {
        Self { launcher, ..self }
    }

    /// A JPEG from about the first second of a video; `None` for sound and for a video without a picture.
    pub fn poster(&self, path: &Path, kind: Kind) -> io::Result<Option<Picture>> {
        if !kind.is_video() {
            return Ok(None);
        }
        let path = std::path::absolute(path)?;
        let deadline = Instant::now() + POSTER_TIME;
        // The video may be shorter than a second, or have pictures only in its first second.
        for skip in ["1", "0"] {
            let picture = self.frame(&path, kind, skip, deadline)?;
            if picture.is_some() {
                return Ok(picture);
            }
        }
        Ok(None)
    }

    fn frame(
        &self,
        path: &Path,
        kind: Kind,
        skip: &str,
        deadline: Instant,
    ) -> io::Result<Option<Picture>> {
        let mut command = self.command("error", "file", kind, Some(path));
        let mut file = OsString::from("file:");
        file.push(path);
        command.args(["-ss", skip, "-i"]).arg(file);
        command.args(["-map", "0:v:0", "-frames:v", "1", "-vf", POSTER_SCALE]);
        command
            .args(["-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj420p", "-f", "mjpeg", "pipe:1"]);
        let (process, pipes) = Process::start(&mut command, deadline)?;
        drop(pipes.input);
        let errors = pipes.errors.map(|errors| thread::spawn(move || read_errors(errors)));
        let mut bytes = Vec::new();
        if let Some(output) = pipes.output {
            output.take(MAX_POSTER + 1).read_to_end(&mut bytes)?;
        }
        drop(process);
        drop(errors.map(thread::JoinHandle::join));
        let fits = bytes.len() as u64 <= MAX_POSTER && bytes.ends_with(&[0xff, 0xd9]);
        Ok(Some(bytes).filter(|_| fits).and_then(Picture::from_bytes))
    }

    /// Decodes a file that is piped to ffmpeg; `Silent` if it has no sound.
    pub(crate) fn decode<S: Read + Seek + Send>(
        &self,
        source: &mut S,
        kind: Kind,
        limits: &Limits,
        watch: &Arc<Watch>,
        sink: &mut dyn Sink,
    ) -> Result<Decoded, AnalysisError> {
        source.seek(SeekFrom::Start(0)).map_err(AnalysisError::Source)?;
        // At log level `info`, ffmpeg names the streams it found.
        let mut command = self.command("info", "pipe", kind, None);
        command.args(["-i", "pipe:0", "-map", "0:a:0", "-vn", "-sn", "-dn"]);
        command.args(["-c:a", "pcm_f32le", "-f", "wav", "pipe:1"]);
        let (process, pipes) =
            Process::start(&mut command, watch.deadline()).map_err(AnalysisError::Source)?;
        let (Some(input), Some(output), Some(errors)) = (pipes.input, pipes.output, pipes.errors)
        else {
            return Err(AnalysisError::Source(io::Error::other("ffmpeg has no streams")));
        };
        thread::scope(|scope| {
            let feeding = scope.spawn(|| feed(source, input));
            let words = scope.spawn(|| read_errors(errors));
            let mut sink = EnoughSink { sink, is_reached: false };
            let decoded = decode_output(output, watch, limits, &mut sink);
            // A sink that has enough does not let ffmpeg write on.
            let status = if sink.is_reached { None } else { process.wait() };
            // Kills ffmpeg if it still runs, which also ends the two threads.
            drop(process);
            let fed =
                feeding.join().unwrap_or_else(|_| Err(io::Error::other("the feeding stopped")));
            let words = words.join().unwrap_or_default();
            fed.map_err(AnalysisError::Source)?;
            match decoded {
                Ok(Decoded::Sound)
                    if sink.is_reached || status.is_some_and(|status| status.success()) =>
                {
                    Ok(Decoded::Sound)
                }
                Err(error @ (AnalysisError::TooLong(_) | AnalysisError::TooSlow)) => Err(error),
                _ if watch.is_late() => Err(AnalysisError::TooSlow),
                _ if has_picture_but_no_sound(&words) => Ok(Decoded::Silent),
                // The index of these types can be at the end of the file, which a pipe cannot seek to.
                _ if matches!(kind, Kind::Mp4 | Kind::Mov | Kind::M4a) => Ok(Decoded::Silent),
                _ => Err(AnalysisError::Broken("its sound cannot be decoded".into())),
            }
        })
    }

    fn command(&self, words: &str, protocol: &str, kind: Kind, input: Option<&Path>) -> Command {
        let mut command = self.base_command(input);
        command.current_dir("/").args(["-v", words, "-hide_banner", "-nostats", "-nostdin"]);
        command.args(["-threads", "1"]);
        command.args(["-protocol_whitelist", protocol]);
        command.args(["-format_whitelist", demuxers(kind)]);
        command
    }

    /// A command for ffmpeg, or for the launcher that executes ffmpeg.
    pub(crate) fn base_command(&self, input: Option<&Path>) -> Command {
        let Some(launcher) = &self.launcher else { return Command::new(&self.program) };
        let mut command = Command::new(&launcher.program);
        command.args(&launcher.arguments);
        if let Some(input) = input {
            command.arg("--read").arg(input);
        }
        command.arg("--").arg(&self.program);
        command
    }
}

/// ffmpeg's names for the container formats.
fn demuxers(kind: Kind) -> &'static str {
    match kind {
        Kind::Mp3 => "mp3",
        Kind::Wav => "wav",
        Kind::Ogg => "ogg",
        Kind::Flac => "flac",
        Kind::Aac => "aac",
        Kind::M4a | Kind::Mp4 | Kind::Mov => "mov,mp4,m4a,3gp,3g2,mj2",
        Kind::Avi => "avi",
        Kind::WebM | Kind::WebMAudio => "matroska,webm",
        Kind::Mpeg => "mpeg,mpegts,mpegvideo",
    }
}

fn decode_output(
    output: impl Read + Send + Sync,
    watch: &Arc<Watch>,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<Decoded, AnalysisError> {
    let source = Box::new(ReadOnlySource::new(output));
    let mut format =
        decode::open(source, "wav").map_err(|error| AnalysisError::from_decoder(&error))?;
    decode::decode(format.as_mut(), watch, limits.max_duration, false, sink)
}

/// Wraps a sink and remembers that it wants no more samples.
struct EnoughSink<'s> {
    sink: &'s mut dyn Sink,
    is_reached: bool,
}

impl Sink for EnoughSink<'_> {
    fn begin(&mut self, rate: u32, channels: usize) -> Result<(), AnalysisError> {
        self.sink.begin(rate, channels)
    }

    fn push(&mut self, samples: &mut [f32]) -> Result<Wanted, AnalysisError> {
        let wanted = self.sink.push(samples)?;
        self.is_reached |= wanted == Wanted::Nothing;
        Ok(wanted)
    }
}

/// Copies the file to ffmpeg's input until ffmpeg closes it.
fn feed(source: &mut impl Read, mut input: ChildStdin) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = match source.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if input.write_all(&buffer[..count]).is_err() {
            return Ok(());
        }
    }
}

/// Whether ffmpeg found no sound, but a picture it can decode.
fn has_picture_but_no_sound(words: &str) -> bool {
    words.contains("matches no streams")
        && words.contains("Video:")
        && !words.contains("Could not find codec parameters")
}

/// The beginning of ffmpeg's error output. The rest is read and dropped, so that ffmpeg does not block on a
/// full pipe.
pub(crate) fn read_errors(mut errors: ChildStderr) -> String {
    let mut words = Vec::new();
    let _ = errors.by_ref().take(8192).read_to_end(&mut words);
    let _ = io::copy(&mut errors, &mut io::sink());
    String::from_utf8_lossy(&words).into_owned()
}
