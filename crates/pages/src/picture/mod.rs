//! The picture that link previews show: cover, title and waveform on the stage, 1200 × 630 pixels.

pub mod raster;

use std::io::Cursor;
use std::sync::LazyLock;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{ImageReader, Limits, Rgb, RgbImage};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::frame::Accent;
use crate::sound::Waveform;
use raster::Shape;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// The left and right edges of the text, in pixels.
const LEFT: f32 = 610.0;
const RIGHT: f32 = 1136.0;
const AMBER: Rgb<u8> = Rgb([0xe3, 0xb7, 0x65]);
const INK: Rgb<u8> = Rgb([0xf1, 0xf6, 0xf3]);

static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| {
    Face::parse(include_bytes!("../../../paper/fonts/Inter-SemiBold.ttf"), 0).ok()
});

/// The content of a link preview's picture.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinkPicture<'a> {
    pub accent: Accent,
    /// The sender's name.
    pub name: &'a str,
    /// A JPEG, PNG or WebP of the sender.
    pub face: Option<&'a [u8]>,
    pub title: &'a str,
    /// Facts about the beat: `112 BPM`, `G`, `3:19`.
    pub facts: &'a [String],
    /// A JPEG, PNG or WebP. Without one, or if it cannot be read, the waveform stands on a staff.
    pub cover: Option<&'a [u8]>,
    pub waveform: Option<Waveform>,
}

impl LinkPicture<'_> {
    pub const CONTENT_TYPE: &'static str = "image/jpeg";

    /// Draws the picture, as a JPEG.
    pub fn draw(&self) -> Vec<u8> {
        let colors = Colors::of(self.accent);
        let mut canvas = RgbImage::from_pixel(WIDTH, HEIGHT, colors.ground);
        let heights: Vec<f32> = self.waveform.iter().flat_map(|wave| wave.levels(50)).collect();
        staff(&mut canvas, colors.rule, 398.0, 42.0, 0.0, 1200.0);
        self.draw_wave(&mut canvas, &colors, &heights);
        self.draw_cover(&mut canvas, &colors);
        self.draw_words(&mut canvas, &colors);
        let mut jpeg = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut jpeg, 86);
        // Writing to memory cannot fail, and the canvas has the format of the encoder.
        let _ = canvas.write_with_encoder(encoder);
        jpeg
    }

    fn draw_wave(&self, canvas: &mut RgbImage, colors: &Colors, levels: &[f32]) {
        for (at, level) in levels.iter().enumerate() {
            let half = 8.0 + 82.0 * level;
            let bar = Shape::rectangle(LEFT + 12.0 * at as f32, 482.5 - half, 6.0, 2.0 * half, 3.0);
            match at < 15 {
                true => bar.fill(canvas, 1.0, |_, _| AMBER),
                false => bar.fill(canvas, 0.5, |_, _| colors.ink),
            }
        }
        if !levels.is_empty() {
            Shape::rectangle(792.0, 360.0, 3.0, 238.0, 0.0).fill(canvas, 1.0, |_, _| AMBER);
            Shape::ellipse((784.0, 598.0), 11.0, 8.0, -24.0).fill(canvas, 1.0, |_, _| AMBER);
        }
    }

    fn draw_cover(&self, canvas: &mut RgbImage, colors: &Colors) {
        for blur in 0..6u8 {
            let grow = f32::from(blur) * 6.0;
            let shade = Shape::rectangle(
                80.0 - grow,
                96.0 - grow,
                470.0 + 2.0 * grow,
                470.0 + 2.0 * grow,
                24.0 + grow,
            );
            shade.fill(canvas, 0.07, |_, _| Rgb([0, 0, 0]));
        }
        let frame = Shape::rectangle(80.0, 80.0, 470.0, 470.0, 24.0);
        if let Some(cover) = self.cover.and_then(|bytes| square(bytes, 470)) {
            frame.fill(canvas, 1.0, |x, y| *cover.get_pixel((x - 80).min(469), (y - 80).min(469)));
            return;
        }
        frame.fill(canvas, 1.0, |_, _| colors.raised);
        staff(canvas, colors.rule, 221.0, 47.0, 80.0, 470.0);
        for (at, level) in self.waveform.iter().flat_map(|wave| wave.levels(16)).enumerate() {
            let half = 10.0 + 120.0 * level;
            let bar =
                Shape::rectangle(127.0 + 24.0 * at as f32, 315.0 - half, 12.0, 2.0 * half, 6.0);
            bar.fill(canvas, 1.0, |_, _| AMBER);
        }
    }

    fn draw_words(&self, canvas: &mut RgbImage, colors: &Colors) {
        let mut name_at = LEFT;
        if let Some(face) = self.face.and_then(|bytes| square(bytes, 52)) {
            let circle = Shape::ellipse((636.0, 110.0), 26.0, 26.0, 0.0);
            circle.fill(canvas, 1.0, |x, y| {
                *face.get_pixel(x.saturating_sub(610).min(51), y.saturating_sub(84).min(51))
            });
            name_at += 68.0;
        }
        let name = Words::new(28.0, 0.0);
        name.draw(canvas, &name.fit_line(self.name, RIGHT - name_at), (name_at, 120.0), colors.ink);
        let room = RIGHT - LEFT;
        let sizes = [76.0, 68.0, 60.0].map(|size| Words::new(size, -0.04));
        let bottom = match sizes.into_iter().find(|words| words.width(self.title) <= room) {
            Some(words) => {
                words.draw(canvas, self.title, (LEFT - 4.0, 230.0), INK);
                230.0
            }
            None => {
                let words = Words::new(56.0, -0.03);
                let lines = words.wrap_lines(self.title, room);
                for (at, line) in lines.iter().enumerate() {
                    words.draw(canvas, line, (LEFT - 3.0, 212.0 + 62.0 * at as f32), INK);
                }
                212.0 + 62.0 * (lines.len().max(1) - 1) as f32
            }
        };
        let facts = Words::new(30.0, 0.0);
        let mut at = LEFT;
        for fact in self.facts {
            // The typeface has no signs of music.
            let fact = fact.replace('♯', "#").replace('♭', "b");
            if at + facts.width(&fact) > RIGHT {
                break;
            }
            facts.draw(canvas, &fact, (at, bottom + 62.0), colors.ink);
            at += facts.width(&fact) + 36.0;
        }
    }
}

/// Draws the five lines of a staff, `gap` apart.
fn staff(canvas: &mut RgbImage, color: Rgb<u8>, top: f32, gap: f32, left: f32, width: f32) {
    for line in 0..5u8 {
        let y = top + gap * f32::from(line);
        Shape::rectangle(left, y, width, 1.0, 0.0).fill(canvas, 1.0, |_, _| color);
    }
}

/// Decodes a picture and cuts out the middle as a square of `size` pixels. Returns `None` if it cannot be decoded or is
/// too large.
fn square(bytes: &[u8], size: u32) -> Option<RgbImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(6_000);
    limits.max_image_height = Some(6_000);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let side = picture.width().min(picture.height());
    let (x, y) = ((picture.width() - side) / 2, (picture.height() - side) / 2);
    let middle = picture.crop_imm(x, y, side, side).to_rgb8();
    Some(imageops::resize(&middle, size, size, FilterType::CatmullRom))
}

/// The stage in the owner's hue, as in the style sheet.
pub struct Colors {
    pub ground: Rgb<u8>,
    raised: Rgb<u8>,
    rule: Rgb<u8>,
    ink: Rgb<u8>,
}

impl Colors {
    pub fn of(accent: Accent) -> Self {
        let hue = match accent.as_str() {
            "blue" => 250.0,
            "green" => 158.0,
            "orange" => 48.0,
            "teal" => 205.0,
            "rose" => 5.0,
            "amber" => 85.0,
            _ => 165.0,
        };
        Self {
            ground: oklch(0.232, 0.031, hue),
            raised: oklch(0.282, 0.04, hue),
            rule: oklch(0.36, 0.04, hue),
            ink: oklch(0.81, 0.022, hue),
        }
    }
}

/// The color of the CSS function of the same name, in sRGB.
pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Rgb<u8> {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_93 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    Rgb(linear.map(|value| {
        let value = value.clamp(0.0, 1.0);
        let curved = match value <= 0.003_130_8 {
            true => 12.92 * value,
            false => 1.055 * value.powf(1.0 / 2.4) - 0.055,
        };
        (curved * 255.0).round() as u8
    }))
}

/// A text style: the type size, and by how much the letters are moved closer.
struct Words {
    size: f32,
    spacing: f32,
}

impl Words {
    fn new(size: f32, spacing: f32) -> Self {
        Self { size, spacing: spacing * size }
    }

    fn scale(&self, face: &Face<'_>) -> f32 {
        self.size / f32::from(face.units_per_em())
    }

    /// Returns each glyph with the position where it starts, and the width of the text. Letters that the typeface lacks
    /// are left out.
    fn set(&self, words: &str) -> (Vec<(GlyphId, f32)>, f32) {
        let Some(face) = FACE.as_ref() else { return (Vec::new(), 0.0) };
        let scale = self.scale(face);
        let mut at = 0.0;
        let mut glyphs = Vec::new();
        for glyph in words.chars().filter_map(|letter| face.glyph_index(letter)) {
            if let Some((before, _)) = glyphs.last() {
                at += kerning(face, *before, glyph) * scale;
            }
            glyphs.push((glyph, at));
            at += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale + self.spacing;
        }
        (glyphs, at)
    }

    fn width(&self, words: &str) -> f32 {
        self.set(words).1
    }

    fn draw(
        &self,
        canvas: &mut RgbImage,
        words: &str,
        (x, baseline): raster::Point,
        color: Rgb<u8>,
    ) {
        let Some(face) = FACE.as_ref() else { return };
        for (glyph, at) in self.set(words).0 {
            let scale = self.scale(face);
            let mut outline = Outline { shape: Shape::default(), x: x + at, y: baseline, scale };
            face.outline_glyph(glyph, &mut outline);
            outline.shape.fill(canvas, 1.0, |_, _| color);
        }
    }

    /// Returns the text on one line, cut off with `…` if it is wider than `most`.
    fn fit_line(&self, words: &str, most: f32) -> String {
        if self.width(words) <= most {
            return words.to_owned();
        }
        let mut kept: Vec<char> = words.chars().collect();
        while !kept.is_empty() {
            kept.pop();
            let shorter = format!("{}…", kept.iter().collect::<String>().trim_end());
            if self.width(&shorter) <= most {
                return shorter;
            }
        }
        String::new()
    }

    /// Breaks the text into at most two lines.
    fn wrap_lines(&self, words: &str, most: f32) -> Vec<String> {
        let mut first = String::new();
        let mut rest = words.split_whitespace().peekable();
        while let Some(word) = rest.peek() {
            let longer = format!("{first} {word}").trim_start().to_owned();
            if self.width(&longer) > most {
                break;
            }
            first = longer;
            rest.next();
        }
        let rest: Vec<&str> = rest.collect();
        let lines =
            if first.is_empty() { vec![rest.join(" ")] } else { vec![first, rest.join(" ")] };
        lines.iter().filter(|line| !line.is_empty()).map(|line| self.fit_line(line, most)).collect()
    }
}

fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> f32 {
    let tables = face.tables().kern.into_iter().flat_map(|kern| kern.subtables);
    let pair =
        tables.filter(|table| table.horizontal).find_map(|table| table.glyphs_kerning(left, right));
    f32::from(pair.unwrap_or(0))
}

/// Collects the outline of a glyph at its place; the font counts upwards.
struct Outline {
    shape: Shape,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> raster::Point {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.shape.start(self.place(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.shape.line(self.place(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.shape.curve(self.place(x1, y1), self.place(x, y));
    }

    fn curve_to(&mut self, _: f32, _: f32, x2: f32, y2: f32, x: f32, y: f32) {
        // The typeface has quadratic curves only.
        self.shape.curve(self.place(x2, y2), self.place(x, y));
    }

    fn close(&mut self) {}
}
