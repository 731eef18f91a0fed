//! The contract text: parsed once, checked against the terms of a license kind, and filled for a license.
//!
//! The text has headings (`#`, `##`, `###`), paragraphs, numbered lists (`1. `), bulleted lists (`- `), bold (`**`),
//! fields (`{{buyer.name}}`) and blocks (`{{#if sync}} … {{/if}}`). Values are filled in after the text is parsed, so a
//! value is never read as markup.

use super::fields::{Facts, Field, Place};
use super::terms::Terms;

/// The longest contract text, in characters.
pub const LONGEST: usize = 60_000;
/// Blocks inside blocks.
const DEEPEST: usize = 8;

/// A fault of the text, with the line it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    /// The field as written, if the fault is about one.
    pub field: Option<String>,
    pub message: String,
}

impl Fault {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, field: None, message: message.into() }
    }

    fn about(line: usize, field: &str, message: impl Into<String>) -> Self {
        Self { line, field: Some(field.to_owned()), message: message.into() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Text(String),
    Field { line: usize, field: Field },
    If { field: Field, children: Vec<Node> },
}

/// A parsed contract text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(Vec<Node>);

/// A part of a filled contract, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Level 1 is the title.
    Heading(u8, Vec<Span>),
    Paragraph(Vec<Span>),
    /// With the number as written.
    Numbered(String, Vec<Span>),
    Bullet(Vec<Span>),
}

impl Block {
    pub fn spans(&self) -> &[Span] {
        match self {
            Self::Heading(_, spans)
            | Self::Paragraph(spans)
            | Self::Numbered(_, spans)
            | Self::Bullet(spans) => spans,
        }
    }

    pub fn text(&self) -> String {
        self.spans().iter().map(|span| span.text.as_str()).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub is_bold: bool,
    pub origin: Origin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The producer's own words.
    Text,
    /// The value of a field.
    Value,
    /// The name of a field that has no value.
    Gap,
}

/// A filled contract, which may have gaps: a preview shows them, and issuing refuses them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    pub blocks: Vec<Block>,
    pub missing: Vec<Field>,
}

impl Filled {
    /// The blocks of a contract without gaps, or the fields that have no value.
    pub fn complete(self) -> Result<Vec<Block>, Vec<Field>> {
        if self.missing.is_empty() { Ok(self.blocks) } else { Err(self.missing) }
    }
}

impl Text {
    /// Parses a text that was checked when it was saved; see [`Text::check`] for whether a kind can fill it.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let mut parser = Parser { faults: Vec::new(), line: 1 };
        if text.chars().count() > LONGEST {
            let message = "The contract can be at most 60,000 characters";
            return Err(vec![Fault::new(1, message)]);
        }
        let unified = text.replace("\r\n", "\n").replace('\r', "\n");
        let nodes = parser.nodes(&unified);
        for (at, line) in unified.lines().enumerate() {
            if !line.matches("**").count().is_multiple_of(2) {
                parser.faults.push(Fault::new(at + 1, "Bold text starts with ** but doesn't end"));
            }
        }
        if unified.trim().is_empty() {
            parser.faults.push(Fault::new(1, "The contract is empty"));
        }
        parser.faults.sort_by_key(|fault| fault.line);
        if parser.faults.is_empty() { Ok(Self(nodes)) } else { Err(parser.faults) }
    }

    /// Every use of a field that a license of these terms can never fill.
    pub fn check(&self, terms: &Terms) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        visit(&self.0, &|field| field.holds(terms), &mut |line, field| {
            if !field.is_fillable(terms) {
                let name = field.as_str();
                let message = format!("This license has no value for {{{{{name}}}}}");
                faults.push(Fault::about(line, name, message));
            }
        });
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The fields that a license of these terms uses, each once, in the order of the text.
    pub fn fields(&self, terms: &Terms) -> Vec<Field> {
        let mut fields = Vec::new();
        visit(&self.0, &|field| field.holds(terms), &mut |_, field| {
            if !fields.contains(&field) {
                fields.push(field);
            }
        });
        fields
    }

    pub fn fill(&self, terms: &Terms, facts: &Facts) -> Filled {
        let mut lines = Lines { lines: vec![Line::default()], missing: Vec::new() };
        lines.add(&self.0, terms, facts);
        let Lines { lines, missing } = lines;
        Filled { blocks: blocks(lines), missing }
    }
}

/// Calls `found` for every field outside of blocks whose condition is known not to hold.
fn visit(
    nodes: &[Node],
    holds: &impl Fn(Field) -> Option<bool>,
    found: &mut impl FnMut(usize, Field),
) {
    for node in nodes {
        match node {
            Node::Text(_) => {}
            Node::Field { line, field } => found(*line, *field),
            Node::If { field, children } => {
                if holds(*field) != Some(false) {
                    visit(children, holds, found);
                }
            }
        }
    }
}

struct Parser {
    faults: Vec<Fault>,
    line: usize,
}

struct Open {
    line: usize,
    /// `None` if the block's own field is unknown, which was noted as a fault.
    field: Option<Field>,
    before: Vec<Node>,
}

impl Parser {
    fn nodes(&mut self, text: &str) -> Vec<Node> {
        let mut open: Vec<Open> = Vec::new();
        let mut nodes = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let (before, tag) = rest.split_at(start);
            self.text(before, &mut nodes);
            let tag = tag.get(2..).unwrap_or_default();
            let Some(end) = tag.find("}}").filter(|end| !tag[..*end].contains(['\n', '{'])) else {
                self.fault("{{ has no }} on the same line");
                rest = tag;
                continue;
            };
            let (inside, after) = tag.split_at(end);
            rest = after.get(2..).unwrap_or_default();
            self.tag(inside.trim(), &mut nodes, &mut open);
        }
        self.text(rest, &mut nodes);
        while let Some(block) = open.pop() {
            let message = "{{#if}} has no {{/if}}";
            self.faults.push(Fault::new(block.line, message));
            nodes = block.before;
        }
        nodes
    }

    fn tag(&mut self, tag: &str, nodes: &mut Vec<Node>, open: &mut Vec<Open>) {
        if let Some(name) = tag.strip_prefix("#if ") {
            if open.len() >= DEEPEST {
                self.fault("Blocks can be at most 8 levels deep");
            }
            let field = self.field(name.trim());
            open.push(Open { line: self.line, field, before: std::mem::take(nodes) });
        } else if tag == "/if" {
            let Some(Open { field, before, .. }) = open.pop() else {
                return self.fault("{{/if}} has no {{#if}} before it");
            };
            let children = std::mem::replace(nodes, before);
            if let Some(field) = field {
                nodes.push(Node::If { field, children });
            }
        } else if tag.starts_with(['#', '/']) {
            self.fault("Blocks start with {{#if field}} and end with {{/if}}");
        } else if let Some(field) = self.field(tag) {
            nodes.push(Node::Field { line: self.line, field });
        }
    }

    fn text(&mut self, text: &str, nodes: &mut Vec<Node>) {
        if text.is_empty() {
            return;
        }
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 {
                self.line += 1;
            }
            if part.contains(['{', '}']) {
                self.fault("Braces are only for fields, like {{buyer.name}}");
            }
            if part.chars().any(|c| c.is_control() && c != '\t') {
                self.fault("The line has a control character");
            }
        }
        nodes.push(Node::Text(text.to_owned()));
    }

    fn field(&mut self, name: &str) -> Option<Field> {
        let field = Field::find(name);
        if field.is_none() {
            let message = format!("There is no field {{{{{name}}}}}");
            self.faults.push(Fault::about(self.line, name, message));
        }
        field
    }

    fn fault(&mut self, message: &str) {
        self.faults.push(Fault::new(self.line, message));
    }
}

/// A line of the text with its values filled in.
#[derive(Default)]
struct Line {
    pieces: Vec<Piece>,
    /// A line that held nothing but the tags of blocks is not a line of the contract.
    has_tag: bool,
}

enum Piece {
    Text(String),
    Value(Vec<String>),
    Gap(&'static str),
}

struct Lines {
    lines: Vec<Line>,
    missing: Vec<Field>,
}

impl Lines {
    fn add(&mut self, nodes: &[Node], terms: &Terms, facts: &Facts) {
        for node in nodes {
            match node {
                Node::Text(text) => self.add_text(text),
                Node::Field { field, .. } => {
                    let value = field.value(terms, facts);
                    if value.is_empty() {
                        if !self.missing.contains(field) {
                            self.missing.push(*field);
                        }
                        self.last().pieces.push(Piece::Gap(field.as_str()));
                    } else {
                        self.last().pieces.push(Piece::Value(value));
                    }
                }
                Node::If { field, children } => {
                    self.last().has_tag = true;
                    let is_unsigned = facts.is_offered && facts.buyer.name.is_empty();
                    let comes_later = is_unsigned && field.place() == Place::Buyer;
                    let is_given = || comes_later || !field.value(terms, facts).is_empty();
                    if field.holds(terms).unwrap_or_else(is_given) {
                        self.add(children, terms, facts);
                    }
                    self.last().has_tag = true;
                }
            }
        }
    }

    fn add_text(&mut self, text: &str) {
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 {
                self.lines.push(Line::default());
            }
            if !part.is_empty() {
                self.last().pieces.push(Piece::Text(part.to_owned()));
            }
        }
    }

    fn last(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let at = self.lines.len() - 1;
        &mut self.lines[at]
    }
}

fn blocks(lines: Vec<Line>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<Span> = Vec::new();
    for line in lines {
        let is_blank = line
            .pieces
            .iter()
            .all(|piece| matches!(piece, Piece::Text(text) if text.trim().is_empty()));
        if is_blank && line.has_tag {
            continue;
        }
        if is_blank {
            end_paragraph(&mut paragraph, &mut blocks);
            continue;
        }
        if let [Piece::Value(items)] = line.pieces.as_slice()
            && items.len() > 1
        {
            end_paragraph(&mut paragraph, &mut blocks);
            blocks.extend(items.iter().map(|item| {
                let text = item.clone();
                Block::Bullet(vec![Span { text, is_bold: false, origin: Origin::Value }])
            }));
            continue;
        }
        let (shape, pieces) = shape(line.pieces);
        let spans = spans(pieces);
        match shape {
            Shape::Plain => {
                if !paragraph.is_empty() {
                    let text = " ".to_owned();
                    paragraph.push(Span { text, is_bold: false, origin: Origin::Text });
                }
                paragraph.extend(spans);
                continue;
            }
            shape => {
                end_paragraph(&mut paragraph, &mut blocks);
                blocks.push(match shape {
                    Shape::Heading(level) => Block::Heading(level, spans),
                    Shape::Numbered(number) => Block::Numbered(number, spans),
                    Shape::Plain | Shape::Bullet => Block::Bullet(spans),
                });
            }
        }
    }
    end_paragraph(&mut paragraph, &mut blocks);
    blocks
}

fn end_paragraph(paragraph: &mut Vec<Span>, blocks: &mut Vec<Block>) {
    if !paragraph.is_empty() {
        blocks.push(Block::Paragraph(std::mem::take(paragraph)));
    }
}

enum Shape {
    Heading(u8),
    Numbered(String),
    Bullet,
    Plain,
}

/// Only the producer's own words at the start of a line make a heading or a list.
fn shape(mut pieces: Vec<Piece>) -> (Shape, Vec<Piece>) {
    let Some(Piece::Text(text)) = pieces.first_mut() else { return (Shape::Plain, pieces) };
    let trimmed = text.trim_start();
    let marks = [("### ", 3), ("## ", 2), ("# ", 1)];
    let heading = marks.iter().find_map(|(mark, level)| {
        trimmed.strip_prefix(mark).map(|rest| (Shape::Heading(*level), rest))
    });
    let bullet = || trimmed.strip_prefix("- ").map(|rest| (Shape::Bullet, rest));
    let numbered = || {
        let (number, rest) = trimmed.split_once(". ")?;
        let is_number =
            (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| (Shape::Numbered(number.to_owned()), rest))
    };
    let (shape, rest) =
        heading.or_else(bullet).or_else(numbered).unwrap_or((Shape::Plain, trimmed));
    *text = rest.to_owned();
    (shape, pieces)
}

fn spans(pieces: Vec<Piece>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut is_bold = false;
    let mut push = |text: &str, is_bold, origin| {
        if !text.is_empty() {
            spans.push(Span { text: text.to_owned(), is_bold, origin });
        }
    };
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                for (at, part) in text.split("**").enumerate() {
                    is_bold ^= at > 0;
                    push(part, is_bold, Origin::Text);
                }
            }
            Piece::Value(lines) => push(&lines.join("; "), is_bold, Origin::Value),
            Piece::Gap(name) => push(name, is_bold, Origin::Gap),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Day;
    use crate::licenses::fields::{Beat, Buyer, Producer};
    use crate::licenses::kinds::{Kind, defaults};
    use crate::licenses::terms::{Cap, Caps, Use};
    use crate::licenses::texts;
    use crate::money::{Currency, Minor};
    use proptest::prelude::*;

    fn kind(at: usize) -> Kind {
        defaults("Maya Okafor").into_iter().nth(at).unwrap()
    }

    fn facts() -> Facts {
        Facts {
            number: 31,
            kind: "WAV Lease".into(),
            issued: Day::read("2026-11-17").unwrap(),
            expires: Day::read("2029-11-17"),
            producer: Producer {
                shows_address: true,
                name: "Maya Okafor".into(),
                alias: "MO".into(),
                address: "14 Wharf Road\nBrooklyn, NY 11201".into(),
                governing_law: "New York".into(),
                pro: "ASCAP".into(),
                ipi: "00817441260".into(),
                publisher: "Wharf Songs".into(),
            },
            buyer: Buyer {
                name: "Jordan Sample".into(),
                alias: "J".into(),
                address: "1 Main Street".into(),
                country: "USA".into(),
                email: "jordan@example.com".into(),
            },
            beat: Beat {
                title: "Midnight Drive".into(),
                tempo: "120 BPM".into(),
                key: "A minor".into(),
                length: "3:07".into(),
                samples: "The beat contains no third-party samples.".into(),
            },
            fee: Minor::new(5_900).unwrap(),
            currency: Currency::Usd,
            prior_licenses: vec!["LIC-0001, MP3 Lease".into(), "LIC-0002, WAV Lease".into()],
            is_offered: false,
        }
    }

    fn lines(text: &str, terms: &Terms, facts: &Facts) -> Vec<String> {
        let filled = Text::parse(text).unwrap().fill(terms, facts);
        filled.blocks.iter().map(Block::text).collect()
    }

    #[test]
    fn lic_05_fields_and_blocks_are_filled() {
        let text = "# {{kind.name}} Agreement\n{{license.number}} · {{date.issued}}\n\n\
            ## 1. Parties\n{{producer.name}}, {{producer.address}}, and **{{buyer.name}}**\nagree.\n\
            {{#if sync}}\nFilm is allowed.\n{{/if}}\n\n\
            - Streams: {{cap.streams}}\n1. The fee is {{fee}} ({{fee.words}}){{#if date.expires}} until {{date.expires}}{{/if}}.";
        let terms = kind(1).terms;
        let filled = Text::parse(text).unwrap().fill(&terms, &facts()).complete().unwrap();
        let told = filled.iter().map(Block::text).collect::<Vec<_>>();
        assert_eq!(
            told,
            [
                "WAV Lease Agreement",
                "LIC-0031 · November 17, 2026",
                "1. Parties",
                "Maya Okafor, 14 Wharf Road, Brooklyn, NY 11201, and Jordan Sample agree.",
                "Streams: 500,000 (five hundred thousand)",
                "The fee is $59.00 (fifty-nine US dollars) until November 17, 2029.",
            ]
        );
        assert!(matches!(&filled[0], Block::Heading(1, _)));
        assert!(matches!(&filled[2], Block::Heading(2, _)));
        assert!(matches!(&filled[4], Block::Bullet(_)));
        assert!(matches!(&filled[5], Block::Numbered(number, _) if number == "1"));
        let bold = filled[3].spans().iter().filter(|span| span.is_bold);
        assert_eq!(bold.map(|span| span.text.as_str()).collect::<Vec<_>>(), ["Jordan Sample"]);
    }

    #[test]
    fn lic_05_a_value_is_never_read_as_markup() {
        let mut facts = facts();
        facts.beat.title = "# **{{fee}}** <b>\n- x".into();
        let told = lines("{{beat.title}}", &kind(0).terms, &facts);
        assert_eq!(told, ["# **((fee))** <b>, - x"]);
    }

    #[test]
    fn lic_06_faults_name_line_and_field() {
        let faults = |text: &str| {
            let faults = Text::parse(text).unwrap_err();
            faults.into_iter().map(|fault| (fault.line, fault.field)).collect::<Vec<_>>()
        };
        assert_eq!(faults("Hello\n{{buyer.shoe}}"), [(2, Some("buyer.shoe".into()))]);
        assert_eq!(faults("a\n\n{{#if sync}}\nb"), [(3, None)]);
        assert_eq!(faults("a {{/if}}"), [(1, None)]);
        assert_eq!(faults("{{#each sync}}x{{/each}}"), [(1, None), (1, None)]);
        assert_eq!(faults("x\n{{fee\n}}"), [(2, None), (3, None)]);
        assert_eq!(faults("a } b"), [(1, None)]);
        assert_eq!(faults("a\n**b"), [(2, None)]);
        assert_eq!(faults(" \n"), [(1, None)]);
        assert_eq!(faults(&"x".repeat(LONGEST + 1)), [(1, None)]);
    }

    #[test]
    fn lic_06_a_field_the_kind_cannot_fill_is_a_fault_unless_a_block_keeps_it_out() {
        let forever = kind(3).terms;
        let check = |text: &str, terms: &Terms| Text::parse(text).unwrap().check(terms);
        let faults = check("Ends on\n{{date.expires}}.", &forever).unwrap_err();
        assert_eq!((faults[0].line, faults[0].field.as_deref()), (2, Some("date.expires")));
        let kept_out = "{{#if date.expires}}Ends on {{date.expires}}.{{/if}}";
        assert_eq!(check(kept_out, &forever), Ok(()));
        assert!(check("{{prior.licenses}}", &forever).is_err());
        assert!(check("{{buyback.years}}", &forever).is_err());
        assert_eq!(check("{{prior.licenses}}", &kind(4).terms), Ok(()));
    }

    #[test]
    fn lic_08_a_field_without_a_value_is_a_gap_and_nothing_is_complete() {
        let mut facts = facts();
        facts.buyer.address = " ".into();
        let terms = kind(0).terms;
        let text = Text::parse("{{buyer.name}} of {{buyer.address}}, {{buyer.address}}").unwrap();
        let filled = text.fill(&terms, &facts);
        assert!(filled.blocks[0].spans().iter().any(|span| span.origin == Origin::Gap));
        assert_eq!(filled.complete(), Err(vec![Field::BuyerAddress]));
        let guarded = "{{buyer.name}}{{#if buyer.address}} of {{buyer.address}}{{/if}}";
        assert_eq!(lines(guarded, &terms, &facts), ["Jordan Sample"]);
    }

    #[test]
    fn lic_12_prior_licenses_are_a_list() {
        let told = lines("Before:\n{{prior.licenses}}", &kind(4).terms, &facts());
        assert_eq!(told, ["Before:", "LIC-0001, MP3 Lease", "LIC-0002, WAV Lease"]);
    }

    #[test]
    fn lic_05_the_default_texts_fit_their_kinds() {
        for kind in defaults("Maya Okafor") {
            let text = Text::parse(texts::for_kind(&kind)).unwrap();
            assert_eq!(text.check(&kind.terms), Ok(()), "{}", kind.name);
            let mut facts = facts();
            if kind.terms.term == crate::licenses::terms::Term::Forever {
                facts.expires = None;
            }
            let blocks = text.fill(&kind.terms, &facts).complete().unwrap();
            let whole = blocks.iter().map(Block::text).collect::<Vec<_>>().join("\n");
            assert!(!whole.contains(['{', '}']) && !whole.contains("**"), "{whole}");
            for of in Use::ALL {
                if let Cap::Limit(_) = kind.terms.caps.of(*of) {
                    assert!(whole.contains(&kind.terms.caps.of(*of).text()), "{of:?}\n{whole}");
                }
            }
        }
    }

    fn any_cap() -> impl Strategy<Value = Cap> {
        prop_oneof![
            (0..=Cap::MOST).prop_map(Cap::Limit),
            Just(Cap::Unlimited),
            Just(Cap::NotAllowed),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn lic_08_no_contract_of_random_terms_and_names_has_a_brace(
            caps in proptest::collection::vec(any_cap(), Use::ALL.len()),
            name in "\\PC{1,40}", title in "\\PC{1,40}",
        ) {
            let mut terms = kind(1).terms;
            terms.caps = Use::ALL.iter().zip(&caps)
                .fold(Caps::UNLIMITED, |all, (of, cap)| all.with(*of, *cap));
            let mut facts = facts();
            facts.buyer.name = format!("N{name}");
            facts.beat.title = format!("T{title}");
            let text = Text::parse(texts::for_kind(&kind(1))).unwrap();
            let blocks = text.fill(&terms, &facts).complete();
            prop_assert!(blocks.is_ok());
            let whole = blocks.unwrap().iter().map(Block::text).collect::<Vec<_>>().join("\n");
            let has_brace = whole.contains(['{', '}']);
            prop_assert!(!has_brace, "{}", whole);
            for cap in caps {
                prop_assert!(whole.contains(&cap.text()));
            }
        }

        #[test]
        fn parsing_any_text_ends_in_a_text_or_faults(text in "[a-z{}#/*\\n .]{0,200}") {
            if let Ok(parsed) = Text::parse(&text) {
                parsed.fill(&kind(0).terms, &facts());
            }
        }
    }
}
