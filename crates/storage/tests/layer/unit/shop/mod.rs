//! Public pages are found by an index.

use crate::plans::is_found_by;
use ledgerline_storage::shop::sql_owner_of;

/// SHOP-09: finding a public page by its handle costs the same however many pages there are.
#[tokio::test(flavor = "multi_thread")]
async fn shop_09_a_handle_is_found_by_an_index() {
    is_found_by(sql_owner_of(), &["h"], &["handle"]).await;
}
