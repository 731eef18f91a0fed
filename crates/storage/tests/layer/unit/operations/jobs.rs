//! The delays between the attempts of a job.

use ledgerline_storage::operations::jobs::back_off_ms;

#[test]
fn retries_wait_longer_each_time_but_not_for_ever() {
    let waits: Vec<i64> = (1..=4).map(back_off_ms).collect();
    assert_eq!(waits, [10_000, 20_000, 40_000, 80_000]);
    assert_eq!(back_off_ms(1_000), 3_600_000);
}
