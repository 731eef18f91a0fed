//! Runs nginx over a folder, configured as in Debian, as the comparison for media. It accepts files by PUT.

use std::{
    error::Error,
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// An nginx process that runs until the value is dropped.
pub struct Nginx {
    child: Child,
    pub address: SocketAddr,
}

impl Nginx {
    /// Starts nginx to serve the folder `files` in `folder`.
    pub fn over(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        std::fs::create_dir_all(folder.join("files"))?;
        let settings = folder.join("nginx.conf");
        std::fs::write(&settings, configuration(folder, address))?;
        let child = Command::new("/usr/sbin/nginx")
            .args(["-e", "stderr", "-g", "daemon off;", "-c"])
            .arg(&settings)
            .stdin(Stdio::null())
            .spawn()
            .map_err(|error| format!("nginx: {error}"))?;
        let nginx = Self { child, address };
        let deadline = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(address).is_err() {
            if Instant::now() > deadline {
                return Err("nginx does not start".into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // SIGTERM also ends nginx's workers; SIGKILL would leave them running.
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// One worker for each core and sendfile, as in Debian, but without `tcp_nopush`: with it a small range would wait 44
/// ms on loopback. Requests are not logged, and neither are Ledgerline's during the measurement.
fn configuration(folder: &Path, address: SocketAddr) -> String {
    let folder = folder.display();
    format!(
        "user root; worker_processes auto; pid {folder}/nginx.pid; error_log stderr;
         events {{ worker_connections 768; }}
         http {{
           access_log off; sendfile on; tcp_nopush off; keepalive_requests 1000000;
           client_max_body_size 0; client_body_temp_path {folder}/body;
           proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
           uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
           server {{ listen {address}; root {folder}/files; dav_methods PUT; }}
         }}"
    )
}
