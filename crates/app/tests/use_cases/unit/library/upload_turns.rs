//! Turns of requests at a resumable upload.

use std::sync::Arc;

use domain::ids::FileId;
use domain::time::Timestamp;
use ledgerline_app::library::upload_turns::UploadTurns;

// FILE-05
#[tokio::test]
async fn a_newer_request_asks_the_older_one_to_stop() {
    let turns = Arc::new(UploadTurns::default());
    let id = FileId::new(Timestamp::from_millis(0), [1; 10]);
    let other = FileId::new(Timestamp::from_millis(0), [2; 10]);
    let mut first = turns.take(id).await.unwrap();
    drop(turns.take(other).await.unwrap());
    let second = tokio::spawn({
        let turns = turns.clone();
        async move { turns.take(id).await.is_some() }
    });
    first.newer_request().await;
    assert!(!second.is_finished());
    drop(first);
    assert!(second.await.unwrap());
    assert!(turns.are_free());
}
