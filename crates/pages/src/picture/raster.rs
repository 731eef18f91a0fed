//! Fills shapes on a canvas with smooth edges. A shape is closed lines; the area that each line covers is added up
//! cell by cell, as font renderers do.

use image::{Rgb, RgbImage};

pub type Point = (f32, f32);

/// A shape of closed contours.
#[derive(Default)]
pub struct Shape {
    contours: Vec<Vec<Point>>,
}

impl Shape {
    pub fn rectangle(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Self {
        let (right, bottom) = (x + width, y + height);
        let corners = [
            (right - radius, y + radius, -90.0),
            (right - radius, bottom - radius, 0.0),
            (x + radius, bottom - radius, 90.0),
            (x + radius, y + radius, 180.0),
        ];
        let mut points = Vec::new();
        for (center_x, center_y, from) in corners {
            for step in 0..=8u8 {
                let angle = (from + f32::from(step) * 90.0 / 8.0_f32).to_radians();
                points.push((center_x + radius * angle.cos(), center_y + radius * angle.sin()));
            }
        }
        Self { contours: vec![points] }
    }

    pub fn ellipse(center: Point, radius_x: f32, radius_y: f32, degrees: f32) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let point = |step: u8| {
            let angle = f32::from(step) * std::f32::consts::TAU / 64.0;
            let (x, y) = (radius_x * angle.cos(), radius_y * angle.sin());
            (center.0 + x * cos - y * sin, center.1 + x * sin + y * cos)
        };
        Self { contours: vec![(0..64).map(point).collect()] }
    }

    pub fn start(&mut self, point: Point) {
        self.contours.push(vec![point]);
    }

    pub fn line(&mut self, point: Point) {
        if let Some(contour) = self.contours.last_mut() {
            contour.push(point);
        }
    }

    pub fn curve(&mut self, control: Point, end: Point) {
        let Some(&start) = self.contours.last().and_then(|contour| contour.last()) else { return };
        for step in 1..=8u8 {
            let t = f32::from(step) / 8.0;
            let mix = |a: f32, b: f32, c: f32| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            self.line((mix(start.0, control.0, end.0), mix(start.1, control.1, end.1)));
        }
    }

    /// The bounding box: left, top, right and bottom.
    fn bounds(&self) -> Option<[f32; 4]> {
        let mut points = self.contours.iter().flatten();
        let first = points.next()?;
        Some(points.fold([first.0, first.1, first.0, first.1], |[l, t, r, b], (x, y)| {
            [l.min(*x), t.min(*y), r.max(*x), b.max(*y)]
        }))
    }

    /// Paints the shape with the color that `paint` gives for a place on the canvas.
    pub fn fill(&self, canvas: &mut RgbImage, opacity: f32, paint: impl Fn(u32, u32) -> Rgb<u8>) {
        let Some([left, top, right, bottom]) = self.bounds() else { return };
        let (left, top) = (left.floor(), top.floor());
        // A shape far larger than the canvas is a mistake of the layout.
        let (width, height) = ((right - left).ceil() + 2.0, (bottom - top).ceil() + 1.0);
        if !(width < 4_000.0 && height < 4_000.0) {
            return;
        }
        let mut area = Area::new(width as usize, height as usize);
        for contour in &self.contours {
            let ends = contour.iter().cycle().skip(1);
            for (from, to) in contour.iter().zip(ends) {
                area.add((from.0 - left, from.1 - top), (to.0 - left, to.1 - top));
            }
        }
        for y in 0..area.height {
            let mut sum = 0.0;
            for x in 0..area.width {
                sum += area.cells[y * area.width + x];
                let cover = f32::min(sum.abs(), 1.0) * opacity;
                let (at_x, at_y) = (left as i64 + x as i64, top as i64 + y as i64);
                let place = u32::try_from(at_x).ok().zip(u32::try_from(at_y).ok());
                let inside = place.filter(|(x, y)| *x < canvas.width() && *y < canvas.height());
                if let Some((x, y)) = inside.filter(|_| cover > 0.002) {
                    let color = paint(x, y);
                    let pixel = canvas.get_pixel_mut(x, y);
                    for (under, over) in pixel.0.iter_mut().zip(color.0) {
                        let mixed = f32::from(*under) * (1.0 - cover) + f32::from(over) * cover;
                        *under = mixed.round() as u8;
                    }
                }
            }
        }
    }
}

/// For each cell, the area to the right of the lines that were added. The running sum along a row gives the covered
/// area of each cell.
struct Area {
    width: usize,
    height: usize,
    cells: Vec<f32>,
}

impl Area {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![0.0; width * height + 2] }
    }

    fn add(&mut self, from: Point, to: Point) {
        if from.1 == to.1 {
            return;
        }
        let (sign, from, to) = if from.1 < to.1 { (1.0, from, to) } else { (-1.0, to, from) };
        let slope = (to.0 - from.0) / (to.1 - from.1);
        let mut x = from.0;
        for row in from.1 as usize..(to.1.ceil() as usize).min(self.height) {
            let tall = to.1.min(row as f32 + 1.0) - from.1.max(row as f32);
            let next = x + slope * tall;
            self.add_row(row * self.width, x.min(next), x.max(next), tall * sign);
            x = next;
        }
    }

    /// Adds a line through one row of cells, from `left` to `right`. `tall` is the part of the row's height that it
    /// crosses.
    fn add_row(&mut self, row: usize, left: f32, right: f32, tall: f32) {
        let first = left.floor();
        // The area between the line and `edge`, which is that many cells to the right of the first.
        let area = |cell: f32| {
            let (inside, beyond) =
                ((first + cell - left).max(0.0), (first + cell - right).max(0.0));
            match right - left {
                wide if wide < 1e-4 => inside,
                wide => (inside * inside - beyond * beyond) / (2.0 * wide),
            }
        };
        for cell in 0..=(right.ceil() - first) as usize {
            let at = cell as f32;
            let change = area(at + 1.0) - 2.0 * area(at) + area(at - 1.0);
            self.cells[row + first as usize + cell] += tall * change;
        }
    }
}
