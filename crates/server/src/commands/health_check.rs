//! `ledgerline health`: requests `/api/health` of the server on this machine, for container engines and scripts. An
//! image without a shell or curl has no other way to do so.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use http::client_address::reachable;

use crate::program::cli::HealthArgs;
use crate::program::failure::Failure;
use crate::program::run::say;

/// The time limit for the request; longer than the server itself waits for its database.
const PATIENCE: Duration = Duration::from_secs(20);
const LONGEST_ANSWER: u64 = 64 * 1024;

pub fn run(args: &HealthArgs) -> Result<(), Failure> {
    let address = reachable(args.listen);
    let unreachable =
        |error: io::Error| Failure::Other(format!("no answer from {address}: {error}"));
    match ask(address).map_err(unreachable)?.as_str() {
        "200" => {
            say("healthy");
            Ok(())
        }
        status => {
            Err(Failure::Other(format!("the server at {address} is not well: it answers {status}")))
        }
    }
}

/// Sends the request and returns the status code of the response.
fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request =
        format!("GET /api/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(LONGEST_ANSWER).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3));
    status.map(str::to_owned).ok_or_else(|| io::Error::other("this is no HTTP server"))
}
