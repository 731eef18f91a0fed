//! How long a session lives, with the clock in the test's hand, on both engines. LOCK-07, AUTH-14

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should fail")]

mod house;

use std::{net::IpAddr, time::Duration};

use domain::settings::Choose;
use house::{House, on_both_engines};
use ledgerline_app::identity::sign_in::{self, SignIn};
use ledgerline_app::identity::{sessions, settings};
use ledgerline_app::operations::sign_up::{self, SignUp};
use ledgerline_app::operations::worker;
use ledgerline_app::{Actor, Caller, Error};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl House {
    async fn sign_up(&self) -> String {
        let form = SignUp {
            name: "Maya Okafor".into(),
            email: "maya@northline.studio".into(),
            password: "Harbour-77".into(),
            confirm_password: "Harbour-77".into(),
            role: "Composer".into(),
            invitation: None,
        };
        sign_up::sign_up(&self.app, form, caller()).await.unwrap().token.expose().to_owned()
    }

    async fn sign_in(&self, password: &str) -> Result<String, Error> {
        let form =
            SignIn { email: "maya@northline.studio".into(), password: password.into(), code: None };
        Ok(sign_in::sign_in(&self.app, form, caller()).await?.token.expose().to_owned())
    }

    async fn enter(&self, token: &str) -> Result<Actor, Error> {
        sessions::authenticate(&self.app, token, caller()).await
    }
}

fn caller() -> Caller {
    Caller { address: IpAddr::from([192, 0, 2, 7]), user_agent: None }
}

on_both_engines! {
    async fn an_idle_session_ends(house: House) {
        let token = house.sign_up().await;
        house.pass(34 * MINUTE);
        house.enter(&token).await.unwrap();
        house.pass(34 * MINUTE);
        house.enter(&token).await.unwrap();
        house.pass(35 * MINUTE);
        assert!(matches!(house.enter(&token).await, Err(Error::Unauthenticated(_))));
    }

    async fn the_accounts_own_timeout_counts_at_once(house: House) {
        let token = house.sign_up().await;
        let actor = house.enter(&token).await.unwrap();
        let shorter = vec![Choose::session_timeout(2).unwrap()];
        settings::update(&house.app, &actor, shorter, None).await.unwrap();
        house.pass(7 * MINUTE);
        assert!(matches!(house.enter(&token).await, Err(Error::Unauthenticated(_))));
    }

    async fn a_busy_session_ends_after_a_week(house: House) {
        let token = house.sign_up().await;
        for _ in 0..7 * 24 * 2 - 1 {
            house.pass(30 * MINUTE);
            house.enter(&token).await.unwrap();
        }
        house.pass(30 * MINUTE);
        assert!(matches!(house.enter(&token).await, Err(Error::Unauthenticated(_))));
    }

    async fn being_seen_is_written_once_a_minute(house: House) {
        let token = house.sign_up().await;
        let actor = house.enter(&token).await.unwrap();
        let seen = || async {
            sessions::current(&house.app, &actor).await.unwrap().last_seen_at
        };
        let first = seen().await;
        house.pass(Duration::from_secs(59));
        house.enter(&token).await.unwrap();
        assert_eq!(seen().await, first);
        house.pass(Duration::from_secs(1));
        house.enter(&token).await.unwrap();
        assert_eq!(seen().await, first + MINUTE);
    }

    async fn ended_sessions_are_not_listed_and_the_worker_sweeps_them(house: House) {
        let token = house.sign_up().await;
        house.pass(8 * DAY);
        let newer = house.sign_in("Harbour-77").await.unwrap();
        let actor = house.enter(&newer).await.unwrap();
        assert_eq!(sessions::list(&house.app, &actor).await.unwrap().len(), 1);
        let kept = |house: &House| {
            let (db, owner) = (house.app.db.clone(), actor.user);
            let hash = ledgerline_app::crypto::Token::parse(&token).unwrap().hash();
            async move {
                db.read(move |conn| storage::identity::sessions::find_by_token(conn, owner, &hash)).await.unwrap()
            }
        };
        assert!(kept(&house).await.is_some());
        worker::work(&house.app).await.unwrap();
        assert!(kept(&house).await.is_none());
        // The sweep comes again, an hour later and not before.
        let nap = worker::work(&house.app).await.unwrap();
        assert!(!nap.is_zero());
    }

    async fn tries_are_forgotten_when_their_window_is_over(house: House) {
        house.sign_up().await;
        for _ in 0..10 {
            assert!(matches!(house.sign_in("wrong").await, Err(Error::Unauthenticated(_))));
        }
        assert!(matches!(house.sign_in("Harbour-77").await, Err(Error::TooManyAttempts { .. })));
        house.pass(15 * MINUTE);
        house.sign_in("Harbour-77").await.unwrap();
    }
}
