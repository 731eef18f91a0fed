//! The random numbers of seeded data.

use ledgerline_app::operations::seed::Dice;

#[test]
fn the_same_seed_throws_the_same_and_another_does_not() {
    let throws = |seed| {
        let mut dice = Dice::new(seed);
        (0..50).map(|_| dice.between(-3, 1_000)).collect::<Vec<_>>()
    };
    assert_eq!(throws(7), throws(7));
    assert_ne!(throws(7), throws(8));
    assert!(throws(7).iter().all(|throw| (-3..=1_000).contains(throw)));
    assert_eq!(Dice::new(1).between(5, 5), 5);
}

#[test]
fn chance_is_about_what_it_says() {
    let mut dice = Dice::new(1);
    let hits = (0..10_000).filter(|_| dice.chance(20)).count();
    assert!((1_800..2_200).contains(&hits), "{hits}");
    assert!(!dice.chance(0) && dice.chance(100));
}
