//! Makes Cargo notice a new build of the web app: the files are embedded at compile time, and
//! without this a rebuilt `web/dist` would not find its way into the binary.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // Watching a folder that is not there would rebuild the crate every time, so an empty one
    // stands in until the web app is built.
    if dist.is_dir() || std::fs::create_dir_all(dist).is_ok() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
}
