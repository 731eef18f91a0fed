//! Draws the content of one page. Positions are in points from the top left corner; PDF itself counts from the bottom.

use pdf_writer::{Content, Name, Str, TextStr, types::LineCapStyle};

use crate::typeface::{Typefaces, Weight};

pub(crate) const FACE_NAMES: [Name<'static>; 2] = [Name(b"Text"), Name(b"Strong")];

pub(crate) const PICTURE_NAME: Name<'static> = Name(b"Picture");

#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub width: f32,
    pub height: f32,
}

impl Size {
    pub const A4: Self = Self { width: 595.0, height: 842.0 };
    pub const A4_WIDE: Self = Self { width: 842.0, height: 595.0 };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(u8, u8, u8);

/// The colors of the app on light paper.
impl Color {
    pub const INK: Self = Self(0x12, 0x20, 0x1A);
    pub const INK_2: Self = Self(0x44, 0x52, 0x49);
    pub const INK_3: Self = Self(0x5D, 0x6A, 0x62);
    pub const LINE: Self = Self(0xE0, 0xE6, 0xDF);
    pub const STAFF: Self = Self(0xD7, 0xDF, 0xD7);
    pub const PAPER: Self = Self(0xF4, 0xF7, 0xF3);
    pub const ACCENT: Self = Self(0x17, 0x38, 0x2C);
    pub const GOOD: Self = Self(0x0A, 0x6B, 0x45);
    pub const GOOD_SOFT: Self = Self(0xDF, 0xF1, 0xE7);
    pub const BAD: Self = Self(0xB0, 0x28, 0x1F);
    pub const BAD_SOFT: Self = Self(0xFB, 0xE6, 0xE3);

    fn parts(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|part| f32::from(part) / 255.0)
    }
}

/// The style of a text: its typeface, size and color.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    pub weight: Weight,
    pub size: f32,
    pub color: Color,
}

impl Pen {
    pub const fn text(size: f32, color: Color) -> Self {
        Self { weight: Weight::Regular, size, color }
    }

    pub const fn strong(size: f32, color: Color) -> Self {
        Self { weight: Weight::SemiBold, size, color }
    }
}

pub struct Canvas<'f> {
    content: Content,
    faces: &'f mut Typefaces,
    height: f32,
}

impl<'f> Canvas<'f> {
    pub fn new(faces: &'f mut Typefaces, size: Size) -> Self {
        Self { content: Content::new(), faces, height: size.height }
    }

    pub fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    pub fn width(&mut self, pen: Pen, text: &str) -> f32 {
        self.faces.of(pen.weight).width(text, pen.size)
    }

    pub fn fit_line(&mut self, pen: Pen, text: &str, room: f32) -> String {
        self.faces.of(pen.weight).fit_line(text, pen.size, room).into_owned()
    }

    pub fn wrap_lines(&mut self, pen: Pen, text: &str, room: f32, most: usize) -> Vec<String> {
        self.faces.of(pen.weight).wrap_lines(text, pen.size, room, most)
    }

    /// Breaks a text into lines no wider than `room`, without leaving anything out.
    pub fn break_lines(&mut self, pen: Pen, text: &str, room: f32) -> Vec<String> {
        self.faces.of(pen.weight).break_lines(text, pen.size, room)
    }

    /// Draws text whose baseline begins at (`x`, `y`).
    pub fn text(&mut self, x: f32, y: f32, pen: Pen, text: &str) {
        let y = self.height - y;
        self.text_by([1.0, 0.0, 0.0, 1.0, x, y], pen, text);
    }

    /// Draws text whose baseline ends at (`x`, `y`).
    pub fn text_to(&mut self, x: f32, y: f32, pen: Pen, text: &str) {
        let width = self.width(pen, text);
        self.text(x - width, y, pen, text);
    }

    fn text_by(&mut self, matrix: [f32; 6], pen: Pen, text: &str) {
        let run = self.faces.of(pen.weight).set(text);
        let [red, green, blue] = pen.color.parts();
        let name = FACE_NAMES[usize::from(pen.weight == Weight::SemiBold)];
        if !run.is_whole {
            let mut span =
                self.content.begin_marked_content_with_properties(pdf_writer::Name(b"Span"));
            span.properties().actual_text(TextStr(text));
        }
        self.content.begin_text().set_font(name, pen.size).set_fill_rgb(red, green, blue);
        self.content.set_text_matrix(matrix);
        let mut positioned = self.content.show_positioned();
        let mut items = positioned.items();
        let mut bytes = Vec::with_capacity(run.glyphs.len() * 2);
        for (code, kern) in run.glyphs {
            bytes.extend(code.to_be_bytes());
            if kern != 0.0 {
                items.show(Str(&bytes)).adjust(-kern);
                bytes.clear();
            }
        }
        items.show(Str(&bytes));
        drop(items);
        drop(positioned);
        self.content.end_text();
        if !run.is_whole {
            self.content.end_marked_content();
        }
    }

    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: Color) {
        let [red, green, blue] = color.parts();
        self.content.set_stroke_rgb(red, green, blue).set_line_width(width);
        self.content.move_to(from.0, self.height - from.1).line_to(to.0, self.height - to.1);
        self.content.stroke();
    }

    pub fn fill_rounded(&mut self, area: Area, radius: f32, color: Color) {
        let [red, green, blue] = color.parts();
        self.content.set_fill_rgb(red, green, blue);
        self.outline(area, radius);
        self.content.fill_nonzero();
    }

    /// Adds the path of a rounded rectangle; its corners are quarter circles, drawn as Bézier curves.
    fn outline(&mut self, area: Area, radius: f32) {
        // How far a control point lies from the corner of a quarter circle.
        let curve = radius * (1.0 - 0.552_284_8);
        let (left, right) = (area.x, area.x + area.width);
        let (top, bottom) = (self.height - area.y, self.height - area.y - area.height);
        self.content
            .move_to(left + radius, top)
            .line_to(right - radius, top)
            .cubic_to(right - curve, top, right, top - curve, right, top - radius)
            .line_to(right, bottom + radius)
            .cubic_to(right, bottom + curve, right - curve, bottom, right - radius, bottom)
            .line_to(left + radius, bottom)
            .cubic_to(left + curve, bottom, left, bottom + curve, left, bottom + radius)
            .line_to(left, top - radius)
            .cubic_to(left, top - curve, left + curve, top, left + radius, top)
            .close_path();
    }

    /// Draws the file's picture, stretched to an area.
    pub fn picture(&mut self, area: Area) {
        let bottom = self.height - area.y - area.height;
        self.content.save_state().transform([area.width, 0.0, 0.0, area.height, area.x, bottom]);
        self.content.x_object(PICTURE_NAME).restore_state();
    }

    /// Draws a word in a frame, rotated a little like a rubber stamp, with its center at (`x`, `y`).
    pub fn stamp(&mut self, x: f32, y: f32, pen: Pen, text: &str) {
        const TURN: f32 = 0.14;
        let (sin, cos) = TURN.sin_cos();
        let width = self.width(pen, text);
        let (pad_x, pad_y) = (pen.size * 0.55, pen.size * 0.36);
        // Letters are about seven tenths of the type size high.
        let tall = pen.size * 0.727;
        let [red, green, blue] = pen.color.parts();
        let middle = self.height - y;
        self.content.save_state().transform([cos, sin, -sin, cos, x, middle]);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(pen.size * 0.085);
        let frame = Area {
            x: -width / 2.0 - pad_x,
            y: self.height - tall / 2.0 - pad_y,
            width: width + 2.0 * pad_x,
            height: tall + 2.0 * pad_y,
        };
        self.outline(frame, pen.size * 0.24);
        self.content.stroke();
        self.text_by([1.0, 0.0, 0.0, 1.0, -width / 2.0, -tall / 2.0], pen, text);
        self.content.restore_state();
    }

    /// Draws the logo: three staff lines, and a note on a ledger line.
    pub fn mark(&mut self, x: f32, y: f32, size: f32, lines: Color, note: Color) {
        let scale = size / 26.0;
        self.content.save_state();
        // From here on the coordinates are those of the logo's SVG file: 26 units wide, with y downwards.
        self.content.transform([scale, 0.0, 0.0, -scale, x, self.height - y]);
        let [red, green, blue] = lines.parts();
        self.content.set_stroke_rgb(red, green, blue).set_line_width(1.75);
        self.content.set_line_cap(LineCapStyle::RoundCap);
        for (from, to, at) in
            [(2.0, 24.0, 14.5), (2.0, 24.0, 19.0), (2.0, 24.0, 23.5), (7.5, 23.5, 8.0)]
        {
            self.content.move_to(from, at).line_to(to, at).stroke();
        }
        let (sin, cos) = (-24_f32).to_radians().sin_cos();
        self.content.transform([cos, sin, -sin, cos, 15.5, 8.0]);
        let [red, green, blue] = note.parts();
        self.content.set_fill_rgb(red, green, blue);
        let (wide, high) = (5.4, 3.9);
        let (curve_x, curve_y) = (wide * 0.552_284_8, high * 0.552_284_8);
        self.content
            .move_to(wide, 0.0)
            .cubic_to(wide, curve_y, curve_x, high, 0.0, high)
            .cubic_to(-curve_x, high, -wide, curve_y, -wide, 0.0)
            .cubic_to(-wide, -curve_y, -curve_x, -high, 0.0, -high)
            .cubic_to(curve_x, -high, wide, -curve_y, wide, 0.0)
            .fill_nonzero()
            .restore_state();
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}
