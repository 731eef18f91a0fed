//! Shapes with smooth edges.

use image::{Rgb, RgbImage};
use ledgerline_pages::picture::raster::Shape;

fn drawn(shape: &Shape) -> Vec<u8> {
    let mut canvas = RgbImage::new(8, 4);
    shape.fill(&mut canvas, 1.0, |_, _| Rgb([200; 3]));
    canvas.pixels().map(|pixel| pixel.0[0]).collect()
}

#[test]
fn shr_03_a_shape_covers_its_area_with_smooth_edges() {
    let cells = drawn(&Shape::rectangle(1.5, 1.0, 3.0, 2.0, 0.0));
    let row = [0, 100, 200, 200, 100, 0, 0, 0];
    assert_eq!(cells, [[0; 8], row, row, [0; 8]].concat());
    // Half of a square of 4 is 8 cells.
    let mut triangle = Shape::default();
    triangle.start((2.0, 0.0));
    triangle.line((6.0, 0.0));
    triangle.line((2.0, 4.0));
    let sum: u32 = drawn(&triangle).into_iter().map(u32::from).sum();
    assert!(sum.abs_diff(8 * 200) < 8, "{sum}");
    let ellipse = drawn(&Shape::ellipse((4.0, 2.0), 2.0, 1.0, 90.0));
    let sum: u32 = ellipse.into_iter().map(u32::from).sum();
    assert!(sum.abs_diff(1256) < 12, "{sum}");
}
