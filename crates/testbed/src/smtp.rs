//! A mail server on loopback that keeps all received messages. A test can make it refuse, stall or hang up, as real
//! servers do.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned, crypto::ring, pki_types::PrivatePkcs8KeyDer,
};

use crate::budget;

/// How the server treats the next messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behavior {
    Kind,
    /// Answers every recipient with this line, such as `550 5.1.1 no such mailbox`.
    Refusing(String),
    /// Accepts connections and sends nothing until the behavior changes.
    Silent,
    /// Receives the complete message and closes the connection without an answer.
    Dropping,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: String,
    /// The base64 text of `AUTH PLAIN`; `None` if the client did not sign in.
    pub login: Option<String>,
    /// Headers and body, without the dots that SMTP adds.
    pub text: String,
}

struct State {
    behavior: Behavior,
    received: Vec<Received>,
    /// The number of connections so far, including those without a message.
    connections: usize,
}

/// Whether the connection is encrypted from its beginning or after STARTTLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    FromTheStart,
    WhenAsked,
}

/// The TLS configuration of the server.
#[derive(Clone)]
struct Tls {
    from: Encryption,
    config: Arc<ServerConfig>,
    /// The certificate as PEM, for clients that must trust it.
    pem: String,
}

/// Runs until the process ends; its thread waits for connections and nothing else.
#[derive(Clone)]
pub struct Smtp {
    address: SocketAddr,
    tls: Option<Tls>,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Smtp {
    /// Starts a server without encryption.
    pub fn start() -> Self {
        Self::start_with(None)
    }

    /// Starts a server with encryption and a self-signed certificate that no client trusts yet.
    pub fn encrypted(from: Encryption) -> Self {
        Self::start_with(Some(Tls::new(from)))
    }

    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    fn start_with(tls: Option<Tls>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let state = State { behavior: Behavior::Kind, received: Vec::new(), connections: 0 };
        let server = Self { address, tls, shared: Arc::new((Mutex::new(state), Condvar::new())) };
        let host = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let host = host.clone();
                // The error of a client that closes the connection is ignored.
                std::thread::spawn(move || host.talk(&stream).ok());
            }
        });
        server
    }

    /// The server's URL with a user name and a password; the server accepts any.
    pub fn url(&self) -> String {
        let (scheme, query) = match self.tls.as_ref().map(|tls| tls.from) {
            None => ("smtp", ""),
            Some(Encryption::WhenAsked) => ("smtp", "?tls=on"),
            Some(Encryption::FromTheStart) => ("smtps", ""),
        };
        format!("{scheme}://maya:hunter2@{}{query}", self.address)
    }

    /// The certificate as PEM; empty if the server has no encryption.
    pub fn certificate(&self) -> &str {
        self.tls.as_ref().map_or("", |tls| &tls.pem)
    }

    pub fn set(&self, behavior: Behavior) {
        self.change(|state| state.behavior = behavior);
    }

    pub fn received(&self) -> Vec<Received> {
        self.change(|state| state.received.clone())
    }

    pub fn connections(&self) -> usize {
        self.change(|state| state.connections)
    }

    /// Waits until `count` messages have arrived.
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        self.wait_until(|state| state.received.len() >= count);
        self.received()
    }

    pub fn wait_for_connections(&self, count: usize) {
        self.wait_until(|state| state.connections >= count);
    }

    fn wait_until(&self, is_so: impl Fn(&State) -> bool) {
        let look =
            || self.change(|state| if is_so(state) { Ok(()) } else { Err(state.received.clone()) });
        if let Err(received) = budget::poll(budget::PATIENCE, look) {
            panic!("no such mail: {received:?}");
        }
    }

    fn change<T>(&self, how: impl FnOnce(&mut State) -> T) -> T {
        let (state, changed) = &*self.shared;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let told = how(&mut state);
        changed.notify_all();
        told
    }

    /// Waits until the server is no longer silent, and returns how it treats messages now.
    fn end_of_silence(&self) -> Behavior {
        let (state, changed) = &*self.shared;
        let state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let spoken = changed.wait_while(state, |state| state.behavior == Behavior::Silent);
        spoken.unwrap_or_else(PoisonError::into_inner).behavior.clone()
    }

    fn talk(&self, stream: &TcpStream) -> io::Result<()> {
        self.change(|state| state.connections += 1);
        let mut secure = self.tls.as_ref();
        let mut wire: Wire = match secure.take_if(|tls| tls.from == Encryption::FromTheStart) {
            Some(tls) => tls.around(stream)?,
            None => BufReader::new(Box::new(stream.try_clone()?)),
        };
        let behavior = self.end_of_silence();
        write_line(&mut wire, "220 loopback ESMTP")?;
        let (mut from, mut to, mut login) = (String::new(), String::new(), None);
        while let Some(line) = read_line(&mut wire)? {
            let (verb, rest) = line.split_once([' ', ':']).unwrap_or((&line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    let offer = if secure.is_some() { "250-STARTTLS\r\n" } else { "" };
                    write_line(
                        &mut wire,
                        &format!("250-loopback\r\n{offer}250-8BITMIME\r\n250 AUTH PLAIN"),
                    )?;
                }
                "STARTTLS" => match secure.take() {
                    Some(tls) => {
                        write_line(&mut wire, "220 go on")?;
                        wire = tls.around(stream)?;
                    }
                    None => write_line(&mut wire, "502 not here")?,
                },
                "AUTH" => {
                    login = rest.strip_prefix("PLAIN ").map(str::to_owned);
                    write_line(&mut wire, "235 welcome")?;
                }
                "MAIL" => {
                    from = path(rest);
                    write_line(&mut wire, "250 ok")?;
                }
                "RCPT" => match &behavior {
                    Behavior::Refusing(answer) => write_line(&mut wire, answer)?,
                    _ => {
                        to = path(rest);
                        write_line(&mut wire, "250 ok")?;
                    }
                },
                "DATA" => {
                    write_line(&mut wire, "354 go on")?;
                    let mut text = String::new();
                    while let Some(line) = read_line(&mut wire)?.filter(|line| line != ".") {
                        text.push_str(line.strip_prefix('.').unwrap_or(&line));
                        text.push_str("\r\n");
                    }
                    if behavior == Behavior::Dropping {
                        return Ok(());
                    }
                    let (from, to, login) = (from.clone(), to.clone(), login.clone());
                    self.change(|state| state.received.push(Received { from, to, login, text }));
                    write_line(&mut wire, "250 kept")?;
                }
                "QUIT" => return write_line(&mut wire, "221 bye"),
                "RSET" | "NOOP" => write_line(&mut wire, "250 ok")?,
                _ => write_line(&mut wire, "502 not here")?,
            }
        }
        Ok(())
    }
}

impl Tls {
    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    fn new(from: Encryption) -> Self {
        let own =
            rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let key = PrivatePkcs8KeyDer::from(own.signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .expect("usual versions")
            .with_no_client_auth()
            .with_single_cert(vec![own.cert.der().clone()], key.into())
            .expect("a certificate with its key");
        Self { from, config: config.into(), pem: own.cert.pem() }
    }

    fn around(&self, stream: &TcpStream) -> io::Result<Wire> {
        let server = ServerConnection::new(self.config.clone()).map_err(io::Error::other)?;
        Ok(BufReader::new(Box::new(StreamOwned::new(server, stream.try_clone()?))))
    }
}

trait ReadWrite: Read + Write {}

impl<T: Read + Write> ReadWrite for T {}

type Wire = BufReader<Box<dyn ReadWrite>>;

fn write_line(wire: &mut Wire, line: &str) -> io::Result<()> {
    wire.get_mut().write_all(format!("{line}\r\n").as_bytes())?;
    wire.get_mut().flush()
}

fn read_line(wire: &mut Wire) -> io::Result<Option<String>> {
    wire.lines().next().transpose()
}

/// The email address between the angle brackets.
fn path(text: &str) -> String {
    let inner = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map(|(path, _)| path.to_owned()).unwrap_or_default()
}
