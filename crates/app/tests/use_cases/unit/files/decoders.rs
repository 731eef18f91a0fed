//! The threads that decode pictures.

use std::sync::{Arc, Mutex, mpsc};

use domain::ids::UserId;
use domain::time::Timestamp;
use ledgerline_app::files::decoders::{Decoders, MOST_QUEUED, PLACES, THREADS};
use ledgerline_app::{Error, Result};

fn account(number: u8) -> UserId {
    UserId::new(Timestamp::from_millis(0), [number; 10])
}

/// GUARD-01
#[tokio::test(flavor = "multi_thread")]
async fn never_more_than_two_pictures_are_decoded_at_once() {
    let decoders = Arc::new(Decoders::start().unwrap());
    let (release, held) = mpsc::channel::<()>();
    let held = Arc::new(Mutex::new(held));
    let work = || {
        let (decoders, held) = (decoders.clone(), held.clone());
        tokio::spawn(async move {
            let wait = move || Ok(held.lock().unwrap().recv().is_ok());
            decoders.run(wait).await
        })
    };
    let taken: Vec<_> = (0..PLACES).map(|_| work()).collect();
    while decoders.free_places() > 0 {
        tokio::task::yield_now().await;
    }
    // Every place is taken, so one more is refused at once.
    assert!(matches!(work().await.unwrap(), Err(Error::Busy)));
    (0..PLACES).for_each(|_| release.send(()).unwrap());
    for picture in taken {
        assert!(picture.await.unwrap().unwrap());
    }
    assert!((1..=THREADS).contains(&decoders.most_at_once()), "{}", decoders.most_at_once());
    while decoders.free_places() < PLACES {
        tokio::task::yield_now().await;
    }
    assert!(decoders.run(|| Ok(true)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decoder_that_panics_goes_on_with_the_next_picture() {
    let decoders = Decoders::start().unwrap();
    for _ in 0..2 * THREADS {
        let met: Result<()> = decoders.run(|| panic!("not a picture")).await;
        assert!(matches!(met, Err(Error::Unsupported(_))));
    }
    assert!(decoders.run(|| Ok(true)).await.unwrap());
}

/// GUARD-01: a second picture of an account waits for the first; too many are refused; others do not wait.
#[tokio::test]
async fn an_account_has_one_picture_at_a_time() {
    let decoders = Arc::new(Decoders::start().unwrap());
    let first = decoders.turn(account(1)).await.unwrap();
    let waiting: Vec<_> = (1..MOST_QUEUED)
        .map(|_| {
            let decoders = decoders.clone();
            tokio::spawn(async move { decoders.turn(account(1)).await.map(drop) })
        })
        .collect();
    tokio::task::yield_now().await;
    assert!(waiting.iter().all(|turn| !turn.is_finished()));
    assert!(matches!(decoders.turn(account(1)).await, Err(Error::Busy)));
    decoders.turn(account(2)).await.unwrap();
    drop(first);
    for turn in waiting {
        turn.await.unwrap().unwrap();
    }
    assert!(decoders.is_idle());
}
