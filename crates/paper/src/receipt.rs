//! A receipt for a sale: one page to send to the client, with the two parties, the license, the payment and, if there
//! was one, the refund.

use std::io::{self, Write};

use domain::{
    calendar::Day,
    money::{Currency, Minor},
    time::Timestamp,
};

use crate::{
    canvas::Size,
    canvas::{Area, Canvas, Color, Pen},
    pdf::{About, Pdf},
    wording,
};

#[derive(Debug, Clone)]
pub struct Receipt<'a> {
    /// The sale's number: `SALE-014`.
    pub number: &'a str,
    pub date: Day,
    pub seller: Party<'a>,
    /// The seller's logo; without one the seller's name is printed.
    pub logo: Option<Logo<'a>>,
    pub client: Party<'a>,
    /// The title of the sold beat.
    pub title: &'a str,
    /// The license: `Exclusive license`.
    pub license: &'a str,
    /// One sentence: what the license allows.
    pub grant: &'a str,
    pub amount: Minor,
    pub currency: Currency,
    pub refunded_on: Option<Day>,
    pub made_at: Timestamp,
}

#[derive(Debug, Clone, Default)]
pub struct Party<'a> {
    pub name: &'a str,
    /// Below the name, one line each: email, address, tax number.
    pub details: Vec<&'a str>,
}

/// A JPEG and its size in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Logo<'a> {
    pub jpeg: &'a [u8],
    pub width: u32,
    pub height: u32,
}

const LEFT: f32 = 56.0;
const RIGHT: f32 = 539.0;
const WIDTH: f32 = RIGHT - LEFT;
const MIDDLE: f32 = LEFT + WIDTH / 2.0 + 12.0;
const MOST_DETAILS: usize = 7;
/// The space for a logo.
const LOGO_WIDTH: f32 = 200.0;
const LOGO_HEIGHT: f32 = 44.0;

const LABEL: Pen = Pen::text(9.0, Color::INK_3);
const BODY: Pen = Pen::text(10.0, Color::INK_2);
const NAME: Pen = Pen::strong(12.0, Color::INK);

impl Receipt<'_> {
    pub fn write<W: Write>(&self, out: W) -> io::Result<W> {
        let title = format!("Receipt {}", self.number);
        let about = About { title: &title, author: self.seller.name, made_at: self.made_at };
        let mut pdf = Pdf::begin(out, Size::A4, &about)?;
        if let Some(logo) = self.logo {
            let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
            pdf.picture(logo.jpeg, side(logo.width), side(logo.height))?;
        }
        let mut page = pdf.canvas();
        self.head(&mut page);
        self.sum(&mut page);
        let y = self.parties(&mut page);
        self.items(&mut page, y + 40.0);
        self.foot(&mut page);
        let content = page.finish();
        pdf.page(&content)?;
        pdf.finish()
    }

    fn head(&self, page: &mut Canvas<'_>) {
        match self.logo {
            Some(logo) if logo.width > 0 && logo.height > 0 => {
                let (width, height) = (logo.width as f32, logo.height as f32);
                let scale = (LOGO_WIDTH / width).min(LOGO_HEIGHT / height);
                let (width, height) = (width * scale, height * scale);
                page.picture(Area {
                    x: LEFT,
                    y: 46.0 + (LOGO_HEIGHT - height) / 2.0,
                    width,
                    height,
                });
            }
            _ => {
                let pen = Pen::strong(16.0, Color::INK);
                let name = page.fit_line(pen, self.seller.name, WIDTH - 140.0);
                page.text(LEFT, 74.0, pen, &name);
            }
        }
        page.text_to(RIGHT, 61.0, LABEL, "Receipt");
        page.text_to(RIGHT, 78.0, Pen::strong(14.0, Color::INK), self.number);
    }

    /// Draws the panel with the amount.
    fn sum(&self, page: &mut Canvas<'_>) {
        let panel = Area { x: LEFT, y: 112.0, width: WIDTH, height: 102.0 };
        page.fill_rounded(panel, 14.0, Color::PAPER);
        page.text(LEFT + 24.0, 144.0, LABEL, "Amount paid");
        let amount = wording::money(self.amount.get(), self.currency);
        let mut pen = Pen::strong(34.0, Color::ACCENT);
        while page.width(pen, &amount) > 300.0 && pen.size > 14.0 {
            pen.size -= 1.0;
        }
        page.text(LEFT + 24.0, 184.0, pen, &amount);

        page.text_to(RIGHT - 24.0, 144.0, LABEL, "Date of sale");
        let date = self.date.in_words();
        page.text_to(RIGHT - 24.0, 160.0, Pen::strong(11.0, Color::INK), &date);
        let (word, ink, ground) = match self.refunded_on {
            None => ("Paid", Color::GOOD, Color::GOOD_SOFT),
            Some(_) => ("Refunded", Color::BAD, Color::BAD_SOFT),
        };
        let pen = Pen::strong(9.0, ink);
        let width = page.width(pen, word) + 18.0;
        let pill = Area { x: RIGHT - 24.0 - width, y: 170.0, width, height: 17.0 };
        page.fill_rounded(pill, 8.5, ground);
        page.text(pill.x + 9.0, 181.8, pen, word);
    }

    /// Draws the seller and the buyer; returns the position below them.
    fn parties(&self, page: &mut Canvas<'_>) -> f32 {
        let mut lowest = 0.0_f32;
        let sides = [("From", &self.seller, LEFT), ("To", &self.client, MIDDLE)];
        for (label, party, x) in sides {
            let room = WIDTH / 2.0 - 24.0;
            page.text(x, 252.0, LABEL, label);
            let mut y = 254.0;
            for line in page.wrap_lines(NAME, party.name, room, 2) {
                y += 16.0;
                page.text(x, y, NAME, &line);
            }
            y += 2.0;
            let details = party.details.iter();
            let lines: Vec<String> =
                details.flat_map(|detail| page.break_lines(BODY, detail, room)).collect();
            for line in lines.iter().take(MOST_DETAILS) {
                y += 15.0;
                page.text(x, y, BODY, line);
            }
            lowest = lowest.max(y);
        }
        lowest
    }

    fn items(&self, page: &mut Canvas<'_>, top: f32) {
        page.text(LEFT, top, LABEL, "Sold");
        page.text_to(RIGHT, top, LABEL, "Amount");
        page.line((LEFT, top + 9.0), (RIGHT, top + 9.0), 0.75, Color::INK);

        let mut y = top + 16.0;
        let amount = wording::money(self.amount.get(), self.currency);
        let figure = Pen::strong(12.0, Color::INK);
        page.text_to(RIGHT, y + 17.0, figure, &amount);
        let room = (WIDTH - 24.0 - page.width(figure, &amount)).min(WIDTH - 130.0);
        for line in page.wrap_lines(figure, self.title, room, 4) {
            y += 17.0;
            page.text(LEFT, y, figure, &line);
        }
        y += 20.0;
        page.text(LEFT, y, Pen::strong(10.0, Color::ACCENT), self.license);
        y += 1.0;
        for line in page.wrap_lines(BODY, self.grant, room, 4) {
            y += 15.0;
            page.text(LEFT, y, BODY, &line);
        }
        y += 20.0;
        page.line((LEFT, y), (RIGHT, y), 0.75, Color::LINE);

        let paid = self.amount.get();
        let Some(day) = self.refunded_on else {
            self.totals(page, y, &[(Pen::strong(14.0, Color::INK), "Total paid", paid)]);
            return;
        };
        let refunded = format!("Refunded on {}", day.in_words());
        let rows = [
            (Pen::text(11.0, Color::INK_2), "Paid", paid),
            (Pen::text(11.0, Color::BAD), refunded.as_str(), -paid),
            (Pen::strong(11.0, Color::INK), "Remaining", 0),
        ];
        let left = self.totals(page, y, &rows);
        // The stamp is smaller if a long amount leaves less space.
        let stamp = Pen::strong(30.0_f32.min((left - LEFT) / 7.5), Color::BAD);
        page.stamp(f32::midpoint(LEFT, left) - 8.0, y + 56.0, stamp, "REFUNDED");
    }

    /// Draws rows of a label and an amount, with a line above the last row; returns their left edge.
    fn totals(&self, page: &mut Canvas<'_>, top: f32, rows: &[(Pen, &str, i64)]) -> f32 {
        let money = |amount| wording::money(amount, self.currency);
        let label = |pen: Pen| Pen { size: 10.0, ..pen };
        let widths = rows.iter().map(|(pen, text, amount)| {
            page.width(label(*pen), text) + page.width(*pen, &money(*amount)) + 20.0
        });
        let left = widths.fold(MIDDLE, |left, width| left.min(RIGHT - width));
        let mut y = top + 4.0;
        for (place, (pen, text, amount)) in rows.iter().enumerate() {
            if place > 0 && place + 1 == rows.len() {
                y += 12.0;
                page.line((left, y), (RIGHT, y), 0.75, Color::LINE);
            }
            y += 21.0;
            page.text(left, y, label(*pen), text);
            page.text_to(RIGHT, y, *pen, &money(*amount));
        }
        left
    }

    fn foot(&self, page: &mut Canvas<'_>) {
        for line in 0_u8..3 {
            let y = 756.0 + 4.5 * f32::from(line);
            page.line((LEFT, y), (RIGHT, y), 0.75, Color::STAFF);
        }
        let small = Pen::text(8.5, Color::INK_3);
        let word = if self.refunded_on.is_some() {
            "This sale was refunded in full."
        } else {
            "Please keep this receipt. It is your proof of payment and of your license."
        };
        page.text(LEFT, 787.0, small, word);
        let by = format!("Issued by {} with Ledgerline", self.seller.name);
        let by = page.fit_line(small, &by, WIDTH - 80.0);
        page.text(LEFT, 800.0, small, &by);
        page.text_to(RIGHT, 800.0, small, self.number);
    }
}
