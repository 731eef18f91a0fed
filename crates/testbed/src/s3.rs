//! A real S3-compatible server on loopback. Its folder is removed with it. It checks signatures as Amazon does and
//! refuses requests without the right key.

use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto::Builder,
};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::{runtime, sync::oneshot};

use crate::watchdog::Watchdog;

const ACCESS_KEY: &str = "ledgerline-tests";
const SECRET_KEY: &str = "only-on-loopback";

/// Runs until it is dropped.
pub struct S3 {
    address: SocketAddr,
    folder: PathBuf,
    _watchdog: Watchdog,
    buckets: AtomicU32,
    /// Dropping it ends the server; the thread is waited for.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl S3 {
    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder").keep();
        let watchdog = Watchdog::keep(&folder, &Command::new("true")).expect("a shell");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("set");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let root = folder.clone();
        let thread = std::thread::spawn(move || {
            let runtime =
                runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listener, root) => {}
                    _ = stopped => {}
                }
            });
            runtime.shutdown_background();
        });
        Self {
            address,
            folder,
            _watchdog: watchdog,
            buckets: AtomicU32::new(0),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// A new, empty bucket's name.
    #[expect(clippy::expect_used, reason = "a test cannot go on without it")]
    pub fn fresh_bucket(&self) -> String {
        let name = format!("beats-{}", self.buckets.fetch_add(1, Ordering::Relaxed));
        std::fs::create_dir(self.folder.join(&name)).expect("a bucket is a folder");
        name
    }

    /// The folder with the objects of a bucket, for a test that counts them.
    pub fn bucket_folder(&self, bucket: &str) -> PathBuf {
        self.folder.join(bucket)
    }

    /// The environment variables that make a program use this server.
    pub fn variables(&self) -> [(&'static str, String); 4] {
        [
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
        ]
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[expect(clippy::expect_used, reason = "a test cannot go on without it")]
async fn serve(listener: TcpListener, root: PathBuf) {
    let mut service = S3ServiceBuilder::new(FileSystem::new(root).expect("a folder"));
    service.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
    let service = service.build();
    let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
    let protocol = Builder::new(TokioExecutor::new());
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        let connection = protocol.serve_connection(TokioIo::new(socket), service.clone());
        let connection = connection.into_owned();
        tokio::spawn(async move {
            let _ = connection.await;
        });
    }
}
