//! Sums of the largest amounts are refused with an error text and never overflow.

use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::lists::ListForm;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Error, sales};

use crate::support::TestApp;

/// Totals are limited to a thousand times the largest amount per kind of sale. The test runs on one engine only,
/// because the limit is arithmetic and a thousand writes take long.
#[tokio::test(flavor = "multi_thread")]
async fn sales_add_up_to_their_bound_and_no_further() {
    let test = TestApp::sqlite();
    let actor = test.join().await;
    let most = |status: &str| SaleForm {
        title: Some("Everything".into()),
        client: Some("Ade".into()),
        amount: Some("1000000000000".into()),
        status: Some(status.into()),
        ..SaleForm::default()
    };
    for _ in 0..1000 {
        test.sell(&actor, most("Pending")).await.unwrap();
    }
    let refused = test.sell(&actor, most("Pending")).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    // Each status has totals of its own; a completed sale fills the wallet at once.
    test.sell(&actor, most("Failed")).await.unwrap();
    test.sell(&actor, most("Completed")).await.unwrap();
    let full = test.sell(&actor, most("Completed")).await;
    assert!(matches!(full, Err(Error::Conflict(_))), "{full:?}");
    let summary = sales::lists::summary(&test.app, &actor, None, None).await.unwrap();
    let sums: i64 = summary.statuses.values().flat_map(|all| all.totals.values()).sum();
    assert_eq!((summary.count, sums), (1002, 1002 * 100_000_000_000_000));
    test.audit(actor.user).await;
}

/// Money is deposited and withdrawn again: the balance stays small while the totals grow.
#[tokio::test(flavor = "multi_thread")]
async fn movements_add_up_to_their_bound_and_no_further() {
    let test = TestApp::sqlite();
    let actor = test.join().await;
    for _ in 0..1000 {
        test.deposit(&actor, "1000000000000", None).await.unwrap();
        test.withdraw(&actor, "1000000000000", None).await.unwrap();
    }
    let refused = test.deposit(&actor, "1000000000000", None).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    let newest = ListForm { limit: 1, ..ListForm::default() };
    let list = transactions::lists::list(&test.app, &actor, newest).await.unwrap();
    assert_eq!((list.listing.total, test.wallet(&actor).await), (2000, 0));
    transactions::lists::summary(&test.app, &actor, None, None).await.unwrap();
    test.audit(actor.user).await;
}
