//! Load over kept-alive connections: each sends its request again as soon as the answer is there,
//! until the time is up.

use std::{
    error::Error,
    net::SocketAddr,
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

    pub fn post(address: SocketAddr, path: &str, body: &str) -> Self {
        let text = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        Self { address, bytes: text.into_bytes() }
    }
}

/// One connection that is kept.
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

    /// Anything but a 200 is a failure: a fast refusal is no throughput.
    pub async fn send(&mut self, request: &Request) -> Result<(), Box<dyn Error>> {
        let (status, body) = exchange(&mut self.stream, request, &mut self.buffer).await?;
        if status == 200 {
            return Ok(());
        }
        Err(format!("{status} {}", String::from_utf8_lossy(&body)).into())
    }
}

/// The request once: status and body.
pub async fn once(request: &Request) -> Result<(u16, Vec<u8>), Box<dyn Error>> {
    let mut stream = TcpStream::connect(request.address).await?;
    exchange(&mut stream, request, &mut Vec::new()).await
}

/// Every connection at full speed until the time is up; answers per second.
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
        let Some(head_end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
            continue;
        };
        let head = std::str::from_utf8(&buffer[..head_end])?;
        let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        let length = head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
        if buffer.len() >= head_end + 4 + length {
            return Ok((status, buffer[head_end + 4..head_end + 4 + length].to_vec()));
        }
    }
}
