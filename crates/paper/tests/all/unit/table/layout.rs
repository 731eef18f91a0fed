//! The widths of the columns of a table on paper.

use ledgerline_paper::Column;
use ledgerline_paper::table::layout::{ColumnWidths, GAP, TYPE, lay_out};

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
