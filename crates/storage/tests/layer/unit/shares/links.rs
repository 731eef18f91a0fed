//! Links of shares are found by indexes.

use crate::plans::is_found_by;
use ledgerline_storage::shares::links::{sql_by_token, sql_owner_of};

/// SHR-13: finding a link costs the same with ten shares and with a hundred thousand.
#[tokio::test(flavor = "multi_thread")]
async fn shr_13_a_link_is_found_by_an_index() {
    is_found_by(sql_owner_of(), &["p"], &["public_id"]).await;
    is_found_by(sql_by_token(), &["o", "t"], &["owner_id", "token_hash"]).await;
}
