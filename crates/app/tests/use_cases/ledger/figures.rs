//! After any sales, changes, refunds, deletions and renamings, the dashboard and the analytics equal the sums over all
//! rows. DASH-01, DASH-02, ANA-01, ANA-02

use domain::{figures::Period, money::Currency};
use ledgerline_app::figures::{analytics, dashboard};

use crate::ledger::figures_model::Studio;
use crate::support::{TestApp, on_both_engines};

on_both_engines!(
    pg figures_are_what_the_rows_add_up_to,
    a_client_with_many_sales_goes_and_its_name_stays,
    nobody_sees_the_figures_of_another,
);

const STUDIOS: u64 = 4;
const ACTIONS: usize = 60;
/// The figures are checked after several actions, since checking after each one takes long and finds little more.
const CHECK_EVERY: usize = 10;

async fn figures_are_what_the_rows_add_up_to(test: TestApp) {
    for seed in 0..STUDIOS {
        let mut studio = Studio::open(&test, seed).await;
        studio.check().await;
        for number in 0..ACTIONS {
            studio.do_something().await;
            if number % CHECK_EVERY == 0 {
                studio.check().await;
            }
        }
        studio.check().await;
    }
}

/// Deleting a client with many rows takes several writes, and the figures are right after each of them.
async fn a_client_with_many_sales_goes_and_its_name_stays(test: TestApp) {
    let mut studio = Studio::open(&test, 77).await;
    let client = studio.new_client("Ade Bello").await;
    for _ in 0..9 {
        studio.sell_to(client).await;
    }
    studio.delete_client_by_twos(client).await;
    studio.check().await;
}

async fn nobody_sees_the_figures_of_another(test: TestApp) {
    let mut maya = Studio::open(&test, 5).await;
    for _ in 0..30 {
        maya.do_something().await;
    }
    let ade = test.join().await;
    let seen = dashboard::load(&test.app, &ade, None).await.unwrap();
    assert_eq!((seen.beats_sold.value, seen.revenue.value, seen.available_beats.value), (0, 0, 0));
    assert!(seen.top_clients.is_empty() && seen.recent_sales.is_empty());
    assert!(seen.library.latest.is_empty() && seen.library.genres.is_empty());
    assert_eq!(seen.currencies, [Currency::Usd]);
    for period in Period::ALL {
        let period = Some(period.as_str().to_owned());
        let seen = analytics::load(&test.app, &ade, period, None).await.unwrap();
        assert_eq!((seen.revenue.value, seen.active_clients.value, seen.conversion), (0, 0, None));
        assert!(seen.genres.is_empty() && seen.recent_activity.is_empty());
    }
    maya.check().await;
}
