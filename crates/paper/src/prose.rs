//! Running text: headings, paragraphs and lists, broken into lines and the lines into pages. A heading stays with what
//! follows it, and no page begins or ends with a single line of a longer paragraph.

use domain::licenses::contract::{Block, Span};

use crate::{
    canvas::{Canvas, Color, Pen},
    typeface::Weight,
};

const BODY: f32 = 10.0;
const LEADING: f32 = 15.0;
/// The indent of the text of a list.
const BULLET: f32 = 14.0;
const NUMBER: f32 = 24.0;

/// A line of text, with its distance to the line before and whether it must stay with the next one.
pub struct Line {
    pub runs: Vec<Run>,
    pen: Pen,
    indent: f32,
    /// A bullet or a number, to the left of the text.
    marker: Option<String>,
    /// The space above the line, left out at the top of a page.
    pub gap: f32,
    pub height: f32,
    /// Whether the next line must be on the same page.
    is_glued: bool,
}

/// Text of one weight.
pub struct Run {
    pub weight: Weight,
    pub text: String,
}

/// Pieces of text without a space between them.
pub type Word = Vec<Run>;

struct Shape {
    pen: Pen,
    gap: f32,
    height: f32,
    indent: f32,
    marker: Option<String>,
}

impl Shape {
    fn of(block: &Block, before: Option<&Block>) -> Self {
        let text = Pen::text(BODY, Color::INK);
        let item = |indent, marker| {
            let is_list = matches!(before, Some(Block::Bullet(_) | Block::Numbered(..)));
            let gap = if is_list { 3.0 } else { 5.0 };
            Self { pen: text, gap, height: LEADING, indent, marker: Some(marker) }
        };
        let heading = |size, gap, height| {
            let pen = Pen::strong(size, Color::INK);
            Self { pen, gap, height, indent: 0.0, marker: None }
        };
        match block {
            Block::Heading(1, _) => heading(17.0, 24.0, 23.0),
            Block::Heading(2, _) => heading(11.5, 17.0, 17.0),
            Block::Heading(..) => heading(BODY, 11.0, LEADING),
            Block::Paragraph(_) => {
                Self { pen: text, gap: 7.0, height: LEADING, indent: 0.0, marker: None }
            }
            Block::Numbered(number, _) => item(NUMBER, format!("{number}.")),
            Block::Bullet(_) => item(BULLET, "•".to_owned()),
        }
    }
}

/// Breaks a text into lines no wider than `room`.
pub fn lines(page: &mut Canvas<'_>, blocks: &[Block], room: f32) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| blocks.get(at));
        let shape = Shape::of(block, before);
        let runs = even_lines(page, block.spans(), shape.pen, room - shape.indent);
        let count = runs.len();
        let is_heading = matches!(block, Block::Heading(..));
        // A sentence that ends in a colon announces the list below it.
        let announces = block.text().trim_end().ends_with(':');
        all.extend(runs.into_iter().enumerate().map(|(at, runs)| {
            let is_last = at + 1 == count;
            let is_edge = at == 0 || at + 2 == count;
            Line {
                runs,
                pen: shape.pen,
                indent: shape.indent,
                marker: shape.marker.clone().filter(|_| at == 0),
                gap: if at == 0 { shape.gap } else { 0.0 },
                height: shape.height,
                is_glued: is_heading || if is_last { announces } else { is_edge },
            }
        }));
    }
    all
}

/// Distributes lines over pages. `first` is the height available on the first page, `others` on all further pages.
pub fn pages(lines: Vec<Line>, first: f32, others: f32) -> Vec<Vec<Line>> {
    let mut pages: Vec<Vec<Line>> = vec![Vec::new()];
    let mut left = first;
    let mut group: Vec<Line> = Vec::new();
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        let is_glued = line.is_glued && lines.peek().is_some();
        group.push(line);
        if is_glued {
            continue;
        }
        let height: f32 = group.iter().map(|line| line.gap + line.height).sum();
        if height > left && (left < others || pages.len() == 1) {
            pages.push(Vec::new());
            left = others;
        }
        for mut line in group.drain(..) {
            // Lines that must stay together can be longer than a page.
            if line.height > left {
                pages.push(Vec::new());
                left = others;
            }
            let Some(page) = pages.last_mut() else { continue };
            if page.is_empty() && left >= others {
                line.gap = 0.0;
            }
            left -= line.gap + line.height;
            page.push(line);
        }
    }
    pages
}

/// Draws lines below each other; returns the position below the last one.
pub(crate) fn draw(page: &mut Canvas<'_>, lines: &[Line], left: f32, top: f32) -> f32 {
    let mut y = top;
    for line in lines {
        y += line.gap + line.height;
        // Letters hang a little above the bottom of their line.
        let base = y - line.height * 0.28;
        if let Some(marker) = &line.marker {
            page.text(left + 1.0, base, Pen { color: Color::INK_3, ..line.pen }, marker);
        }
        let mut x = left + line.indent;
        for run in &line.runs {
            let pen = Pen { weight: run.weight, ..line.pen };
            page.text(x, base, pen, &run.text);
            x += page.width(pen, &run.text);
        }
    }
    y
}

/// Breaks text into lines, a little narrower if the last line would otherwise be a single short word.
fn even_lines(page: &mut Canvas<'_>, spans: &[Span], pen: Pen, room: f32) -> Vec<Vec<Run>> {
    let lines = break_runs(page, spans, pen, room);
    for part in [0.97, 0.94, 0.9, 0.86] {
        if !is_short(lines.last()) || lines.len() < 2 {
            break;
        }
        let narrower = break_runs(page, spans, pen, room * part);
        if narrower.len() == lines.len() && !is_short(narrower.last()) {
            return narrower;
        }
    }
    lines
}

fn is_short(line: Option<&Vec<Run>>) -> bool {
    line.is_some_and(|line| {
        line.iter().all(|run| !run.text.contains(' '))
            && line.iter().map(|run| run.text.chars().count()).sum::<usize>() < 14
    })
}

fn break_runs(page: &mut Canvas<'_>, spans: &[Span], pen: Pen, room: f32) -> Vec<Vec<Run>> {
    let mut lines: Vec<Vec<Run>> = Vec::new();
    let mut line: Vec<Run> = Vec::new();
    let mut used = 0.0;
    for word in words(spans, pen.weight) {
        let of = |run: &Run| Pen { weight: run.weight, ..pen };
        let width: f32 = word.iter().map(|run| page.width(of(run), &run.text)).sum();
        if let Some(last) = line.last_mut() {
            let space = page.width(of(last), " ");
            if used + space + width <= room {
                last.text.push(' ');
                used += space;
            } else {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
        }
        for run in word {
            let width = page.width(of(&run), &run.text);
            if used + width <= room {
                used += width;
                join(&mut line, run);
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            // A single word that is wider than the room.
            let mut parts = page.break_lines(of(&run), &run.text, room);
            let rest = parts.pop().unwrap_or_default();
            lines.extend(parts.into_iter().map(|text| vec![Run { text, weight: run.weight }]));
            used = page.width(of(&run), &rest);
            line.push(Run { text: rest, weight: run.weight });
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Splits text at its spaces; a word can change its weight in the middle.
pub fn words(spans: &[Span], weight: Weight) -> Vec<Word> {
    let mut words: Vec<Word> = vec![Vec::new()];
    for span in spans {
        let weight = if span.is_bold { Weight::SemiBold } else { weight };
        for (at, part) in span.text.split(is_space).enumerate() {
            if at > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                join(word, Run { weight, text: part.to_owned() });
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Appends a run of text. Runs of the same weight are joined, so that kerning applies between them.
fn join(runs: &mut Vec<Run>, run: Run) {
    match runs.last_mut() {
        Some(last) if last.weight == run.weight => last.text.push_str(&run.text),
        _ => runs.push(run),
    }
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\u{A0}' | '\u{202F}')
}
