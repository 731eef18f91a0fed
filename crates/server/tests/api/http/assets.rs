//! The web app as the binary serves it. Unit tests beside the code check the rules with made-up files; these tests use
//! the real build, or the placeholder page if there is none.

use crate::harness::{Answer, Engine, Server};

fn page(server: &Server, path: &str) -> Answer {
    server.call("GET", path).header("accept", "text/html").send()
}

/// The paths of the files that the page loads.
fn files(html: &str) -> Vec<String> {
    ["src=\"", "href=\""]
        .iter()
        .flat_map(|start| html.split(start).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| path.starts_with('/') && path.contains('.'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn deep_links_get_the_same_page_and_it_is_asked_for_anew() {
    let server = Server::start(Engine::Sqlite, &[]);
    let first = page(&server, "/");
    assert_eq!(first.status, 200);
    assert_eq!(first.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(first.header("cache-control"), "no-cache");
    for path in ["/cards", "/transaction-history", "/no/such/screen"] {
        assert_eq!(page(&server, path).bytes, first.bytes, "{path}");
    }
    for path in ["/assets/gone.js", "/gone.png", "/.env", "/..%2f..%2fetc/passwd.txt"] {
        page(&server, path).expect_error(404);
    }
    let script = server.call("GET", "/cards").header("accept", "application/json").send();
    script.expect_error(404);
}

#[test]
fn the_page_and_all_it_asks_for_come_from_the_binary() {
    let server = Server::start(Engine::Sqlite, &[]);
    let html = page(&server, "/").text();
    let files = files(&html);
    if files.is_empty() {
        assert!(html.contains("make build"), "without a web app the page says how to get one");
        return;
    }
    for path in files {
        let plain = server.call("GET", &path).header("accept-encoding", "identity").send();
        assert_eq!(plain.status, 200, "{path}");
        assert!(plain.headers.get("content-encoding").is_none());
        let is_hashed = path.starts_with("/assets/");
        let cache = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(plain.header("cache-control"), cache, "{path}");

        let etag = plain.header("etag");
        assert!(etag.starts_with('"'), "{path}: {etag}");
        let again = server
            .call("GET", &path)
            .header("accept-encoding", "identity")
            .header("if-none-match", etag)
            .send();
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), etag);

        let packed = server.call("GET", &path).header("accept-encoding", "br, gzip;q=0.5").send();
        if !packed.header("content-encoding").is_empty() {
            assert_eq!(packed.header("content-encoding"), "br", "{path}");
            assert_ne!(packed.header("etag"), etag, "{path}");
            assert!(packed.bytes.len() < plain.bytes.len(), "{path}");
        }
        let head = server.call("HEAD", &path).header("accept-encoding", "identity").send();
        assert_eq!(head.header("content-length"), plain.bytes.len().to_string(), "{path}");
        assert!(head.bytes.is_empty(), "{path}");
    }
}
