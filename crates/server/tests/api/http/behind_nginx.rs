//! The program behind Debian's nginx, with the very configuration that `deploy/` hands out. OPS-07

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use rustix::process::Signal;
use serde_json::json;
use tempfile::TempDir;
use testbed::Authority;
use testbed::budget::{self, Budget, Stopwatch};

use crate::harness::library::{ticket, upload_long};
use crate::harness::people::Person;
use crate::harness::{Engine, EventStream, Server};

const HANDED_OUT: &str = include_str!("../../../../../deploy/nginx.conf");
const BEHIND: [&str; 2] = ["--trusted-proxies", "127.0.0.1"];

/// nginx in front of a server; killed when it is dropped.
struct Proxy {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
}

impl Proxy {
    fn before(server: &Server) -> Self {
        Self::before_all(&[server.address()])
    }

    /// Starts nginx in front of one or two instances; the configuration has a line for each.
    fn before_all(servers: &[SocketAddr]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = free_address();
        std::fs::write(folder.path().join("nginx.conf"), nginx_config(folder.path())).unwrap();
        let site = without_tls(&site_config(folder.path(), address, servers));
        std::fs::write(folder.path().join("site.conf"), site).unwrap();
        let child = nginx(folder.path()).args(["-g", "daemon off;"]).spawn().expect("installed");
        let proxy = Self { child, address, folder };
        budget::wait_until("nginx starts", || TcpStream::connect(address).is_ok());
        proxy
    }

    /// The contents of nginx's access log and error log.
    fn logs(&self) -> String {
        let read = |name| std::fs::read_to_string(self.folder.path().join(name)).unwrap();
        read("ledgerline.log") + &read("ledgerline-error.log")
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn nginx(folder: &Path) -> Command {
    let mut command = Command::new("nginx");
    command.args(["-e", "stderr", "-c", "nginx.conf", "-p"]).arg(folder).stdin(Stdio::null());
    command
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A main configuration like Debian's nginx.conf, with its files in the test's folder. nginx runs as a single process,
/// so that killing it leaves no workers.
fn nginx_config(folder: &Path) -> String {
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let places = places.map(|name| format!("{name}_temp_path {};", folder.join(name).display()));
    format!(
        "user root; master_process off; pid {}; error_log stderr;\n\
         events {{ worker_connections 512; }}\n\
         http {{ access_log off; {} include site.conf; }}\n",
        folder.join("nginx.pid").display(),
        places.join(" "),
    )
}

/// The site configuration from `deploy/`, with the addresses and the folder of this test.
fn site_config(folder: &Path, listen: SocketAddr, servers: &[SocketAddr]) -> String {
    let mut changes = vec![
        ("listen 443 ".to_owned(), format!("listen {listen} ")),
        ("listen 80;".to_owned(), format!("listen {};", free_address())),
        ("/var/log/nginx/".to_owned(), format!("{}/", folder.display())),
        ("/etc/letsencrypt/live/studio.example/".to_owned(), format!("{}/", folder.display())),
    ];
    let lines = ["    server 127.0.0.1:8080 ", "    #server 127.0.0.1:8081 "];
    for (line, server) in lines.into_iter().zip(servers) {
        changes.push((line.to_owned(), format!("    server {server} ")));
    }
    changes.iter().fold(HANDED_OUT.to_owned(), |site, (from, to)| {
        assert!(site.contains(from), "{from}");
        site.replace(from, to)
    })
}

fn without_tls(site: &str) -> String {
    let site = site.replace(" ssl http2;", ";");
    site.lines().filter(|line| !line.trim().starts_with("ssl_")).collect::<Vec<_>>().join("\n")
}

/// One request over a new connection to the proxy, from an address of this machine.
fn call_from(from: &str, proxy: SocketAddr, path: &str) -> String {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    bind(&socket, &SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    connect(&socket, &proxy).unwrap();
    let mut stream = TcpStream::from(socket);
    write!(stream, "GET {path} HTTP/1.1\r\nHost: studio.example\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn everything_works_through_nginx_and_nobody_makes_an_address_up() {
    let server = Server::start(Engine::Sqlite, &BEHIND);
    let proxy = Proxy::before(&server);
    let server = server.behind_proxy(proxy.address);
    let person = Person::join(&server);

    // The address of a sign-in is the one that nginx saw, whatever header the request has.
    let form = json!({"email": person.email, "password": crate::harness::people::PASSWORD});
    let call = server.call("POST", "/api/auth/login").json(&form);
    call.header("x-forwarded-for", "203.0.113.9").send().expect(200);
    let sessions = person.at(&server).get("/api/security/sessions").expect(200);
    let seen = sessions.body["sessions"].as_array().unwrap().iter();
    assert!(seen.clone().count() == 2);
    assert!(seen.clone().all(|one| one["ipAddress"] == "127.0.0.1"), "{:?}", sessions.body);

    // An open page gets an event at once: nginx does not buffer the stream.
    let page = EventStream::open(&server, &person.token);
    let deposit = json!({"amount": 25});
    person.at(&server).post("/api/wallet/deposit", &deposit).expect(201);
    page.wait_for_topics(&["wallet"]);

    // Files larger than any buffer can be uploaded, and downloaded in ranges.
    let (made, bytes) = upload_long(&server, &person, 12);
    let link = ticket(&server, &person, &made, "stream");
    let piece = server.call("GET", &link).header("range", "bytes=5000000-5065535").send();
    assert_eq!((piece.status, piece.bytes.as_slice()), (206, &bytes[5_000_000..5_065_536]));
    assert_eq!(server.get(&link).bytes.len(), bytes.len());

    // nginx passes on the program's own error answers.
    let refused = server.get("/api/wallet").expect_error(401);
    assert!(!refused.header("x-request-id").is_empty());
}

/// OPS-07: `nginx -t` accepts the configuration with certificates and with a second instance.
#[test]
fn the_file_that_is_handed_out_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let identity = Authority::new("an authority").issue("studio.example");
    std::fs::write(folder.path().join("fullchain.pem"), identity.certificate).unwrap();
    std::fs::write(folder.path().join("privkey.pem"), identity.key).unwrap();
    std::fs::write(folder.path().join("nginx.conf"), nginx_config(folder.path())).unwrap();
    let site = site_config(folder.path(), free_address(), &[free_address(), free_address()]);
    std::fs::write(folder.path().join("site.conf"), site).unwrap();
    let tested = nginx(folder.path()).arg("-t").output().unwrap();
    let told = String::from_utf8_lossy(&tested.stderr);
    assert!(tested.status.success() && !told.contains("[warn]"), "{told}");
}

/// GUARD-07: neither log of nginx contains a ticket, a token in a query or a Referer, also when a request fails.
#[test]
#[ignore = "runs in make test-all"]
fn the_logs_of_the_proxy_hold_no_ticket_and_no_token() {
    let server = Server::start_process(Engine::Sqlite, &BEHIND);
    let proxy = Proxy::before(&server);
    let server = server.behind_proxy(proxy.address);
    let person = Person::join(&server);
    let (made, _) = upload_long(&server, &person, 1);
    let link = ticket(&server, &person, &made, "stream");
    let secret = link.rsplit('/').next().unwrap().to_owned();
    let page = format!("http://studio.example/login?reset={secret}");
    assert_eq!(server.call("GET", &link).header("referer", &page).send().status, 200);
    assert_eq!(server.get(&format!("/login?reset={secret}")).status, 200);
    server.get(&format!("/api/archives/files/{secret}"));
    server.signal(Signal::TERM);
    server.wait();
    assert_eq!(server.get(&link).status, 502, "nobody is there");

    let expected =
        ["\"GET /api/media/- ", "\"GET /api/archives/files/- ", "\"GET /login ", " 502 "];
    // nginx logs a request after it has answered it.
    let logs = budget::poll(budget::PATIENCE, || {
        let logs = proxy.logs();
        let is_complete = expected.iter().all(|line| logs.contains(line));
        if is_complete { Ok(logs) } else { Err(logs) }
    });
    let logs = logs.unwrap_or_else(|logs| panic!("not all of {expected:?} in {logs}"));
    for hidden in [secret.as_str(), person.token.as_str(), "reset=", "?"] {
        assert!(!logs.contains(hidden), "{hidden} in {logs}");
    }
}

/// GUARD-02: nginx limits the requests of one address, but allows all requests of one page at once.
#[test]
fn the_proxy_limits_an_address_and_not_a_page() {
    let server = Server::start(Engine::Sqlite, &BEHIND);
    let proxy = Proxy::before(&server);
    let is_limited = |from: &'static str, most: usize| {
        let is_met = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    for _ in 0..most / 6 {
                        let answer = call_from(from, proxy.address, "/api/health");
                        if answer.starts_with("HTTP/1.1 429") {
                            assert!(answer.contains("Retry-After: 1"), "{answer}");
                            assert!(answer.contains("{\"success\":false,"), "{answer}");
                            is_met.store(true, Ordering::Relaxed);
                        } else {
                            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
                        }
                        if is_met.load(Ordering::Relaxed) {
                            return;
                        }
                    }
                });
            }
        });
        is_met.into_inner()
    };
    assert!(!is_limited("127.0.0.2", 120), "two pages at once");
    assert!(is_limited("127.0.0.2", 12_000));
    assert!(!is_limited("127.0.0.1", 600), "this machine is not counted");
}

/// SAFE-08: the program closes a connection that was idle for 15 seconds, and a POST that is sent at that moment would
/// be lost. nginx closes an idle connection earlier, and sends the next POST over a new one. The upstream in this test
/// only records which side closes.
#[test]
#[ignore = "runs in make test-all"]
fn nginx_closes_a_kept_connection_before_the_program_would() {
    let upstream = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = Proxy::before_all(&[upstream.local_addr().unwrap()]);
    let address = proxy.address;
    let call = move || {
        let mut stream = TcpStream::connect(address).unwrap();
        let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
        stream.write_all(post.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    for is_first in [true, false] {
        let client = std::thread::spawn(call);
        let (mut kept, _) = upstream.accept().unwrap();
        let mut bytes = [0; 4096];
        let mut request = Vec::new();
        while !request.ends_with(b"{}") {
            let read = kept.read(&mut bytes).unwrap();
            request.extend_from_slice(&bytes[..read]);
        }
        kept.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").unwrap();
        assert!(client.join().unwrap().starts_with("HTTP/1.1 201"));
        if is_first {
            let (idle, limit) = (Stopwatch::start(), Duration::from_secs(15));
            kept.set_read_timeout(Some(budget::wall_limit(limit))).unwrap();
            assert_eq!(kept.read(&mut bytes).expect("closed by nginx"), 0);
            assert!(idle.elapsed() < limit, "{:?}", idle.elapsed());
        }
    }
}

/// SAFE-08: both instances are restarted, one after the other, while people read and pay. Nothing fails, and every
/// payment that was acknowledged is there once.
#[test]
#[ignore = "runs in make test-all"]
fn a_rolling_restart_fails_no_request() {
    let shared = tempfile::tempdir().unwrap();
    let url = testbed::postgres().fresh_database();
    let key = shared.path().join("secret.key").display().to_string();
    let media = format!("file://{}", shared.path().join("media").display());
    let addresses = [free_address(), free_address()];
    let flags = |listen: &str| {
        let place = ["--secret-key-file", &key, "--media-url", &media, "--listen", listen];
        place.iter().chain(&BEHIND).map(|flag| (*flag).to_owned()).collect::<Vec<_>>()
    };
    let own = addresses.map(|address| flags(&address.to_string()));
    let own = own.each_ref().map(|flags| flags.iter().map(String::as_str).collect::<Vec<_>>());
    let mut instances = own.each_ref().map(|flags| Some(Server::start_on(&url, flags)));
    let person = Person::join(instances[0].as_ref().unwrap());
    let proxy = Proxy::before_all(&addresses);

    let is_over = AtomicBool::new(false);
    let paid: usize = std::thread::scope(|scope| {
        let load: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| read_and_pay(proxy.address, &person, &is_over)))
            .collect();
        for (instance, flags) in instances.iter_mut().zip(&own) {
            *instance = instance.take().map(|running| running.restart(flags));
        }
        is_over.store(true, Ordering::Relaxed);
        load.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(paid > 100, "{paid}");
    let wallet = person.at(instances[0].as_ref().unwrap()).get("/api/wallet").expect(200);
    assert_eq!(wallet.body["wallet"]["balance"].as_f64(), Some(paid as f64), "{:?}", wallet.body);
}

/// Reads and makes payments until `is_over` is set, for five minutes at most; returns the number of payments.
fn read_and_pay(proxy: SocketAddr, person: &Person, is_over: &AtomicBool) -> usize {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).proxy(None).build().into();
    let bearer = format!("Bearer {}", person.token);
    let budget = Budget::of(Duration::from_secs(300));
    let mut paid = 0;
    while !is_over.load(Ordering::Relaxed) && !budget.is_spent() {
        let read = agent.get(format!("http://{proxy}/api/auth/me"));
        let read = read.header("authorization", &bearer).call().unwrap();
        assert_eq!(read.status(), 200);
        let deposit = agent.post(format!("http://{proxy}/api/wallet/deposit"));
        let deposit = deposit.header("authorization", &bearer).send_json(json!({"amount": 1}));
        assert_eq!(deposit.unwrap().status(), 201);
        paid += 1;
        std::thread::sleep(Duration::from_millis(10));
    }
    paid
}
