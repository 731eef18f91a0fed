//! Calculates the widths of the columns of a table on paper from their content. If the page is too narrow, long texts
//! break into lines, and if that is not enough, the type gets smaller. Nothing is cut off.

use super::shapes::{Column, OnPaper};

/// The normal type size. Widths are measured in this size.
pub(super) const TYPE: f32 = 8.5;
const SIZES: [f32; 5] = [TYPE, 8.0, 7.5, 7.0, 6.5];
pub(super) const GAP: f32 = 12.0;
/// A word wider than this is broken rather than given a column of its width.
const LONGEST_WORD: f32 = 130.0;

/// The largest widths in a column, over the rows measured so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ColumnWidths {
    pub heading: f32,
    /// The widest value.
    pub value: f32,
    /// The widest word.
    pub word: f32,
}

#[derive(Debug)]
pub(super) struct Layout {
    pub size: f32,
    pub widths: Vec<f32>,
}

/// Calculates the widths of columns that share `room`, in the largest type in which no value is broken.
pub(super) fn lay_out(columns: &[&Column], seen: &[ColumnWidths], room: f32) -> Layout {
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

#[cfg(test)]
mod tests {
    use super::*;

    static TEXT: Column = Column::text("title", "Title");
    static DATE: Column = Column::one_line("date", "Date");

    fn widths(value: f32, word: f32) -> ColumnWidths {
        ColumnWidths { heading: 30.0, value, word }
    }

    #[test]
    fn a_date_keeps_its_width_whatever_the_text_beside_it_wants() {
        let layout = lay_out(&[&TEXT, &DATE], &[widths(4_000.0, 60.0), widths(70.0, 20.0)], 500.0);
        assert_eq!(layout.size, TYPE);
        assert_eq!(layout.widths[1], 70.0);
        assert!((layout.widths.iter().sum::<f32>() + GAP - 500.0).abs() < 0.01, "{layout:?}");
    }

    #[test]
    fn too_many_numbers_make_the_type_smaller() {
        let layout = lay_out(&[&DATE, &DATE], &[widths(260.0, 20.0), widths(260.0, 20.0)], 500.0);
        assert!(layout.size < TYPE && layout.widths[0] >= 260.0 * layout.size / TYPE, "{layout:?}");
    }

    #[test]
    fn the_page_is_never_left() {
        let layout = lay_out(&[&DATE, &DATE], &[widths(900.0, 20.0), widths(900.0, 20.0)], 500.0);
        assert!((layout.widths.iter().sum::<f32>() + GAP - 500.0).abs() < 0.01, "{layout:?}");
    }
}
