//! The accept loop against clients that misbehave. A limit is short in a test that waits for it, and so long in all
//! others that a busy machine does not reach it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use axum::Extension;
use axum::routing::{get, post};
use blobs::{Blobs, Key, Piece, StoreLocation};
use bytes::Bytes;
use serde_json::Value;
use testbed::budget::{self, Budget};
use tokio::sync::{Notify, mpsc, oneshot};

use super::*;
use crate::api::extract::Body as JsonBody;
use crate::sending::blob_body;

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(600);

fn patient() -> Limits {
    Limits {
        head: LONG,
        body: BodyPatience { pause: LONG, window: LONG, bytes_in_window: 0 },
        idle: LONG,
        drain: LONG,
        proxy_idle: LONG,
        connections: 8,
        connections_of_address: 8,
    }
}

struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<()>,
    /// Tells of each request for `/held`, which is answered once it is released.
    held: mpsc::UnboundedReceiver<()>,
    release: Arc<Notify>,
}

async fn start(limits: Limits) -> Running {
    start_behind(limits, Networks::default()).await
}

async fn start_behind(limits: Limits, trusted_proxies: Networks) -> Running {
    async fn echo(JsonBody(value): JsonBody<serde_json::Map<String, Value>>) -> axum::Json<Value> {
        axum::Json(Value::Object(value))
    }
    async fn slow() -> &'static str {
        tokio::time::sleep(Duration::from_millis(400)).await;
        "slow but sure"
    }
    async fn never() -> &'static str {
        std::future::pending().await
    }
    async fn dawdle(body: Body) -> String {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let bytes = axum::body::to_bytes(body, 64).await.expect("a body");
        format!("{} bytes", bytes.len())
    }
    let (begun, held) = mpsc::unbounded_channel();
    let release = Arc::new(Notify::new());
    let released = release.clone();
    let hold = async move || {
        let _ = begun.send(());
        released.notified().await;
        "held and answered"
    };
    let router = Router::new()
        .route("/dawdle", post(dawdle))
        .route("/held", get(hold))
        .route("/echo", post(echo))
        .route("/slow", get(slow))
        .route("/never", get(never))
        .route("/heedless", post(async || "not read"))
        .route("/quick", get(async || "quick"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel::<()>();
    let ended = tokio::spawn(run(listener, router, limits, trusted_proxies, async move {
        let _ = stopped.await;
    }));
    Running { address, stop, ended, held, release }
}

/// Sends bytes and reads until the server closes, on a thread that may block.
async fn exchange(address: SocketAddr, bytes: &'static [u8]) -> String {
    tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.set_read_timeout(Some(budget::wall_limit(budget::PATIENCE))).expect("set");
        stream.write_all(bytes).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server closes");
        String::from_utf8_lossy(&answer).into_owned()
    })
    .await
    .expect("no panic")
}

#[test]
fn every_connection_has_a_file_to_send_from() {
    for (files, connections) in [(0, 16), (1024, 448), (20_128, 10_000), (1 << 20, 10_000)] {
        assert_eq!(connections_for(files), connections);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_never_ends_is_cut_off() {
    let server = start(Limits { head: SHORT, ..patient() }).await;
    for greeting in [&b""[..], b"P", b"GET /quick HTTP/1.1\r\nHost: x\r\n", b"PRI * HTTP/2.0\r\n"] {
        // Every other limit is longer than the client waits.
        exchange(server.address, greeting).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_stalls_is_a_408_in_the_error_model() {
    let body = BodyPatience { pause: SHORT, ..patient().body };
    let server = start(Limits { body, ..patient() }).await;
    let answer = exchange(
        server.address,
        b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"a\":",
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    // GUARD-02: short as it is, the rest of the body is not waited for.
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    let body = answer.split("\r\n\r\n").nth(1).expect("a body");
    let body: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["success"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_in_pieces_within_the_limit_is_whole() {
    const PAUSE: Duration = Duration::from_secs(3);
    let body = BodyPatience { pause: PAUSE, ..patient().body };
    let server = start(Limits { body, ..patient() }).await;
    let address = server.address;
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream
            .write_all(b"POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n")
            .expect("sent");
        // Longer in all than the limit on a pause, and no pause is.
        for piece in [&b"{\"a"[..], b"\":", b"123", b"}"] {
            std::thread::sleep(PAUSE * 3 / 10);
            stream.write_all(piece).expect("sent");
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    });
    assert!(answer.await.expect("no panic").ends_with("{\"a\":123}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_lets_an_open_request_finish_and_takes_no_new_one() {
    let mut server = start(patient()).await;
    let open = tokio::spawn(exchange(server.address, b"GET /held HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.held.recv().await.expect("it has begun");
    server.stop.send(()).expect("listening");
    let address = server.address;
    let refuses = move || {
        budget::wait_until("no new connection", || TcpStream::connect(address).is_err());
    };
    tokio::task::spawn_blocking(refuses).await.expect("no panic");
    server.release.notify_one();
    assert!(open.await.expect("no panic").ends_with("held and answered"));
    server.ended.await.expect("ended");
}

/// SAFE-08: a proxy may use a kept connection once more after the server was told to stop, and is told that it was
/// the last time. Other clients' resting connections are closed at once.
#[tokio::test(flavor = "multi_thread")]
async fn stopping_answers_a_proxy_once_more_and_then_closes() {
    for (proxies, is_answered) in [("127.0.0.1", true), ("10.0.0.1", false)] {
        let server = start_behind(patient(), proxies.parse().expect("an address")).await;
        let (address, stop) = (server.address, server.stop);
        let client = tokio::task::spawn_blocking(move || {
            let mut stream = TcpStream::connect(address).expect("connected");
            let request = b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n";
            stream.write_all(request).expect("sent");
            let mut first = [0; 1024];
            let read = stream.read(&mut first).expect("an answer");
            let first = String::from_utf8_lossy(&first[..read]).into_owned();
            stop.send(()).expect("listening");
            while TcpStream::connect(address).is_ok() {
                std::thread::sleep(Duration::from_millis(5));
            }
            // A connection that was closed may still take bytes.
            let _ = stream.write_all(request);
            let mut rest = String::new();
            let _ = stream.read_to_string(&mut rest);
            (first, rest)
        });
        let (first, rest) = client.await.expect("no panic");
        assert!(!first.contains("connection: close"), "{first}");
        let answers = rest.matches("HTTP/1.1 200").count();
        // Another client may still be answered in the moment between the two steps of the stop.
        assert!(answers == 1 || (answers == 0 && !is_answered), "{rest}");
        assert_eq!(rest.matches("connection: close").count(), answers, "{rest}");
        server.ended.await.expect("ended");
    }
}

/// SAFE-08: a proxy that does not close its resting connections does not hold the stop up.
#[tokio::test(flavor = "multi_thread")]
async fn stopping_does_not_wait_for_a_proxy_for_ever() {
    let limits = Limits { proxy_idle: SHORT, ..patient() };
    let server = start_behind(limits, "127.0.0.1".parse().expect("an address")).await;
    let address = server.address;
    let kept = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.write_all(b"GET /quick HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
        let read = stream.read(&mut [0; 1024]).expect("an answer");
        assert!(read > 0);
        stream
    });
    let mut kept = kept.await.expect("no panic");
    server.stop.send(()).expect("listening");
    server.ended.await.expect("ended");
    let end = tokio::task::spawn_blocking(move || kept.read(&mut [0; 16]).expect("closed"));
    assert_eq!(end.await.expect("no panic"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_does_not_wait_for_ever() {
    let mut server = start(Limits { drain: SHORT, ..patient() }).await;
    let _hung = tokio::spawn(exchange(server.address, b"GET /held HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.held.recv().await.expect("it has begun");
    server.stop.send(()).expect("listening");
    let ended = budget::within(budget::PATIENCE, server.ended).await;
    ended.expect("it does not wait").expect("ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_clients_than_places_wait_their_turn() {
    let server = start(Limits { connections: 2, ..patient() }).await;
    let clients: Vec<_> = (0..6)
        .map(|_| {
            let request = b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            tokio::spawn(exchange(server.address, request))
        })
        .collect();
    let started = Instant::now();
    for client in clients {
        assert!(client.await.expect("no panic").ends_with("slow but sure"));
    }
    // Six of 400 ms in two places take three turns.
    assert!(started.elapsed() > Duration::from_millis(1000), "{:?}", started.elapsed());
}

/// The answer comes before the body does; the connection is good for another request all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_short_body_that_nobody_wanted_does_not_cost_the_connection() {
    let server = start(patient()).await;
    let address = server.address;
    let answers = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        let head = "POST /heedless HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n";
        stream.write_all(head.as_bytes()).expect("sent");
        let mut first = [0; 1024];
        let read = stream.read(&mut first).expect("an answer before the body");
        let rest = "{}GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        stream.write_all(rest.as_bytes()).expect("sent");
        let mut second = String::new();
        stream.read_to_string(&mut second).expect("another answer");
        (String::from_utf8_lossy(&first[..read]).into_owned(), second)
    });
    let (first, second) = answers.await.expect("no panic");
    assert!(first.ends_with("not read"), "{first}");
    assert!(second.ends_with("quick"), "{second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_reaches_a_client_that_is_still_sending() {
    let server = start(patient()).await;
    let address = server.address;
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n";
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(&vec![b' '; 4_000_000]).expect("all of it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer, not a reset");
        answer
    });
    assert!(answer.await.expect("no panic").starts_with("HTTP/1.1 413"));
}

/// GUARD-02: a byte now and then keeps a body from stalling, but it does not keep the connection.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_drips_is_a_408_and_the_connection_ends() {
    let body = BodyPatience { pause: SHORT, window: SHORT, bytes_in_window: 300 };
    let server = start(Limits { body, ..patient() }).await;
    let address = server.address;
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("set");
        let head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n";
        stream.write_all(head.as_bytes()).expect("sent");
        let (mut answer, mut piece) = (Vec::new(), [0; 1024]);
        let budget = Budget::of(budget::PATIENCE);
        while !budget.is_spent() {
            match stream.read(&mut piece) {
                Ok(0) => return String::from_utf8_lossy(&answer).into_owned(),
                Ok(count) => answer.extend_from_slice(&piece[..count]),
                // Nothing said yet: one more byte. Once the server has closed, nobody takes it.
                Err(_) => drop(stream.write_all(b" ")),
            }
        }
        panic!("the connection is still open after {:?}", String::from_utf8_lossy(&answer));
    });
    let answer = answer.await.expect("no panic");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

/// GUARD-02: the rate is that of the client. A handler that does not read for a while costs it nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_not_slow_because_its_handler_is() {
    let body = BodyPatience { window: SHORT, bytes_in_window: 1 << 20, ..patient().body };
    let server = start(Limits { body, ..patient() }).await;
    let answer = exchange(
        server.address,
        b"POST /dawdle HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabcdef",
    );
    assert!(answer.await.ends_with("6 bytes"));
}

/// GUARD-02: one address cannot take every place; it is told so, and gets in again once it has closed some.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_have_its_share_of_connections() {
    const QUICK: &[u8] = b"GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let limits = Limits { connections_of_address: 2, ..patient() };
    let server = start(limits).await;
    let hang = |address| {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.write_all(b"GET /never HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
        stream
    };
    let held = [hang(server.address), hang(server.address)];
    let refused = exchange(server.address, QUICK).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("\r\nretry-after: 5\r\n"), "{refused}");
    let body = refused.split("\r\n\r\n").nth(1).expect("a body");
    let body: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["success"], false);
    drop(held);
    let budget = Budget::of(budget::PATIENCE);
    while !exchange(server.address, QUICK).await.ends_with("quick") {
        assert!(!budget.is_spent(), "the places of closed connections stay taken");
    }

    // A proxy of the operator's own stands for many clients.
    let server = start_behind(limits, "127.0.0.1".parse().expect("a network")).await;
    let _held = [(); 4].map(|()| hang(server.address));
    assert!(exchange(server.address, QUICK).await.ends_with("quick"));
}

#[test]
fn an_address_has_a_quarter_of_the_places() {
    for (places, share) in [(10_000, 2_500), (136, 34), (16, 8)] {
        assert_eq!(share_of(places), share);
    }
}

/// Serves a stored file of `content` over one HTTP/1 connection and returns the body as the client received it.
async fn download(content: &[u8], protocol: auto::Builder<TokioExecutor>) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let blobs = Blobs::open(&StoreLocation::Folder(folder.path().to_owned())).expect("a store");
    let key = Key::parse("beat").expect("a key");
    blobs.put(&key, Bytes::copy_from_slice(content)).await.expect("stored");
    let size = content.len() as u64;
    let router = Router::new().route(
        "/beat",
        get(async move |Extension(connection): Extension<Connection>| {
            let queue = connection.sendfile_queue.expect("HTTP/1 has a queue");
            let mut first = blobs.read(&key, 0..size);
            let first = first.next_to_send().await.expect("read");
            assert!(matches!(first, Some(Piece::InPageCache(_))), "a file just written is cached");
            blob_body::open(blobs.read(&key, 0..size), Some(queue), None).await.expect("a body")
        }),
    );
    let limits = patient();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let request = b"GET /beat HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let client = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("connected");
        stream.set_read_timeout(Some(budget::wall_limit(budget::PATIENCE))).expect("set");
        stream.write_all(request).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server closes");
        answer
    });
    let (stream, peer) = listener.accept().await.expect("a client");
    let connections = Connections::new(Networks::default());
    let server = Server {
        router,
        limits,
        shares: AddressShares::new(limits.connections_of_address, Networks::default()),
        protocol: Arc::new(protocol),
        is_stopping: connections.is_stopping(),
    };
    server.serve(stream, peer, None, connections.watcher(peer.ip()));
    let answer = client.await.expect("no panic");
    let head = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
    answer[head + 4..].to_vec()
}

/// A placeholder is recognized by its address. The second half shows that the first one would fail if hyper copied
/// body chunks: with `writev(false)` it does, and the client receives the placeholder's zeros.
#[tokio::test(flavor = "multi_thread")]
async fn hyper_never_copies_the_placeholder_of_a_file_range() {
    let content: Vec<u8> = (0..20_000_u32).map(|n| (n % 255) as u8 + 1).collect();
    let body = download(&content, protocol(patient())).await;
    assert!(!body.contains(&0), "a placeholder was copied");
    assert!(body == content);

    let mut copying = protocol(patient());
    copying.http1().writev(false);
    let body = download(&content, copying).await;
    assert!(body.contains(&0), "the check above notices a copied placeholder");
}
