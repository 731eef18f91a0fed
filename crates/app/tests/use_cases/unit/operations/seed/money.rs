//! The moments of seeded transactions.

use domain::calendar::Day;
use domain::time::Timestamp;
use ledgerline_app::operations::seed::{Calendar, Dice};

#[test]
fn moments_never_go_back_and_end_with_yesterday() {
    const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
    let now = Timestamp::from_millis(1_800_000_000_000);
    for (count, days) in [(1, 1), (7, 1095), (5_000, 365), (200_000, 30)] {
        let calendar = Calendar::until_yesterday(now, days);
        let mut dice = Dice::new(3);
        let mut before = Timestamp::from_millis(calendar.start);
        for number in 0..count {
            let moment = calendar.moment(number, count, &mut dice);
            assert!(before <= moment, "{number} of {count}: {before} {moment}");
            assert!(Day::of(moment) < Day::of(now));
            before = moment;
        }
        assert!(before.as_millis() >= calendar.start + (days - days / 2 - 1) * DAY_MILLIS);
    }
}
