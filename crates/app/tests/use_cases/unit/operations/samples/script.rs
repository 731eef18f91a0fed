//! The content of the sample data agrees with itself.

use domain::notifications::Kind as NotificationKind;
use domain::sales::License;
use ledgerline_app::operations::samples::script::{
    BEATS, BuyerPlan, CLIENTS, FILES, LICENSES, NOTICES, OPENED, SALES,
};

#[test]
fn nothing_is_sold_before_it_is_there() {
    for sale in &SALES {
        assert!(BEATS[sale.beat].days_ago > sale.days_ago, "{}", BEATS[sale.beat].title);
        assert!(CLIENTS[sale.client].days_ago > sale.days_ago);
    }
    assert!(SALES.windows(2).all(|pair| pair[0].days_ago > pair[1].days_ago));
    assert!(CLIENTS.iter().all(|client| client.days_ago < OPENED));
}

#[test]
fn a_beat_that_was_given_away_is_sold_no_more() {
    for (place, given) in SALES.iter().enumerate() {
        if given.license == License::Exclusive {
            assert!(SALES[place + 1..].iter().all(|later| later.beat != given.beat));
        }
    }
}

#[test]
fn licenses_are_of_the_beat_and_the_buyer_of_their_sale() {
    for license in &LICENSES {
        assert!(BEATS[license.beat].days_ago > license.days_ago, "{}", license.kind);
        if let Some(sale) = license.sale.map(|at| &SALES[at]) {
            assert_eq!((sale.beat, sale.days_ago), (license.beat, license.days_ago));
            assert!(matches!(license.to, BuyerPlan::Client(client) if client == sale.client));
        }
        if let Some(other) = license.replaces.map(|at| &LICENSES[at]) {
            assert!(other.beat == license.beat && other.days_ago > license.days_ago);
        }
    }
    assert!(LICENSES.windows(2).all(|pair| pair[0].days_ago > pair[1].days_ago));
    assert!(FILES.iter().all(|file| BEATS[file.beat].days_ago >= file.days_ago));
}

// NOTE-02
#[test]
fn there_is_a_notification_of_every_type() {
    for kind in NotificationKind::ALL {
        assert!(NOTICES.iter().any(|notice| notice.kind == *kind), "{}", kind.as_str());
    }
    let mut sales = NOTICES.iter().filter_map(|notice| notice.sale).map(|at| &SALES[at]);
    assert!(sales.all(|sale| sale.license == License::Exclusive));
}
