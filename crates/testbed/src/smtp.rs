//! A mail server on loopback that keeps what it is given. A test may have it refuse, stall or hang up, as real
//! ones do.

use std::{
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How it treats the next messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mood {
    Kind,
    /// Answers every recipient with this line, such as `550 5.1.1 no such mailbox`.
    Refusing(String),
    /// Takes connections and says nothing.
    Silent,
    /// Takes the whole message and hangs up without a word.
    Dropping,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: String,
    /// As `AUTH PLAIN` sent it, in base64; none where nobody signed in.
    pub login: Option<String>,
    /// Headers and body, without the dots that SMTP adds.
    pub text: String,
}

struct State {
    mood: Mood,
    received: Vec<Received>,
    /// How many have connected, served or not.
    connections: usize,
}

/// Runs until the process ends; its thread waits for connections and nothing else.
#[derive(Clone)]
pub struct Smtp {
    address: SocketAddr,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Smtp {
    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    pub fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let state = State { mood: Mood::Kind, received: Vec::new(), connections: 0 };
        let server = Self { address, shared: Arc::new((Mutex::new(state), Condvar::new())) };
        let host = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let host = host.clone();
                // A client that hangs up has only itself to blame.
                std::thread::spawn(move || host.talk(&stream).ok());
            }
        });
        server
    }

    /// With a name and a password, which it takes whatever they are.
    pub fn url(&self) -> String {
        format!("smtp://maya:hunter2@{}", self.address)
    }

    pub fn set(&self, mood: Mood) {
        self.change(|state| state.mood = mood);
    }

    pub fn received(&self) -> Vec<Received> {
        self.change(|state| state.received.clone())
    }

    pub fn connections(&self) -> usize {
        self.change(|state| state.connections)
    }

    /// Waits until so many messages are here.
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        self.wait_until(|state| state.received.len() >= count);
        self.received()
    }

    pub fn wait_for_connections(&self, count: usize) {
        self.wait_until(|state| state.connections >= count);
    }

    fn wait_until(&self, is_so: impl Fn(&State) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let (state, changed) = &*self.shared;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_so(&state) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no such mail within a minute: {:?}", state.received);
            let waited = changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn change<T>(&self, how: impl FnOnce(&mut State) -> T) -> T {
        let (state, changed) = &*self.shared;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let told = how(&mut state);
        changed.notify_all();
        told
    }

    fn talk(&self, stream: &TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        let mut lines = BufReader::new(stream).lines();
        let mood = self.change(|state| {
            state.connections += 1;
            state.mood.clone()
        });
        if mood == Mood::Silent {
            // Until the client has had enough.
            while lines.next().transpose()?.is_some() {}
            return Ok(());
        }
        let mut say = |line: &str| out.write_all(format!("{line}\r\n").as_bytes());
        say("220 loopback ESMTP")?;
        let (mut from, mut to, mut login) = (String::new(), String::new(), None);
        while let Some(line) = lines.next().transpose()? {
            let (verb, rest) = line.split_once([' ', ':']).unwrap_or((&line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => say("250-loopback\r\n250-8BITMIME\r\n250 AUTH PLAIN")?,
                "AUTH" => {
                    login = rest.strip_prefix("PLAIN ").map(str::to_owned);
                    say("235 welcome")?;
                }
                "MAIL" => {
                    from = path(rest);
                    say("250 ok")?;
                }
                "RCPT" => match &mood {
                    Mood::Refusing(answer) => say(answer)?,
                    _ => {
                        to = path(rest);
                        say("250 ok")?;
                    }
                },
                "DATA" => {
                    say("354 go on")?;
                    let mut text = String::new();
                    while let Some(line) = lines.next().transpose()?.filter(|line| line != ".") {
                        text.push_str(line.strip_prefix('.').unwrap_or(&line));
                        text.push_str("\r\n");
                    }
                    if mood == Mood::Dropping {
                        return Ok(());
                    }
                    let (from, to, login) = (from.clone(), to.clone(), login.clone());
                    self.change(|state| state.received.push(Received { from, to, login, text }));
                    say("250 kept")?;
                }
                "QUIT" => return say("221 bye"),
                "RSET" | "NOOP" => say("250 ok")?,
                _ => say("502 not here")?,
            }
        }
        Ok(())
    }
}

/// What stands between the angle brackets.
fn path(text: &str) -> String {
    let inner = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map(|(path, _)| path.to_owned()).unwrap_or_default()
}
