//! Makes Cargo notice a new build of the web app: the files are embedded at compile time, and
//! without this a rebuilt `web/dist` would not find its way into the binary. And tells the linker to be thrifty.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // Watching a folder that is not there would rebuild the crate every time, so an empty one
    // stands in until the web app is built.
    if dist.is_dir() || std::fs::create_dir_all(dist).is_ok() {
        println!("cargo:rerun-if-changed={}", dist.display());
    }
    link_thriftily();
}

/// Generic code leaves thousands of functions that are alike to the byte, and every address in the data is put right
/// at start by an entry of 24 bytes. LLD, which Rust links with on this target, keeps one of each function and writes
/// those entries as a bit each: less to hold in memory.
fn link_thriftily() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "release") && is("TARGET", "x86_64-unknown-linux-gnu") {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all,-z,pack-relative-relocs");
    }
}
