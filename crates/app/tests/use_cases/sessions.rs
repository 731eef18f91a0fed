//! How long a session is valid, with a test clock, on both engines. LOCK-07, AUTH-14

use std::time::Duration;

use domain::identity::settings::Choose;
use ledgerline_app::identity::sign_in::{self, SignIn};
use ledgerline_app::identity::{sessions, settings};
use ledgerline_app::operations::worker;
use ledgerline_app::{Actor, Error};

use crate::support::{EMAIL, TestApp, caller, on_both_engines};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TestApp {
    async fn sign_in(&self, password: &str) -> Result<String, Error> {
        let form = SignIn { email: EMAIL.into(), password: password.into(), code: None };
        Ok(sign_in::sign_in(&self.app, form, caller()).await?.token.expose().to_owned())
    }

    async fn enter(&self, token: &str) -> Result<Actor, Error> {
        sessions::authenticate(&self.app, token, caller()).await
    }
}

on_both_engines!(
    an_idle_session_ends,
    the_accounts_own_timeout_counts_at_once,
    a_busy_session_ends_after_a_week,
    being_seen_is_written_once_a_minute,
    ended_sessions_are_not_listed_and_the_worker_sweeps_them,
    pg tries_are_forgotten_when_their_window_is_over
);

async fn an_idle_session_ends(test: TestApp) {
    let token = test.sign_up(caller(), EMAIL).await;
    test.advance_clock(34 * MINUTE);
    test.enter(&token).await.unwrap();
    test.advance_clock(34 * MINUTE);
    test.enter(&token).await.unwrap();
    test.advance_clock(35 * MINUTE);
    assert!(matches!(test.enter(&token).await, Err(Error::Unauthenticated(_))));
}

async fn the_accounts_own_timeout_counts_at_once(test: TestApp) {
    let token = test.sign_up(caller(), EMAIL).await;
    let actor = test.enter(&token).await.unwrap();
    let shorter = vec![Choose::session_timeout(2).unwrap()];
    settings::update(&test.app, &actor, shorter, None).await.unwrap();
    test.advance_clock(7 * MINUTE);
    assert!(matches!(test.enter(&token).await, Err(Error::Unauthenticated(_))));
}

async fn a_busy_session_ends_after_a_week(test: TestApp) {
    let token = test.sign_up(caller(), EMAIL).await;
    for _ in 0..7 * 24 * 2 - 1 {
        test.advance_clock(30 * MINUTE);
        test.enter(&token).await.unwrap();
    }
    test.advance_clock(30 * MINUTE);
    assert!(matches!(test.enter(&token).await, Err(Error::Unauthenticated(_))));
}

async fn being_seen_is_written_once_a_minute(test: TestApp) {
    let token = test.sign_up(caller(), EMAIL).await;
    let actor = test.enter(&token).await.unwrap();
    let seen = || async { sessions::current(&test.app, &actor).await.unwrap().last_seen_at };
    let first = seen().await;
    test.advance_clock(Duration::from_secs(59));
    test.enter(&token).await.unwrap();
    assert_eq!(seen().await, first);
    test.advance_clock(Duration::from_secs(1));
    test.enter(&token).await.unwrap();
    assert_eq!(seen().await, first + MINUTE);
}

async fn ended_sessions_are_not_listed_and_the_worker_sweeps_them(test: TestApp) {
    let token = test.sign_up(caller(), EMAIL).await;
    test.advance_clock(8 * DAY);
    let newer = test.sign_in("Harbour-77").await.unwrap();
    let actor = test.enter(&newer).await.unwrap();
    assert_eq!(sessions::list(&test.app, &actor).await.unwrap().len(), 1);
    let kept = |test: &TestApp| {
        let (db, owner) = (test.app.db.clone(), actor.user);
        let hash = ledgerline_app::crypto::Token::parse(&token).unwrap().hash();
        async move {
            db.read(move |conn| storage::identity::sessions::find_by_token(conn, owner, &hash))
                .await
                .unwrap()
        }
    };
    assert!(kept(&test).await.is_some());
    worker::work(&test.app).await.unwrap();
    assert!(kept(&test).await.is_none());
    // The sweep runs again after an hour and not before.
    let nap = worker::work(&test.app).await.unwrap();
    assert!(!nap.is_zero());
}

async fn tries_are_forgotten_when_their_window_is_over(test: TestApp) {
    test.sign_up(caller(), EMAIL).await;
    for _ in 0..10 {
        assert!(matches!(test.sign_in("wrong").await, Err(Error::Unauthenticated(_))));
    }
    assert!(matches!(test.sign_in("Harbour-77").await, Err(Error::TooManyAttempts { .. })));
    test.advance_clock(15 * MINUTE);
    test.sign_in("Harbour-77").await.unwrap();
}
