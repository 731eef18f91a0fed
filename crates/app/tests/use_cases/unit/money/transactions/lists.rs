//! Cursors of lists of transactions.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ledgerline_app::money::transactions::lists::{read_cursor, write_cursor};
use storage::lists::page::{Cursor, Sort, SortBy};

#[test]
fn a_cursor_leads_back_to_its_place_and_to_no_other_order() {
    let places = [
        (SortBy::Date, Cursor::Date { position: 7 }),
        (SortBy::Amount, Cursor::Amount { amount: -5, position: 7 }),
        (SortBy::Title, Cursor::Text { text: "a:b:c é".into(), position: 7 }),
        (SortBy::Status, Cursor::Text { text: "pending".into(), position: 7 }),
    ];
    for (by, place) in places {
        let sort = Sort { by, descending: true };
        let text = write_cursor(&place, sort);
        assert_eq!(read_cursor(&text, sort), Some(place));
        assert_eq!(read_cursor(&text, Sort { by, descending: false }), None);
        let other = if by == SortBy::Date { SortBy::Title } else { SortBy::Date };
        assert_eq!(read_cursor(&text, Sort { by: other, descending: true }), None);
    }
}

#[test]
fn nonsense_is_no_cursor() {
    let sort = Sort { by: SortBy::Date, descending: true };
    for text in
        ["", "x", "date:desc:1", "date:desc:-1", "date:desc:9223372036854775807", "date:desc:1:2"]
    {
        assert_eq!(read_cursor(text, sort), None, "{text}");
        let is_good = text == "date:desc:1";
        assert_eq!(read_cursor(&URL_SAFE_NO_PAD.encode(text), sort).is_some(), is_good, "{text}");
    }
}
