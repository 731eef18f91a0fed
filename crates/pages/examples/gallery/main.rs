//! Writes every page in every state, with made-up people and beats, into a folder to look at:
//! `cargo run -p ledgerline-pages --example gallery -- target/gallery`. Serve the folder as the root of a host, because
//! pages refer to their style sheet by `/public/…`.

mod sample;

use std::path::PathBuf;
use std::{env, fs, io};

use ledgerline_pages::{Accent, LinkPicture};

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
    fs::write(folder.join("picture.jpg"), picture(None))?;
    // The optional second argument is the file of a cover to use.
    let cover = env::args().nth(2).map(fs::read).transpose()?;
    fs::write(folder.join("picture-cover.jpg"), picture(cover.as_deref()))?;
    println!("{}", folder.display());
    Ok(())
}

/// The picture of a link preview.
fn picture(cover: Option<&[u8]>) -> Vec<u8> {
    let facts = ["112 BPM", "C♯m", "3:19"].map(str::to_owned);
    LinkPicture {
        accent: Accent::named("teal"),
        name: "Maya Okafor",
        face: cover,
        title: if cover.is_some() {
            "Lagos After Rain"
        } else {
            "Four for the winter EP, and one more"
        },
        facts: &facts,
        cover,
        waveform: sample::waveform(7),
    }
    .draw()
}
