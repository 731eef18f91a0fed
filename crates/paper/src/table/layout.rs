//! Calculates the widths of the columns of a table on paper from their content. If the page is too narrow, long texts
//! break into lines, and if that is not enough, the type gets smaller. Nothing is cut off.

use super::shapes::{Column, OnPaper};

/// The normal type size. Widths are measured in this size.
pub const TYPE: f32 = 8.5;
const SIZES: [f32; 5] = [TYPE, 8.0, 7.5, 7.0, 6.5];
/// The space between two columns.
pub const GAP: f32 = 12.0;
/// A word wider than this is broken rather than given a column of its width.
const LONGEST_WORD: f32 = 130.0;

/// The largest widths in a column, over the rows measured so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct ColumnWidths {
    pub heading: f32,
    /// The widest value.
    pub value: f32,
    /// The widest word.
    pub word: f32,
}

/// The type size of a table and the width of each column.
#[derive(Debug)]
pub struct Layout {
    pub size: f32,
    pub widths: Vec<f32>,
}

/// Calculates the widths of columns that share `room`, in the largest type in which no value is broken.
pub fn lay_out(columns: &[&Column], seen: &[ColumnWidths], room: f32) -> Layout {
    let gaps = GAP * columns.len().saturating_sub(1) as f32;
    let room = room - gaps;
    let least_in = |size: f32| -> Vec<f32> {
        let scale = size / TYPE;
        let least = |(column, seen): (&&Column, &ColumnWidths)| match column.paper {
            OnPaper::Text => seen.word.min(LONGEST_WORD).max(seen.heading) * scale,
            _ => seen.value.max(seen.heading) * scale,
        };
        columns.iter().zip(seen).map(least).collect()
    };
    let sum = |widths: &[f32]| widths.iter().sum::<f32>();
    let fits = |size: &f32| sum(&least_in(*size)) <= room;
    let Some(size) = SIZES.into_iter().find(fits) else {
        // The columns are too wide even in the smallest type, so every value breaks where necessary.
        let size = SIZES[SIZES.len() - 1];
        let least = least_in(size);
        let share = room / sum(&least);
        return Layout { size, widths: least.iter().map(|width| width * share).collect() };
    };
    let mut widths = least_in(size);
    let scale = size / TYPE;
    let wanted: Vec<f32> = widths
        .iter()
        .zip(seen)
        .map(|(width, seen)| (seen.value * scale - width).max(0.0))
        .collect();
    let free = room - sum(&widths);
    let given = sum(&wanted).min(free);
    if given > 0.0 {
        let share = given / sum(&wanted);
        widths.iter_mut().zip(&wanted).for_each(|(width, wanted)| *width += wanted * share);
    }
    // The remaining width goes to the text columns, so that the table reaches both margins.
    let is_text = |column: &&&Column| column.paper == OnPaper::Text;
    let texts = columns.iter().filter(is_text).count();
    let left = room - sum(&widths);
    for (column, width) in columns.iter().zip(&mut widths) {
        match texts {
            0 => *width += left / columns.len() as f32,
            _ if is_text(&column) => *width += left / texts as f32,
            _ => {}
        }
    }
    Layout { size, widths }
}
