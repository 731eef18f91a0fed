//! Encodes a preview as MP3 with ffmpeg.

use std::io::{self, Read, Write};
use std::process::ChildStdin;
use std::thread;
use std::time::Instant;

use super::recipe::{Encoder, Names};
use crate::Ffmpeg;
use crate::ffmpeg::read_errors;
use crate::process::Process;

/// Frames go in through a pipe, and the MP3 is collected on a thread.
pub struct Mp3Encoder {
    process: Process,
    input: Option<ChildStdin>,
    output: thread::JoinHandle<io::Result<Vec<u8>>>,
    errors: thread::JoinHandle<String>,
    bytes: Vec<u8>,
}

impl Mp3Encoder {
    pub fn start(
        ffmpeg: &Ffmpeg,
        rate: u32,
        names: Names<'_>,
        deadline: Instant,
    ) -> io::Result<Self> {
        let mut command = ffmpeg.base_command(None);
        command.current_dir("/").args(["-v", "error", "-hide_banner", "-nostats", "-nostdin"]);
        command.args(["-threads", "1", "-protocol_whitelist", "pipe"]);
        command.args(["-f", "f32le", "-ac", "2", "-ar"]).arg(rate.to_string());
        command.args(["-i", "pipe:0", "-map_metadata", "-1"]);
        for (tag, value) in [("title", names.title), ("artist", names.artist)] {
            // A zero byte cannot be an argument of a program.
            command.arg("-metadata").arg(format!("{tag}={}", value.replace('\0', "")));
        }
        command.args(["-ar", "44100", "-c:a", "libmp3lame", "-b:a", "128k", "-joint_stereo", "1"]);
        // The number of frames is written into the first frame afterwards, which a pipe does not allow.
        command.args(["-write_xing", "0", "-id3v2_version", "3", "-f", "mp3", "pipe:1"]);
        let (process, pipes) = Process::start(&mut command, deadline)?;
        let (Some(input), Some(mut output), Some(errors)) =
            (pipes.input, pipes.output, pipes.errors)
        else {
            return Err(io::Error::other("ffmpeg has no streams"));
        };
        let output = thread::spawn(move || {
            let mut bytes = Vec::new();
            output.read_to_end(&mut bytes).map(|_| bytes)
        });
        let errors = thread::spawn(move || read_errors(errors));
        Ok(Self { process, input: Some(input), output, errors, bytes: Vec::new() })
    }

    /// Ends the encoding and returns the complete MP3.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        drop(self.input.take());
        let bytes = self.output.join().unwrap_or_else(|_| Err(io::Error::other("no output")))?;
        let status = self.process.wait();
        drop(self.process);
        let words = self.errors.join().unwrap_or_default();
        if !status.is_some_and(|status| status.success()) {
            return Err(io::Error::other(format!("ffmpeg could not encode: {}", words.trim())));
        }
        Ok(bytes)
    }
}

impl Encoder for Mp3Encoder {
    fn push(&mut self, frames: &[[f32; 2]]) -> io::Result<()> {
        self.bytes.clear();
        self.bytes.extend(frames.as_flattened().iter().flat_map(|sample| sample.to_le_bytes()));
        match &mut self.input {
            Some(input) => input.write_all(&self.bytes),
            None => Ok(()),
        }
    }
}
