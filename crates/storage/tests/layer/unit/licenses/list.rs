//! The plan of the first page of a list of licenses.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, UserId};
use domain::time::Timestamp;
use ledgerline_storage::db::{Db, DbOptions, Engine, Sql};
use ledgerline_storage::licenses::list::{Filter, Page, Query, RowSource};

/// The steps of SQLite's query plan for the first page.
async fn steps(filter: Filter, way: RowSource) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DbOptions::sqlite(folder.path().join("test.db"))).unwrap();
    db.read(move |conn| {
        let owner = UserId::new(Timestamp::from_millis(0), [0; 10]);
        let query = Query { engine: Engine::Sqlite, owner, filter: &filter, term: None };
        let (sql, params) = query.rows(&way, Page { limit: 50, offset: 0, before: None });
        let sql = Sql::dynamic(format!("EXPLAIN QUERY PLAN {}", sql.sqlite()));
        conn.query(&sql, &params, |row| row.text(3).map(str::to_owned))
    })
    .await
    .unwrap()
}

/// LIC-20: a page costs the same with a thousand licenses and with a million, because it is read in the order of
/// an index and no rows are sorted.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_read_in_the_order_of_an_index_and_nothing_is_sorted() {
    let all = Filter::all(Day::of(Timestamp::from_millis(0)));
    let (at, bytes) = (Timestamp::from_millis(0), [1; 10]);
    let of_beat = Filter { beat: Some(DocumentId::new(at, bytes)), ..all.clone() };
    let of_client = Filter { client: Some(BeneficiaryId::new(at, bytes)), ..all.clone() };
    for (filter, way, place) in [
        (all, RowSource::Walk, "(owner_id=?)"),
        (of_beat, RowSource::Beat, "(owner_id=? AND document_id=?)"),
        (of_client, RowSource::Client, "(owner_id=? AND client_id=?)"),
    ] {
        let steps = steps(filter, way).await;
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert!(steps[0].starts_with("SEARCH") && steps[0].ends_with(place), "{steps:?}");
    }
}
