//! ffmpeg, where it is installed: hears what is not decoded here and draws a poster from a film. It meets
//! the files of strangers, so it is told what kind of file it is (a guessing ffmpeg would follow the
//! addresses in a playlist), may open nothing but that file, and runs under limits.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use symphonia::core::io::ReadOnlySource;

use crate::decode::{self, Heard};
use crate::error::AnalysisError;
use crate::limits::Limits;
use crate::process::Process;
use crate::sound::Sound;
use crate::source::Watch;
use crate::{Kind, Picture};

const POSTER_TIME: Duration = Duration::from_secs(20);
const MAX_POSTER: u64 = 2 * 1024 * 1024;
/// Wide enough for a player's window, small enough to send at once.
const POSTER_SCALE: &str = "scale=w='min(960,iw)':h=-2";

/// An ffmpeg that is there.
#[derive(Debug, Clone)]
pub struct Ffmpeg {
    program: PathBuf,
    launcher: Option<Launcher>,
}

/// A program that confines itself and becomes another: its own arguments, then `--read` and a file for each file
/// that may be read, then `--` and the command line of the other program.
#[derive(Debug, Clone)]
pub struct Launcher {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Ffmpeg {
    /// The one on the `PATH`, if any.
    pub fn find() -> Option<Self> {
        Self::find_in(&std::env::var_os("PATH")?)
    }

    /// The first in a list of folders such as `PATH` holds.
    pub fn find_in(folders: &OsStr) -> Option<Self> {
        std::env::split_paths(folders)
            .map(|folder| folder.join("ffmpeg"))
            .find(|program| program.is_absolute() && program.is_file())
            .map(|program| Self { program, launcher: None })
    }

    /// The same, run by a launcher that confines it.
    pub fn confined(self, launcher: Option<Launcher>) -> Self {
        Self { launcher, ..self }
    }

    /// A JPEG from about the first second of a film; none for sound, and for a film that shows nothing.
    pub fn poster(&self, path: &Path, kind: Kind) -> io::Result<Option<Picture>> {
        if !kind.is_video() {
            return Ok(None);
        }
        let path = std::path::absolute(path)?;
        let deadline = Instant::now() + POSTER_TIME;
        // A film may be shorter than a second, or its first second be all it has.
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
        let errors = pipes.errors.map(|errors| thread::spawn(move || last_words(errors)));
        let mut bytes = Vec::new();
        if let Some(output) = pipes.output {
            output.take(MAX_POSTER + 1).read_to_end(&mut bytes)?;
        }
        drop(process);
        drop(errors.map(thread::JoinHandle::join));
        let fits = bytes.len() as u64 <= MAX_POSTER && bytes.ends_with(&[0xff, 0xd9]);
        Ok(Some(bytes).filter(|_| fits).and_then(Picture::from_bytes))
    }

    /// Hears a file that is fed to ffmpeg from its start; none where there is no sound in it.
    pub(crate) fn listen<S: Read + Seek + Send>(
        &self,
        source: &mut S,
        kind: Kind,
        limits: &Limits,
        watch: &Arc<Watch>,
    ) -> Result<Option<Sound>, AnalysisError> {
        source.seek(SeekFrom::Start(0)).map_err(AnalysisError::Source)?;
        // At this level it names the streams it found.
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
            let words = scope.spawn(|| last_words(errors));
            let heard = hear(output, watch, limits);
            let status = process.wait();
            // Ends ffmpeg if it still runs, and with it the two threads.
            drop(process);
            let fed =
                feeding.join().unwrap_or_else(|_| Err(io::Error::other("the feeding stopped")));
            let words = words.join().unwrap_or_default();
            fed.map_err(AnalysisError::Source)?;
            match heard {
                Ok(Heard::Sound(sound)) if status.is_some_and(|status| status.success()) => {
                    Ok(Some(sound))
                }
                Err(error @ (AnalysisError::TooLong(_) | AnalysisError::TooSlow)) => Err(error),
                _ if watch.is_late() => Err(AnalysisError::TooSlow),
                _ if shows_but_does_not_sound(&words) => Ok(None),
                // Their index may lie at the end, which a pipe does not reach.
                _ if matches!(kind, Kind::Mp4 | Kind::Mov | Kind::M4a) => Ok(None),
                _ => Err(AnalysisError::Broken("its sound cannot be decoded".into())),
            }
        })
    }

    fn command(&self, words: &str, protocol: &str, kind: Kind, input: Option<&Path>) -> Command {
        let mut command = self.launched(input);
        command.current_dir("/").args(["-v", words, "-hide_banner", "-nostats", "-nostdin"]);
        command.args(["-threads", "1"]);
        command.args(["-protocol_whitelist", protocol]);
        command.args(["-format_whitelist", demuxers(kind)]);
        command
    }

    /// ffmpeg itself, or the launcher that becomes ffmpeg.
    fn launched(&self, input: Option<&Path>) -> Command {
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

/// ffmpeg's names for a container.
fn demuxers(kind: Kind) -> &'static str {
    match kind {
        Kind::Mp3 => "mp3",
        Kind::Wav => "wav",
        Kind::Ogg => "ogg",
        Kind::Flac => "flac",
        Kind::Aac => "aac",
        Kind::M4a | Kind::Mp4 | Kind::Mov => "mov,mp4,m4a,3gp,3g2,mj2",
        Kind::Avi => "avi",
        Kind::WebM => "matroska,webm",
        Kind::Mpeg => "mpeg,mpegts,mpegvideo",
    }
}

fn hear(
    output: impl Read + Send + Sync,
    watch: &Arc<Watch>,
    limits: &Limits,
) -> Result<Heard, AnalysisError> {
    let source = Box::new(ReadOnlySource::new(output));
    let mut format = decode::open(source, "wav").map_err(|error| AnalysisError::broken(&error))?;
    decode::listen(format.as_mut(), watch, limits.max_duration, false)
}

/// Gives ffmpeg the file, until it has enough.
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

/// Whether ffmpeg found no sound, but pictures that it can make something of.
fn shows_but_does_not_sound(words: &str) -> bool {
    words.contains("matches no streams")
        && words.contains("Video:")
        && !words.contains("Could not find codec parameters")
}

/// The start of what it complained of; the rest is read and forgotten, so that it does not stall.
fn last_words(mut errors: ChildStderr) -> String {
    let mut words = Vec::new();
    let _ = errors.by_ref().take(8192).read_to_end(&mut words);
    let _ = io::copy(&mut errors, &mut io::sink());
    String::from_utf8_lossy(&words).into_owned()
}
