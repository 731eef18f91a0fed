//! The layout of text in a typeface: widths, kerning, every script, broken lines.

use ledgerline_paper::typeface::{Typefaces, Weight};

#[test]
fn figures_are_all_equally_wide() {
    let mut faces = Typefaces::load().unwrap();
    let face = faces.of(Weight::SemiBold);
    let widths: Vec<f32> = ('0'..='9').map(|digit| face.set(&digit.to_string()).width).collect();
    assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{widths:?}");
}

#[test]
fn pairs_of_letters_are_kerned() {
    let mut faces = Typefaces::load().unwrap();
    let face = faces.of(Weight::SemiBold);
    let apart = face.set("A").width + face.set("V").width;
    assert!(face.set("AV").width < apart);
}

#[test]
fn every_script_is_set_somehow() {
    let mut faces = Typefaces::load().unwrap();
    let face = faces.of(Weight::SemiBold);
    for (text, is_whole) in [
        ("Zoë Łukasz Søren", true),
        ("Γιάννης Ουρανός", true),
        ("Дмитрий Ёжиков", true),
        ("Nguyễn Thị Hằng", true),
        ("坂本 龍一", false),
        ("محمد عبده", false),
        ("ลิซ่า", false),
        ("👩🏽‍🎤 Nova", false),
        ("tab\tand\nline", true),
        ("", true),
    ] {
        let run = face.set(text);
        assert_eq!(run.is_whole, is_whole, "{text}");
        assert_eq!(run.glyphs.is_empty(), text.is_empty());
    }
    assert!(!face.subset().unwrap().is_empty());
}

#[test]
fn text_is_cut_and_broken_to_fit() {
    let mut faces = Typefaces::load().unwrap();
    let face = faces.of(Weight::SemiBold);
    let long = "Midnight over the harbour with strings and a very long second half";
    let cut = face.fit_line(long, 12.0, 120.0).into_owned();
    assert!(cut.ends_with('…') && face.width(&cut, 12.0) <= 120.0, "{cut}");
    assert_eq!(face.fit_line("Short", 12.0, 120.0), "Short");
    let lines = face.wrap_lines(long, 12.0, 120.0, 3);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| face.width(line, 12.0) <= 120.0), "{lines:?}");
    assert!(lines[2].ends_with('…'));
    let broken =
        face.break_lines("a.very.long.name@a.very.long.domain.example and more", 12.0, 90.0);
    assert!(broken.iter().all(|line| face.width(line, 12.0) <= 90.0), "{broken:?}");
    assert_eq!(
        broken.concat().replace(' ', ""),
        "a.very.long.name@a.very.long.domain.exampleandmore"
    );
    assert!(broken[0].ends_with('@') || broken[0].ends_with('.'), "{broken:?}");
    assert_eq!(face.wrap_lines("one two", 12.0, 500.0, 3), ["one two"]);
    assert_eq!(face.wrap_lines(" ", 12.0, 500.0, 3), [] as [&str; 0]);
    let word = face.wrap_lines(&"x".repeat(200), 12.0, 100.0, 4);
    assert!(word.len() == 1 && word[0].ends_with('…'));
}
