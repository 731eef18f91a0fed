//! Lengths, musical keys and waveforms as pages show them.

use ledgerline_pages::sound::{PARTS, Waveform, clock, key_sign};

#[test]
fn shr_04_lengths_and_keys_read_as_music_does() {
    let lengths = [0, 59, 199, 600, 4000].map(|seconds| clock(&seconds));
    assert_eq!(lengths, ["0:00", "0:59", "3:19", "10:00", "1:06:40"]);
    let keys = ["C#m", "Bb", "G", "Am", "Bm", "Eb minor", "♭"].map(key_sign);
    assert_eq!(keys, ["C♯m", "B♭", "G", "Am", "Bm", "E♭ minor", "♭"]);
}

#[test]
fn shr_04_a_waveform_has_a_bar_for_each_part_and_stays_inside() {
    let mut levels = [0; PARTS];
    levels[95] = 255;
    let wave = Waveform(levels);
    let path = wave.path(96, 64);
    assert_eq!(path.matches('M').count(), 96);
    assert!(path.starts_with("M3 31v2M9 31v2") && path.ends_with("M573 2v60"), "{path}");
    assert!(wave.path(30, 28).ends_with("M177 2v24"));
    let letters = wave.letters();
    assert!(letters.len() == 96 && letters.starts_with("AA") && letters.ends_with("A_"));
}
