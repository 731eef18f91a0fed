//! The plan of the statement that fetches what the search index found.

use domain::ids::UserId;
use domain::time::Timestamp;
use ledgerline_storage::db::{Db, DbOptions, Engine, Sql};
use ledgerline_storage::lists::page::{Page, Sort, SortBy};
use ledgerline_storage::lists::text_index::{Matches, SearchTerm};
use ledgerline_storage::money::transactions::filter::Filter;
use ledgerline_storage::money::transactions::query::{Query, RowSource};

/// The steps of SQLite's query plan for the page.
async fn steps(filter: Filter, by: SortBy, way: RowSource) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DbOptions::sqlite(folder.path().join("test.db"))).unwrap();
    db.read(move |conn| {
        let term = SearchTerm {
            pattern: "%nova%".to_owned(),
            fts_query: "nova".to_owned(),
            first: 0,
            last: 1,
            is_indexed: true,
        };
        let owner = UserId::new(Timestamp::from_millis(0), [0; 10]);
        let sort = Sort { by, descending: true };
        let (filter, term) = (&filter, Some(&term));
        let query = Query { engine: Engine::Sqlite, owner, filter, sort, term, is_narrow: false };
        let (sql, params) = query.rows(&way, &Page { limit: 50, offset: 0, after: None });
        let sql = Sql::dynamic(format!("EXPLAIN QUERY PLAN {}", sql.sqlite()));
        conn.query(&sql, &params, |row| row.text(3).map(str::to_owned))
    })
    .await
    .unwrap()
}

/// With few rows any plan is quick; with a million, walking the list for the index results is not.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_index_found_is_fetched_row_by_row_and_nothing_is_walked() {
    let filter = Filter { search: Some("nova".to_owned()), ..Filter::default() };
    for by in [SortBy::Date, SortBy::Amount, SortBy::Title] {
        let way = RowSource::Pieces(Matches::Numbers("[1, 2]".to_owned()));
        let steps = steps(filter.clone(), by, way).await;
        let visits: Vec<_> = steps.iter().filter(|step| step.contains("transactions")).collect();
        assert_eq!(visits.len(), 2, "{steps:?}");
        assert!(visits[0].ends_with("(owner_id=? AND number=?)"), "{steps:?}");
        assert!(visits[1].ends_with("(owner_id=? AND position=?)"), "{steps:?}");
        assert!(visits.iter().all(|step| step.starts_with("SEARCH")), "{steps:?}");
    }
}
