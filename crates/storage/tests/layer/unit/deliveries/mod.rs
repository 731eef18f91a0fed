//! Deliveries are found by an index.

use crate::plans::is_found_by;
use ledgerline_storage::deliveries::{sql_by_old_token, sql_by_token};

/// DLV-08: opening a delivery costs the same however many deliveries the account has.
#[tokio::test(flavor = "multi_thread")]
async fn dlv_08_a_delivery_is_found_by_an_index() {
    for sql in [sql_by_token(), sql_by_old_token()] {
        is_found_by(sql, &["o", "t"], &["owner_id", "token_hash"]).await;
    }
}
