//! The event stream of an open page: reads events as they arrive, and knows how the stream ended.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::Value;
use testbed::budget::Budget;

use super::Server;

/// How long an event may take: less than the time between two heartbeats, at which a stream looks for missed changes.
const SOON: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// `comment` for a keep-alive comment.
    pub name: String,
    pub id: String,
    pub data: Value,
}

pub struct EventStream {
    events: Receiver<Event>,
    socket: TcpStream,
}

impl EventStream {
    /// Opens an event stream and waits until the server has answered.
    pub fn open(server: &Server, token: &str) -> Self {
        let stream = Self::connect(server, token, None);
        assert_eq!(stream.next().name, "ready");
        stream
    }

    /// Opens an event stream with `last` as the id of the last event that the page received.
    pub fn resume(server: &Server, token: &str, last: &str) -> Self {
        Self::connect(server, token, Some(last))
    }

    fn connect(server: &Server, token: &str, last: Option<&str>) -> Self {
        let mut socket = server.connect();
        let last = last.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
        let head = format!(
            "GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n{last}\r\n"
        );
        socket.write_all(head.as_bytes()).expect("sent");
        socket.set_read_timeout(None).expect("set");
        let mut reader = BufReader::new(socket.try_clone().expect("another handle"));
        let head = read_head(&mut reader);
        assert!(head.starts_with("http/1.1 200"), "{head}");
        assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
        assert!(head.contains("cache-control: no-store\r\n"), "{head}");
        let (sender, events) = channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            while let Some(chunk) = read_chunk(&mut reader) {
                text.push_str(&chunk);
                while let Some(end) = text.find("\n\n") {
                    let event = parse(&text[..end]);
                    text.drain(..end + 2);
                    if sender.send(event).is_err() {
                        return;
                    }
                }
            }
        });
        Self { events, socket }
    }

    /// The next event that is not a keep-alive comment.
    #[track_caller]
    pub fn next(&self) -> Event {
        self.next_within(SOON).expect("an event")
    }

    pub fn next_within(&self, time: Duration) -> Option<Event> {
        let budget = Budget::of(time);
        loop {
            match self.receive(budget) {
                Ok(event) if event.name == "comment" => {}
                Ok(event) => return Some(event),
                Err(_) => return None,
            }
        }
    }

    /// The next event, also a comment; an error if the stream has ended or the budget is spent.
    fn receive(&self, budget: Budget) -> Result<Event, RecvTimeoutError> {
        loop {
            match self.events.recv_timeout(Duration::from_millis(20)) {
                Err(RecvTimeoutError::Timeout) if !budget.is_spent() => {}
                received => return received,
            }
        }
    }

    /// Reads events until `changed` events have named all of the topics.
    #[track_caller]
    pub fn wait_for_topics(&self, topics: &[&str]) {
        let mut missing: Vec<_> = topics.to_vec();
        while !missing.is_empty() {
            let event = self.next();
            if event.name == "changed" {
                let told = event.data["topics"].as_array().expect("topics").clone();
                missing.retain(|topic| !told.contains(&Value::from(*topic)));
            }
        }
    }

    /// The next notification; other events before it are skipped.
    #[track_caller]
    pub fn notification(&self) -> Event {
        loop {
            let event = self.next();
            if event.name == "notification" {
                return event;
            }
        }
    }

    /// Waits until the server closes the stream; events before its end are skipped.
    #[track_caller]
    pub fn wait_for_end(&self) {
        let budget = Budget::of(SOON);
        loop {
            match self.receive(budget) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the stream does not end"),
            }
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
    }
}

fn read_head(reader: &mut impl BufRead) -> String {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).expect("a head"), 0, "{head}");
    }
    head.to_lowercase()
}

/// Reads one chunk of a chunked body; `None` at the end of the body, also if the connection broke.
fn read_chunk(reader: &mut impl BufRead) -> Option<String> {
    let mut size = String::new();
    reader.read_line(&mut size).ok()?;
    let size = usize::from_str_radix(size.trim(), 16).ok().filter(|size| *size > 0)?;
    let mut bytes = vec![0; size + 2];
    reader.read_exact(&mut bytes).ok()?;
    bytes.truncate(size);
    Some(String::from_utf8(bytes).expect("text"))
}

fn parse(text: &str) -> Event {
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        lines.next_back().unwrap_or_default().to_owned()
    };
    let name = if text.starts_with(':') { "comment".to_owned() } else { field("event") };
    let data = serde_json::from_str(&field("data")).unwrap_or(Value::Null);
    Event { name, id: field("id"), data }
}
