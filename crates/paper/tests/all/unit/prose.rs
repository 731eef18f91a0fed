//! Running text: lines, pages, and what stays together.

use domain::licenses::contract::{Block, Origin, Span};
use ledgerline_paper::canvas::{Canvas, Size};
use ledgerline_paper::prose::{Line, lines, pages, words};
use ledgerline_paper::typeface::{Typefaces, Weight};
use proptest::prelude::*;

const ROOM: f32 = 300.0;

fn spans(text: &str) -> Vec<Span> {
    let span = |(at, text): (usize, &str)| Span {
        text: text.to_owned(),
        is_bold: at % 2 == 1,
        origin: Origin::Text,
    };
    text.split("**").enumerate().map(span).collect()
}

fn set(blocks: &[Block]) -> Vec<Line> {
    let mut faces = Typefaces::load().unwrap();
    lines(&mut Canvas::new(&mut faces, Size::A4), blocks, ROOM)
}

fn text(line: &Line) -> String {
    line.runs.iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn bold_words_and_their_punctuation_stay_together() {
    let told = words(&spans("the **“New Song”**, and ** more**"), Weight::Regular);
    let told: Vec<Vec<&str>> =
        told.iter().map(|word| word.iter().map(|run| run.text.as_str()).collect()).collect();
    assert_eq!(told, [vec!["the"], vec!["“New"], vec!["Song”", ","], vec!["and"], vec!["more"]]);
}

// LIC-10
#[test]
fn a_heading_stays_with_the_text_below_it() {
    let long = "word ".repeat(60);
    let blocks: Vec<Block> = (0..20)
        .flat_map(|_| [Block::Heading(2, spans("Title")), Block::Paragraph(spans(&long))])
        .collect();
    for height in (100..400).step_by(31) {
        let pages = pages(set(&blocks), 90.0, height as f32);
        for page in &pages {
            assert!(!page.is_empty());
            assert_ne!(text(page.last().unwrap()), "Title");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    // LIC-10
    #[test]
    fn nothing_is_lost_and_no_paragraph_leaves_a_single_line(
        counts in prop::collection::vec(1_usize..60, 1..16),
        first in 100.0_f32..300.0,
        others in 100.0_f32..700.0,
    ) {
        let texts: Vec<String> = counts.iter().map(|count| "Ω ж word ".repeat(*count)).collect();
        let blocks: Vec<Block> =
            texts.iter().map(|text| Block::Paragraph(spans(text))).collect();
        let lengths: Vec<usize> =
            blocks.iter().map(|block| set(std::slice::from_ref(block)).len()).collect();
        let pages = pages(set(&blocks), first, others);
        for (at, page) in pages.iter().enumerate() {
            let height: f32 = page.iter().map(|line| line.gap + line.height).sum();
            let most = if at == 0 { first } else { others };
            prop_assert!(height <= most + 0.01, "{height}");
        }
        let ends: Vec<usize> = pages
            .iter()
            .scan(0, |sum, page| { *sum += page.len(); Some(*sum) })
            .collect();
        let mut start = 0;
        for length in lengths {
            for end in &ends {
                let inside = end.saturating_sub(start);
                if inside > 0 && inside < length {
                    prop_assert!(inside >= 2 && length - inside >= 2, "{inside} of {length}");
                }
            }
            start += length;
        }
        let told: Vec<String> = pages.iter().flatten().map(text).collect();
        let whole = texts.concat();
        let (told, whole): (Vec<&str>, Vec<&str>) = (
            told.iter().flat_map(|line| line.split_whitespace()).collect(),
            whole.split_whitespace().collect(),
        );
        prop_assert_eq!(told, whole);
    }

    #[test]
    fn any_text_is_broken(text in "\\PC{0,400}") {
        set(&[Block::Paragraph(spans(&text)), Block::Numbered("1".into(), spans(&text))]);
    }
}
