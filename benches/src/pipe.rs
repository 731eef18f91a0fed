//! Sends large bodies and reads large answers over one connection. Received bytes are counted and dropped, so that the
//! benchmark itself uses little processor time.

use std::{
    error::Error,
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

pub struct Pipe {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Pipe {
    pub fn open(address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream, buffer: vec![0; 256 << 10] })
    }

    /// Sends the parts one after another and reads the answer to its end. Returns the beginning of its body; a small
    /// body is returned completely.
    pub fn send(&mut self, parts: &[&[u8]], status: u16) -> Result<&[u8], Box<dyn Error>> {
        for part in parts {
            self.stream.write_all(part)?;
        }
        let mut filled = 0;
        let body = loop {
            match self.stream.read(&mut self.buffer[filled..])? {
                0 => return Err("the server closed the connection".into()),
                read => filled += read,
            }
            let end = self.buffer[..filled].windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(end) = end {
                break end + 4;
            }
        };
        let head = std::str::from_utf8(&self.buffer[..body])?.to_owned();
        let told: u16 = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        let length = head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
        if told != status {
            return Err(format!("{told} instead of {status}: {head}").into());
        }
        let mut left = (body + length).saturating_sub(filled);
        // A small body is kept in the buffer; a large one overwrites it.
        let is_small = left <= self.buffer.len() - filled;
        let mut at = if is_small { filled } else { body };
        let kept = if is_small { filled + left } else { body };
        while left > 0 {
            let room = left.min(self.buffer.len() - at);
            let read = self.stream.read(&mut self.buffer[at..at + room])?;
            if read == 0 {
                return Err(format!("the answer ended with {left} bytes to come: {head}").into());
            }
            left -= read;
            if is_small {
                at += read;
            }
        }
        Ok(&self.buffer[body..kept])
    }
}

impl Pipe {
    /// Reads `bytes` bytes of an answer, including its head, and leaves the rest unread.
    pub fn begin(&mut self, question: &[u8], bytes: u64) -> Result<(), Box<dyn Error>> {
        self.stream.write_all(question)?;
        let mut left = bytes;
        while left > 0 {
            match self.stream.read(&mut self.buffer)? {
                0 => return Err(format!("the answer ended with {left} bytes to come").into()),
                read => left = left.saturating_sub(read as u64),
            }
        }
        Ok(())
    }

    /// Writes the body of an answer to a file.
    pub fn send_to(&mut self, question: &[u8], file: &mut File) -> Result<(), Box<dyn Error>> {
        let mut answer = BufReader::with_capacity(256 << 10, self.stream.try_clone()?);
        self.stream.write_all(question)?;
        let (mut line, mut length) = (String::new(), 0);
        while answer.read_line(&mut line)? > 2 {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
            line.clear();
        }
        std::io::copy(&mut answer.take(length), file)?;
        Ok(())
    }
}

/// Returns the head of an answer, read on a separate connection that the server closes.
pub fn head(address: SocketAddr, question: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.write_all(question)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer).into_owned();
    Ok(text.split("\r\n\r\n").next().unwrap_or_default().to_owned())
}

pub fn get(path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("GET {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n").into_bytes()
}

/// Measures the ranges per second over several connections; each sends the next request as soon as it has the answer.
pub fn rate(
    address: SocketAddr,
    connections: usize,
    time: Duration,
    question: impl Fn(u64) -> Vec<u8> + Sync,
) -> Result<f64, Box<dyn Error>> {
    let turns = AtomicU64::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
        let work: Vec<_> = (0..connections)
            .map(|_| {
                scope.spawn(|| -> Result<(), String> {
                    let failed = |error: Box<dyn Error>| error.to_string();
                    let mut pipe = Pipe::open(address).map_err(failed)?;
                    while begun.elapsed() < time {
                        let turn = turns.fetch_add(1, Ordering::Relaxed);
                        pipe.send(&[&question(turn)], 206).map_err(failed)?;
                    }
                    Ok(())
                })
            })
            .collect();
        for one in work {
            one.join().map_err(|_| "a thread panicked")??;
        }
        Ok(())
    })?;
    Ok(turns.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64())
}
