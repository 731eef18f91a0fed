//! Cursors of lists of beats and videos.

use domain::ids::DocumentId;
use domain::time::Timestamp;
use ledgerline_app::library::lists::{ORDERS, read_cursor, sort, write_cursor};
use storage::library::list::{Cursor, SortBy};

#[test]
fn a_cursor_leads_back_to_its_place_and_to_no_other_order() {
    let id = DocumentId::new(Timestamp::from_millis(1_800_000_000_000), [1; 10]);
    for (name, by) in ORDERS {
        let place = match by {
            SortBy::Date => Cursor::Date { id },
            SortBy::Title => Cursor::Title { title: "a:b é".to_owned(), id },
            _ => Cursor::Number { number: 7, id },
        };
        let sorted = sort(Some(name), Some("desc")).unwrap();
        let text = write_cursor(&place, sorted);
        assert_eq!(read_cursor(&text, sorted), Some(place));
        for (other, _) in ORDERS {
            for order in ["asc", "desc"] {
                let elsewhere = sort(Some(other), Some(order)).unwrap();
                assert_eq!(read_cursor(&text, elsewhere).is_some(), elsewhere == sorted);
            }
        }
    }
    for nonsense in ["", "x", "ZGF0ZTpkZXNj", "ZGF0ZTpkZXNjOjE"] {
        let sorted = sort(None, None).unwrap();
        assert_eq!(read_cursor(nonsense, sorted), None, "{nonsense}");
    }
}
