//! The covers of the sample beats, drawn in code: staff lines across two colors, and a note for each part of the beat, as
//! high as that part is loud.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::script::BeatPlan;
use crate::{Error, Result};

/// The width and height of a cover, in pixels.
pub const SIDE: u32 = 320;
const LINES: [f32; 5] = [96.0, 128.0, 160.0, 192.0, 224.0];
const NOTES: f32 = 8.0;
/// How many pixels a note reaches to the left and to the right of its center at most, including its soft edge.
const REACH: f32 = 16.0;

/// A square PNG.
pub fn draw(plan: &BeatPlan) -> Result<Vec<u8>> {
    let [ground, ink] = plan.colors.map(|color| color.map(f32::from));
    let picture = RgbImage::from_fn(SIDE, SIDE, |x, y| {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        // The ground leans towards the ink at the lower right.
        let lean = 0.22 * (x + y) / (2.0 * SIDE as f32);
        let covered = lean.max(lines(x, y)).max(notes(plan, x, y));
        Rgb(std::array::from_fn(|part| (ground[part] + (ink[part] - ground[part]) * covered) as u8))
    });
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture)
        .write_to(&mut out, ImageFormat::Png)
        .map_err(Error::unexpected)?;
    Ok(out.into_inner())
}

/// Thin lines, half as strong as a note.
fn lines(x: f32, y: f32) -> f32 {
    let margin = 24.0;
    if x < margin || x > SIDE as f32 - margin {
        return 0.0;
    }
    LINES.iter().map(|line| 0.5 * (1.8 - (y - line).abs()).clamp(0.0, 1.0)).fold(0.0, f32::max)
}

/// Tilted ellipses with soft edges.
fn notes(plan: &BeatPlan, x: f32, y: f32) -> f32 {
    let (sin, cos) = (-0.42_f32).sin_cos();
    let step = (SIDE as f32 - 64.0) / NOTES;
    let note = |(place, level): (usize, &u8)| {
        let center_x = 32.0 + step * (place as f32 + 0.5);
        if (x - center_x).abs() > REACH {
            return 0.0;
        }
        let center_y = 256.0 - 1.9 * f32::from(*level);
        let (dx, dy) = (x - center_x, y - center_y);
        let (along, across) = (dx * cos - dy * sin, dx * sin + dy * cos);
        let distance = ((along / 15.0).powi(2) + (across / 10.5).powi(2)).sqrt();
        ((1.0 - distance) * 10.5 + 0.5).clamp(0.0, 1.0)
    };
    plan.levels.iter().enumerate().map(note).fold(0.0, f32::max)
}
