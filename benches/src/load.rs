//! Generates load over keep-alive connections: each sends its request again as soon as the answer has arrived, until
//! the time is up.

use std::{
    error::Error,
    io::{Read, Write},
    net::SocketAddr,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

#[derive(Clone)]
pub struct Request {
    pub address: SocketAddr,
    bytes: Vec<u8>,
}

impl Request {
    pub fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Self {
        let authorization =
            token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let text = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{authorization}\r\n");
        Self { address, bytes: text.into_bytes() }
    }

    /// A request with any head, and a body.
    pub fn of(address: SocketAddr, head: &str, body: &str) -> Self {
        let text = format!("{head}host: {address}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        Self { address, bytes: text.into_bytes() }
    }

    /// A request for `length` bytes from the position `first`.
    pub fn range(address: SocketAddr, path: &str, first: usize, length: usize) -> Self {
        let last = first + length - 1;
        let text = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nrange: bytes={first}-{last}\r\n\r\n"
        );
        Self { address, bytes: text.into_bytes() }
    }

    pub fn post(address: SocketAddr, path: &str, token: Option<&str>, body: &str) -> Self {
        Self::with_body("POST", address, path, token, body)
    }

    pub fn put(address: SocketAddr, path: &str, token: Option<&str>, body: &str) -> Self {
        Self::with_body("PUT", address, path, token, body)
    }

    fn with_body(
        method: &str,
        address: SocketAddr,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> Self {
        let authorization =
            token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{authorization}\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        Self { address, bytes: text.into_bytes() }
    }
}

/// One keep-alive connection.
pub struct Session {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Session {
    pub async fn open(address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Sends a request; any answer but a success is an error, because a fast refusal is no throughput.
    pub async fn send(&mut self, request: &Request) -> Result<(), Box<dyn Error>> {
        self.send_for(request, &[200, 201]).await
    }

    /// Like `send`, with the given statuses as the only successes.
    pub async fn send_for(
        &mut self,
        request: &Request,
        wanted: &[u16],
    ) -> Result<(), Box<dyn Error>> {
        self.ask(request, wanted).await.map(drop)
    }

    /// Sends a request and returns the body of an answer with one of these statuses.
    pub async fn ask(
        &mut self,
        request: &Request,
        wanted: &[u16],
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let (status, body) = exchange(&mut self.stream, request, &mut self.buffer).await?;
        if wanted.contains(&status) {
            return Ok(body);
        }
        Err(format!("{status} {}", String::from_utf8_lossy(&body)).into())
    }

    /// Sends a request and returns only the status.
    pub async fn status(&mut self, request: &Request) -> Result<u16, Box<dyn Error>> {
        Ok(exchange(&mut self.stream, request, &mut self.buffer).await?.0)
    }

    /// Frees the buffer of the last answer, because many sessions are open at once.
    pub fn forget(&mut self) {
        self.buffer = Vec::new();
    }

    /// Whether the server has not closed the connection. No answer may be pending.
    pub fn is_open(&self) -> bool {
        let read = self.stream.try_read(&mut [0]);
        matches!(read, Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
    }
}

/// Sends a request once on a new connection; returns the status and the body.
pub async fn once(request: &Request) -> Result<(u16, Vec<u8>), Box<dyn Error>> {
    let mut stream = TcpStream::connect(request.address).await?;
    exchange(&mut stream, request, &mut Vec::new()).await
}

/// Runs all connections at full speed until the time is up; returns the answers per second.
pub async fn run(request: Request, connections: usize, time: Duration) -> Result<f64, String> {
    let begun = Instant::now();
    let ends = begun + time;
    let tasks: Vec<_> = (0..connections)
        .map(|_| {
            let request = request.clone();
            tokio::spawn(async move {
                let failed = |error: Box<dyn Error>| error.to_string();
                let mut session = Session::open(request.address).await.map_err(failed)?;
                let mut count = 0_u64;
                while Instant::now() < ends {
                    session.send(&request).await.map_err(failed)?;
                    count += 1;
                }
                Ok::<_, String>(count)
            })
        })
        .collect();
    let mut count = 0;
    for task in tasks {
        count += task.await.map_err(|error| error.to_string())??;
    }
    Ok(count as f64 / begun.elapsed().as_secs_f64())
}

/// Like `run`, on a thread of low priority while something else is measured, so that the load of this program does not
/// affect the measurement.
pub fn storm(
    request: Request,
    connections: usize,
    time: Duration,
) -> JoinHandle<Result<f64, String>> {
    std::thread::spawn(move || {
        // If the system refuses the lower priority, the normal one is kept.
        let _ = rustix::process::nice(10);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        runtime.block_on(run(request, connections, time))
    })
}

async fn exchange(
    stream: &mut TcpStream,
    request: &Request,
    buffer: &mut Vec<u8>,
) -> Result<(u16, Vec<u8>), Box<dyn Error>> {
    stream.write_all(&request.bytes).await?;
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err("the server closed the connection".into());
        }
        if let Some(answer) = parse_answer(buffer)? {
            return Ok((answer.status, buffer[answer.body].to_vec()));
        }
    }
}

struct Answer {
    status: u16,
    body: std::ops::Range<usize>,
}

/// Parses an answer; returns `None` until it is complete.
fn parse_answer(buffer: &[u8]) -> Result<Option<Answer>, Box<dyn Error>> {
    let Some(head_end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&buffer[..head_end])?;
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
    let body = head_end + 4..head_end + 4 + length;
    Ok((buffer.len() >= body.end).then_some(Answer { status, body }))
}

/// One connection on one thread that waits for each answer, so that it measures the server and not the scheduling of
/// async tasks.
pub struct Stopwatch {
    stream: std::net::TcpStream,
    buffer: Vec<u8>,
}

impl Stopwatch {
    pub fn open(address: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let stream = std::net::TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self { stream, buffer: vec![0; 256 * 1024] })
    }

    /// Measures the time until the complete answer has arrived.
    pub fn time(&mut self, request: &Request) -> Result<Duration, Box<dyn Error>> {
        let sent = Instant::now();
        self.ask(request)?;
        Ok(sent.elapsed())
    }

    /// Sends a request and returns the body of a successful answer.
    pub fn ask(&mut self, request: &Request) -> Result<&[u8], Box<dyn Error>> {
        let body = self.answer(request)?;
        Ok(&self.buffer[body])
    }

    /// Sends a request and returns the number of bytes of a successful answer, head and body.
    pub fn weigh(&mut self, request: &Request) -> Result<usize, Box<dyn Error>> {
        Ok(self.answer(request)?.end)
    }

    fn answer(&mut self, request: &Request) -> Result<std::ops::Range<usize>, Box<dyn Error>> {
        self.stream.write_all(&request.bytes)?;
        let mut filled = 0;
        loop {
            let read = self.stream.read(&mut self.buffer[filled..])?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            filled += read;
            if let Some(answer) = parse_answer(&self.buffer[..filled])? {
                if [200, 201].contains(&answer.status) {
                    return Ok(answer.body);
                }
                let body = String::from_utf8_lossy(&self.buffer[answer.body]);
                return Err(format!("{} {body}", answer.status).into());
            }
        }
    }

    /// Sends a request every 5 ms and returns the time of each.
    pub fn paced(
        &mut self,
        request: &Request,
        time: Duration,
    ) -> Result<Vec<Duration>, Box<dyn Error>> {
        let ends = Instant::now() + time;
        let mut spans = Vec::new();
        while Instant::now() < ends {
            spans.push(self.time(request)?);
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(spans)
    }
}

/// The 99th percentile of all rounds together, in milliseconds. That of a single round would depend on its four slowest
/// answers.
pub fn p99(spans: Vec<Duration>) -> f64 {
    percentile(spans, 99)
}

/// Any percentile, in milliseconds.
pub fn percentile(mut spans: Vec<Duration>, percent: usize) -> f64 {
    spans.sort_unstable();
    let span = spans.get(spans.len() * percent / 100).copied().unwrap_or_default();
    span.as_secs_f64() * 1000.0
}

/// The median, which is not affected by rounds that other load of the machine has disturbed.
pub fn median(mut rounds: Vec<f64>) -> f64 {
    rounds.sort_unstable_by(f64::total_cmp);
    rounds.get(rounds.len() / 2).copied().unwrap_or_default()
}
