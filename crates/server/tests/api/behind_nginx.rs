//! The program behind Debian's nginx, with the very configuration that `deploy/` hands out. OPS-07

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::harness::{Engine, Server, Stream};
use crate::library::{ticket, upload_long};
use crate::people::Person;

/// nginx in front of a server, ended with it.
struct Proxy {
    child: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Proxy {
    fn before(server: &Server) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = free_address();
        std::fs::write(folder.path().join("nginx.conf"), frame(folder.path())).unwrap();
        std::fs::write(folder.path().join("site.conf"), site(address, server.address())).unwrap();
        let child = Command::new("nginx")
            .args(["-e", "stderr", "-g", "daemon off;", "-c", "nginx.conf", "-p"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .spawn()
            .expect("nginx is installed");
        let proxy = Self { child, address, _folder: folder };
        let deadline = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < deadline, "nginx does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// What Debian's own nginx.conf would be around the site, in a folder of the test. One process, so that none
/// is left when it is ended.
fn frame(folder: &Path) -> String {
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let places = places.map(|name| format!("{name}_temp_path {};", folder.join(name).display()));
    format!(
        "user root; master_process off; pid {}; error_log stderr;\n\
         events {{ worker_connections 256; }}\n\
         http {{ access_log off; {} include site.conf; }}\n",
        folder.join("nginx.pid").display(),
        places.join(" "),
    )
}

/// The site as it is handed out, with this test's addresses and without certificates.
fn site(listen: SocketAddr, server: SocketAddr) -> String {
    let handed_out = include_str!("../../../../deploy/nginx.conf");
    let changed = handed_out
        .replace("server 127.0.0.1:8080;", &format!("server {server};"))
        .replace("listen 443 ssl http2;", &format!("listen {listen};"))
        .replace("listen 80;", &format!("listen {};", free_address()));
    assert_ne!(changed, handed_out);
    changed.lines().filter(|line| !line.trim().starts_with("ssl_")).collect::<Vec<_>>().join("\n")
}

#[test]
fn everything_works_through_nginx_and_nobody_makes_an_address_up() {
    let server = Server::start(Engine::Sqlite, &["--trusted-proxies", "127.0.0.1"]);
    let proxy = Proxy::before(&server);
    let server = server.by_way_of(proxy.address);
    let person = Person::join(&server);

    // Where somebody signs in from is what nginx saw, whatever the request says.
    let form = json!({"email": person.email, "password": crate::people::PASSWORD});
    let call = server.call("POST", "/api/auth/login").json(&form);
    call.header("x-forwarded-for", "203.0.113.9").send().expect(200);
    let sessions = person.at(&server).get("/api/security/sessions").expect(200);
    let seen = sessions.body["sessions"].as_array().unwrap().iter();
    assert!(seen.clone().count() == 2);
    assert!(seen.clone().all(|one| one["ipAddress"] == "127.0.0.1"), "{:?}", sessions.body);

    // An open page hears of a deed at once, not when a buffer is full.
    let page = Stream::open(&server, &person.token);
    let deposit = json!({"amount": 25});
    person.at(&server).post("/api/wallet/deposit", &deposit).expect(201);
    page.wait_for_topics(&["wallet"]);

    // Files larger than any buffer go in, and out again in pieces.
    let (made, bytes) = upload_long(&server, &person, 12);
    let link = ticket(&server, &person, &made, "stream");
    let piece = server.call("GET", &link).header("range", "bytes=5000000-5065535").send();
    assert_eq!((piece.status, piece.bytes.as_slice()), (206, &bytes[5_000_000..5_065_536]));
    assert_eq!(server.get(&link).bytes.len(), bytes.len());

    // What the program refuses is refused in its own words.
    let refused = server.get("/api/wallet").refused(401);
    assert!(!refused.header("x-request-id").is_empty());
}
