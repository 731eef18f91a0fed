//! Analyzes the files given on the command line and prints how long that took: `cargo run --release -p ledgerline-media
//! --example analyse -- song.mp3`

use std::fs::File;
use std::time::Instant;

use ledgerline_media::{Ffmpeg, Limits, analyze};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args_os().skip(1) {
        let started = Instant::now();
        let found = analyze(&mut File::open(&path)?, &Limits::default(), Ffmpeg::find().as_ref());
        let took = started.elapsed().as_secs_f64();
        println!("{}", path.display());
        match found {
            Ok(found) => {
                let length = found.duration.unwrap_or_default().as_secs_f64();
                println!("  {:?}, {length:.2} s, {:?}, {:?}", found.kind, found.tags, found.cover);
                if let Some(sound) = found.sound {
                    println!("  {:?} LUFS, {:?}, {:?}", sound.loudness, sound.tempo, sound.key);
                }
                println!("  in {took:.3} s, {:.0} times real time", length / took);
            }
            Err(error) => println!("  {error} (after {took:.3} s)"),
        }
    }
    Ok(())
}
