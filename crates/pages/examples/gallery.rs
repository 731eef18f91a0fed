//! Writes every page in every state, with made-up people and beats, into a folder to look at:
//! `cargo run -p ledgerline-pages --example gallery -- target/gallery`. Serve the folder as the root of a host, because
//! pages refer to their style sheet by `/public/…`.

#[path = "gallery/sample.rs"]
mod sample;

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "target/gallery".to_owned()));
    fs::create_dir_all(folder.join("public"))?;
    fs::create_dir_all(folder.join("art"))?;
    for asset in ledgerline_pages::assets() {
        fs::write(folder.join("public").join(&asset.name), &asset.bytes)?;
    }
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/art"))? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join("art").join(entry.file_name()))?;
    }
    for (name, html) in sample::pages() {
        fs::write(folder.join(format!("{name}.html")), html)?;
    }
    println!("{}", folder.display());
    Ok(())
}
