//! The two typefaces of all PDF files, and the layout of text in them. Inter covers Latin, Greek and Cyrillic; a letter
//! it lacks is drawn as a small frame, and the page keeps the true text beside it for whoever copies or searches it.
//! Only the glyphs that were used are embedded.

use std::{borrow::Cow, io};

use subsetter::GlyphRemapper;
use ttf_parser::{Face, GlyphId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    SemiBold,
}

pub struct Typefaces {
    regular: Typeface,
    semi_bold: Typeface,
}

impl Typefaces {
    pub fn load() -> io::Result<Self> {
        Ok(Self {
            regular: Typeface::load("Inter-Regular", include_bytes!("../fonts/Inter-Regular.ttf"))?,
            semi_bold: Typeface::load(
                "Inter-SemiBold",
                include_bytes!("../fonts/Inter-SemiBold.ttf"),
            )?,
        })
    }

    pub fn of(&mut self, weight: Weight) -> &mut Typeface {
        match weight {
            Weight::Regular => &mut self.regular,
            Weight::SemiBold => &mut self.semi_bold,
        }
    }
}

/// The glyph for a letter that the typeface lacks: a plain frame.
const FRAME: GlyphId = GlyphId(0);
const ELLIPSIS: &str = "…";

pub struct Typeface {
    pub name: &'static str,
    data: &'static [u8],
    pub face: Face<'static>,
    used: GlyphRemapper,
    /// The letter and the width of each glyph, by the glyph's number in the embedded subset.
    letters: Vec<(char, f32)>,
    /// A cache of the glyphs of ASCII letters.
    ascii: [Option<Glyph>; 128],
}

#[derive(Debug, Clone, Copy)]
struct Glyph {
    code: u16,
    id: GlyphId,
    /// The glyph's width in thousandths of the type size, as PDF counts.
    advance: f32,
}

/// Text as glyphs.
pub struct Run {
    /// Each glyph, and by how much the next glyph is moved towards it (kerning).
    pub glyphs: Vec<(u16, f32)>,
    /// The width of the text in thousandths of the type size.
    pub width: f32,
    /// False if the typeface lacks a letter of the text.
    pub is_whole: bool,
}

impl Typeface {
    fn load(name: &'static str, data: &'static [u8]) -> io::Result<Self> {
        let face = Face::parse(data, 0).map_err(io::Error::other)?;
        let mut typeface = Self {
            name,
            data,
            face,
            used: GlyphRemapper::new(),
            letters: Vec::new(),
            ascii: [None; 128],
        };
        // The frame is glyph 0 of every subset.
        let advance = typeface.scaled(typeface.face.glyph_hor_advance(FRAME).unwrap_or(0));
        typeface.letters.push((char::REPLACEMENT_CHARACTER, advance));
        Ok(typeface)
    }

    /// The font file reduced to the used glyphs.
    pub fn subset(&self) -> io::Result<Vec<u8>> {
        subsetter::subset(self.data, 0, &self.used).map_err(io::Error::other)
    }

    /// The letter and width of each embedded glyph, by its number.
    pub fn letters(&self) -> &[(char, f32)] {
        &self.letters
    }

    /// Converts font units to thousandths of the type size.
    pub fn scaled(&self, units: impl Into<f32>) -> f32 {
        units.into() * 1000.0 / f32::from(self.face.units_per_em())
    }

    pub fn set(&mut self, text: &str) -> Run {
        let mut run = Run { glyphs: Vec::with_capacity(text.len()), width: 0.0, is_whole: true };
        let mut before: Option<GlyphId> = None;
        for letter in text.chars() {
            let Some((glyph, is_there)) = self.glyph(letter) else {
                run.is_whole = false;
                continue;
            };
            run.is_whole &= is_there;
            let kern = before.map_or(0.0, |before| self.kerning(before, glyph.id));
            if let Some(last) = run.glyphs.last_mut() {
                last.1 = kern;
            }
            run.width += glyph.advance + kern;
            run.glyphs.push((glyph.code, 0.0));
            before = Some(glyph.id);
        }
        run
    }

    pub fn width(&mut self, text: &str, size: f32) -> f32 {
        self.set(text).width * size / 1000.0
    }

    /// Returns the text, or its beginning with an ellipsis if it is wider than `room`.
    pub fn fit_line<'t>(&mut self, text: &'t str, size: f32, room: f32) -> Cow<'t, str> {
        if self.width(text, size) <= room {
            return Cow::Borrowed(text);
        }
        let room = room * 1000.0 / size - self.set(ELLIPSIS).width;
        let (mut width, mut end) = (0.0, 0);
        for (place, letter) in text.char_indices() {
            width += self.glyph(letter).map_or(0.0, |(glyph, _)| glyph.advance);
            if width > room {
                break;
            }
            end = place + letter.len_utf8();
        }
        let kept = text.get(..end).unwrap_or_default().trim_end();
        Cow::Owned(format!("{kept}{ELLIPSIS}"))
    }

    /// Breaks text between words into at most `most` lines no wider than `room`; a longer text ends with an ellipsis.
    pub fn wrap_lines(&mut self, text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut words = text.split_whitespace().peekable();
        while words.peek().is_some() {
            if lines.len() + 1 == most {
                let rest = words.collect::<Vec<_>>().join(" ");
                lines.push(self.fit_line(&rest, size, room).into_owned());
                return lines;
            }
            let mut line = String::new();
            while let Some(word) = words.peek() {
                let longer =
                    if line.is_empty() { (*word).to_owned() } else { format!("{line} {word}") };
                if !line.is_empty() && self.width(&longer, size) > room {
                    break;
                }
                line = longer;
                words.next();
            }
            // A single word may be wider than the room.
            lines.push(self.fit_line(&line, size, room).into_owned());
        }
        lines
    }

    /// Breaks text into lines no wider than `room`, between words or inside a word that is wider than `room`. Nothing
    /// is left out.
    pub fn break_lines(&mut self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer, size) <= room {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while self.width(rest, size) > room {
                let (part, after) = rest.split_at(self.fitting(rest, size, room));
                lines.push(part.to_owned());
                rest = after;
            }
            rest.clone_into(&mut line);
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// Returns how many bytes of a word fit, at least one letter; the break is after a sign such as `@` if one is near
    /// the end.
    fn fitting(&mut self, word: &str, size: f32, room: f32) -> usize {
        let (mut width, mut end, mut sign) = (0.0, 0, 0);
        for (place, letter) in word.char_indices() {
            width += self.glyph(letter).map_or(0.0, |(glyph, _)| glyph.advance);
            if width * size / 1000.0 > room && end > 0 {
                break;
            }
            end = place + letter.len_utf8();
            if "@._-/".contains(letter) {
                sign = end;
            }
        }
        if sign * 2 > end { sign } else { end }
    }

    /// Returns the glyph of a letter and whether the typeface has that letter; `None` for a character without width.
    fn glyph(&mut self, letter: char) -> Option<(Glyph, bool)> {
        let place = usize::try_from(u32::from(letter)).unwrap_or(usize::MAX);
        if let Some(Some(glyph)) = self.ascii.get(place) {
            return Some((*glyph, true));
        }
        let shown = if letter.is_whitespace() || letter.is_control() { ' ' } else { letter };
        if let Some(id) = self.face.glyph_index(shown) {
            let glyph = self.embed_glyph(id, shown);
            if let Some(slot) = self.ascii.get_mut(place) {
                *slot = Some(glyph);
            }
            return Some((glyph, true));
        }
        if is_unseen(letter) {
            return None;
        }
        Some((self.embed_glyph(FRAME, char::REPLACEMENT_CHARACTER), false))
    }

    fn embed_glyph(&mut self, id: GlyphId, letter: char) -> Glyph {
        let advance = self.scaled(self.face.glyph_hor_advance(id).unwrap_or(0));
        let code = self.used.remap(id.0);
        if usize::from(code) == self.letters.len() {
            self.letters.push((letter, advance));
        }
        Glyph { code, id, advance }
    }

    fn kerning(&self, left: GlyphId, right: GlyphId) -> f32 {
        let tables = self.face.tables().kern.iter().flat_map(|kern| kern.subtables);
        let units = tables.into_iter().find_map(|table| table.glyphs_kerning(left, right));
        units.map_or(0.0, |units| self.scaled(units))
    }
}

/// Whether a character is a mark or joiner that only changes the letters around it.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{1F3FB}'..='\u{1F3FF}'
        | '\u{E0000}'..='\u{E0FFF}')
}
