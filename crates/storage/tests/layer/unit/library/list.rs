//! The plan of the list of public beats.

use crate::plans::plans;
use domain::ids::UserId;
use domain::library::documents::{Category, Status};
use domain::time::Timestamp;
use ledgerline_storage::db::Engine;
use ledgerline_storage::library::list::{Filter, Page, Sort, SortBy, sql_rows};

/// SHOP-09: the first page of the beats of a public page is read in the order of an index, without sorting.
#[tokio::test(flavor = "multi_thread")]
async fn shop_09_public_beats_are_read_in_their_order() {
    let owner = UserId::new(Timestamp::from_millis(0), [0; 10]);
    let filter = Filter {
        is_public: Some(true),
        categories: vec![Category::Beat],
        statuses: vec![Status::Available],
        ..Filter::default()
    };
    let sort = Sort { by: SortBy::Date, descending: true };
    let page = Page { limit: 24, offset: 0, after: None };
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let (sql, bound) = sql_rows(owner, &filter, sort, &page);
        let steps = plans(engine, &sql, bound).await.join("\n");
        let way = match engine {
            Engine::Sqlite => "SEARCH documents USING PRIMARY KEY (owner_id=?)",
            Engine::Postgres => "Index Scan Backward using documents_public",
        };
        assert!(steps.contains(way), "{steps}");
        assert!(!steps.contains("TEMP B-TREE") && !steps.contains("Sort"), "{steps}");
    }
}
