//! The beats of a share are found by indexes.

mod links;

use crate::plans::is_found_by;
use ledgerline_storage::shares::sql_beats;

/// SHR-13: only the beats of the share are read, each by its id.
#[tokio::test(flavor = "multi_thread")]
async fn shr_13_the_beats_of_a_share_are_found_by_indexes() {
    is_found_by(&sql_beats(), &["o", "s"], &["owner_id", "share_id"]).await;
}
