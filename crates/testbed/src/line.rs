//! A TCP proxy to a server on loopback with faults that a test can switch on: it forwards nothing, or closes
//! connections in the middle.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::Duration,
};

use crate::budget;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// All bytes are forwarded.
    None,
    /// Connections stay open, but no bytes are forwarded.
    Silent,
    /// Every connection is closed after the first bytes of a request or an answer.
    Cut,
}

/// How many bytes are forwarded before a connection is cut: enough for a head and a part of a body.
const BEFORE_THE_CUT: usize = 2_000;

/// Runs until the process ends.
pub struct FaultyProxy {
    address: SocketAddr,
    fault: Arc<AtomicU8>,
    holds_back: Arc<AtomicBool>,
}

impl FaultyProxy {
    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    pub fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let fault = Arc::new(AtomicU8::new(Fault::None as u8));
        let holds_back = Arc::new(AtomicBool::new(false));
        let (set, held) = (fault.clone(), holds_back.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(server) else { continue };
                let (Ok(from), Ok(back)) = (client.try_clone(), server.try_clone()) else {
                    continue;
                };
                for (from, to) in [(from, server), (back, client)] {
                    let (set, held) = (set.clone(), held.clone());
                    std::thread::spawn(move || pass(from, to, &set, &held));
                }
            }
        });
        Self { address, fault, holds_back }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn spoil(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::SeqCst);
    }

    /// Waits until a silent proxy holds back some bytes.
    ///
    /// # Panics
    /// If nothing is sent.
    pub fn wait_until_it_holds_back(&self) {
        budget::wait_until("somebody sends something", || self.holds_back.load(Ordering::SeqCst));
    }
}

/// Forwards bytes until one side closes the connection.
fn pass(mut from: TcpStream, mut to: TcpStream, fault: &AtomicU8, holds_back: &AtomicBool) {
    let mut piece = [0; 16 * 1024];
    let mut passed = 0;
    while let Ok(read @ 1..) = from.read(&mut piece) {
        while fault.load(Ordering::SeqCst) == Fault::Silent as u8 {
            holds_back.store(true, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
        }
        let is_cut = fault.load(Ordering::SeqCst) == Fault::Cut as u8;
        let allowed = if is_cut { read.min(BEFORE_THE_CUT.saturating_sub(passed)) } else { read };
        if to.write_all(&piece[..allowed]).is_err() || allowed < read {
            break;
        }
        passed += read;
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
